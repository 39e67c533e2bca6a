//! Aspiradoras TRON at tables.
//!
//! Rows count from the top. A match shows
//!
//! - `size`: rows and columns; `cells`: row by row, `#` obstacle, `v` and `a` trails of the first and
//!   second seat, `0` to `9` and `A` (10) to `Z` (35) floor with so much dirt;
//! - `places`: where each seat is; `scores`: what it has collected; `blocked`: whether it cannot move;
//! - `rest`: the dirt that is left.
//!
//! A move is a choice or event `move` with `way` (`up`, `down`, `left`, `right`), the cells `from` and
//! `to` and the dirt `gained`. A player who cannot move is not asked: the event is `pass`.

use crate::eval::{Course, Strong, Weights};
use crate::generator::{DEFAULT_SIZE, SIZES};
use crate::map::Place;
use crate::notation::{self, cell_char};
use crate::rules::{Action, Position};
use crate::{choices, recording};
use boardbots_base::invalid::InputError;
use boardbots_game::learned::patterns::{Layout, Planes};
use boardbots_game::listed::Page;
use boardbots_game::options::{GameOption, Setting, Settings};
use boardbots_game::picture::{Picture, Reader};
use boardbots_game::recording::Recordings;
use boardbots_game::setup::{Opening, Openings};
use boardbots_game::terminal::SetupError;
use boardbots_game::terminal::argument::{Argument, Given};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::bot::{Prover, Written};
use boardbots_game::two_player::side::{COLOURS, Side};
use boardbots_game::two_player::state::Referee;
use boardbots_search::position::Position as _;
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;

/// Rows and columns of maps at tables: larger ones are too fine for a telephone.
const OFFERED_SIZES: RangeInclusive<u8> = *SIZES.start()..=30;
/// Rows and columns by default: a game of a few minutes.
const SIZE: u8 = 12;
/// Seeds of maps; 0 leaves the map to the table's own.
const MAP_SEEDS: RangeInclusive<u64> = 0..=999_999_999;

fn listed(place: Place) -> [u8; 2] {
    [place.row, place.column]
}

/// Cells from a player to the edge of their surroundings.
const REACH: u8 = 2;
const WIDE: u8 = 2 * REACH + 1;
/// Leads that are told apart, either way.
const LEADS: u8 = 7;
/// More dirt than this on a cell is much.
const LITTLE: u8 = 3;

/// The surroundings of the side to move, and those of the other one; a phase is who leads by how much of what is left.
const LAYOUT: Layout =
    Layout { boards: 2, rows: WIDE, columns: WIDE, stride: WIDE, phases: 2 * LEADS + 1, stages: 1, images: 2 };

