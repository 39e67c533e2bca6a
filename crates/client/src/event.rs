//! Events of a session, the results of its games, and the errors that end it early.

use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::notation::Seat;
use boardbots_vindinium::rating;
use boardbots_vindinium::rules::{State, place};
use std::fmt;
use std::time::Duration;

/// An event of a session.
pub enum Event<'a> {
    /// A game is asked for.
    Joining,
    /// No game was given; why, fit for a log.
    Refused(&'a str),
    /// A game begins.
    Began {
        /// The server's name of it.
        id: &'a str,
        /// The address at which it can be watched.
        view_url: &'a str,
        /// The board.
        board: &'a Board,
        /// Index (0 to 3) of our hero.
        hero: usize,
        /// The players, in order of their heroes.
        seats: &'a [Seat; HEROES],
    },
    /// The server told a state: it is our turn, or the game is over.
    State {
        /// The state.
        state: &'a State,
        /// Index (0 to 3) of our hero.
        hero: usize,
    },
    /// A game is over.
    Ended(&'a Summary),
}

/// An error that ended a session early. All texts are fit for a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The server does not know the key, and says so in the protocol's own words.
    #[error("{server} rejects the key; register there, or check that the key file belongs to this server")]
    KeyRejected {
        /// The server.
        server: String,
    },
    /// The server refuses a game in the protocol's own words: a wrong map or number of turns.
    #[error("{server} does not give a game (status {status}: {text:?}); check --map, --turns and the key file")]
    Refused {
        /// The server.
        server: String,
        /// The status of the answer.
        status: u16,
        /// Its text.
        text: String,
    },
    /// The server's certificate is not trusted.
    #[error("{server}: {why}")]
    Untrusted {
        /// The server.
        server: String,
        /// The reason, and advice.
        why: String,
        /// True if it would be trusted at another time: the clock may be wrong.
        by_clock: bool,
    },
    /// Nothing worked for as long as was to be tried.
    #[error("nothing worked with {server} for {} s, gave up; at last: {last}", .after.as_secs())]
    GaveUp {
        /// The server.
        server: String,
        /// The time for which nothing worked.
        after: Duration,
        /// The last failure.
        last: String,
    },
    /// The system gives no thread to play on; why.
    #[error("there is no thread for it: {0}; raise TasksMax= or ulimit -u")]
    NoThread(String),
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its last turn was played.
    Finished,
    /// The hero missed a turn.
    TimedOut,
    /// The server forgot the game (it was restarted), or could not be reached for too long.
    /// The result is unknown; such a game does not count.
    Vanished,
}

/// One game in numbers.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The server's name of the game.
    pub id: String,
    /// The address at which it can be watched.
    pub view_url: String,
    /// Its end.
    pub end: End,
    /// Tiles along one side of the board.
    pub size: usize,
    /// Number of mines.
    pub mines: usize,
    /// Single moves up to the last state seen.
    pub turn: u32,
    /// Single moves of the whole game.
    pub max_turns: i32,
    /// Index (0 to 3) of our hero.
    pub hero: usize,
    /// Gold of the heroes in the last state seen.
    pub gold: [u32; HEROES],
    /// Our place by this gold, 1 to 4; equals share the better one.
    pub place: u8,
    /// Our rating when the game was joined, if the server has one.
    pub rating: Option<i32>,
    /// The change that the game makes in it, without the server's random bonus; `None` unless all four players have a
    /// rating and two of them are different.
    pub change: Option<i32>,
    /// The longest time that a decision took.
    pub slowest: Duration,
}

/// The result of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played to an end, lost ones included.
    pub games: u32,
    /// Games in which no hero had more gold, by the last state seen.
    pub first: u32,
    /// Games lost by time-out.
    pub timed_out: u32,
    /// Games that vanished: restarts of the server, long outages.
    pub vanished: u32,
    /// True if the session ended because it was asked to stop.
    pub stopped: bool,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, game: &Summary) {
        if game.end == End::Vanished {
            self.vanished += 1;
        } else {
            self.games += 1;
            self.timed_out += u32::from(game.end == End::TimedOut);
            self.first += u32::from(game.place == 1);
        }
    }
}

impl Summary {
    /// The numbers of a game whose last state was `state`.
    #[must_use]
    pub fn of(id: &str, view_url: &str, board: &Board, seats: &[Seat; HEROES], hero: usize, state: &State) -> Self {
        let gold = state.heroes.each_ref().map(|hero| hero.gold);
        Self {
            id: id.into(),
            view_url: view_url.into(),
            end: End::Finished,
            size: board.size(),
            mines: board.mines.len(),
            turn: state.turn,
            max_turns: state.max_turns,
            hero,
            gold,
            place: place(&gold, hero),
            rating: seats[hero].rating,
            change: rating_change(seats, &gold, hero),
            slowest: Duration::ZERO,
        }
    }

