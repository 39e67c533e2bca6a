//! The check that the four opponents with names are different in the ways that their characters say, and strong.
//!
//! Each plays against Abel, who plays for the win and nothing else. `cargo run --release -p boardbots-dragon-slayer
//! --example characters [GAMES [SEED]]` prints what was measured and ends with code 1 if a claim does not hold; the
//! test plays 4,000 games each.

mod sheet;

use boardbots_dragon_slayer::book::Book;
use boardbots_dragon_slayer::fight::Fight;
use boardbots_dragon_slayer::mind::Mind;
use boardbots_dragon_slayer::personality::Personality;
use boardbots_dragon_slayer::rules::{Action, Event, Game, Question};
use boardbots_dragon_slayer::variant::Variant;
use boardbots_stats::mean::Sample;
use fastrand::Rng;
use rayon::prelude::*;
use sheet::{Sheet, Trait};
use std::process::ExitCode;
use std::sync::Arc;

/// Standard errors beyond which a win rate is above a half with 99 % certainty.
const CERTAIN: f64 = 2.326;
/// Milliseconds of the longest pause.
const LONGEST: f64 = 3000.0;
/// Games that are told apart together.
const BLOCK: u32 = 50;
/// The traits that tell one from another in a block of games.
const FEATURES: [Trait; 7] =
    [Trait::ScoringPoints, Trait::Busts, Trait::Tokens, Trait::Accepts, Trait::OnBehind, Trait::OnBetween, Trait::Blue];

