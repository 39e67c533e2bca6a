//! A game for two in the engine protocol.
//!
//! `position startpos`, or `position cells TEXT` where the game reads positions, is followed by
//! `moves DIGITS` if there are any.

use super::board::Board;
use super::player::{DuelPlayer, TABLES};
use super::state::DuelState;
use crate::listed::{Engine, Maker};
use crate::options::{GameOption, Setting};
use crate::referee::Referee;
use crate::spec::THREADS;
use crate::state::GameState;
use boardbots_base::invalid::Invalid;
use boardbots_search::alpha_beta::Options;
use boardbots_search::position::MAX_DEPTH;
use std::ops::RangeInclusive;

/// How to write a position.
const USAGE: &str = "write position startpos or position cells …, optionally followed by moves …";

/// A conversation about a game for two.
pub struct DuelEngine<D: Board> {
    depth: u8,
    search: Options,
    evaluation: &'static str,
    choices: D::Choices,
    setup: D::Setup,
    state: DuelState<D>,
}

impl<D: Board> Default for DuelEngine<D> {
    fn default() -> Self {
        let setup = D::Setup::default();
        let state = DuelState::of_match(Referee::new(D::start(&setup)));
        let (choices, search) = (D::Choices::default(), Options::default());
        Self { depth: D::DEFAULT_DEPTH, search, evaluation: D::OFFERED[0], choices, setup, state }
    }
}

/// An option with a number.
fn number(name: &'static str, default: usize, range: &RangeInclusive<usize>) -> GameOption {
    GameOption::number(name, default as u64, &(*range.start() as u64..=*range.end() as u64))
}

impl<D: Board> Engine for DuelEngine<D> {
    fn options(&self) -> Vec<GameOption> {
        let usual = Options::default();
        let searching = [
            GameOption::number("Depth", D::DEFAULT_DEPTH, &(1..=MAX_DEPTH)),
            number("Threads", usual.threads, &THREADS),
            number("Table", usual.table_kib, &TABLES),
            GameOption::word("Judge", D::OFFERED[0], D::OFFERED),
        ];
        searching.into_iter().chain(D::declared()).collect()
    }

    fn set(&mut self, option: &GameOption, value: &str) -> Result<bool, Invalid> {
        let before = (self.search, self.evaluation);
        match option.name {
            "Depth" => self.depth = option.parse(value)?.as_number(),
            "Threads" => self.search.threads = option.parse(value)?.as_number(),
            "Table" => self.search.table_kib = option.parse(value)?.as_number(),
            "Judge" => {
                if let Setting::Word(evaluation) = option.parse(value)? {
                    self.evaluation = evaluation;
                }
            }
            name => {
                if let Some(setup) = D::choose(&mut self.choices, name, value) {
                    self.setup = setup?;
                    self.reset();
                }
            }
        }
        Ok(before != (self.search, self.evaluation))
    }

    fn reset(&mut self) {
        self.state = DuelState::of_match(Referee::new(D::start(&self.setup)));
    }

    fn place(&mut self, text: &str) -> Result<(), Invalid> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (before, moves) = match words.iter().position(|word| *word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (&words[..], &[][..]),
        };
        if let Some(word) = moves.iter().find(|word| !word.bytes().all(|byte| byte.is_ascii_digit())) {
            return Err(Invalid::new(format_args!(
                "moves are digits, with or without spaces; \"{word}\" is not a move"
            )));
        }
        let start = match before {
            ["startpos"] => D::start(&self.setup),
            ["cells", text @ ..] => D::read(&text.join(" "))?,
            _ => return Err(USAGE.into()),
        };
        let mut game = Referee::new(start);
        for (number, digit) in (1..).zip(moves.concat().chars()) {
            let action = game.position.parse_move(digit.encode_utf8(&mut [0; 4]));
            game.play(action.map_err(|error| format!("move {number}: {error}"))?);
        }
        self.state = DuelState::of_match(game);
        Ok(())
    }

    fn state(&self) -> &dyn GameState {
        &self.state
    }

    fn shown(&self) -> Vec<String> {
        let cells = self.state.referee.position.text().map(|text| format!("cells {text}"));
        self.state.drawing().into_iter().chain(cells).collect()
    }

    fn ended(&self) -> Option<String> {
        let winner = self.state.referee.position.winner()?;
        Some(winner.map_or("drawn".to_string(), |side| format!("won by {side}")))
    }

    fn player(&self) -> Maker {
        let Self { depth, search, evaluation, .. } = *self;
        Box::new(move || Box::new(DuelPlayer::<D>::usual(evaluation, depth, search)))
    }

    fn depth(&self) -> Option<u8> {
        Some(self.depth)
    }
}
