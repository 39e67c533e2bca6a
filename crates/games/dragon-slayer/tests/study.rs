//! Choices of three players, against the graph of a whole turn with a node for every decision.

use super::standard::standard;
use super::three::{End, Key, Kind, Shares, Turn};
use crate::advice::Adviser;
use crate::dice::{Alive, Dragon};
use crate::rules::{Action, Game};
use crate::solution::Solution;
use crate::three::grid::Grid;
use crate::three::solution::Solver;
use crate::three::state::{Layout, State};
use crate::three::turn::{TurnWorkspace, at, spots};
use crate::three::values::Values;
use crate::turn::LIMIT;
use crate::variant::Variant;
use fastrand::Rng;

/// Stops that are judged.
const STOPS: u32 = 4000;

/// A turn of these players, of whom the mover is a seat from 0.
struct Scene {
    mover: usize,
    scores: [u16; 3],
    tokens: [bool; 3],
    turn: Turn,
    ends: Vec<Shares>,
}

impl Scene {
    fn new(mover: usize, scores: [u16; 3], tokens: [bool; 3]) -> Self {
        let turn = Turn::new([1, 2].map(|by| tokens[(mover + by) % 3]), 2, LIMIT);
        let grid = Grid::of(Variant::STANDARD).expect("a table");
        let worth = |end: &End| -> Shares {
            let (mut scores, mut tokens) = (scores, tokens);
            let mut challenge = |by: Option<usize>, bonus: u16| {
                let Some(seat) = by.map(|by| (mover + by) % 3) else { return };
                tokens[seat] = false;
                scores[seat] += bonus;
            };
            let own = match *end {
                End::Lost(by) => {
                    challenge(by, 5);
                    0
                }
                End::Kept(points, by) => {
                    challenge(by, 0);
                    points
                }
                End::Refused(points, by) => {
                    challenge(Some(by), 5);
                    points / 2
                }
            };
            scores[mover] += own;
            let bits = (0..3).map(|seat| u8::from(tokens[seat]) << seat).sum();
            let shares = grid.value(State { mover: (mover + 1) % 3, scores, tokens: bits });
            [0, 1, 2].map(|place| shares[(mover + place) % 3])
        };
        let ends = turn.ends.iter().map(worth).collect();
        Self { mover, scores, tokens, turn, ends }
    }

