//! Commands of the engine protocol, parsed from lines, and time for a move in a game that is played by clocks.

use boardbots_base::invalid::InputError;
use boardbots_game::state::Seat;
use boardbots_search::position::MAX_DEPTH;
use std::time::Duration;

/// The shortest time for a move.
const SHORTEST: Duration = Duration::from_millis(1);

/// All commands, for the answer to an unknown one.
const COMMANDS: &str =
    "ugi, uci, isready, uginewgame, ucinewgame, setoption, position, query, go, stop, ponderhit, d, quit";

/// A well-formed command, of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// An empty line.
    Empty,
    /// `ugi` or `uci`: asks for name and options; with the answer's last line.
    Hello(&'static str),
    /// Say so when all before is done.
    IsReady,
    /// Another game begins.
    NewGame,
    /// Sets an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value, perhaps empty.
        value: String,
    },
    /// The position to think about, as the game writes positions.
    Position(String),
    /// Asks about the position.
    Query(Query),
    /// Think.
    Go(Go),
    /// Stop thinking and say the move.
    Stop,
    /// The move that was pondered on was made: its limits begin.
    PonderHit,
    /// Show the position.
    Show,
    /// Good bye.
    Quit,
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Who has won?
    Result,
    /// Is it the turn of the player who moves first?
    FirstTurn,
    /// Is it the turn of the other one?
    SecondTurn,
}

boardbots_base::words! { Query::word: GameOver "gameover", Result "result", FirstTurn "p1turn", SecondTurn "p2turn" }

/// The limits of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Plies, from 1 to [`MAX_DEPTH`].
    pub depth: Option<u8>,
    /// Time after which the best move so far is said.
    pub time: Option<Duration>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// The clocks of both players, if the game is played by clocks.
    pub clocks: Option<Clocks>,
    /// True for a search until `stop`.
    pub infinite: bool,
    /// True for a search during the other player's turn: the limits begin with `ponderhit`.
    pub ponder: bool,
    /// The words that were skipped.
    pub skipped: Vec<String>,
}

/// The first word and the rest, both without white space around.
fn cut(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

impl Command {
    /// Parses a line.
    ///
    /// # Errors
    ///
    /// Fails for a malformed line; the message says what would be right.
    pub fn parse(line: &str) -> Result<Self, InputError> {
        let (word, rest) = cut(line);
        let command = match word {
            "" => Self::Empty,
            "ugi" => Self::Hello("ugiok"),
            "uci" => Self::Hello("uciok"),
            "isready" => Self::IsReady,
            "uginewgame" | "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "d" => Self::Show,
            "quit" => Self::Quit,
            "setoption" => return set_option(rest),
            "position" => return Ok(Self::Position(rest.to_string())),
            "query" => {
                let unknown = || InputError::unknown("query", rest, Query::ALL.map(Query::word));
                return Query::named(rest).map(Self::Query).ok_or_else(unknown);
            }
            "go" => return Ok(Self::Go(go(rest))),
            // Words of UCI that have nothing to do here.
            "debug" | "register" => return Ok(Self::Empty),
            _ => return Err(format!("no command \"{word}\"; there are {COMMANDS}").into()),
        };
        if rest.is_empty() { Ok(command) } else { Err(format!("{word} stands alone, without \"{rest}\"").into()) }
    }
}

fn set_option(text: &str) -> Result<Command, InputError> {
    let (head, text) = cut(text);
    let (name, text) = cut(text);
    let (middle, value) = cut(text);
    if head != "name" || name.is_empty() || !matches!(middle, "value" | "") {
        return Err("write setoption name NAME value VALUE".into());
    }
    Ok(Command::SetOption { name: name.to_string(), value: value.to_string() })
}

/// The search of the words behind `go`. Other words are skipped, for every `go` is answered. The last of
/// repeated words counts, and numbers out of range become the nearest valid one.
fn go(text: &str) -> Go {
    let mut go = Go::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut clocks = go.clocks.unwrap_or_default();
        match (word, clocks.field(word)) {
            ("infinite", _) => go.infinite = true,
            ("ponder", _) => go.ponder = true,
            ("depth" | "movetime" | "nodes" | "mate", _) | (_, Some(_)) => {
                let Some(number) = words.next_if(|word| is_number(word)) else {
                    go.skipped.push(format!("{word} without a number"));
                    continue;
                };
                // Clocks that have run out are sent as less than nothing.
                let beyond = if number.starts_with('-') { 0 } else { u64::MAX };
                let number = number.parse::<u64>().unwrap_or(beyond);
                match (word, clocks.field(word)) {
                    ("depth", _) => go.depth = u8::try_from(number.clamp(1, MAX_DEPTH.into())).ok(),
                    // A win in so many moves of its own ends with the last of them.
                    ("mate", _) => {
                        let plies = number.saturating_mul(2).saturating_sub(1);
                        go.depth = u8::try_from(plies.clamp(1, MAX_DEPTH.into())).ok();
                    }
                    ("nodes", _) => go.nodes = Some(number.max(1)),
                    (_, Some(field)) => {
                        *field = Some(number);
                        go.clocks = Some(clocks);
                    }
                    (_, None) => go.time = Some(Duration::from_millis(number).clamp(SHORTEST, LONGEST)),
                }
            }
            _ => go.skipped.push(word.to_string()),
        }
    }
    // What has another limit ends by it.
    go.infinite &= go.depth.is_none() && go.time.is_none() && go.nodes.is_none() && go.clocks.is_none();
    go
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Moves that share the time if `movestogo` is not given.
const MOVES: u64 = 30;
/// Time lost between search and clock: the line must be read, and a search checks the time only now and then.
const RESERVE: Duration = Duration::from_millis(50);
/// The same for a time that one move alone has, at most: a twentieth of it.
const MARGIN: Duration = Duration::from_millis(5);

/// The time to think of a move that has so much time until its answer is read.
#[must_use]
pub fn thought(time: Duration) -> Duration {
    time.saturating_sub(MARGIN.min(time / 20))
}

/// The longest time for a move.
pub const LONGEST: Duration = Duration::from_hours(24);

/// The clocks of `go`, in milliseconds. White, as UCI calls it, moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Time that each side has left.
    pub left: [Option<u64>; 2],
    /// Time that each side gains with every move.
    pub bonus: [Option<u64>; 2],
    /// Moves of a side until it gets more time.
    pub moves: Option<u64>,
}

