//! What a position of a game for two is worth, and what a move there loses: one voice for hints, evaluations and
//! analyses.
//!
//! The evaluation that plays best looks as far as a number of positions lets it. So what is said of a position is
//! the same on every machine, however busy it is, and a hint that is followed is the best move of the analysis.
//! Where a game is sure to end within reach, a search for nothing but ends goes first: what it finds is exact.

use super::board::Board;
use super::player::squashed;
use super::state::DuelState;
use super::{Bot, Duel, built_in};
use crate::game::{Judge, Judgement, MISTAKE, Worth};
use crate::learned::patterns::UNIT;
use crate::player::Stop;
use crate::referee::Referee;
use crate::state::GameState;
use boardbots_search::alpha_beta::{Limits, Options, Outcome, Searcher};
use boardbots_search::game::{Evaluator, INFINITE, MAX_DEPTH, ends_in};
use serde_json::json;

/// All values.
const ANY: (i32, i32) = (-INFINITE, INFINITE);

/// Plies that a difference has to survive.
const LATER: u8 = 2;

/// An evaluation that knows nothing: a search with it finds certain ends, and nothing else.
#[derive(Clone, Copy)]
struct Unknown;

impl<D: Duel> Evaluator<D> for Unknown {
    fn evaluate(&mut self, _: &D) -> i32 {
        0
    }
}

/// The judge of a game for two.
pub struct DuelJudge<D: Board> {
    bot: Box<dyn Bot<D>>,
    prover: Box<dyn Bot<D>>,
    /// How many units of the evaluation are a clear advantage.
    advantage: i32,
}

/// What a search found, and what it says.
struct Found<D: Board> {
    outcome: Outcome<D::Move>,
    worth: Worth,
}

impl<D: Board> DuelJudge<D> {
    /// The judge with the evaluation that plays best.
    ///
    /// # Panics
    /// The game has no such evaluation.
    #[must_use]
    pub fn new() -> Self {
        let (best, options) = (D::OFFERED[0], Options::default());
        let advantage = if best == built_in::NAME { UNIT } else { D::ADVANTAGE };
        let bot = D::bot(best, options).expect("an evaluation of the game's list");
        Self { bot, prover: Box::new(Searcher::new(Unknown, options)), advantage }
    }

    /// How the game ends with all moves or the only one, where it is asked for what is `between`, and in how many
    /// plies; `None` if that is out of reach.
    fn proven(&mut self, game: &Referee<D>, limits: Limits<'_>) -> Option<Found<D>> {
        let depth = game.position.left().filter(|left| *left <= MAX_DEPTH)?;
        let mut ask = |limits| self.prover.think(&game.position, &[], limits, &mut |_| ());
        let mut outcome = ask(Limits { depth, nodes: D::PROOF_NODES, ..limits });
        if ends_in(outcome.value).is_some() {
            outcome = ask(Limits { depth: outcome.depth, nodes: D::PROOF_NODES, between: ANY, ..limits });
        }
        let found = self.told(game, outcome);
        found.worth.ends.is_some().then_some(found)
    }

    /// What a move is worth where it is proven what the best one brings, and by how much it is worse.
    fn proven_of(&mut self, game: &Referee<D>, best: Worth, limits: Limits<'_>) -> Option<(Worth, i16)> {
        let made = match best.ends? {
            // Not to win is enough for a mark: whether it is a draw or a loss can be harder to find.
            1.. => {
                let found = self.proven(game, Limits { between: (0, 1), ..limits })?.worth;
                let rest =
                    if found.value > 0 { Some(found) } else { self.proven(game, limits).map(|found| found.worth) };
                rest.unwrap_or(Worth::about(0))
            }
            0 => self.proven(game, Limits { between: (-1, 0), ..limits })?.worth,
            _ => self.proven(game, limits)?.worth,
        };
        Some((made, best.lead(made, D::DECIDED)))
    }

    /// What the bot sees within these limits.
    fn seen(&mut self, game: &Referee<D>, limits: Limits<'_>) -> Found<D> {
        let outcome = self.bot.think(&game.position, &game.keys, limits, &mut |_| ());
        self.told(game, outcome)
    }

    fn told(&self, game: &Referee<D>, outcome: Outcome<D::Move>) -> Found<D> {
        let is_whole = game.position.left().is_some_and(|left| outcome.depth >= left);
        let ends = ends_in(outcome.value).or(is_whole.then_some(0)).and_then(|plies| i16::try_from(plies).ok());
        Found { worth: Worth { value: squashed(outcome.value, self.advantage), ends }, outcome }
    }