    /// True if the last state seen is the last one of the game.
    #[must_use]
    pub fn complete(&self) -> bool {
        i64::from(self.turn) >= i64::from(self.max_turns)
    }
}

fn rating_change(seats: &[Seat; HEROES], gold: &[u32; HEROES], hero: usize) -> Option<i32> {
    let mut rated = [rating::Seat { user: "", rating: 0, gold: 0 }; HEROES];
    for ((to, seat), &gold) in rated.iter_mut().zip(seats).zip(gold) {
        let user = seat.user_id.as_deref().unwrap_or(&seat.name);
        *to = rating::Seat { user, rating: seat.rating?, gold };
    }
    rating::rated(&rated).then(|| rating::changes(&rated)[hero])
}

impl fmt::Display for Summary {
    /// The line of the log: our gold in brackets, `?` if it is unknown.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "game {}: ", self.id)?;
        match self.end {
            End::Finished => {}
            End::TimedOut => out.write_str("LOST BY TIME-OUT, ")?,
            End::Vanished => out.write_str("vanished, ")?,
        }
        write!(out, "map {0}x{0} with {1} mines, ", self.size, self.mines)?;
        if self.complete() {
            write!(out, "{} turns, gold", self.turn)?;
        } else {
            write!(out, "last seen at turn {} of {}, gold", self.turn, self.max_turns)?;
        }
        for (hero, gold) in self.gold.iter().enumerate() {
            if hero == self.hero { write!(out, " [{gold}]")? } else { write!(out, " {gold}")? }
        }
        write!(out, ", place {}, rating ", self.place)?;
        match (self.rating, self.change) {
            (Some(rating), Some(change)) if self.complete() => write!(out, "{rating}{change:+}")?,
            (Some(rating), _) => write!(out, "{rating}")?,
            (None, _) => out.write_str("?")?,
        }
        write!(out, ", slowest decision {} ms, {}", self.slowest.as_millis(), self.view_url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_vindinium::map;

    fn seats(ratings: [Option<i32>; HEROES]) -> [Seat; HEROES] {
        let mut number = 0;
        ratings.map(|rating| {
            number += 1;
            Seat { name: format!("bot {number}"), user_id: None, rating }
        })
    }

    fn summary(ratings: [Option<i32>; HEROES], gold: [u32; HEROES]) -> Summary {
        let map = map::parse(map::named("m1").unwrap()).unwrap();
        let mut state = map.start(1200, false);
        state.turn = 1200;
        for (hero, gold) in state.heroes.iter_mut().zip(gold) {
            hero.gold = gold;
        }
        Summary::of("abcd0123", "http://h/abcd0123", &map.board, &seats(ratings), 1, &state)
    }

    #[test]
    fn equals_share_the_better_place() {
        assert_eq!([0, 1, 2, 3].map(|hero| place(&[5, 9, 5, 0], hero)), [2, 1, 2, 4]);
        assert_eq!([0, 3].map(|hero| place(&[1; 4], hero)), [1, 1]);
    }

    #[test]
    fn the_line_of_a_rated_game() {
        let mut summary = summary([Some(1200); HEROES], [3, 9, 5, 9]);
        summary.slowest = Duration::from_millis(12);
        // 8 for each of the two who have less, 0 for the equal.
        let due = "game abcd0123: map 10x10 with 4 mines, 1200 turns, gold 3 [9] 5 9, place 1, rating 1200+16, \
                   slowest decision 12 ms, http://h/abcd0123";
        let shown = summary.to_string();
        assert_eq!(shown, due.replace("10x10 with 4", &format!("{0}x{0} with {1}", summary.size, summary.mines)));
    }

    #[test]
    fn no_change_is_guessed() {
        let [a, b] = [Some(1200), None];
        assert_eq!(summary([a, a, a, b], [1, 2, 3, 4]).change, None);
        let training = summary([b, a, b, b], [1, 2, 3, 4]);
        assert!(training.to_string().contains("rating 1200,"), "{training}");
        let mut cut = summary([a; HEROES], [1, 2, 3, 4]);
        (cut.turn, cut.end) = (800, End::TimedOut);
        let shown = cut.to_string();
        assert!(shown.contains("LOST BY TIME-OUT") && shown.contains("turn 800 of 1200"), "{shown}");
        assert!(shown.contains("rating 1200,"), "{shown}");
    }
}
