//! The first answer of a game, and checks of those that follow it.

use super::server::Server;
use boardbots_base::credentials::Key;
use boardbots_base::invalid::Invalid;
use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::notation::Seat;
use boardbots_vindinium::reply::Reply;
use boardbots_vindinium::rules::State;
use std::time::Instant;
use ureq::http::Uri;

/// Most moves, and most gold of a hero, that are believed. No game comes near; from far
/// larger numbers a search could not compute on.
const MOST: u32 = 10_000_000;

/// Most bytes of a game's name, and most characters of its address that are kept: both reach the log.
const LONGEST: usize = 300;

/// Checks that the numbers of a state can be true.
fn check(state: &State) -> Result<(), Invalid> {
    let most = i32::try_from(MOST).expect("a constant in range");
    if state.turn > MOST || state.max_turns > most || state.heroes.iter().any(|hero| hero.gold > MOST) {
        return Err(
            format!("the answer has numbers that no game reaches: turn {} of {}", state.turn, state.max_turns).into()
        );
    }
    Ok(())
}

/// The first answer of a game.
pub struct Opening {
    /// The server's name of the game.
    pub id: String,
    /// The address at which it can be watched.
    pub view_url: String,
    /// The board.
    pub board: Board,
    /// Index (0 to 3) of our hero.
    pub hero: usize,
    /// The players, by hero.
    pub seats: [Seat; HEROES],
    /// The address for moves.
    pub play_at: Uri,
    /// The first state.
    pub state: State,
    /// The time at which it came.
    pub received: Instant,
}

impl Opening {
    /// Reads the answer to a request for a game.
    ///
    /// # Errors
    /// A board, a state or an address in it that cannot be right.
    pub fn read(reply: &Reply<'_>, received: Instant, server: &Server, key: &Key) -> Result<Self, Invalid> {
        let board = reply.board().map_err(|error| error.to_string())?;
        let state = reply.state(&board).map_err(|error| error.to_string())?;
        check(&state)?;
        let hero = reply.hero();
        if !state.finished() && state.mover() != hero {
            return Err(format!("the first state is of turn {}, which is not ours", state.turn).into());
        }
        if reply.game_id().len() > LONGEST {
            return Err("the game has a very long id".into());
        }
        let play_at = server.play_address(&reply.play_url).and_then(|address| address.parse().ok());
        let play_at = play_at.ok_or("the answer has no address for moves")?;
        Ok(Self {
            id: key.redact(reply.game_id()),
            view_url: key.redact(&reply.view_url).chars().take(LONGEST).collect(),
            board,
            hero,
            seats: reply.seats(),
            play_at,
            state,
            received,
        })
    }

    /// The state of this game that a later answer shows, after the state `last`.
    ///
    /// # Errors
    /// A state that cannot follow, or one of another game.
    pub fn next(&self, last: &State, reply: &Reply<'_>, key: &Key) -> Result<State, Invalid> {
        let state = reply.state(&self.board).map_err(|error| error.to_string())?;
        check(&state)?;
        let ours = reply.hero() == self.hero && key.redact(reply.game_id()) == self.id;
        if !ours || state.max_turns != last.max_turns {
            return Err("the answer is about another game".into());
        }
        if state.turn <= last.turn {
            return Err(format!("the answer shows turn {} again", state.turn).into());
        }
        if !state.finished() && state.mover() != self.hero {
            return Err(format!("the answer shows turn {}, which is not ours", state.turn).into());
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_vindinium::map;
    use boardbots_vindinium::notation::Game as Shown;

    /// What is said of an answer that shows this state of `m1` to the player of `hero`.
    fn opening(hero: usize, change: impl FnOnce(&mut State)) -> Result<Opening, Invalid> {
        let map = map::parse(map::named("m1").unwrap()).unwrap();
        let mut state = map.start(1200, false);
        change(&mut state);
        let seats = std::array::from_fn(|_| Seat { name: "x".into(), user_id: None, rating: None });
        let shown = Shown { id: "abcd0123", board: &map.board, state: &state, seats: &seats };
        let json = shown.reply_json(hero, "t0kn", "elsewhere:1");
        let reply = Reply::parse(json.as_bytes()).unwrap();
        let key = Key::from_bytes(b"s3cr3t99").unwrap();
        Opening::read(&reply, Instant::now(), &"http://h/v".parse().unwrap(), &key)
    }

    #[test]
    fn first_answers() {
        let opened = opening(0, |_| {}).unwrap();
        assert_eq!((opened.id.as_str(), opened.hero), ("abcd0123", 0));
        assert_eq!(opened.play_at, "http://h/v/api/abcd0123/t0kn/play");
        assert!(opening(2, |state| state.turn = 2).is_ok());
        for (hero, turn) in [(1, 0), (0, 1), (3, 4)] {
            let problem = opening(hero, |state| state.turn = turn).err().expect("not our turn");
            assert!(problem.contains("not ours"), "{problem}");
        }
    }

    #[test]
    fn numbers_that_no_game_reaches() {
        for change in [
            (|state: &mut State| state.turn = 4 * MOST) as fn(&mut State),
            |state| state.max_turns = i32::MAX,
            |state| state.heroes[3].gold = u32::MAX,
        ] {
            assert!(opening(0, change).err().expect("refused").contains("no game reaches"));
        }
        assert!(opening(0, |state| state.max_turns = -4).is_ok());
    }
}