    /// What the second of the moves at these places is worth, and by how much it is surely worse than the first one,
    /// which is the best; both as the bot sees them, just as far.
    fn compared(&mut self, game: &Referee<D>, best: &Found<D>, places: [u8; 2], all: Limits<'_>) -> (Worth, i16) {
        let horizon = Limits { depth: best.outcome.depth, nodes: u64::MAX, ..all };
        // Where the end of the better one is in sight, the other may end later.
        let limits = if ends_in(best.outcome.value).is_some() { all } else { horizon };
        let made = self.seen(game, Limits { only: Some(places[1]), ..limits });
        let mut lost = best.worth.lead(made.worth, D::DECIDED);
        if i32::from(lost) >= MISTAKE {
            let depth = best.outcome.depth.max(made.outcome.depth).saturating_add(LATER).min(MAX_DEPTH);
            let [one, other] = places.map(|place| self.seen(game, Limits { depth, only: Some(place), ..horizon }));
            lost = lost.min(one.worth.lead(other.worth, D::DECIDED));
        }
        (made.worth, lost)
    }

    /// What was found, in a line for people.
    fn why(game: &Referee<D>, Found { outcome: Outcome { depth, line, .. }, worth }: &Found<D>) -> String {
        let mover = game.position.turn();
        let value = f64::from(worth.value.abs()) / 100.0;
        let value = match (worth.ends, worth.value) {
            (Some(plies @ 1..), _) => format!("{mover} wins in {plies} plies"),
            (Some(0), _) => "a draw".to_string(),
            (Some(plies), _) => format!("{mover} loses in {} plies", -plies),
            (None, 0) => "even".to_string(),
            (None, 1..) => format!("better for {mover} by {value:.1}"),
            (None, _) => format!("better for {} by {value:.1}", mover.other()),
        };
        let line: String = line.iter().flat_map(|action| [' ', D::keystroke(*action)]).collect();
        format!("{value}; looked {depth} plies ahead; line{line}")
    }
}

impl<D: Board> Default for DuelJudge<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Board> Judge for DuelJudge<D> {
    /// The note has `value` and `ends` as [`Worth`] has them; `depth`, the plies that were searched; and `line`,
    /// the expected moves as texts.
    fn judge(&mut self, state: &dyn GameState, choice: Option<&str>, stop: Stop<'_>) -> Option<Judgement> {
        let state = state.of::<DuelState<D>>().filter(|state| state.turn().is_some())?;
        let game = &state.referee;
        let made = choice.map(|text| game.position.parse_move(text)).transpose().ok()?;
        self.bot.forget();
        self.prover.forget();
        let limits = Limits { nodes: game.position.nodes(), stop, ..Limits::plies(MAX_DEPTH) };
        let ends = Limits { between: (-1, 1), ..limits };
        let proof = self.proven(game, ends);
        let is_proven = proof.is_some();
        let found = proof.unwrap_or_else(|| self.seen(game, limits));
        let best = found.outcome.best()?;
        let place = |action| (0..).zip(game.position.moves()).find(|(_, one)| *one == action).map(|(place, _)| place);
        let (made, lost) = match made.filter(|made| *made != best) {
            None => (found.worth, 0),
            Some(made) => {
                let places = [place(best)?, place(made)?];
                let only = Limits { only: Some(places[1]), ..ends };
                match is_proven.then(|| self.proven_of(game, found.worth, only)) {
                    Some(Some(proven)) => proven,
                    Some(None) => {
                        let seen = self.seen(game, limits);
                        self.compared(game, &seen, places, limits)
                    }
                    None => self.compared(game, &found, places, limits),
                }
            }
        };
        // A search that was stopped has said nothing.
        if stop() {
            return None;
        }
        let Worth { value, ends } = found.worth;
        let line: String = found.outcome.line.iter().map(|action| D::digit(*action)).collect();
        Some(Judgement {
            best: D::digit(best).to_string(),
            value: found.worth,
            made: made.at_most(found.worth),
            lost,
            chances: Vec::new(),
            note: json!({ "value": value, "ends": ends, "depth": found.outcome.depth, "line": line }),
            why: Self::why(game, &found),
        })
    }
}