    /// The situation as a line; a player whose challenge has been made has no token any more.
    fn game(&self, (kind, points, alive, warriors): Key) -> Game {
        let seat = |by: usize| (self.mover + by) % 3;
        let (by, question) = match kind {
            Kind::Choice { by, may_stop } => (by, if may_stop { "choose".into() } else { "fight".into() }),
            Kind::Ask(by) => (None, format!("challenge{}", seat(by) + 1)),
            Kind::Answer(by) => (None, format!("answer{}", seat(by) + 1)),
        };
        let spent = match kind {
            Kind::Choice { by, .. } => by,
            Kind::Answer(by) => Some(by),
            Kind::Ask(_) => None,
        };
        let player = |at: usize| {
            let token = self.tokens[at] && spent.is_none_or(|by| seat(by) != at);
            format!("{}{}", self.scores[at], if token { "T" } else { "" })
        };
        let players: Vec<String> = (0..3).map(player).collect();
        let letters: String = "BGR".chars().zip(alive).filter(|(_, alive)| *alive).map(|(letter, _)| letter).collect();
        let by = by.map_or("-".into(), |by| (seat(by) + 1).to_string());
        let round = if self.scores.iter().any(|score| *score >= 40) { 9 } else { 2 };
        let mover = self.mover + 1;
        let line = format!("{} {mover} {letters} {warriors} {points} {by} {question} {round}", players.join(","));
        line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    /// Compares what each option is worth; how many there are.
    fn compare(&self, key: Key, adviser: &mut Adviser) -> usize {
        let Some(known) = self.turn.options(key, &self.ends) else { return 0 };
        let game = self.game(key);
        adviser.study_game(standard(), &game);
        let mut actions: Vec<Action> = game.actions().into_iter().collect();
        // The graph has a stop first, a pass before a challenge, a refusal before an acceptance.
        actions.sort_by_key(|action| !matches!(action, Action::Stop | Action::Pass | Action::Refuse));
        assert_eq!(actions.len(), known.len(), "{game}");
        for (action, known) in actions.into_iter().zip(&known) {
            let found = adviser.worth(action);
            assert!((found - known).abs() < 1e-9, "{game}: {action} {found}, not {known}");
        }
        known.len()
    }
}

#[test]
fn choices_of_three_are_worth_what_the_graph_says() {
    let (mut adviser, mut compared) = (Adviser::new(), [0; 5]);
    let scenes = [
        (0, [12, 20, 17], [true; 3]),
        (1, [12, 20, 17], [true, false, true]),
        (2, [38, 30, 26], [true, true, false]),
        (1, [44, 31, 39], [false, true, true]),
        (2, [41, 47, 33], [true, true, true]),
        (0, [39, 36, 37], [false, false, true]),
        (2, [40, 22, 42], [false; 3]),
    ];
    for (mover, scores, tokens) in scenes {
        let scene = Scene::new(mover, scores, tokens);
        for (points, alive, warriors) in [
            (0, [true; 3], 3),
            (4, [true, false, true], 2),
            (6, [true, true, false], 1),
            (10, [true, false, false], 2),
            (12, [true; 3], 1),
            (20, [true, true, false], 3),
            (24, [true; 3], 2),
            // After one doubled dragon.
            (10, [false, false, true], 2),
            (14, [true; 3], 3),
            (16, [true, false, false], 1),
        ] {
            let answered = [1, 2].map(|by| Kind::Choice { by: Some(by), may_stop: false });
            let met = [1, 2].map(|by| Kind::Choice { by: Some(by), may_stop: true });
            let begun = Kind::Choice { by: None, may_stop: points > 0 };
            let kinds =
                [&[begun][..], &[Kind::Ask(1), Kind::Ask(2)], &[Kind::Answer(1), Kind::Answer(2)], &answered, &met];
            for (kinds, compared) in kinds.into_iter().zip(&mut compared) {
                for kind in kinds {
                    *compared += scene.compare((*kind, points, alive, warriors), &mut adviser);
                }
            }
        }
    }
    // Fights and stops, challenges, answers, fights after a challenge, and stops after one.
    assert!(compared.iter().all(|count| *count > 50), "{compared:?}");
}

#[test]
fn long_turns_count_all_their_points() {
    let grid = Grid::of(Variant::STANDARD).expect("a table");
    let worth = |scores, tokens| grid.value(State { mover: 1, scores, tokens })[0];
    let mut adviser = Adviser::new();
    for points in [36_u16, 48, 60, 84, 132] {
        let mut study = |line: String| {
            adviser.study_game(standard(), &line.parse().unwrap_or_else(|error| panic!("{line}: {error}")));
            adviser.clone()
        };
        // Stopping without a challenge; meeting one, refusing it.
        let before = study(format!("3T,20T,30 1 BGR 2 {points} - choose 3"));
        assert!((before.offer().kept - worth([3 + points, 20, 30], 0b011)).abs() < 1e-12, "{points}");
        let met = study(format!("3T,20,30 1 BGR 2 {points} 2 choose 3"));
        assert!((met.stop() - worth([3 + points, 20, 30], 0b001)).abs() < 1e-12, "{points}");
        let asked = study(format!("3T,20,30 1 BGR 2 {points} - answer2 3"));
        assert!((asked.answers().refuse - worth([3 + points / 2, 25, 30], 0b001)).abs() < 1e-12, "{points}");
        // The token that has been spent was there when the turn began.
        let whole = grid.value(State { mover: 0, scores: [3, 20, 30], tokens: 0b011 })[0];
        assert!([&before, &met, &asked].iter().all(|adviser| (adviser.whole - whole).abs() < 1e-12), "{points}");
        // The last player is asked, and passes.
        let challenge = study(format!("3T,20,30T 1 BGR 2 {points} - challenge3 3"));
        let pass = challenge.worth(Action::Pass);
        let third = grid.value(State { mover: 1, scores: [3 + points, 20, 30], tokens: 0b101 })[2];
        assert!((pass - third).abs() < 1e-12, "{points}");
    }
}

#[test]
fn challengers_lose_little_without_a_table() {
    // A bonus for which there is none, and a game that is solved in short.
    let variant = Variant { goal: 6, bonus: 12, doubling: true };
    let exact = Solver::with(Layout::new(variant, 2)).solve();
    let (book, mut adviser, mut rng) = (Solution::of(variant), Adviser::new(), Rng::with_seed(3));
    let (mut room, mut answers) = (TurnWorkspace::default(), spots());
    let mut lost = [0.0; 3];
    for _ in 0..STOPS {
        let (mover, scores) = (rng.usize(..3), [0; 3].map(|_| rng.u16(..6)));
        let seat = (mover + rng.usize(1..3)) % 3;
        // Nobody else can challenge.
        let state = State { mover, scores, tokens: 1 << seat };
        let (alive, warriors) = (rng.u8(1..7), rng.usize(1..4));
        let alive = Alive::of_bits(alive).expect("some dragons");
        let points = 12 - u16::from(alive.points());
        exact.challenged(state, [mover, seat], seat, &mut room.ends);
        room.answers(2, 2, &mut answers);
        let challenge = at(&answers, (0, alive.bits(), 0), warriors);
        let mut kept = scores;
        kept[mover] += points;
        let pass = exact.ended(state, [mover, seat], kept, state.tokens);
        let players: Vec<String> =
            (0..3).map(|at| format!("{}{}", scores[at], if at == seat { "T" } else { "" })).collect();
        let letters: String = alive.dragons().map(Dragon::letter).collect();
        let (mover, seat) = (mover + 1, seat + 1);
        let line = format!("{} {mover} {letters} {warriors} {points} - challenge{seat} 2 6 12 2", players.join(","));
        adviser.study_game(&book, &line.parse().unwrap_or_else(|error| panic!("{line}: {error}")));
        // Of passing, and of challenging.
        let loss = [challenge[1] - pass[1], pass[1] - challenge[1]].map(|loss| loss.max(0.0));
        for (sum, loss) in lost.iter_mut().zip([loss[usize::from(adviser.gain() > 0.0)], loss[0], loss[1]]) {
            *sum += loss / f64::from(STOPS);
        }
    }
    let [advised, pass, challenge] = lost;
    assert!(advised < 0.01 && pass > 0.05 && challenge > 0.05, "{lost:?}");
}
