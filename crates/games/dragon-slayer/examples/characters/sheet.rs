//! What can be seen of a player in many games: enough to tell characters apart.

use boardbots_dragon_slayer::dice::Dragon;
use boardbots_dragon_slayer::mind::Decision;
use boardbots_dragon_slayer::rules::{Action, Event, Game, Question, Seat};
use boardbots_stats::mean::Sample;

/// Points between players from which one is behind or ahead.
const GAP: i32 = 8;
/// What rounding may do to a win probability.
const ROUNDING: f64 = 1e-9;

/// The measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// Games won.
    Wins,
    /// Points by which games are won.
    Margin,
    /// Points that a turn brings, bonuses aside.
    Points,
    /// Turns that bring any.
    Scoring,
    /// Points of those.
    ScoringPoints,
    /// Turns that end in a defeat.
    Busts,
    /// Turns that begin with the blue dragon.
    Blue,
    /// Turns that begin with the green dragon.
    Green,
    /// Turns that begin with the red dragon.
    Red,
    /// Fighting on where one may stop, unchallenged, eight points or more behind.
    OnBehind,
    /// The same with less between the players.
    OnBetween,
    /// The same eight points or more ahead.
    OnAhead,
    /// Tokens spent in a game.
    Tokens,
    /// Rounds in which they were spent.
    TokenRound,
    /// Challenges accepted.
    Accepts,
    /// Brier score of what was foreseen about challenges when stopping.
    Brier,
    /// Win probability lost by a decision.
    Loss,
    /// Points of the turn when challenged.
    Challenged,
    /// What that challenge took from the win probability.
    ChallengeGain,
    /// Milliseconds of a pause.
    Pause,
}

/// What was seen of one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    means: [Sample; Trait::Pause as usize + 1],
    /// Decisions outside of what the personality allows itself.
    pub strayed: u32,
    /// Stopping in the last turn where it loses, accepting a stop that loses with a token left,
    /// or refusing where that loses, each with a choice that does not.
    pub surrendered: u32,
    /// Milliseconds of the longest pause.
    pub longest: f64,
    /// What was foreseen about a stop that has been offered: the probability of a challenge.
    foreseen: Option<f64>,
    tokens: u32,
}

impl Sheet {
    /// What was measured of a trait.
    #[must_use]
    pub const fn of(&self, of: Trait) -> &Sample {
        &self.means[of as usize]
    }

    fn at(&mut self, of: Trait) -> &mut Sample {
        &mut self.means[of as usize]
    }

    /// Adds another sheet.
    pub fn merge(&mut self, other: &Self) {
        for (mean, other) in self.means.iter_mut().zip(&other.means) {
            mean.merge(other);
        }
        self.strayed += other.strayed;
        self.surrendered += other.surrendered;
        self.longest = self.longest.max(other.longest);
    }

    /// A decision of this player, who sits at `seat`, in a game that has not changed yet.
    pub fn decided(&mut self, game: &Game, seat: Seat, question: Question, decision: &Decision) {
        let Decision { action, best, worth, allowed, foreseen, .. } = *decision;
        let pause = decision.pause.as_secs_f64() * 1e3;
        self.at(Trait::Pause).add(pause);
        self.longest = self.longest.max(pause);
        self.at(Trait::Loss).add((best - worth).max(0.0));
        self.strayed += u32::from(worth < best - allowed - ROUNDING);
        self.surrendered += u32::from(worth <= 0.0 && best > ROUNDING);
        match (question, action) {
            (Question::Fight, Action::Fight(dragon)) if game.turn().points == 0 => {
                for (of, other) in [Trait::Blue, Trait::Green, Trait::Red].into_iter().zip(Dragon::ALL) {
                    self.at(of).count(dragon == other);
                }
            }
            (Question::FightOrStop, _) if game.turn().challenger.is_none() => {
                let on = action != Action::Stop;
                let lead = Self::lead(game, seat);
                let gap = if lead <= -GAP {
                    Trait::OnBehind
                } else if lead >= GAP {
                    Trait::OnAhead
                } else {
                    Trait::OnBetween
                };
                self.at(gap).count(on);
                self.foreseen = foreseen.filter(|_| !on);
            }
            (Question::Challenge, Action::Challenge) => {
                self.tokens += 1;
                self.at(Trait::TokenRound).add(f64::from(game.round()));
            }
            (Question::Answer(_), _) => self.at(Trait::Accepts).count(action == Action::Accept),
            _ => {}
        }
    }

    /// Points by which this player leads the best of the others.
    fn lead(game: &Game, seat: Seat) -> i32 {
        let score = |seat: Seat| i32::from(game.players()[seat].score);
        let others = (0..game.players().len()).filter(|other| *other != seat).map(score).max();
        score(seat) - others.unwrap_or(0)
    }

    /// A challenge was declared when this player, whose turn it is, would stop; `gain` is what it
    /// takes from the win probability.
    pub fn challenged(&mut self, game: &Game, gain: f64) {
        self.answered(1.0);
        self.at(Trait::Challenged).add(game.turn().points.into());
        self.at(Trait::ChallengeGain).add(gain);
    }

    /// All others passed when this player would stop.
    pub fn passed(&mut self) {
        self.answered(0.0);
    }

    /// How far off was what had been foreseen?
    fn answered(&mut self, challenged: f64) {
        if let Some(foreseen) = self.foreseen.take() {
            let off = foreseen - challenged;
            self.at(Trait::Brier).add(off * off);
        }
    }

    /// This player's turn has ended.
    pub fn turned(&mut self, event: Event) {
        let (points, lost) = match event {
            Event::Kept { points, .. } | Event::Refused { points, .. } => (points, false),
            Event::Defeated { .. } => (0, true),
            _ => return,
        };
        self.at(Trait::Points).add(points.into());
        self.at(Trait::Scoring).count(points > 0);
        if points > 0 {
            self.at(Trait::ScoringPoints).add(points.into());
        }
        self.at(Trait::Busts).count(lost);
    }

    /// A game of this player has ended.
    pub fn ended(&mut self, game: &Game, seat: Seat) {
        let won = game.winner() == Some(seat);
        self.at(Trait::Wins).count(won);
        if won {
            self.at(Trait::Margin).add(Self::lead(game, seat).into());
        }
        let tokens = std::mem::take(&mut self.tokens);
        self.at(Trait::Tokens).add(tokens.into());
    }
}