impl TwoPlayerGame for Position {
    type Evaluation = Strong;
    const NAME: &'static str = "tron";
    const TITLE: &'static str = "Aspiradoras TRON";
    const SIDES: [&'static str; 2] = COLOURS;
    const MOVE: &'static str = "action";
    const SHORT_MOVES: bool = true;
    const WORDS: &'static [(&'static str, &'static str)] = notation::WORDS;
    const HELP: &'static str = notation::HELP;
    const WRITTEN: &'static [Written<Self>] =
        &[Written::tuned::<Strong, Weights>("strong"), Written::plain::<Course>("course")];
    const LAYOUT: Option<Layout> = Some(LAYOUT);
    const DEPTH: u8 = 16;
    const TABLE_DEPTH: u8 = 6;
    const OFFERS: &'static [(&'static str, &'static str, u8)] = &[
        ("strong,depth=6", "Club player", 4),
        ("strong,depth=1", "Beginner", 2),
        ("strong,depth=3", "Casual player", 3),
        ("strong,depth=10", "Expert", 5),
        ("course,depth=6", "Student", 3),
    ];
    const ADVANTAGE: i32 = 400;
    const MATCH_OPTIONS: &'static [&'static str] = &["depth", "movetime", "nodes", "deadline", "clock", "sizes"];
    const PAGES: &'static [Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
    const RECORDINGS: Option<Recordings> = Some(Recordings { game: recording::game, count: recording::count });
    const BENCH: (&'static [u8], u8, u8) = (&[4, 6, 8], 10, 14);
    /// Size and seed of a map, as `boardbots tron map` has them, and a game on it of two players who look two plies ahead
    /// and blunder now and then.
    const POSITIONS: &'static str = include_str!("positions.txt");
    /// A position of a proof takes as long as an evaluation.
    const PROOF_FACTOR: u64 = 1;
    const SIZE: Option<u8> = Some(DEFAULT_SIZE);

    fn start(settings: &Settings) -> Result<Self, InputError> {
        choices::start(settings)
    }

    fn turn(&self) -> Side {
        self.mover
    }

    fn picture(&self) -> Picture {
        notation::picture(self, None)
    }

    fn refusal(&self, text: &str) -> Option<String> {
        let action = text.parse().ok().filter(|_| text.len() == 1).and_then(Action::new)?;
        let mover = self.mover.colour();
        Some(match ["up", "down", "left", "right"].get(usize::from(action.number())) {
            Some(way) => format!("{mover} cannot move {way}"),
            None => format!("{mover} can move and so cannot pass"),
        })
    }

    fn pass(&self) -> Option<Action> {
        let moves = self.moves();
        moves.first().copied().filter(|action| *action == Action::PASS)
    }

    /// A cell can be entered and has no, little or much dirt; or it cannot be entered, and a player is there or
    /// not.
    fn planes(&self) -> Planes {
        let (own, other) = (self.mover, self.mover.other());
        let places = [own, other].map(|side| self.place(side));
        let mut bits = [0; 3];
        for (board, centre) in (0..).zip(places) {
            for row in 0..WIDE {
                for column in 0..WIDE {
                    let cell = 1 << LAYOUT.cell(board, row, column);
                    let on_map = |from: u8, by: u8| (from + by).checked_sub(REACH).filter(|at| *at < self.size);
                    let place = on_map(centre.row, row).zip(on_map(centre.column, column));
                    let place = place.map(|(row, column)| Place { row, column });
                    let Some(place) = place.filter(|place| self.is_free(*place)) else {
                        bits[2] |= cell;
                        bits[0] |= if place.is_some_and(|place| places.contains(&place)) { cell } else { 0 };
                        continue;
                    };
                    let dirt = self.dirt(place);
                    bits[0] |= if dirt > 0 { cell } else { 0 };
                    bits[1] |= if dirt > LITTLE { cell } else { 0 };
                }
            }
        }
        let lead = self.score(own).cast_signed() - self.score(other).cast_signed();
        let leads = i32::from(LEADS);
        let lead = (lead * (leads + 1) / (self.rest.cast_signed() + 1)).clamp(-leads, leads);
        Planes { bits, phase: (lead + leads).to_le_bytes()[0], stage: 0 }
    }

    fn options() -> Vec<GameOption> {
        vec![
            GameOption::word("map", "random", &["random", "standard"]),
            GameOption::number("size", SIZE, &OFFERED_SIZES),
            GameOption::number("seed", 0, &MAP_SEEDS),
        ]
    }

    fn at_table(options: &Settings, seed: u64) -> Settings {
        if options.word("map") == "standard" {
            return Settings::default();
        }
        let asked = options.number("seed");
        choices::random(options.number("size"), if asked == 0 { seed } else { asked }, Side::First)
    }

    fn declared() -> Vec<GameOption> {
        choices::declared()
    }

    fn arguments() -> Vec<Argument> {
        let sizes = u64::from(*SIZES.start())..=u64::from(*SIZES.end());
        let rows = format!("Rows and columns of a random map, {} to {}", SIZES.start(), SIZES.end());
        vec![
            Argument::file("map", "The map file").or("a map that comes with the program").without(&["size", "seed"]),
            Argument::number("size", "N", sizes, rows).or(DEFAULT_SIZE),
            Argument::number("seed", "N", 0..=u64::MAX, "Seed of a random map").or(1),
            Argument::text("first", "COLOUR", "Who begins, green or blue").or(COLOURS[0]),
        ]
    }

    fn given(given: &Given) -> Result<Settings, SetupError> {
        let first = given.text("first").map_or(Ok(Side::First), Side::of_colour);
        let first = first.map_err(|error| SetupError::Usage(error.at("--first"), Some("first")))?;
        let (size, seed) = (given.number("size"), given.number("seed"));
        if size.is_some() || seed.is_some() {
            return Ok(choices::random(size.unwrap_or(DEFAULT_SIZE), seed.unwrap_or(1), first));
        }
        let settings = Settings::default().with("First", Setting::Word(first.colour()));
        let Some(path) = given.path("map") else { return Ok(settings) };
        let name =
            path.to_str().ok_or_else(|| InputError::new(format_args!("{}: this name is no text", path.display())));
        Ok(settings.with("Map", Setting::Text(name.map_err(SetupError::Configuration)?.to_string())))
    }

    fn opening(seed: u64, openings: &Openings) -> Option<Opening> {
        Some(choices::opening(seed, openings))
    }

    /// An evaluation looks at the whole map.
    fn nodes(&self) -> u64 {
        20_000_000 / u64::from(self.size).pow(2)
    }

    fn prover(options: boardbots_search::Options) -> Option<Box<dyn Prover<Self>>> {
        Some(Box::new(crate::solver::TronProver::new(options)))
    }

    fn position_line(line: &'static str) -> (Settings, &'static str) {
        let (size, rest) = line.split_once(' ').expect("a size");
        let (seed, moves) = rest.split_once(' ').unwrap_or((rest, ""));
        (Self::practised(size.parse().ok(), seed.parse().expect("a seed")), moves)
    }

    fn practised(size: Option<u8>, seed: u64) -> Settings {
        let first = Side::ALL[usize::from(seed % 2 == 1)];
        choices::random(size.unwrap_or(DEFAULT_SIZE), seed, first)
    }

    fn read(text: &str) -> Result<Self, InputError> {
        notation::parse_position(text)
    }

    fn text(&self) -> Option<String> {
        Some(notation::position_text(self))
    }

    fn seen(&self, last: Option<(&Self, Action)>, _: Reader) -> Picture {
        notation::picture(self, last)
    }

    fn account(&self, action: Action) -> String {
        notation::account(self, action)
    }

    fn shown(referee: &Referee<Self>, _: Option<(&Self, Action)>) -> Map<String, Value> {
        let position = &referee.position;
        let size = position.size;
        let places = (0..size).flat_map(|row| (0..size).map(move |column| Place { row, column }));
        let cells: String = places.map(|place| cell_char(position.cell(place))).collect();
        let mut shown = Map::new();
        shown.insert("size".into(), size.into());
        shown.insert("cells".into(), cells.into());
        shown.insert("places".into(), json!(Side::ALL.map(|side| listed(position.place(side)))));
        shown.insert("scores".into(), json!(Side::ALL.map(|side| position.score(side))));
        shown.insert("blocked".into(), json!(Side::ALL.map(|side| position.mask(side) == 0)));
        shown.insert("rest".into(), position.rest.into());
        shown
    }

    fn prospect(&self, action: Action) -> Value {
        let way = match action {
            Action::UP => "up",
            Action::DOWN => "down",
            Action::LEFT => "left",
            Action::RIGHT => "right",
            _ => return json!({"kind": "pass"}),
        };
        let mover = self.mover;
        let mut after = self.clone();
        after.play(action);
        let (from, to) = (listed(self.place(mover)), listed(after.place(mover)));
        json!({"kind": "move", "way": way, "from": from, "to": to, "gained": after.score(mover) - self.score(mover)})
    }

    fn events(&self, action: Action, _: &Self) -> Vec<Value> {
        let mut event = self.prospect(action);
        event["seat"] = self.mover.seat().into();
        vec![event]
    }

    fn reason(&self) -> &'static str {
        if self.rest == 0 {
            return "duel.reason.clean";
        }
        let [green, blue] = Side::ALL.map(|side| self.mask(side) == 0);
        match (green, blue) {
            (true, true) => "duel.reason.stuck",
            _ if self.score(Side::First).abs_diff(self.score(Side::Second)) > self.rest => "duel.reason.decided",
            _ => "duel.reason.blocked",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::generate;
    use crate::map;

    fn on(text: &str) -> Position {
        Position::new(&map::parse(text).expect("a map"), Side::First)
    }

    #[test]
    fn a_move_says_where_it_leads_and_what_it_collects() {
        let before = on("small\n5  1 1  3 3\n0 0 0 0 0\n0 1 6 1 0\n0 1 1 36 0\n0 1 1 1 0\n0 0 0 0 0\n");
        let mut after = before.clone();
        after.play(Action::RIGHT);
        let event = json!({"kind": "move", "seat": 0, "way": "right", "from": [1, 1], "to": [1, 2], "gained": 5});
        assert_eq!(before.events(Action::RIGHT, &after), [event]);
        let shown = Position::shown(&Referee::new(after), None);
        assert_eq!((&shown["cells"], &shown["scores"]), (&json!("######v00##00Z##000######"), &json!([5, 0])));
        assert_eq!((&shown["places"], &shown["rest"]), (&json!([[1, 2], [3, 3]]), &json!(35)));
    }

    #[test]
    fn each_end_has_its_reason() {
        let reason = |text: &str, moves: &[Action]| {
            let mut position = on(text);
            for action in moves {
                assert_eq!(position.ended(), None, "before {action:?}");
                position.play(*action);
            }
            assert!(position.ended().is_some());
            position.reason()
        };
        // The only dirt is taken.
        assert_eq!(reason("a\n3  0 0  2 2\n1 2 1\n1 1 1\n1 1 1\n", &[Action::RIGHT]), "duel.reason.clean");
        // 5 of 6 are taken.
        assert_eq!(reason("a\n3  0 0  2 2\n1 6 2\n1 1 1\n1 1 1\n", &[Action::RIGHT]), "duel.reason.decided");
        // Green has gone into a dead end, and blue has more while much is left.
        let text = "a\n4  0 1  3 0\n1 1 0 9\n0 0 0 9\n1 0 0 0\n1 2 1 1\n";
        let moves = [Action::LEFT, Action::RIGHT];
        assert_eq!(reason(text, &moves), "duel.reason.blocked");
        // Both have, with as much.
        let text = "a\n4  0 1  3 1\n1 1 0 9\n0 0 0 9\n0 0 0 0\n1 1 0 0\n";
        assert_eq!(reason(text, &[Action::LEFT, Action::LEFT]), "duel.reason.stuck");
    }

    #[test]
    fn maps_are_as_they_were_asked_for() {
        let start = |given: Value, seed| {
            let settings = Settings::read(&Position::options(), given.as_object().expect("an object"))?;
            Position::start(&Position::at_table(&settings, seed))
        };
        assert_eq!(start(json!({"map": "standard"}), 1), Ok(Position::new(&map::Map::default(), Side::First)));
        let made = |size, seed| Ok(Position::new(&generate(size, seed).expect("a map"), Side::First));
        assert_eq!(start(json!({"size": 9, "seed": 5}), 1), made(9, 5));
        assert_eq!(start(json!({"size": 9, "seed": 0}), 7), made(9, 7));
        for given in [json!({"map": "../secret"}), json!({"size": 5}), json!({"size": 268}), json!({"seed": -1})] {
            assert!(start(given.clone(), 1).is_err(), "{given}");
        }
    }
}
