//! Whether the four opponents with names are as they should be: different in the ways that
//! their characters say, and all of them strong.

use super::series::{Block, Series};
use super::sheet::{Sheet, Trait};
use crate::book::Book;
use crate::bot::Contestant;
use crate::personality::Personality;
use boardbots_stats::sample::Sample;
use std::sync::Arc;

/// Standard errors beyond which a win rate is above a half with 99 % certainty.
const CERTAIN: f64 = 2.326;
/// Milliseconds of the longest pause.
const LONGEST: f64 = 3000.0;
/// What tells one from another in a block of games.
const FEATURES: [Trait; 7] =
    [Trait::ScoringPoints, Trait::Busts, Trait::Tokens, Trait::Accepts, Trait::OnBehind, Trait::OnBetween, Trait::Blue];

/// A claim about them, with what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What should be so.
    pub text: &'static str,
    /// What was measured, by opponent.
    pub figures: [f64; 4],
    /// Whether it is so.
    pub holds: bool,
}

/// Many games of each of them against the first, who plays for the win and nothing else.
pub struct Examination {
    blocks: [Vec<Block>; 4],
    /// What was seen of each.
    pub sheets: [Sheet; 4],
    /// What was seen of the first meanwhile.
    pub rivals: [Sheet; 4],
}

impl Examination {
    /// Plays this number of games for each of the four, rounded up to whole blocks, in parallel.
    #[must_use]
    pub fn of(book: &Arc<Book>, games: u32, seed: u64) -> Self {
        let four = Personality::named_four();
        let blocks: [Vec<Block>; 4] = std::array::from_fn(|index| {
            let contestants = vec![Contestant::Personality(&four[index]), Contestant::Personality(&four[0])];
            Series { book: Arc::clone(book), contestants, games, seed: seed.wrapping_add(index as u64) }.play()
        });
        let side = |side: usize| {
            std::array::from_fn(|index| {
                let blocks: &Vec<Block> = &blocks[index];
                let mut total = Sheet::default();
                for block in blocks {
                    total.merge(&block.sheets[side]);
                }
                total
            })
        };
        Self { sheets: side(0), rivals: side(1), blocks }
    }

    fn means(&self, of: Trait) -> [f64; 4] {
        self.sheets.each_ref().map(|sheet| sheet.of(of).mean())
    }

