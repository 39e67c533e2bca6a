//! The conversation with a program, from the first line to the last.

use super::clock::{MoveClock, after};
use super::fault::{Kind, ProgramFault, ProgramLimits};
use super::running::{Running, SilenceError};
use boardbots_base::printable::printable;
use boardbots_base::process::CommandLine;
use boardbots_game::spec::Dialect;
use std::time::{Duration, Instant};

/// Most characters of a line of the program in a message.
const MAX_SHOWN: usize = 200;
/// The time for an answer to `ugi` before a program is asked in the words of UCI as well.
const PATIENCE: Duration = Duration::from_millis(200);

/// The answer of a program, or its fault.
type Heard<T = ()> = Result<T, ProgramFault>;

/// The manner of speaking with a program.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// The dialect; `None` if the program's first answer is to say which.
    pub dialect: Option<Dialect>,
    /// The options that it is given, by name and value.
    pub options: Vec<(String, String)>,
    /// The name under which UCI knows the game as a variant of chess, if it does.
    pub variant: Option<&'static str>,
}

/// A program that speaks the protocol of `boardbots engine`.
///
/// After a fault nothing of it runs any more, so that an answer that comes too late never counts for
/// the next question; [`new_game`](Self::new_game) starts it anew. Dropped, it is asked to quit, and
/// killed when the grace is over, with all that it started.
pub struct Program {
    command: CommandLine,
    manner: Manner,
    limits: ProgramLimits,
    running: Option<Running>,
    /// Its name for itself; empty if it has none.
    pub name: String,
    /// The program's complaint about the last position or question, though it answered.
    pub complaint: Option<String>,
    /// The numbers that it has reported since the last question, in lines `info string KEY=NUMBER …`; the last of each
    /// key.
    pub numbers: Vec<(String, f64)>,
    /// Lines so far that were no protocol, or answers to no question, in all its lives.
    pub garbage: u64,
    /// The number of times that it was started.
    pub starts: u64,
    /// True if it has asked for every position with its legal moves: `setoption name SendPosition value true`.
    pub wants_positions: bool,
    /// True if it plays the game as a variant of chess, in the notation of that variant.
    pub plays_variant: bool,
}

/// Keys of reported numbers, and letters of each, at most.
const MOST_NUMBERS: usize = 16;
const MAX_KEY: usize = 24;
/// Options of a program that are looked at.
const MOST_OPTIONS: usize = 1000;
/// The option that names a variant of chess.
const VARIANT: &str = "UCI_Variant";
/// The words behind `setoption` with which a program asks for positions with their legal moves.
const WANTS_POSITIONS: &str = "name SendPosition value true";

/// The time limit of an answer.
#[derive(Clone, Copy)]
struct Wait {
    until: Instant,
    limit: Duration,
    /// The fault of a later answer.
    late: Kind,
}

impl Wait {
    fn new(limit: Duration, late: Kind) -> Self {
        Self { until: after(Instant::now(), limit), limit, late }
    }
}

impl Program {
    /// Starts a program, and speaks with it in this manner whenever it starts.
    ///
    /// # Errors
    ///
    /// Any [`Kind`] but hang and illegal.
    pub fn start(command: CommandLine, manner: Manner, limits: ProgramLimits) -> Heard<Self> {
        let mut program = Self {
            command,
            manner,
            limits,
            running: None,
            name: String::new(),
            complaint: None,
            numbers: Vec::new(),
            garbage: 0,
            starts: 0,
            wants_positions: false,
            plays_variant: false,
        };
        match program.wake() {
            // Some end at a word that they do not know.
            Err(fault) if fault.kind == Kind::Died && program.manner.dialect.is_none() => {
                program.manner.dialect = Some(Dialect::Compact);
                program.wake()?;
            }
            woken => woken?,
        }
        Ok(program)
    }