impl Clocks {
    /// The field that a word of `go` sets; `None` for words that are not about clocks.
    pub fn field(&mut self, word: &str) -> Option<&mut Option<u64>> {
        let Self { left: [white, black], bonus: [white_bonus, black_bonus], moves } = self;
        match word {
            "p1time" | "wtime" => Some(white),
            "p2time" | "btime" => Some(black),
            "p1inc" | "winc" => Some(white_bonus),
            "p2inc" | "binc" => Some(black_bonus),
            "movestogo" => Some(moves),
            _ => None,
        }
    }

    /// The time for a move of this seat; `None` if `go` does not give its clock.
    ///
    /// An equal part of the time left, and most of the bonus; never so much that the clock could run out, and at
    /// least a millisecond.
    #[must_use]
    pub fn budget(&self, seat: Seat) -> Option<Duration> {
        let left = Duration::from_millis((*self.left.get(seat)?)?);
        let bonus = Duration::from_millis(self.bonus[seat].unwrap_or(0));
        let moves = u32::try_from(self.moves.unwrap_or(MOVES).max(1)).unwrap_or(u32::MAX);
        let most = left.saturating_sub(RESERVE.min(left / 2));
        let share = (left / moves).saturating_add(bonus / 4 * 3);
        Some(share.min(most).clamp(Duration::from_millis(1), LONGEST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let go = |depth, skipped: &[&str]| {
            let skipped = skipped.iter().map(ToString::to_string).collect();
            Command::Go(Go { depth: Some(depth), skipped, ..Go::default() })
        };
        let option = |name: &str, value: &str| Command::SetOption { name: name.to_string(), value: value.to_string() };
        for (line, expected) in [
            ("  ", Command::Empty),
            (" isready\t", Command::IsReady),
            ("position  startpos moves 3 4 ", Command::Position("startpos moves 3 4".to_string())),
            ("setoption name Map value a b.map", option("Map", "a b.map")),
            ("setoption name Map value", option("Map", "")),
            ("setoption name Map", option("Map", "")),
            ("go", Command::Go(Go::default())),
            (
                "go movetime 5 depth 3",
                Command::Go(Go { depth: Some(3), time: Some(Duration::from_millis(5)), ..Go::default() }),
            ),
            (
                "go wtime 60000 btime -20 winc 100 binc 0 movestogo 7 depth 9",
                Command::Go(Go {
                    depth: Some(9),
                    clocks: Some(Clocks { left: [Some(60_000), Some(0)], bonus: [Some(100), Some(0)], moves: Some(7) }),
                    ..Go::default()
                }),
            ),
            ("go infinite", Command::Go(Go { infinite: true, ..Go::default() })),
            ("go infinite depth 3", go(3, &[])),
            ("go depth 0", go(1, &[])),
            ("go depth 99999999999999999999", go(64, &[])),
            ("go depth 3 depth -4", go(1, &[])),
            ("go depth 2 searchmoves 3 4", go(2, &["searchmoves", "3", "4"])),
            ("go infinite nodes 1000", Command::Go(Go { nodes: Some(1000), ..Go::default() })),
            ("go nodes -7", Command::Go(Go { nodes: Some(1), ..Go::default() })),
            ("go mate 3", go(5, &[])),
            ("go mate 0", go(1, &[])),
            (
                "go p1time 60000 p2time 9 p1inc 100 p2inc 7",
                Command::Go(Go {
                    clocks: Some(Clocks { left: [Some(60_000), Some(9)], bonus: [Some(100), Some(7)], moves: None }),
                    ..Go::default()
                }),
            ),
            ("ugi", Command::Hello("ugiok")),
            ("uci", Command::Hello("uciok")),
            ("uginewgame", Command::NewGame),
            ("query p2turn", Command::Query(Query::SecondTurn)),
            ("debug on", Command::Empty),
            ("go depth movetime depth 9", go(9, &["depth without a number", "movetime without a number"])),
            ("go depth 9 wtime", go(9, &["wtime without a number"])),
            ("go depth 9 wtime soon", go(9, &["wtime without a number", "soon"])),
            ("go movetime -5", Command::Go(Go { time: Some(SHORTEST), ..Go::default() })),
            ("go movetime 99999999999999999999", Command::Go(Go { time: Some(LONGEST), ..Go::default() })),
            ("go ponder", Command::Go(Go { ponder: true, ..Go::default() })),
            ("ponderhit", Command::PonderHit),
        ] {
            assert_eq!(Command::parse(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, part) in [
            ("castle", "no command \"castle\"; there are ugi"),
            ("UCI", "no command"),
            ("query", "no query \"\"; there are gameover, result, p1turn, p2turn"),
            ("isready now", "without \"now\""),
            ("setoption Depth 3", "setoption name"),
            ("setoption name Depth 3", "setoption name"),
            ("setoption", "setoption name"),
        ] {
            let error = Command::parse(line).expect_err(line);
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    fn budget(line: &str, seat: Seat) -> Option<u128> {
        let mut clocks = Clocks::default();
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.chunks(2) {
            *clocks.field(pair[0]).expect("a clock") = pair[1].parse().ok();
        }
        clocks.budget(seat).map(|time| time.as_millis())
    }

    #[test]
    fn shares_of_what_is_left() {
        for (line, green, blue) in [
            ("wtime 60000 btime 30000", Some(2000), Some(1000)),
            ("wtime 60000 btime 30000 winc 1000 binc 4000", Some(2750), Some(4000)),
            ("wtime 60000 btime 30000 movestogo 2", Some(30_000), Some(15_000)),
            // Not all of it for the last move, however much it is.
            ("wtime 60000 btime 60 movestogo 1", Some(59_950), Some(30)),
            ("wtime 60000 btime 60 movestogo 0", Some(59_950), Some(30)),
            ("wtime 100 btime 1 winc 60000 binc 60000", Some(50), Some(1)),
            ("wtime 0 btime 0", Some(1), Some(1)),
            ("btime 30000", None, Some(1000)),
            ("winc 500 movestogo 3", None, None),
        ] {
            assert_eq!((budget(line, 0), budget(line, 1)), (green, blue), "{line}");
        }
        let all = u64::MAX.to_string();
        let vast = format!("wtime {all} winc {all} movestogo {all}");
        assert_eq!(budget(&vast, 0), Some(LONGEST.as_millis()));
        assert_eq!(
            [1, 100, 60_000].map(|ms| thought(Duration::from_millis(ms)).as_micros()),
            [950, 95_000, 59_995_000]
        );
    }
}
