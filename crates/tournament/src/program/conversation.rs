//! The conversation with a program, from the first line to the last.

use super::fault::{Kind, ProgramFault, ProgramLimits};
use super::running::{Running, SilenceError};
use boardbots_base::printable::printable;
use boardbots_base::process::CommandLine;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// Most characters of a line of the program in a message.
const MAX_SHOWN: usize = 200;
/// The time for a program that has closed its stdout to end, so that its exit status is known.
const PARTING: Duration = Duration::from_secs(1);
/// A deadline for those that have none.
const YEAR: Duration = Duration::from_hours(366 * 24);

/// The answer of a program, or its fault.
type Heard<T = ()> = Result<T, ProgramFault>;

/// A program that speaks the protocol of `boardbots engine`.
///
/// After a fault nothing of it runs any more, so that an answer that comes too late never counts for
/// the next question; [`new_game`](Self::new_game) starts it anew. Dropped, it is asked to quit, and
/// killed when the grace is over, with all that it started.
pub struct Program {
    command: CommandLine,
    options: Vec<(String, String)>,
    limits: ProgramLimits,
    running: Option<Running>,
    /// Its name for itself; empty if it has none.
    pub name: String,
    /// The options it was given and did not declare: it may ignore them.
    pub undeclared: Vec<String>,
    /// The program's complaint about the last position or question, though it answered.
    pub complaint: Option<String>,
    /// Lines so far that were no protocol, or answers to no question, in all its lives.
    pub garbage: u64,
    /// The number of times that it was started.
    pub starts: u64,
}

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
        let now = Instant::now();
        Self { until: now.checked_add(limit).unwrap_or(now + YEAR), limit, late }
    }
}

impl Program {
    /// Starts a program and sets these options, by name and value, whenever it starts.
    ///
    /// # Errors
    ///
    /// Any [`Kind`] but hang and illegal.
    pub fn start(command: CommandLine, options: Vec<(String, String)>, limits: ProgramLimits) -> Heard<Self> {
        let mut program = Self {
            command,
            options,
            limits,
            running: None,
            name: String::new(),
            undeclared: Vec::new(),
            complaint: None,
            garbage: 0,
            starts: 0,
        };
        program.wake()?;
        Ok(program)
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
        running.say(&["ucinewgame"]);
        running.say(&["isready"]);
        self.hear("readyok", wait).map(drop)
    }

    /// Sets these options instead of those before, now and whenever it starts.
    ///
    /// # Errors
    ///
    /// Any [`Kind`] but illegal.
    pub fn set(&mut self, options: &[(String, String)]) -> Heard {
        if self.options == options {
            return Ok(());
        }
        self.options = options.to_vec();
        let Some(running) = &mut self.running else { return Ok(()) };
        running.listen();
        self.set_options(Wait::new(self.limits.start, Kind::Hang))
    }

    /// Asks for a move: `position` is what stands behind that word, like `startpos moves 3`, and
    /// `go` likewise, perhaps empty. Returns what stands behind `bestmove` (`none` where the game
    /// has ended; perhaps nothing) and how long it took, from the question to the answer.
    ///
    /// # Errors
    ///
    /// Hang, died, garbage or flood. It has been ended then, and answers nothing until the next
    /// [`new_game`](Self::new_game).
    pub fn best_move(&mut self, position: &str, go: &str, deadline: Duration) -> Heard<(String, Duration)> {
        let begun = Instant::now();
        let wait = Wait::new(deadline, Kind::Hang);
        let Some(running) = &mut self.running else {
            return Err(ProgramFault::new(Kind::Died, "it was ended and not started anew"));
        };
        running.listen();
        // Whatever comes before the answer to this belongs to another question. It is sent
        // together with the rest, so there is no way back and forth more.
        running.say(&["isready"]);
        running.say(&["position ", position]);
        running.say(&["go ", go]);
        self.hear("readyok", wait)?;
        self.complaint = None;
        let answer = self.hear("bestmove", wait)?;
        let took = begun.elapsed();
        if took > deadline {
            return Err(self.late("bestmove", wait));
        }
        let action = answer.split_once(" ponder ").map_or(answer.as_str(), |(action, _)| action.trim_end());
        Ok((action.to_string(), took))
    }

    /// Ends it, for a fault that was found elsewhere, or since it is not needed for a while:
    /// `quit`, the grace, and the end of all that is left.
    pub fn end(&mut self) {
        if let Some(mut running) = self.running.take() {
            let now = Instant::now();
            running.quit(now.checked_add(self.limits.grace).unwrap_or(now + YEAR));
        }
    }

