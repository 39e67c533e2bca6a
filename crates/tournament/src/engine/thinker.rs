//! The thread that thinks: it owns the bot, and waits for positions.

use super::options::Settings;
use boardbots_game::duel::Duel;
use boardbots_search::alpha_beta::{Limits, Outcome};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What it is asked.
enum Job<D> {
    Think { position: Box<D>, past: Vec<u64>, depth: u8, began: Instant, time: Option<Duration> },
    Forget,
}

/// What it says.
pub enum Thought<D: Duel> {
    /// What a whole iteration found, and how long after the beginning.
    Found(Outcome<D::Move>, Duration),
    /// The end of a search, and its move; `None` if the game has ended.
    Done(Option<D::Move>),
}

/// A thread with a bot.
pub struct Thinker<D: Duel> {
    jobs: Option<Sender<Job<D>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl<D: Duel> Thinker<D> {
    /// Starts the thread, and returns once the bot has its memory and threads. `say` takes
    /// what it thinks, and returns `false` if nobody listens any more.
    ///
    /// # Errors
    ///
    /// The system refuses the thread.
    pub fn start(settings: Settings, say: impl Fn(Thought<D>) -> bool + Send + 'static) -> io::Result<Self> {
        let (jobs, todo) = mpsc::channel::<Job<D>>();
        let (built, ready) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        let thread = thread::Builder::new().name("thinker".into()).spawn(move || {
            // Here, because the thread that makes a bot of several threads is one of them.
            let mut bot = D::bot(settings.judge, settings.search).expect("a judge of the game's list");
            // Whoever started this waits for it.
            let _ = built.send(());
            for job in todo {
                match job {
                    Job::Forget => bot.forget(),
                    Job::Think { position, past, depth, began, time } => {
                        let stop = || asked.load(Relaxed) || time.is_some_and(|time| began.elapsed() >= time);
                        let outcome = bot.think(&position, &past, Limits { depth, stop: &stop }, &mut |outcome| {
                            if !say(Thought::Found(outcome.clone(), began.elapsed())) {
                                asked.store(true, Relaxed);
                            }
                        });
                        if !say(Thought::Done(outcome.best())) {
                            break;
                        }
                    }
                }
            }
        })?;
        ready.recv().map_err(|_| io::Error::other("the bot cannot be made"))?;
        Ok(Self { jobs: Some(jobs), stop, thread: Some(thread) })
    }

    /// Thinks about a position, for which it must have nothing else to do, to this depth and
    /// for this time after now; `past` holds the keys of the match so far.
    pub fn think(&self, position: D, past: Vec<u64>, depth: u8, time: Option<Duration>) {
        self.stop.store(false, Relaxed);
        self.ask(Job::Think { position: Box::new(position), past, depth, began: Instant::now(), time });
    }

    /// Forgets what was found before.
    pub fn forget(&self) {
        self.ask(Job::Forget);
    }

    /// Asks it to come to an end: at the latest after the first iteration.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    fn ask(&self, job: Job<D>) {
        if let Some(jobs) = &self.jobs {
            // It ends only with this handle, or when nobody listens.
            let _ = jobs.send(job);
        }
    }
}

impl<D: Duel> Drop for Thinker<D> {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // It has nothing more to say.
            let _ = thread.join();
        }
    }
}
