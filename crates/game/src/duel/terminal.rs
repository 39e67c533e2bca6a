//! Games for two in the terminal.

use super::board::Board;
use super::game::Duels;
use super::state::{DuelState, MAX_ERROR};
use crate::colour::Colour;
use crate::picture::{Picture, Reader};
use crate::referee::{Referee, Verdict};
use crate::state::{Choice, GameState};
use crate::terminal::argument::{Argument, Given};
use crate::terminal::session::Session;
use crate::terminal::{Beat, Canvas, Narrator, Opened, Refusal, SearchBots, Terminal};
use boardbots_base::invalid::Invalid;
use boardbots_base::printable::printable;
use boardbots_search::position::MAX_DEPTH;
use std::marker::PhantomData;

impl<D: Board> Terminal for Duels<D> {
    fn about(&self) -> String {
        format!("{} against the bot", D::TITLE)
    }

    fn usage(&self) -> &'static str {
        "Type the key of a move, or help. Colours are used on terminals, unless NO_COLOR is set."
    }

    fn arguments(&self) -> Vec<Argument> {
        D::arguments()
    }

    fn search_bots(&self) -> Option<SearchBots> {
        Some(SearchBots { bots: D::OFFERED, depth: D::DEFAULT_DEPTH, deepest: MAX_DEPTH, sides: ["green", "blue"] })
    }

    fn set_up(&self, given: &Given) -> Result<Opened, Refusal> {
        let start = DuelState::<D>::of_match(Referee::new(D::start(&D::given(given)?)));
        let session = Session::new(Box::new(start), Vec::new(), vec![None; Colour::ALL.len()], Vec::new());
        Ok(Opened { session, narrator: Box::new(DuelNarrator::<D>(PhantomData)) })
    }
}

/// Tells a game for two.
struct DuelNarrator<D>(PhantomData<fn() -> D>);

/// The game so far.
fn game<D: Board>(state: &dyn GameState) -> &Referee<D> {
    &state.of::<DuelState<D>>().expect("the state of this game").referee
}

impl<D: Board> DuelNarrator<D> {
    fn action(position: &D, choice: Choice) -> D::Move {
        let moves = position.moves();
        let action = moves.into_iter().find(|action| D::digit(*action) == choice.0);
        action.expect("choices are legal")
    }
}

impl<D: Board> Narrator for DuelNarrator<D> {
    fn picture(&self, state: &dyn GameState, _: Canvas) -> Picture {
        let mut game = game::<D>(state).clone();
        let before = game.before();
        game.position.picture(before.as_ref().map(|(before, action)| (before, *action)), Reader::Person)
    }

    fn opening(&self, _: &dyn GameState, _: usize) -> Vec<Beat> {
        vec![Beat::Board]
    }

    fn forced(&self, state: &dyn GameState) -> Option<Choice> {
        game::<D>(state).position.pass().map(|pass| Choice(D::digit(pass)))
    }

    fn question(&self, state: &dyn GameState) -> String {
        game::<D>(state).position.turn().to_string()
    }

    fn account(&self, state: &dyn GameState, choice: Choice) -> String {
        let position = &game::<D>(state).position;
        position.account(Self::action(position, choice))
    }

    fn keystroke(&self, state: &dyn GameState, choice: Choice) -> char {
        D::keystroke(Self::action(&game::<D>(state).position, choice))
    }

    fn deed(&self, state: &dyn GameState, choice: Choice) -> Vec<Beat> {
        vec![Beat::Gap, Beat::Told(self.account(state, choice))]
    }

    fn outcome(&self, _: &dyn GameState) -> Vec<Beat> {
        vec![Beat::Board]
    }

    fn ending(&self, state: &dyn GameState) -> Vec<Beat> {
        let told = game::<D>(state).verdict().map(|verdict| match verdict {
            Verdict { winner: Some(side), .. } => format!("{side} has won"),
            Verdict { drawn: Some(drawn), .. } => format!("drawn: {drawn}"),
            Verdict { .. } => "drawn".to_string(),
        });
        told.map(Beat::Told).into_iter().collect()
    }

    fn parse(&self, state: &dyn GameState, line: &str, asked: bool) -> Result<Choice, Invalid> {
        if line.contains(char::is_whitespace) {
            return Err("one move or command at a time; help shows them all".into());
        }
        let is_known = D::WORDS.iter().any(|(name, _)| *name == line) || line.parse::<u64>().is_ok();
        let action = game::<D>(state).position.typed(line);
        action.map(|action| Choice(D::digit(action))).map_err(|error| {
            let error = printable(&error, MAX_ERROR);
            if is_known || !asked { error.into() } else { format!("{error}; or type help").into() }
        })
    }

    fn help(&self, _: &str) -> Result<String, Invalid> {
        Ok(D::HELP.to_string())
    }
}
