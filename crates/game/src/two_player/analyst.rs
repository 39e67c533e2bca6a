//! The worth of a position of a game for two, and the loss of a move there: one voice for hints, evaluations and
//! analyses.
//!
//! The evaluation that plays best searches a fixed number of positions. So verdicts on a position are the same on
//! every machine, however busy it is, and a hint that is followed is the best move of the analysis. A search for
//! certain ends goes first; its results are exact.

use super::bot::{Bot, Prover};
use super::player::{best, bot, squashed};
use super::state::{Referee, TwoPlayerState, joined};
use super::{TwoPlayerGame, learned};
use crate::game::{Analysis, Analyst, MISTAKE, Worth};
use crate::learned::network::UNIT;
use crate::player::Stop;
use crate::state::GameState;
use boardbots_search::alpha_beta::{Options, SearchLimits, SearchResult};
use boardbots_search::position::{Line, MAX_DEPTH, ends_in};
use boardbots_search::solve::SolveLimits;
use serde_json::json;

/// The value from which a game is certainly won: evaluations stay below it.
const WON: i16 = 1000 - MAX_DEPTH as i16;
/// The same for the other side.
const LOST: i16 = -WON;

/// Plies that a difference has to survive.
const LATER: u8 = 2;

/// The analyst of a game for two.
pub struct TwoPlayerAnalyst<G: TwoPlayerGame> {
    bot: Box<dyn Bot<G>>,
    prover: Option<Box<dyn Prover<G>>>,
    /// Positions that the proofs of this verdict, of all its moves together, may still look at.
    proof_nodes: u64,
    /// Units of the evaluation that are a clear advantage.
    advantage: i32,
}

/// The outcome of a search, and the worth that it shows.
struct Found<G: TwoPlayerGame> {
    outcome: SearchResult<G::Move>,
    worth: Worth,
    /// True if it is proven, and no estimate.
    is_exact: bool,
}

impl<G: TwoPlayerGame> Default for TwoPlayerAnalyst<G> {
    /// The analyst with the evaluation that plays best.
    fn default() -> Self {
        let name = best::<G>();
        let advantage = if name == learned::NAME { UNIT } else { G::ADVANTAGE };
        let bot = bot::<G>(name, Options::default()).expect("an evaluation of the game's list");
        Self { bot, prover: G::prover(Options::default()), proof_nodes: 0, advantage }
    }
}

impl<G: TwoPlayerGame> TwoPlayerAnalyst<G> {
    /// The end of the game with all moves or with the only one, if it is within reach.
    fn proven(&mut self, position: &G, only: Option<G::Move>, stop: Stop<'_>) -> Option<(G::Move, Worth)> {
        let limits = SolveLimits { nodes: self.proof_nodes, only: only.as_slice(), stop };
        let found = self.prover.as_mut()?.solve(position, limits, &mut |_| ());
        self.proof_nodes = self.proof_nodes.saturating_sub(found.nodes);
        let (result, plies) = (i16::from(found.result()?), found.plies.map(i16::from));
        let ends = found.score().and(plies).map(|plies| result * plies);
        Some((found.best?, Worth { value: result * (1000 - plies.unwrap_or(MAX_DEPTH.into())), ends }))
    }

    /// The proof of how the game ends, with the best moves of both sides.
    fn end(&mut self, game: &Referee<G>, stop: Stop<'_>) -> Option<Found<G>> {
        let (best, worth) = self.proven(&game.position, None, stop)?;
        let (mut line, mut position, mut next) = (Line::new(), game.position.clone(), Some((best, worth)));
        while let Some((best, _)) = next.filter(|(_, worth)| line.is_empty() || worth.ends.is_some()) {
            line.push(best);
            position.play(best);
            let goes_on = worth.ends.is_some() && position.ended().is_none() && !line.is_full();
            next = if goes_on { self.proven(&position, None, stop) } else { None };
        }
        let depth = u8::try_from(line.len()).unwrap_or(MAX_DEPTH);
        let outcome = SearchResult { value: worth.value.into(), depth, nodes: 0, line };
        Some(Found { outcome, worth, is_exact: true })
    }

    /// The bot's own search within these limits.
    fn seen(&mut self, game: &Referee<G>, limits: SearchLimits<'_>) -> Found<G> {
        let outcome = self.bot.think(&game.position, &game.keys, limits, &mut |_| ());
        self.told(outcome)
    }

    fn told(&self, outcome: SearchResult<G::Move>) -> Found<G> {
        let ends = ends_in(outcome.value).and_then(|plies| i16::try_from(plies).ok());
        let worth = Worth { value: squashed(outcome.value, self.advantage), ends };
        Found { worth, outcome, is_exact: ends.is_some() }
    }

