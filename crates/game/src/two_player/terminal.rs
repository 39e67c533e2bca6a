//! Games for two in the terminal.

use super::TwoPlayerGame;
use super::game::TwoPlayer;
use super::player::names;
use super::side::Side;
use super::state::{MAX_ERROR, Referee, TwoPlayerState, Verdict, numbered};
use crate::picture::{Picture, Reader};
use crate::state::{Choice, GameState};
use crate::terminal::argument::{Argument, Given};
use crate::terminal::session::Session;
use crate::terminal::{Beat, Canvas, Narrator, Opened, SearchBots, SetupError, Terminal};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;
use boardbots_search::position::MAX_DEPTH;
use std::marker::PhantomData;

impl<G: TwoPlayerGame> Terminal for TwoPlayer<G> {
    fn about(&self) -> String {
        format!("{} against the bot", G::TITLE)
    }

    fn usage(&self) -> &'static str {
        "Type the key of a move, or help. Sides are used on terminals, unless NO_COLOR is set."
    }

    fn arguments(&self) -> Vec<Argument> {
        G::arguments()
    }

    fn search_bots(&self) -> Option<SearchBots> {
        Some(SearchBots { bots: names::<G>(), depth: G::DEPTH, deepest: MAX_DEPTH, sides: G::SIDES })
    }

    fn set_up(&self, given: &Given) -> Result<Opened, SetupError> {
        let start = G::start(&G::given(given)?).map_err(SetupError::Configuration)?;
        let start = TwoPlayerState::of_match(Referee::new(start));
        let session = Session::new(Box::new(start), Vec::new(), vec![None; Side::ALL.len()], Vec::new());
        Ok(Opened { session, narrator: Box::new(TwoPlayerNarrator::<G>(PhantomData)) })
    }
}

/// Tells a game for two.
struct TwoPlayerNarrator<G>(PhantomData<fn() -> G>);

/// The game so far.
fn game<G: TwoPlayerGame>(state: &dyn GameState) -> &TwoPlayerState<G> {
    state.of().expect("the state of this game")
}

impl<G: TwoPlayerGame> Narrator for TwoPlayerNarrator<G> {
    fn picture(&self, state: &dyn GameState, _: Canvas) -> Picture {
        game::<G>(state).picture(Reader::Person)
    }

    fn opening(&self, _: &dyn GameState, _: usize) -> Vec<Beat> {
        vec![Beat::Board]
    }

    fn forced(&self, state: &dyn GameState) -> Option<Choice> {
        let position = &game::<G>(state).referee.position;
        position.pass().map(|pass| numbered(position, pass))
    }

    fn question(&self, state: &dyn GameState) -> String {
        G::called(game::<G>(state).referee.position.turn()).to_string()
    }

    fn account(&self, state: &dyn GameState, choice: Choice) -> String {
        let state = game::<G>(state);
        state.chosen(choice).map_or_else(String::new, |action| state.referee.position.account(action))
    }

    fn keystroke(&self, state: &dyn GameState, choice: Choice) -> String {
        game::<G>(state).chosen(choice).map_or_else(String::new, G::keystroke)
    }

    fn deed(&self, state: &dyn GameState, choice: Choice) -> Vec<Beat> {
        vec![Beat::Gap, Beat::Told(self.account(state, choice))]
    }

    fn outcome(&self, _: &dyn GameState) -> Vec<Beat> {
        vec![Beat::Board]
    }

    fn ending(&self, state: &dyn GameState) -> Vec<Beat> {
        let told = game::<G>(state).referee.verdict().map(|verdict| match verdict {
            Verdict { winner: Some(side), .. } => format!("{} has won", G::called(side)),
            Verdict { drawn: Some(drawn), .. } => format!("drawn: {drawn}"),
            Verdict { .. } => "drawn".to_string(),
        });
        told.map(Beat::Told).into_iter().collect()
    }

    fn parse(&self, state: &dyn GameState, line: &str, asked: bool) -> Result<Choice, InputError> {
        if line.contains(char::is_whitespace) {
            return Err("one move or command at a time; help shows them all".into());
        }
        let position = &game::<G>(state).referee.position;
        let is_known = G::WORDS.iter().any(|(name, _)| *name == line) || line.parse::<u64>().is_ok();
        let action = position.typed(line);
        action.map(|action| numbered(position, action)).map_err(|error| {
            let error = printable(&error, MAX_ERROR);
            if is_known || !asked { error.into() } else { format!("{error}; or type help").into() }
        })
    }

    fn help(&self, _: &str) -> Result<String, InputError> {
        Ok(G::HELP.to_string())
    }
}