    /// The dialect that it speaks.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.manner.dialect.unwrap_or(Dialect::Compact)
    }

    /// True if it was ready after the last exchange.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Tells it that another game begins, and waits until it is ready. Starts it anew if it has
    /// been ended.
    ///
    /// # Errors
    ///
    /// Any [`Kind`] but illegal.
    pub fn new_game(&mut self) -> Heard {
        let Some(running) = &mut self.running else { return self.wake() };
        let wait = Wait::new(self.limits.start, Kind::Hang);
        running.listen();
        running.say(&[if self.manner.dialect == Some(Dialect::Ugi) { "uginewgame" } else { "ucinewgame" }]);
        running.say(&["isready"]);
        self.hear("readyok", wait).map(drop)
    }

    /// Sets these options instead of those before, now and whenever it starts.
    ///
    /// # Errors
    ///
    /// Any [`Kind`] but illegal.
    pub fn set(&mut self, options: &[(String, String)]) -> Heard {
        if self.manner.options == options {
            return Ok(());
        }
        self.manner.options = options.to_vec();
        let Some(running) = &mut self.running else { return Ok(()) };
        running.listen();
        self.set_options(Wait::new(self.limits.start, Kind::Hang))
    }

    /// Asks for a move: `position` is what stands behind that word, like `startpos moves 3`, and `legal` and `go`
    /// likewise, perhaps empty. Returns what stands behind `bestmove` (`none` where the game
    /// has ended; perhaps nothing) and how long it took, from the question to the answer.
    ///
    /// # Errors
    ///
    /// Hang, died, garbage or flood. It has been ended then, and answers nothing until the next
    /// [`new_game`](Self::new_game).
    pub fn best_move(
        &mut self,
        position: &str,
        legal: &str,
        go: &str,
        deadline: Duration,
    ) -> Heard<(String, Duration)> {
        let Some(running) = &mut self.running else {
            return Err(ProgramFault::new(Kind::Died, "it was ended and not started anew"));
        };
        running.listen();
        let mut clock = MoveClock::start(self.limits.clock, deadline, &running.family);
        let begun = Instant::now();
        // Whatever comes before the answer to this belongs to another question. It is sent
        // together with the rest, so there is no way back and forth more.
        running.say(&["isready"]);
        running.say(&["position ", position]);
        if !legal.is_empty() {
            running.say(&["legal ", legal]);
        }
        running.say(&["go", if go.is_empty() { "" } else { " " }, go]);
        self.answer("readyok", &mut clock, deadline)?;
        self.complaint = None;
        self.numbers.clear();
        let answer = self.answer("bestmove", &mut clock, deadline)?;
        let took = begun.elapsed();
        let action = answer.split_once(" ponder ").map_or(answer.as_str(), |(action, _)| action.trim_end());
        Ok((action.to_string(), took))
    }

    /// Waits for a line that begins with this word for as long as the clock of a choice allows.
    fn answer(&mut self, wanted: &str, clock: &mut MoveClock, deadline: Duration) -> Heard<String> {
        loop {
            let heard = self.listen(&[wanted], clock.look(), |_, _| {})?;
            let Some(running) = &self.running else { return Err(self.died(wanted)) };
            match heard {
                Some((_, rest)) if !clock.is_over(&running.family) => return Ok(rest),
                None if clock.goes_on(&running.family) => {}
                _ => {
                    let told = clock.told(&running.family);
                    return Err(self.fault(Kind::Hang, format!("no {wanted} within {deadline:?} ({told})")));
                }
            }
        }
    }

    /// Ends it, for a fault that was found elsewhere, or since it is not needed for a while:
    /// `quit`, the grace, and the end of all that is left.
    pub fn end(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.quit(after(Instant::now(), self.limits.grace));
        }
    }

    /// Starts it, says hello and sets its options.
    fn wake(&mut self) -> Heard {
        let wait = Wait::new(self.limits.start, Kind::SlowStart);
        let running = Running::start(&self.command, &self.limits)?;
        self.starts += 1;
        let (mut declared, mut name) = (Vec::new(), String::new());
        let (dialect, garbage) = (self.manner.dialect, self.garbage);
        let mut heed = |word: &str, rest: &str| match word {
            "id" => name.extend(rest.strip_prefix("name ").filter(|_| name.is_empty())),
            "option" if declared.len() < MOST_OPTIONS => declared.push(rest.to_string()),
            _ => {}
        };
        let (hello, wanted): (&str, &[&str]) = match dialect {
            Some(Dialect::Ugi) => ("ugi", &["ugiok"]),
            Some(_) => ("uci", &["uciok"]),
            None => ("ugi", &["uciok", "ugiok"]),
        };
        self.running.insert(running).say(&[hello]);
        let until = if dialect.is_none() { wait.until.min(Instant::now() + PATIENCE) } else { wait.until };
        let mut heard = self.listen(wanted, until, &mut heed)?;
        if let (None, None, Some(running)) = (dialect, &heard, &mut self.running) {
            running.say(&["uci"]);
            heard = self.listen(wanted, wait.until, &mut heed)?;
        }
        let (word, _) = heard.ok_or_else(|| self.late(&wanted.join(" or "), wait))?;
        self.name = printable(name.trim(), MAX_SHOWN);
        let is_chess = declared.iter().any(|option| declared_name(option).is_some_and(|name| name.starts_with("UCI_")));
        self.manner.dialect = dialect.or(Some(match word {
            "ugiok" => Dialect::Ugi,
            _ if is_chess => Dialect::Uci,
            _ => Dialect::Compact,
        }));
        let is_variant = |option: &&String| declared_name(option).is_some_and(|it| it.eq_ignore_ascii_case(VARIANT));
        let mut variants = declared.iter().filter(is_variant).flat_map(|option| option.split(" var "));
        let knows = |variant: &str| variants.any(|name| name.trim() == variant);
        self.plays_variant = self.dialect() == Dialect::Uci && self.manner.variant.is_some_and(knows);
        if word == "uciok" {
            // Complaints about `ugi`.
            self.garbage = garbage;
        }
        self.set_options(wait)
    }

    fn set_options(&mut self, wait: Wait) -> Heard {
        let Some(running) = &mut self.running else { return Ok(()) };
        let variant = self.manner.variant.filter(|_| self.plays_variant).map(|variant| (VARIANT, variant));
        let options = self.manner.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in variant.into_iter().chain(options) {
            let text = [name, " value ", value];
            running.say(&[&["setoption name "], &text[..if value.is_empty() { 1 } else { 3 }]].concat());
        }
        running.say(&["isready"]);
        self.complaint = None;
        self.hear("readyok", wait)?;
        match self.complaint.take() {
            None => Ok(()),
            Some(complaint) => Err(self.fault(Kind::Refusal, format!("it refuses an option: {complaint}"))),
        }
    }

    /// Waits for a line that begins with this word, and returns the rest of it.
    fn hear(&mut self, wanted: &str, wait: Wait) -> Heard<String> {
        let heard = self.listen(&[wanted], wait.until, |_, _| {})?;
        heard.map(|(_, rest)| rest).ok_or_else(|| self.late(wanted, wait))
    }

    /// Waits for a line that begins with one of these words, and returns that word and the rest of the line; `None`
    /// if it has not come until then. `other` gets the first word and the rest of all other lines of the protocol.
    fn listen<'a>(
        &mut self,
        wanted: &[&'a str],
        until: Instant,
        mut other: impl FnMut(&str, &str),
    ) -> Heard<Option<(&'a str, String)>> {
        let mut garbage = 0;
        loop {
            let Some(running) = &mut self.running else { return Err(self.died(&wanted.join(" or "))) };
            let line = match running.next_line(until) {
                Ok(line) => line.map(str::trim),
                Err(SilenceError::Late) => return Ok(None),
                Err(SilenceError::Over) => return Err(self.died(&wanted.join(" or "))),
                Err(SilenceError::Flood) => {
                    let (most, wanted) = (self.limits.flood, wanted.join(" or "));
                    return Err(self.fault(Kind::Flood, format!("more than {most} bytes before {wanted}")));
                }
            };
            let (word, rest) = line.map_or(("", ""), |line| {
                line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
            });
            if let Some(found) = wanted.iter().find(|wanted| **wanted == word) {
                return Ok(Some((found, rest.to_string())));
            }
            match word {
                "" if line.is_some() => {}
                "info" => {
                    if let Some(error) = rest.strip_prefix("string error:") {
                        self.complaint = Some(printable(error.trim(), MAX_SHOWN));
                    } else if let Some(text) = rest.strip_prefix("string ") {
                        note(&mut self.numbers, text);
                    }
                }
                "setoption" if rest.eq_ignore_ascii_case(WANTS_POSITIONS) => self.wants_positions = true,
                "id" | "option" | "ugiok" | "uciok" | "copyprotection" | "registration" => other(word, rest),
                _ => {
                    self.garbage += 1;
                    garbage += 1;
                    if garbage > self.limits.garbage {
                        let last = line.map_or_else(|| "no text".to_string(), |line| printable(line, MAX_SHOWN));
                        let (most, wanted) = (self.limits.garbage, wanted.join(" or "));
                        let detail = format!("more than {most} lines that are no protocol before {wanted}: {last}");
                        return Err(self.fault(Kind::Garbage, detail));
                    }
                }
            }
        }
    }

    fn late(&mut self, wanted: &str, wait: Wait) -> ProgramFault {
        self.fault(wait.late, format!("no {wanted} within {:?}", wait.limit))
    }

    fn died(&mut self, wanted: &str) -> ProgramFault {
        let Some(running) = &mut self.running else {
            return ProgramFault::new(Kind::Died, "it was ended and not started anew");
        };
        let how = running.ending(&self.limits);
        self.fault(Kind::Died, format!("{how} before {wanted}"))
    }

    /// Ends it at once.
    fn fault(&mut self, kind: Kind, mut detail: String) -> ProgramFault {
        if let Some(complaint) = self.complaint.take() {
            detail.push_str("; it complained: ");
            detail.push_str(&complaint);
        }
        let stderr = self.running.take().map_or_else(String::new, Running::end);
        ProgramFault { kind, detail, stderr }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

/// Notes the numbers in `KEY=NUMBER …`; what is not of that form is a remark.
fn note(numbers: &mut Vec<(String, f64)>, text: &str) {
    for (key, number) in text.split_whitespace().filter_map(|word| word.split_once('=')) {
        if let Ok(number) = number.parse() {
            note_number(numbers, key, number);
        }
    }
}

/// Notes a number that a program reports, in place of the last one under the same key: 16 finite numbers at most, with
/// keys of 1 to 24 letters, digits, `_` and `-`. Others are left out.
pub fn note_number(numbers: &mut Vec<(String, f64)>, key: &str, number: f64) {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    if !(1..=MAX_KEY).contains(&key.len()) || !key.bytes().all(is_letter) || !number.is_finite() {
        return;
    }
    match numbers.iter().position(|(known, _)| known == key) {
        Some(at) => numbers[at].1 = number,
        None if numbers.len() < MOST_NUMBERS => numbers.push((key.to_string(), number)),
        None => {}
    }
}

/// The name in `name NAME type …`; it may have blanks.
fn declared_name(text: &str) -> Option<&str> {
    let text = text.strip_prefix("name ")?;
    Some(text.split_once(" type ").map_or(text, |(name, _)| name).trim())
}