    /// The worth of the second of the moves at these places, and by how much it is surely worse than the first one,
    /// which is the best; both as the bot sees them, just as far.
    fn compare(&mut self, game: &Referee<G>, best: &Found<G>, places: [u16; 2], all: SearchLimits<'_>) -> (Worth, i16) {
        let horizon = SearchLimits { depth: best.outcome.depth, nodes: u64::MAX, ..all };
        // Where the end of the better one is in sight, the other may end later.
        let limits = if ends_in(best.outcome.value).is_some() { all } else { horizon };
        let made = self.seen(game, SearchLimits { among: Some(&places[1..]), ..limits });
        let mut lost = best.worth.lead(made.worth, G::DECIDED);
        if i32::from(lost) >= MISTAKE {
            let depth = best.outcome.depth.max(made.outcome.depth).saturating_add(LATER).min(MAX_DEPTH);
            let [one, other] =
                places.map(|place| self.seen(game, SearchLimits { depth, among: Some(&[place]), ..horizon }));
            lost = lost.min(one.worth.lead(other.worth, G::DECIDED));
        }
        (made.worth, lost)
    }

    /// The finding, in a line for people.
    fn why(game: &Referee<G>, found: &Found<G>) -> String {
        let Found { outcome: SearchResult { depth, line, .. }, worth, is_exact } = found;
        let side = game.position.turn();
        let (mover, other) = (G::called(side), G::called(side.other()));
        let value = f64::from(worth.value.abs()) / 100.0;
        let value = match (worth.ends, worth.value) {
            (Some(plies @ 1..), _) => format!("{mover} wins in {plies} plies"),
            (Some(0), _) => "a draw".to_string(),
            (Some(plies), _) => format!("{mover} loses in {} plies", -plies),
            (None, WON..) => format!("{mover} wins"),
            (None, ..=LOST) => format!("{mover} loses"),
            (None, 0) => "even".to_string(),
            (None, 1..) => format!("better for {mover} by {value:.1}"),
            (None, _) => format!("better for {other} by {value:.1}"),
        };
        let line: String = line.iter().flat_map(|action| [" ".to_string(), G::keystroke(*action)]).collect();
        let certainty = if *is_exact { "exact" } else { "estimate" };
        format!("{value}; {certainty}; looked {depth} plies ahead; line{line}")
    }
}

impl<G: TwoPlayerGame> Analyst for TwoPlayerAnalyst<G> {
    /// The note has `value` and `ends` as [`Worth`] has them; `exact`, true if no estimate is in them; `depth`,
    /// the plies that were searched; and `line`, the expected moves as texts.
    fn analyse(&mut self, state: &dyn GameState, choice: Option<&str>, stop: Stop<'_>) -> Option<Analysis> {
        let state = state.of::<TwoPlayerState<G>>().filter(|state| state.turn().is_some())?;
        let game = &state.referee;
        let made = choice.map(|text| game.position.parse_move(text)).transpose().ok()?;
        self.bot.forget();
        self.proof_nodes = G::PROOF_FACTOR * game.position.nodes();
        if let Some(prover) = &mut self.prover {
            prover.forget();
        }
        let limits = SearchLimits { nodes: game.position.nodes(), stop, ..SearchLimits::plies(MAX_DEPTH) };
        let proof = self.end(game, stop);
        let is_proven = proof.is_some();
        let found = proof.unwrap_or_else(|| self.seen(game, limits));
        let best = found.outcome.best()?;
        let place =
            |action| game.position.moves().into_iter().zip(0..).find(|(one, _)| *one == action).map(|(_, place)| place);
        let (made, lost) = match made.filter(|made| *made != best) {
            None => (found.worth, 0),
            Some(made) => {
                let places = [place(best)?, place(made)?];
                match is_proven.then(|| self.proven(&game.position, Some(made), stop)) {
                    Some(Some((_, made))) => (made, found.worth.value - made.value),
                    Some(None) => {
                        let seen = self.seen(game, limits);
                        self.compare(game, &seen, places, limits)
                    }
                    None => self.compare(game, &found, places, limits),
                }
            }
        };
        // A search that was stopped has said nothing.
        if stop() {
            return None;
        }
        let Worth { value, ends } = found.worth;
        let line = joined::<G>(&found.outcome.line);
        Some(Analysis {
            best: best.to_string(),
            value: found.worth,
            made: std::cmp::min_by_key(made, found.worth, |worth| worth.value),
            lost,
            chances: Vec::new(),
            note: json!({
                "value": value, "ends": ends, "exact": found.is_exact, "depth": found.outcome.depth, "line": line
            }),
            why: Self::why(game, &found),
        })
    }
}
