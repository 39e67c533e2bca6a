//! The processes of a program and their pipes, whose output is cut into lines as it comes, in bounded memory. Nothing
//! here waits longer than it is told to.

use super::fault::{Kind, ProgramFault, ProgramLimits, how};
use arrayvec::ArrayVec;
use boardbots_base::lines::MAX_BYTES;
use boardbots_base::printable::printable;
use boardbots_base::process::family::Family;
use boardbots_base::process::{CommandLine, guard};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use std::io::{self, ErrorKind, Read, Write};
use std::ops::Range;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The interval between checks for the end of the program while a child of it holds its pipes.
const LOOK: Duration = Duration::from_millis(20);
/// The time for a program that has closed its stdout to end, so that its exit status is known.
const PARTING: Duration = Duration::from_secs(1);

/// The reason why no line comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SilenceError {
    /// The time is over.
    Late,
    /// It has ended, or closed its stdout.
    Over,
    /// It has printed too much since it was last asked something.
    Flood,
}

/// A program that was started. With this, all of it ends.
pub struct Running {
    /// Its processes.
    pub family: Family,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    outgoing: Vec<u8>,
    /// Nothing will be said to it any more.
    hung_up: bool,
    output: Output,
    tail: Tail,
    /// Bytes since it was last asked something.
    printed: u64,
    /// The most of them.
    flood: u64,
    /// The time of the last check for its end.
    looked: Instant,
    state: State,
}

/// The state of its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It runs.
    Speaks,
    /// It has ended; what it said before may stand in its pipe.
    Ended,
    /// It has closed its stdout, or ended and all that it said before has been read.
    Silent,
}

impl Running {
    /// Starts it in a process group of its own.
    ///
    /// # Errors
    /// [`Kind::Start`]: why the system cannot, and what helps.
    pub fn start(command: &CommandLine, limits: &ProgramLimits) -> Result<Self, ProgramFault> {
        let failed = |error: io::Error| {
            ProgramFault::new(Kind::Start, format!("{command}: {error}{}", command.remedy(&error).unwrap_or_default()))
        };
        Self::spawn(command, limits).map_err(failed)
    }

    fn spawn(command: &CommandLine, limits: &ProgramLimits) -> io::Result<Self> {
        let mut call = Command::new(&command.executable);
        let mut family = guard::start(call.args(&command.arguments), Stdio::piped, limits.memory)?;
        let missing = || io::Error::other("it has no pipes");
        let stdout = family.child.stdout.take().ok_or_else(missing)?;
        let running = Self {
            stdin: family.child.stdin.take(),
            stdout,
            stderr: family.child.stderr.take(),
            family,
            outgoing: Vec::new(),
            hung_up: false,
            output: Output::new(),
            tail: Tail::default(),
            printed: 0,
            flood: limits.flood,
            looked: Instant::now(),
            state: State::Speaks,
        };
        ioctl_fionbio(&running.stdout, true)?;
        running.stdin.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        running.stderr.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        Ok(running)
    }

    /// Counts its output from now on.
    pub const fn listen(&mut self) {
        self.printed = 0;
    }