    /// All claims, in the order Abel, Beatriu, Carla, Daniel.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        let mut claim = |text, figures, holds| claims.push(Claim { text, figures, holds });
        // Orders that the characters imply.
        let points = self.means(Trait::ScoringPoints);
        claim("a scoring turn: Beatriu < Abel < Carla, by 1.5 points", points, rising(points, [1, 0, 2], 1.5));
        let scoring = self.means(Trait::Scoring);
        claim("turns that score: Beatriu > Abel > Carla, by .08", scoring, rising(scoring, [2, 0, 1], 0.08));
        let busts = self.means(Trait::Busts);
        claim("turns lost: Beatriu < Abel < Carla, by .08", busts, rising(busts, [1, 0, 2], 0.08));
        let spread = self.sheets.each_ref().map(|sheet| sheet.of(Trait::Points).deviation());
        let extremes = lowest(spread) == 1 && highest(spread) == 2;
        claim("deviation of turns: Beatriu lowest, Carla highest", spread, extremes);
        let margin = self.means(Trait::Margin);
        claim("winning margin: Carla 2 above Beatriu", margin, margin[2] - margin[1] >= 2.0);
        // Nerves.
        let (behind, ahead) = (self.means(Trait::OnBehind), self.means(Trait::OnAhead));
        let slope: [f64; 4] = std::array::from_fn(|index| behind[index] - ahead[index]);
        let nervous = slope[3] >= 0.32 && slope[..3].iter().all(|other| slope[3] - other >= 0.05);
        claim("fights on behind rather than ahead: Daniel .32 and .05 above all", slope, nervous);
        let tokens = self.means(Trait::Tokens);
        claim("tokens of a game: Daniel .85", tokens, tokens[3] >= 0.85);
        let round = self.means(Trait::TokenRound);
        claim("round of the token: Daniel earliest", round, lowest(round) == 3);
        let brier = self.means(Trait::Brier);
        claim("foresight (Brier): Daniel 5 times Abel", brier, brier[3] >= 5.0 * brier[0] && brier[3] > 0.0);
        // Challenges.
        let accepts = self.means(Trait::Accepts);
        let dares = accepts[1] <= 0.65 && [0, 2, 3].iter().all(|index| accepts[*index] >= 0.90);
        claim("accepts a challenge: Beatriu at most .65, the others .90", accepts, dares);
        let challenged = self.means(Trait::Challenged);
        claim("points when challenged: Beatriu lowest", challenged, lowest(challenged) == 1);
        let gain = self.means(Trait::ChallengeGain);
        claim("what a challenge takes: Beatriu least", gain, lowest(gain) == 1);
        // Strength.
        let wins = self.means(Trait::Wins);
        let beaten = |sheet: &Sheet| {
            let wins = sheet.of(Trait::Wins);
            wins.mean() + CERTAIN * wins.error() < 0.5
        };
        claim("games won against Abel: surely below .50", wins, self.sheets[1..].iter().all(beaten));
        claim("games won against Abel: at least .35", wins, wins.iter().all(|wins| *wins >= 0.35));
        let loss = self.means(Trait::Loss);
        claim("win probability lost by a decision: at most .008", loss, loss.iter().all(|loss| *loss <= 0.008));
        let strayed = self.sheets.each_ref().map(|sheet| f64::from(sheet.strayed));
        claim("decisions below what is admissible: none", strayed, highest_of(strayed) < 0.5);
        let surrendered = self.sheets.each_ref().map(|sheet| f64::from(sheet.surrendered));
        claim("certain losses chosen in spite of a chance: none", surrendered, highest_of(surrendered) < 0.5);
        // Pauses.
        let pause = self.means(Trait::Pause);
        let slow = pause[1] >= 2.0 * pause[0] && pause[0] >= 2.0 * pause[2];
        claim("mean pause in ms: Beatriu twice Abel, Abel twice Carla", pause, slow);
        let longest = self.sheets.each_ref().map(|sheet| sheet.longest);
        claim("longest pause in ms: at most 3000", longest, highest_of(longest) <= LONGEST);
        let told = self.told_apart();
        claim("blocks of 50 games told apart: at least .95", told, overall(told) >= 0.95);
        claims
    }

    /// How many blocks of games are nearest to the mean of those of the same player, by player:
    /// means and deviations come from one half of the blocks, and the other half is told apart.
    fn told_apart(&self) -> [f64; 4] {
        let features = |block: &Block| FEATURES.map(|of| block.sheets[0].of(of).mean());
        let mut told = [Sample::default(); 4];
        for half in 0..2 {
            let known = |index: usize| self.blocks[index].iter().skip(half).step_by(2).map(features);
            let mut scale = [Sample::default(); FEATURES.len()];
            let mut centres = [[Sample::default(); FEATURES.len()]; 4];
            for (index, centre) in centres.iter_mut().enumerate() {
                for block in known(index) {
                    for (feature, value) in block.into_iter().enumerate() {
                        centre[feature].add(value);
                        scale[feature].add(value);
                    }
                }
            }
            let away = |block: &[f64; FEATURES.len()], centre: &[Sample; FEATURES.len()]| -> f64 {
                let off =
                    |feature: usize| (block[feature] - centre[feature].mean()) / scale[feature].deviation().max(1e-9);
                (0..FEATURES.len()).map(|feature| off(feature) * off(feature)).sum()
            };
            for (index, told) in told.iter_mut().enumerate() {
                for block in self.blocks[index].iter().skip(1 - half).step_by(2).map(features) {
                    told.count(lowest(centres.each_ref().map(|centre| away(&block, centre))) == index);
                }
            }
        }
        told.map(|told| told.mean())
    }
}

/// The mean of four.
fn overall(figures: [f64; 4]) -> f64 {
    figures.iter().sum::<f64>() / 4.0
}

/// Whether the figures of these three rise by so much from one to the next.
fn rising(figures: [f64; 4], order: [usize; 3], gap: f64) -> bool {
    order.windows(2).all(|pair| figures[pair[1]] - figures[pair[0]] >= gap)
}

fn lowest(figures: [f64; 4]) -> usize {
    (1..4).fold(0, |best, index| if figures[index] < figures[best] { index } else { best })
}

fn highest(figures: [f64; 4]) -> usize {
    lowest(figures.map(|figure| -figure))
}

fn highest_of(figures: [f64; 4]) -> f64 {
    figures[highest(figures)]
}
