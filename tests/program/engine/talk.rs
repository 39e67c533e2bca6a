//! A conversation with an engine.

use boardbots_tournament::engine;
use std::io::{BufRead, BufReader, ErrorKind, PipeReader, PipeWriter, Read, Write, pipe};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// After which an engine is taken to hang.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Who answers.
enum Engine {
    Thread(JoinHandle<std::io::Result<()>>),
    Process(Child),
}

/// One end of a conversation.
pub struct Talk {
    input: Option<Box<dyn Write>>,
    output: Receiver<String>,
    engine: Engine,
}

/// Lines of a program, as they come.
fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(from).lines() {
            if sender.send(line.expect("lines of text")).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The program as an engine for a game.
pub fn program(game: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["engine", game]).env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

impl Talk {
    /// With an engine in this process.
    pub fn within(game: &str) -> Self {
        let (theirs, input) = pipe().expect("a pipe");
        let (ours, output) = pipe().expect("a pipe");
        let (name, engine) = boardbots_catalog::part::<boardbots_catalog::Converse>(game).expect("a game");
        let thread = thread::spawn(move || engine::run(name, engine(), BufReader::new(theirs), output));
        Self { input: Some(Box::new(input)), output: lines(ours), engine: Engine::Thread(thread) }
    }

    /// With the program.
    pub fn with(game: &str) -> Self {
        let mut child = program(game).spawn().expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = lines(child.stdout.take().expect("a pipe"));
        Self { input: Some(Box::new(input)), output, engine: Engine::Process(child) }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// The next line; `None` at the end.
    pub fn hear(&mut self) -> Option<String> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine says nothing"),
        }
    }

    /// The lines up to the first that begins like this, which comes last.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear().unwrap_or_else(|| panic!("no {start} after {heard:?}"));
            let last = line.starts_with(start);
            heard.push(line);
            if last {
                return heard;
            }
        }
    }

    /// What a line is answered, apart from what a search says of itself.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut heard = self.until("readyok");
        heard.pop();
        heard.retain(|line| !line.starts_with("info depth"));
        heard
    }

    /// The move, and what was said of the last iteration.
    pub fn go(&mut self, line: &str) -> (String, Info) {
        self.say(line);
        let heard = self.until("bestmove ");
        let last = heard.iter().rev().find(|line| line.starts_with("info depth")).expect("an iteration");
        (best(&heard), Info::read(last))
    }

    /// Closes the input, and returns what is said then; the engine must end well.
    pub fn close(mut self) -> Vec<String> {
        self.input = None;
        self.end()
    }

    /// What is said until the end, which must be a good one.
    pub fn end(mut self) -> Vec<String> {
        let mut rest = Vec::new();
        while let Some(line) = self.hear() {
            rest.push(line);
        }
        match self.engine {
            Engine::Thread(thread) => thread.join().expect("no panic").expect("no error"),
            Engine::Process(child) => assert_eq!(wait(child), Some(0)),
        }
        rest
    }
}

/// The writing end of a pipe that nobody reads, now or later.
///
/// That the reading end is dropped is not enough: a process that another test is starting has a
/// copy of it until it becomes its program, and what is written meanwhile is taken.
pub fn unread((reader, mut writer): (PipeReader, PipeWriter)) -> PipeWriter {
    drop(reader);
    let began = Instant::now();
    loop {
        match writer.write(b"\n") {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return writer,
            written => assert_eq!(written.expect("a pipe"), 1),
        }
        assert!(began.elapsed() < PATIENCE, "the program reads");
        // So seldom that the pipe is not full before patience ends.
        thread::sleep(Duration::from_millis(5));
    }
}

/// The exit code of a process.
pub fn wait(mut child: Child) -> Option<i32> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("our child") {
            return status.code();
        }
        if began.elapsed() > PATIENCE {
            child.kill().expect("our child");
            panic!("the program does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// The move that was said last.
pub fn best(heard: &[String]) -> String {
    heard.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move").to_string()
}

/// A line about an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    pub depth: u8,
    /// In plies to the end if `mate`.
    pub score: i32,
    pub mate: bool,
    pub nodes: u64,
    pub line: Vec<String>,
}

impl Info {
    /// Reads `info depth 7 score cp 12 nodes 5 nps 6 time 7 pv 3 4`.
    pub fn read(line: &str) -> Self {
        let words: Vec<&str> = line.split(' ').collect();
        let [
            "info",
            "depth",
            depth,
            "score",
            kind @ ("cp" | "mate"),
            score,
            "nodes",
            nodes,
            "nps",
            rate,
            "time",
            time,
            "pv",
            moves @ ..,
        ] = &words[..]
        else {
            panic!("{line}")
        };
        assert!(rate.parse::<u64>().is_ok() && time.parse::<u64>().is_ok(), "{line}");
        Self {
            depth: depth.parse().expect(line),
            score: score.parse().expect(line),
            mate: *kind == "mate",
            nodes: nodes.parse().expect(line),
            line: moves.iter().map(ToString::to_string).collect(),
        }
    }
}
