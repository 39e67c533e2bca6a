//! An honest player's way of asking: he waits when he is told to, tries again when the connection
//! fails, and writes down how long right answers took.

use crate::client::{Answer, Client};
use crate::ledger::Ledger;
use crate::link::Link;
use crate::stop::Stop;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Longest pause between two attempts, whatever the server says.
const LONGEST: Duration = Duration::from_secs(5);
/// Pause after a connection failed.
const PAUSE: Duration = Duration::from_millis(100);

/// What all honest players of a crowd share.
#[derive(Clone)]
pub struct House {
    /// Where promises are written down.
    pub ledger: Ledger,
    /// Set when all players are to finish.
    pub enough: Stop,
    /// Set when all players have to leave.
    pub closing: Stop,
    /// Whether the server may be killed meanwhile, with the games that run.
    pub mortal: bool,
    /// Longest time that one request is tried for.
    pub patience: Duration,
    /// Pause of a bot before a move, of a person before a choice, in milliseconds.
    pub thinking: (u64, u64),
    /// Turns of each hero in training games.
    pub turns: u32,
    /// The attacker's address: of what honest players there ask, only what belongs to a game that they play is
    /// below their share; of others, everything.
    pub rival: Option<IpAddr>,
}

/// One honest player.
pub struct Visitor {
    /// What he shares with others.
    pub house: House,
    /// His name, which is his key as well.
    pub name: String,
    /// Where he comes from.
    pub link: Link,
    /// Whether he has finished something: when it is enough he waits for nothing more.
    pub content: bool,
    client: Client,
}

/// An answer, and whether the request was sent more than once without an answer: then it is not
/// known which of them was heeded.
pub struct Told {
    /// The answer.
    pub answer: Answer,
    /// Whether an earlier attempt got no answer.
    pub again: bool,
}

/// Whether a request shows whose it is, in a game.
fn is_players(request: &str) -> bool {
    let path = request.split(' ').nth(1).unwrap_or_default();
    request.contains("\r\nAuthorization: ") || path.ends_with("/play")
}

impl Visitor {
    /// One who has just come.
    pub fn new(house: House, name: String, link: Link) -> Self {
        Self { house, name, link, content: false, client: Client::new(link) }
    }

    /// Asks until there is an answer other than "later"; `None` if there is none in time, or
    /// all players have to leave.
    pub fn ask(&mut self, request: &str) -> Option<Told> {
        self.asked(request, true)
    }

    /// The same for requests whose answer waits for other players: nobody is to blame for how long
    /// it takes.
    pub fn ask_untimed(&mut self, request: &str) -> Option<Told> {
        self.asked(request, false)
    }

    fn asked(&mut self, request: &str, timed: bool) -> Option<Told> {
        let until = Instant::now() + self.house.patience;
        let mut again = false;
        while !self.house.closing.is_over() && Instant::now() < until {
            let begun = Instant::now();
            let pause = if let Ok(answer) = self.client.ask(request) {
                let right = (200..300).contains(&answer.status);
                self.house.ledger.answered(begun.elapsed(), timed && right);
                if !answer.is_later() {
                    return Some(Told { answer, again });
                }
                if self.house.rival.is_some_and(|rival| rival != self.link.from || is_players(request)) {
                    let asked = request.lines().next().unwrap_or_default();
                    self.house.ledger.refused(self.remark(format_args!("{} to {asked}", answer.status)));
                }
                let pause = answer.retry_after.map_or(PAUSE * 2, Duration::from_secs);
                // Not all who were refused come back at the same moment.
                pause.min(LONGEST) + PAUSE * fastrand::u32(0..3) / 2
            } else {
                again = true;
                PAUSE
            };
            if self.content && self.house.enough.is_over() {
                return None;
            }
            self.house.closing.sleep(pause);
        }
        None
    }

    /// Whether he stops playing, given how many games he has finished.
    pub fn is_done(&self, finished: u64) -> bool {
        self.house.closing.is_over() || (finished > 0 && self.house.enough.is_over())
    }

    /// Pauses as a bot does before a move.
    pub fn think(&self) {
        let (least, most) = self.house.thinking;
        std::thread::sleep(Duration::from_millis(fastrand::u64(least..=most)));
    }

    /// A remark with the name before it.
    pub fn remark(&self, text: impl std::fmt::Display) -> String {
        format!("{} from {}: {text}", self.name, self.link.from)
    }
}