    /// Starts it, says hello and sets its options.
    fn wake(&mut self) -> Heard {
        let wait = Wait::new(self.limits.start, Kind::SlowStart);
        let running = Running::start(&self.command, &self.limits)?;
        self.starts += 1;
        let running = self.running.insert(running);
        running.say(&["uci"]);
        let mut declared = Vec::new();
        let mut name = String::new();
        self.hear_all("uciok", wait, |word, rest| match word {
            "id" => name.extend(rest.strip_prefix("name ").filter(|_| name.is_empty())),
            "option" => declared.extend(declared_name(rest).map(str::to_string)),
            _ => {}
        })?;
        self.name = printable(name.trim(), MAX_SHOWN);
        let known = |name: &str| declared.iter().any(|option| option.eq_ignore_ascii_case(name));
        self.undeclared = self.options.iter().map(|(name, _)| name).filter(|name| !known(name)).cloned().collect();
        self.set_options(wait)
    }

    fn set_options(&mut self, wait: Wait) -> Heard {
        let Some(running) = &mut self.running else { return Ok(()) };
        for (name, value) in &self.options {
            let text = [name.as_str(), " value ", value];
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

    fn hear(&mut self, wanted: &str, wait: Wait) -> Heard<String> {
        self.hear_all(wanted, wait, |_, _| {})
    }

    /// Waits for a line that begins with this word, and returns the rest of it. `other` gets the
    /// first word and the rest of all other lines of the protocol.
    fn hear_all(&mut self, wanted: &str, wait: Wait, mut other: impl FnMut(&str, &str)) -> Heard<String> {
        let Some(running) = &mut self.running else {
            return Err(ProgramFault::new(Kind::Died, "it was ended and not started anew"));
        };
        let mut garbage = 0;
        let silence = loop {
            let line = match running.next_line(wait.until) {
                Ok(line) => line.map(str::trim),
                Err(silence) => break silence,
            };
            let (word, rest) = line.map_or(("", ""), |line| {
                line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
            });
            match word {
                "" if line.is_some() => {}
                word if word == wanted => return Ok(rest.to_string()),
                "info" => {
                    if let Some(error) = rest.strip_prefix("string error:") {
                        self.complaint = Some(printable(error.trim(), MAX_SHOWN));
                    }
                }
                "id" | "option" | "copyprotection" | "registration" => other(word, rest),
                _ => {
                    self.garbage += 1;
                    garbage += 1;
                    if garbage > self.limits.garbage {
                        let last = line.map_or_else(|| "no text".to_string(), |line| printable(line, MAX_SHOWN));
                        let most = self.limits.garbage;
                        let detail = format!("more than {most} lines that are no protocol before {wanted}: {last}");
                        return Err(self.fault(Kind::Garbage, detail));
                    }
                }
            }
        };
        Err(match silence {
            SilenceError::Late => self.late(wanted, wait),
            SilenceError::Over => self.died(wanted),
            SilenceError::Flood => {
                let most = self.limits.flood;
                self.fault(Kind::Flood, format!("more than {most} bytes before {wanted}"))
            }
        })
    }

    fn late(&mut self, wanted: &str, wait: Wait) -> ProgramFault {
        self.fault(wait.late, format!("no {wanted} within {:?}", wait.limit))
    }

    fn died(&mut self, wanted: &str) -> ProgramFault {
        let Some(running) = &mut self.running else { return ProgramFault::new(Kind::Died, "it was ended") };
        let ended = running.family.ends(Instant::now() + PARTING);
        let status = running.family.end().filter(|_| ended);
        let how = status.map_or_else(|| "its stdout was closed".to_string(), |status| how(status, &self.limits));
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

/// The name in `name NAME type …`; it may have blanks.
fn declared_name(text: &str) -> Option<&str> {
    let text = text.strip_prefix("name ")?;
    Some(text.split_once(" type ").map_or(text, |(name, _)| name).trim())
}

/// The way a program ended under these limits, in words.
pub(super) fn how(status: ExitStatus, limits: &ProgramLimits) -> String {
    let how = match (status.code(), status.signal()) {
        (Some(code), _) => format!("it ended with exit code {code}"),
        (None, Some(signal)) => format!("signal {signal} ended it"),
        (None, None) => "it ended".to_string(),
    };
    match limits.memory {
        Some(bytes) => format!("{how} (its memory is limited to {} MiB)", bytes >> 20),
        None => how,
    }
}