    /// Says a line, made of these parts, as soon as it reads: while the next line is waited for.
    /// Ends of lines within are blanks.
    pub fn say(&mut self, parts: &[&str]) {
        if self.stdin.is_some() {
            let bytes = parts.iter().flat_map(|part| part.bytes());
            self.outgoing.extend(bytes.map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte }));
            self.outgoing.push(b'\n');
        }
    }

    /// Its next line; `None` in it for one that is no text or too long.
    pub fn next_line(&mut self, until: Instant) -> Result<Option<&str>, SilenceError> {
        let found = loop {
            // First, for then there is room for more.
            if let Some(found) = self.output.take() {
                break found;
            }
            self.exchange(until)?;
        };
        Ok(self.output.text(&found))
    }

    /// Writes and reads what can be, or waits until something can.
    fn exchange(&mut self, until: Instant) -> Result<(), SilenceError> {
        self.write();
        let now = Instant::now();
        let left = until.saturating_duration_since(now);
        if self.state == State::Silent {
            return Err(SilenceError::Over);
        } else if self.printed > self.flood {
            return Err(SilenceError::Flood);
        } else if left.is_zero() {
            return Err(SilenceError::Late);
        }
        if now.saturating_duration_since(self.looked) >= LOOK {
            self.looked = now;
            if self.family.has_ended() {
                self.state = State::Ended;
            }
        }
        // Of one that has ended, only what it said before is heard.
        let ended = self.state == State::Ended;
        let wait = if ended { Duration::ZERO } else { left.min(LOOK) };
        let (printed, complained) = self.poll(wait);
        if complained {
            self.read_stderr();
        }
        if printed {
            self.read_stdout();
        } else if ended && !complained {
            self.fall_silent();
        }
        Ok(())
    }

    /// True for stdout and for stderr if there is something to read, or its end.
    fn poll(&self, wait: Duration) -> (bool, bool) {
        let mut pipes: ArrayVec<PollFd<'_>, 3> = ArrayVec::new();
        pipes.push(PollFd::new(&self.stdout, PollFlags::IN));
        if let Some(stderr) = &self.stderr {
            pipes.push(PollFd::new(stderr, PollFlags::IN));
        }
        // The next exchange begins with writing.
        if let Some(stdin) = self.stdin.as_ref().filter(|_| !self.outgoing.is_empty()) {
            pipes.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let Ok(time) = Timespec::try_from(wait.min(LOOK)) else { return (false, false) };
        if poll(&mut pipes, Some(&time)).is_err() {
            // A signal, or no memory for the moment: the caller comes again until the deadline.
            return (false, false);
        }
        let mut ready = pipes.iter().map(|pipe| !pipe.revents().is_empty());
        let printed = ready.next() == Some(true);
        (printed, self.stderr.is_some() && ready.next() == Some(true))
    }

    fn write(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        while !self.outgoing.is_empty() {
            match stdin.write(&self.outgoing) {
                Ok(count) => drop(self.outgoing.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => {
                    // It does not listen any more; what it has said may hold an answer all the same.
                    self.outgoing.clear();
                    self.hung_up = true;
                }
            }
        }
        if self.hung_up {
            self.stdin = None;
        }
    }

    fn read_stdout(&mut self) {
        match self.stdout.read(self.output.space()) {
            Ok(0) => self.fall_silent(),
            Ok(count) => {
                self.output.filled(count);
                self.printed = self.printed.saturating_add(count as u64);
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => self.fall_silent(),
        }
    }

    /// Nothing more will come: what stands there is the last line.
    fn fall_silent(&mut self) {
        self.state = State::Silent;
        self.output.finish();
    }

    /// Reads a piece of stderr, and returns whether there was one.
    fn read_stderr(&mut self) -> bool {
        let mut bytes = [0; 8192];
        match self.stderr.as_mut().map(|stderr| stderr.read(&mut bytes)) {
            Some(Ok(count)) if count > 0 => {
                self.tail.push(&bytes[..count]);
                self.printed = self.printed.saturating_add(count as u64);
                true
            }
            Some(Err(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => false,
            Some(_) | None => {
                self.stderr = None;
                false
            }
        }
    }

    /// Closes its stdin, once what was said is written.
    pub const fn hang_up(&mut self) {
        self.hung_up = true;
    }

    /// Asks it to end by itself until then.
    pub fn quit(&mut self, until: Instant) {
        self.listen();
        self.say(&["quit"]);
        // A program that does not know the word understands the end of its input.
        self.hang_up();
        while self.next_line(until).is_ok() {}
        let _ = self.family.ends(until);
    }

    /// Ends what has closed its stdout, and says how it ended under these limits.
    pub fn ending(&mut self, limits: &ProgramLimits) -> String {
        let ended = self.family.ends(Instant::now() + PARTING);
        let status = self.family.end().filter(|_| ended);
        status.map_or_else(|| "its stdout was closed".to_string(), |status| how(status, limits))
    }

    /// Ends it, and returns the last that it wrote on stderr.
    pub fn end(mut self) -> String {
        self.family.end();
        self.drain();
        self.tail.text()
    }

    /// Reads what stands in stderr, and returns whether it has printed too much.
    pub fn drain(&mut self) -> bool {
        // A pipe holds no more than this, unless a child of it goes on writing.
        for _ in 0..16 {
            if !self.read_stderr() {
                break;
            }
        }
        self.printed > self.flood
    }
}

/// Bytes that are kept.
const KEPT: usize = 4096;

/// The last bytes of any number.
#[derive(Clone, Debug, Default)]
pub struct Tail {
    bytes: Vec<u8>,
    cut: bool,
}

impl Tail {
    /// Adds bytes behind.
    pub fn push(&mut self, bytes: &[u8]) {
        // More than the last of them would be thrown away again.
        let last = &bytes[bytes.len().saturating_sub(KEPT)..];
        self.cut |= last.len() < bytes.len();
        self.bytes.extend_from_slice(last);
        // Not each time, so that many small pieces do not move the same bytes again and again.
        if self.bytes.len() > 2 * KEPT {
            self.shorten();
        }
    }

    fn shorten(&mut self) {
        let over = self.bytes.len().saturating_sub(KEPT);
        self.bytes.drain(..over);
        self.cut |= over > 0;
    }

    /// The text, from the beginning of a line if there is one; what is no text is replaced, and
    /// control characters are spelt out.
    pub fn text(&mut self) -> String {
        self.shorten();
        let after = self.bytes.iter().position(|byte| *byte == b'\n').filter(|_| self.cut).map_or(0, |at| at + 1);
        let text = String::from_utf8_lossy(&self.bytes[after..]);
        let lines: Vec<String> = text.lines().map(|line| printable(line, KEPT)).collect();
        lines.join("\n")
    }
}

/// Bytes that have come and lines that have not been taken.
pub struct Output {
    /// Twice the longest line, so that behind any beginning of a line there is room.
    bytes: Box<[u8]>,
    /// The part of it that has come and was not taken.
    held: Range<usize>,
    /// The start of the search for the next end of a line: there is none before it.
    seen: usize,
    /// The beginning of the current line was too long and has been thrown away.
    long: bool,
}

/// A line, by its place.
pub struct Found {
    at: Range<usize>,
    long: bool,
}

impl Output {
    pub fn new() -> Self {
        Self { bytes: vec![0; 2 * MAX_BYTES + 2].into(), held: 0..0, seen: 0, long: false }
    }

    /// The space for the next bytes, at least [`MAX_BYTES`]. All whole lines must have been taken.
    pub fn space(&mut self) -> &mut [u8] {
        if self.held.len() > MAX_BYTES {
            self.long = true;
            self.held = 0..0;
        } else if self.held.start > 0 {
            self.bytes.copy_within(self.held.clone(), 0);
            self.held = 0..self.held.len();
        }
        self.seen = self.held.end;
        &mut self.bytes[self.held.end..]
    }

    /// Marks this many bytes of the space as filled.
    pub fn filled(&mut self, count: usize) {
        self.held.end = (self.held.end + count).min(self.bytes.len());
    }

    /// Ends the input: the rest is the last line.
    pub fn finish(&mut self) {
        if !self.held.is_empty() || self.long {
            self.space()[0] = b'\n';
            self.filled(1);
        }
    }

    /// Takes the next line, if it has come to its end.
    pub fn take(&mut self) -> Option<Found> {
        let end = self.seen + self.bytes[self.seen..self.held.end].iter().position(|byte| *byte == b'\n')?;
        let found = Found { at: self.held.start..end, long: self.long || end - self.held.start > MAX_BYTES };
        (self.held.start, self.seen, self.long) = (end + 1, end + 1, false);
        Some(found)
    }

    /// The text of the line that was taken last, without its end; `None` if it is no text, or
    /// longer than [`MAX_BYTES`].
    pub fn text(&self, found: &Found) -> Option<&str> {
        let line = &self.bytes[found.at.clone()];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = std::str::from_utf8(line).ok()?;
        (!found.long && !line.contains(&0)).then_some(text)
    }
}

#[cfg(test)]
mod tests;