/// A claim, what was measured of Abel, Beatriu, Carla and Daniel, and whether it holds.
type Claim = (&'static str, [f64; 4], bool);

/// All claims, in so many games each.
fn claims(games: u32, seed: u64) -> Vec<Claim> {
    let (book, four) = (Arc::new(Book::of(Variant::STANDARD)), &Personality::all()[..4]);
    let blocks: [Vec<Sheet>; 4] = std::array::from_fn(|index| {
        let seed = |number| seed.wrapping_add(index as u64) ^ u64::from(number) << 32;
        let block = |number| block(&book, [&four[index], &four[0]], seed(number));
        (0..games.div_ceil(BLOCK)).into_par_iter().map(block).collect()
    });
    let sheets = blocks.each_ref().map(|blocks| {
        let mut total = Sheet::default();
        for block in blocks {
            total.merge(block);
        }
        total
    });
    let means = |of: Trait| sheets.each_ref().map(|sheet| sheet.of(of).mean());
    let mut claims = Vec::new();
    let mut claim = |text, figures, holds| claims.push((text, figures, holds));
    // Orders that the characters imply.
    let points = means(Trait::ScoringPoints);
    claim("a scoring turn: Beatriu < Abel < Carla, by 1.5 points", points, rising(points, [1, 0, 2], 1.5));
    let scoring = means(Trait::Scoring);
    claim("turns that score: Beatriu > Abel > Carla, by .08", scoring, rising(scoring, [2, 0, 1], 0.08));
    let busts = means(Trait::Busts);
    claim("turns lost: Beatriu < Abel < Carla, by .08", busts, rising(busts, [1, 0, 2], 0.08));
    let spread = sheets.each_ref().map(|sheet| sheet.of(Trait::Points).deviation());
    let extremes = lowest(spread) == 1 && highest(spread) == 2;
    claim("deviation of turns: Beatriu lowest, Carla highest", spread, extremes);
    let margin = means(Trait::Margin);
    claim("winning margin: Carla 2 above Beatriu", margin, margin[2] - margin[1] >= 2.0);
    // Nerves.
    let (behind, ahead) = (means(Trait::OnBehind), means(Trait::OnAhead));
    let slope: [f64; 4] = std::array::from_fn(|index| behind[index] - ahead[index]);
    let nervous = slope[3] >= 0.32 && slope[..3].iter().all(|other| slope[3] - other >= 0.05);
    claim("fights on behind rather than ahead: Daniel .32 and .05 above all", slope, nervous);
    let off = |index: usize| (behind[index] - [0.75, 0.71, 0.86, 0.91][index]).abs();
    claim("fights on, 8 behind: .75, .71, .86, .91, by at most .03", behind, (0..4).all(|index| off(index) <= 0.03));
    let tokens = means(Trait::Tokens);
    claim("tokens of a game: Daniel .85", tokens, tokens[3] >= 0.85);
    let round = means(Trait::TokenRound);
    claim("round of the token: Daniel earliest", round, lowest(round) == 3);
    let brier = means(Trait::Brier);
    claim("foresight (Brier): Daniel 5 times Abel", brier, brier[3] >= 5.0 * brier[0] && brier[3] > 0.0);
    // Challenges.
    let accepts = means(Trait::Accepts);
    let dares = accepts[1] <= 0.65 && [0, 2, 3].iter().all(|index| accepts[*index] >= 0.90);
    claim("accepts a challenge: Beatriu at most .65, the others .90", accepts, dares);
    let challenged = means(Trait::Challenged);
    claim("points when challenged: Beatriu lowest", challenged, lowest(challenged) == 1);
    let gain = means(Trait::ChallengeGain);
    claim("what a challenge takes: Beatriu least", gain, lowest(gain) == 1);
    // Strength.
    let wins = means(Trait::Wins);
    let beaten = |sheet: &Sheet| {
        let wins = sheet.of(Trait::Wins);
        wins.mean() + CERTAIN * wins.error() < 0.5
    };
    claim("games won against Abel: surely below .50", wins, sheets[1..].iter().all(beaten));
    claim("games won against Abel: at least .35", wins, wins.iter().all(|wins| *wins >= 0.35));
    let loss = means(Trait::Loss);
    claim("win probability lost by a decision: at most .008", loss, loss.iter().all(|loss| *loss <= 0.008));
    let strayed = sheets.each_ref().map(|sheet| f64::from(sheet.strayed));
    claim("decisions below what is admissible: none", strayed, strayed[highest(strayed)] < 0.5);
    let surrendered = sheets.each_ref().map(|sheet| f64::from(sheet.surrendered));
    let none = surrendered[highest(surrendered)] < 0.5;
    claim("certain losses chosen in spite of a chance: none", surrendered, none);
    // Pauses.
    let pause = means(Trait::Pause);
    let slow = pause[1] >= 2.0 * pause[0] && pause[0] >= 2.0 * pause[2];
    claim("mean pause in ms: Beatriu twice Abel, Abel twice Carla", pause, slow);
    let longest = sheets.each_ref().map(|sheet| sheet.longest);
    claim("longest pause in ms: at most 3000", longest, longest[highest(longest)] <= LONGEST);
    let told = told_apart(&blocks);
    claim("blocks of 50 games told apart: at least .95", told, told.iter().sum::<f64>() / 4.0 >= 0.95);
    claims
}

/// What is seen of the first of these players in some games, in which both move first equally often.
fn block(book: &Arc<Book>, players: [&'static Personality; 2], seed: u64) -> Sheet {
    let mut dice = Rng::with_seed(seed);
    let mut minds = players.map(|player| Mind::new(player, Arc::clone(book), dice.u64(..)));
    let mut sheet = Sheet::default();
    for shift in (0..BLOCK as usize).map(|game| game % 2) {
        let (mut game, own) = (Game::new(Variant::STANDARD, 2), shift);
        while let Some((seat, question)) = game.asked() {
            let decision = minds[seat ^ shift].decide(&game).expect("the game is not over");
            let is_active = game.active() == own;
            if seat == own {
                sheet.decided(&game, seat, question, &decision);
            } else if is_active && decision.action == Action::Challenge {
                sheet.challenged(&game, decision.gain);
            }
            let fight = |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut dice);
            let event = game.play(decision.action, fight).expect("bots decide by the rules");
            if is_active {
                if question == Question::Challenge && matches!(event, Event::Kept { .. }) {
                    sheet.passed();
                }
                sheet.turned(event);
            }
        }
        sheet.ended(&game, own);
    }
    sheet
}

/// The share of blocks that are nearest to the mean of those of the same player, by player: means and deviations
/// come from one half of the blocks, and the other half is told apart.
fn told_apart(blocks: &[Vec<Sheet>; 4]) -> [f64; 4] {
    let features = |block: &Sheet| FEATURES.map(|of| block.of(of).mean());
    let mut told = [Sample::default(); 4];
    for half in 0..2 {
        let mut scale = [Sample::default(); FEATURES.len()];
        let mut centres = [[Sample::default(); FEATURES.len()]; 4];
        for (blocks, centre) in blocks.iter().zip(&mut centres) {
            for block in blocks.iter().skip(half).step_by(2).map(features) {
                for (feature, value) in block.into_iter().enumerate() {
                    centre[feature].add(value);
                    scale[feature].add(value);
                }
            }
        }
        let away = |block: &[f64; FEATURES.len()], centre: &[Sample; FEATURES.len()]| -> f64 {
            let off = |feature: usize| (block[feature] - centre[feature].mean()) / scale[feature].deviation().max(1e-9);
            (0..FEATURES.len()).map(|feature| off(feature) * off(feature)).sum()
        };
        for (index, told) in told.iter_mut().enumerate() {
            for block in blocks[index].iter().skip(1 - half).step_by(2).map(features) {
                told.count(lowest(centres.each_ref().map(|centre| away(&block, centre))) == index);
            }
        }
    }
    told.map(|told| told.mean())
}

/// True if the figures of these three rise by so much from one to the next.
fn rising(figures: [f64; 4], order: [usize; 3], gap: f64) -> bool {
    order.windows(2).all(|pair| figures[pair[1]] - figures[pair[0]] >= gap)
}

fn lowest(figures: [f64; 4]) -> usize {
    (1..4).fold(0, |best, index| if figures[index] < figures[best] { index } else { best })
}

fn highest(figures: [f64; 4]) -> usize {
    lowest(figures.map(|figure| -figure))
}

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse().expect("a number"));
    let (games, seed) = (numbers.next().unwrap_or(4000), numbers.next().unwrap_or(1));
    println!("{games} games each against Abel, seed {seed}: Abel, Beatriu, Carla, Daniel");
    let claims = claims(games, seed.into());
    for (text, figures, holds) in &claims {
        println!("{} {text:67} {figures:9.4?}", if *holds { "ok" } else { "NO" });
    }
    ExitCode::from(u8::from(!claims.iter().all(|claim| claim.2)))
}

#[test]
fn the_four_are_different_and_strong() {
    for claim in claims(4000, 1) {
        assert!(claim.2, "{claim:?}");
    }
}
