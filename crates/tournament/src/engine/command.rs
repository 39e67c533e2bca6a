//! What a line asks for.

use super::clock::Clocks;
use boardbots_base::invalid::Invalid;
use boardbots_search::game::MAX_DEPTH;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Milliseconds that a search may be given: up to a day.
const MOVE_TIMES: RangeInclusive<u32> = 1..=86_400_000;

/// All commands, for the answer to an unknown one.
const COMMANDS: &str = "uci, isready, ucinewgame, setoption, position, go, stop, d, quit";

/// All that may follow `go`, for the answer to anything else.
const GO_KNOWS: &str = "go knows depth N, movetime MS, wtime MS, btime MS, winc MS, binc MS, movestogo N and infinite";

/// A line that makes sense, whatever the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing stands there.
    Empty,
    /// Who are you, and what can be set?
    Hello,
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
    /// Think.
    Go(Go),
    /// Stop thinking and say the move.
    Stop,
    /// Show the position.
    Show,
    /// Good bye.
    Quit,
}

/// How long to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Plies, 1 to [`MAX_DEPTH`].
    pub depth: Option<u8>,
    /// Time after which the best move so far is said.
    pub time: Option<Duration>,
    /// What the clocks of both players show, if the game is played by clocks.
    pub clocks: Option<Clocks>,
    /// Until told to stop.
    pub infinite: bool,
}

/// The first word and the rest, both without white space around.
fn cut(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

impl Command {
    /// What a line asks for.
    ///
    /// # Errors
    ///
    /// A line that says what is wrong and what would be right.
    pub fn parse(line: &str) -> Result<Self, Invalid> {
        let (word, rest) = cut(line);
        let command = match word {
            "" => Self::Empty,
            "uci" => Self::Hello,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "d" => Self::Show,
            "quit" => Self::Quit,
            "setoption" => return set_option(rest),
            "position" => return Ok(Self::Position(rest.to_string())),
            "go" => return go(rest).map(Self::Go),
            _ => return Err(format!("no command \"{word}\"; there are {COMMANDS}").into()),
        };
        if rest.is_empty() { Ok(command) } else { Err(format!("{word} stands alone, without \"{rest}\"").into()) }
    }
}

fn set_option(text: &str) -> Result<Command, Invalid> {
    let usage = || "write setoption name NAME value VALUE".to_string();
    let (head, text) = cut(text);
    let (name, text) = cut(text);
    let (middle, value) = cut(text);
    if head != "name" || name.is_empty() || !matches!(middle, "value" | "") {
        return Err(usage().into());
    }
    Ok(Command::SetOption { name: name.to_string(), value: value.to_string() })
}

fn number(name: &str, word: Option<&str>, range: RangeInclusive<u32>) -> Result<u32, Invalid> {
    let number = word.and_then(|word| word.parse::<u32>().ok()).filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let found = word.map_or_else(String::new, |word| format!(", not \"{word}\""));
        format!("{name} is a number from {} to {}{found}", range.start(), range.end()).into()
    })
}

fn go(text: &str) -> Result<Go, Invalid> {
    let mut go = Go::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let twice = match word {
            "depth" => {
                let depth = number("depth", words.next(), 1..=MAX_DEPTH.into())?;
                go.depth.replace(u8::try_from(depth).unwrap_or(MAX_DEPTH)).is_some()
            }
            "movetime" => {
                let time = number("movetime (milliseconds)", words.next(), MOVE_TIMES)?;
                go.time.replace(Duration::from_millis(time.into())).is_some()
            }
            "infinite" => std::mem::replace(&mut go.infinite, true),
            _ => match go.clocks.get_or_insert_default().field(word) {
                Some(field) => {
                    // Clocks that have run out are sent as less than nothing.
                    let text = words.next();
                    let value = text.and_then(|text| text.parse::<i64>().ok());
                    let value = value.ok_or_else(|| format!("{word} is a number, not {:?}", text.unwrap_or("")))?;
                    field.replace(u64::try_from(value).unwrap_or(0)).is_some()
                }
                None => return Err(format!("{GO_KNOWS}, not \"{word}\"").into()),
            },
        };
        if twice {
            return Err(format!("{word} is given twice").into());
        }
    }
    if go.infinite && (go.depth.is_some() || go.time.is_some() || go.clocks.is_some()) {
        return Err("go infinite has no other limit".into());
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
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
        ] {
            assert_eq!(Command::parse(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, part) in [
            ("castle", "no command \"castle\"; there are uci"),
            ("UCI", "no command"),
            ("isready now", "without \"now\""),
            ("setoption Depth 3", "setoption name"),
            ("setoption name Depth 3", "setoption name"),
            ("setoption", "setoption name"),
            ("go depth", "from 1 to 64"),
            ("go depth 0", "from 1 to 64, not \"0\""),
            ("go depth 65", "from 1 to 64"),
            ("go depth 99999999999999999999", "from 1 to 64"),
            ("go depth 3 depth 4", "depth is given twice"),
            ("go movetime -5", "from 1 to 86400000"),
            ("go infinite depth 3", "no other limit"),
            ("go infinite wtime 1000", "no other limit"),
            ("go wtime", "wtime is a number, not \"\""),
            ("go btime soon", "btime is a number, not \"soon\""),
            ("go winc 99999999999999999999", "winc is a number"),
            ("go wtime 1 btime 2 wtime 3", "wtime is given twice"),
            ("go nodes 1000", "not \"nodes\""),
        ] {
            let error = Command::parse(line).expect_err(line);
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
