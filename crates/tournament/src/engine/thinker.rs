//! The thread that thinks: it owns the player, and waits for positions; and the lines that go out, each at once.

use boardbots_base::printable::printable;
use boardbots_base::thread::{STACK, spawn};
use boardbots_game::engine::Maker;
use boardbots_game::player::{Info, Think};
use boardbots_game::state::GameState;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A position to think about.
pub struct Task {
    /// The position.
    pub state: Box<dyn GameState>,
    /// The depth, if it is not the player's own.
    pub depth: Option<u8>,
    /// Positions to look at; all if there is no limit.
    pub nodes: Option<u64>,
    /// True if the exact result is looked for first.
    pub proves: bool,
    /// True if moves are told in the notation of a variant of chess.
    pub spells: bool,
}

/// A job for the thread.
enum Job {
    Think(Task, Instant),
    Forget,
}

/// A message of the thread.
pub enum Thought {
    /// A line about the search so far.
    Found(String),
    /// The end of its thoughts, and the choice; `None` if there is none.
    Done(Option<String>),
}

/// A thread with a player.
pub struct Thinker {
    jobs: Option<Sender<Job>>,
    stop: Arc<AtomicBool>,
    /// The end of its time, in nanoseconds after it was started.
    end: Arc<AtomicU64>,
    started: Instant,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    /// Starts the thread, and returns once the player has its memory and threads. `say` takes what it
    /// thinks, and returns `false` if nobody listens any more.
    ///
    /// # Errors
    /// The system refuses the thread.
    pub fn start(maker: Maker, say: impl Fn(Thought) -> bool + Send + 'static) -> io::Result<Self> {
        let (jobs, todo) = mpsc::channel();
        let (built, ready) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (end, started) = (Arc::new(AtomicU64::new(u64::MAX)), Instant::now());
        let (asked, due) = (Arc::clone(&stop), Arc::clone(&end));
        let work = move || {
            let mut player = maker();
            // The one who started this waits for it.
            let _ = built.send(());
            for job in todo {
                let Job::Think(Task { state, depth, nodes, proves, spells }, began) = job else {
                    player.forget();
                    continue;
                };
                let stop = || asked.load(Relaxed) || started.elapsed().as_nanos() >= due.load(Relaxed).into();
                let report = |found: boardbots_game::player::Info<'_>| {
                    let drops;
                    let found = match found {
                        Info::Iteration { depth, value, ends, nodes, line } if spells => {
                            drops = state.spell(&line.to_string());
                            Info::Iteration { depth, value, ends, nodes, line: &drops }
                        }
                        found => found,
                    };
                    if !say(Thought::Found(info(found, began.elapsed()))) {
                        asked.store(true, Relaxed);
                    }
                };
                let think = Think { depth, nodes, proves, report: Some(&report), ..Think::until(&stop) };
                let answer = player.decide(state.as_ref(), think);
                let text = answer.ok().and_then(|answer| state.text(answer));
                if !say(Thought::Done(text.map(|text| if spells { state.spell(&text) } else { text }))) {
                    break;
                }
            }
        };
        // A proof goes as deep as a game is long.
        let thread = spawn("thinker".into(), 2 * STACK, Box::new(work))?;
        ready.recv().map_err(|_| io::Error::other("the player cannot be made"))?;
        Ok(Self { jobs: Some(jobs), stop, end, started, thread: Some(thread) })
    }

    /// Thinks about a position, for which it must have nothing else to do, for this time after now.
    pub fn think(&self, task: Task, time: Option<Duration>) {
        self.stop.store(false, Relaxed);
        self.limit(time);
        self.ask(Job::Think(task, Instant::now()));
    }

    /// Gives it this time from now on, or as much as it wants.
    pub fn limit(&self, time: Option<Duration>) {
        let end = time.and_then(|time| u64::try_from((self.started.elapsed() + time).as_nanos()).ok());
        self.end.store(end.unwrap_or(u64::MAX), Relaxed);
    }

    /// Forgets the results of earlier searches.
    pub fn forget(&self) {
        self.ask(Job::Forget);
    }

    /// Asks it to come to an end: at the latest after the first iteration.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    fn ask(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // It ends only with this handle, or when nobody listens.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // It has nothing more to say.
            let _ = thread.join();
        }
    }
}

/// Most characters of a message about an error.
pub const MAX_MESSAGE: usize = 300;

/// The output.
pub struct Report<W>(pub W);

impl<W: Write> Report<W> {
    /// Says a line.
    ///
    /// # Errors
    /// Nobody listens any more.
    pub fn line(&mut self, line: impl fmt::Display) -> io::Result<()> {
        writeln!(self.0, "{line}")?;
        self.0.flush()
    }

    /// Reports an error in the input.
    ///
    /// # Errors
    /// Nobody listens any more.
    pub fn error(&mut self, message: &str) -> io::Result<()> {
        self.line(format_args!("info string error: {}", printable(message, MAX_MESSAGE)))
    }

    /// Says the choice; `None` if there is none.
    ///
    /// # Errors
    /// Nobody listens any more.
    pub fn best(&mut self, choice: Option<&str>) -> io::Result<()> {
        self.line(format_args!("bestmove {}", choice.unwrap_or("none")))
    }
}

/// The line about what a player says so long after it began to think.
///
/// A score is `mate N` if the end of the game is in sight, in N plies, negative for a loss; else
/// `cp N` in units of the evaluation.
#[must_use]
pub fn info(info: Info<'_>, time: Duration) -> String {
    match info {
        Info::Iteration { depth, value, ends, nodes, line } => {
            let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
            let score = ends.map_or_else(|| format!("cp {value}"), |plies| format!("mate {plies}"));
            let time = time.as_millis();
            format!("info depth {depth} score {score} nodes {nodes} nps {rate} time {time} pv {line}")
        }
        Info::Worth { choice, win } => format!("info q {choice} {win:.4}"),
        Info::Pause(pause) => format!("info pause {}", pause.as_millis()),
        Info::Number { key, number } => format!("info string {key}={number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_player_says_is_a_line() {
        let found = |ends| Info::Iteration { depth: 4, value: -12, ends, nodes: 500, line: &"3 0" };
        for (said, expected) in [
            (found(None), "info depth 4 score cp -12 nodes 500 nps 250000 time 2 pv 3 0"),
            (found(Some(-4)), "info depth 4 score mate -4 nodes 500 nps 250000 time 2 pv 3 0"),
            (Info::Worth { choice: "fight R", win: 0.500_04 }, "info q fight R 0.5000"),
            (Info::Pause(Duration::from_millis(1234)), "info pause 1234"),
        ] {
            assert_eq!(info(said, Duration::from_millis(2)), expected);
        }
    }
}
