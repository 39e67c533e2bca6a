//! The threads on which bots think, and who is next.
//!
//! Owners take turns: the one for whom least time was taken lately comes first. Rated games go before tables with
//! people, these before those without, hints after all; but now and then the last one is taken first, so that
//! none waits for ever. When many wait, each thinks for a shorter time: thirty tables of an owner are answered about
//! as soon as one, and the tables of another as if these were one.

use crate::shares::{Owner, Rounds};
use boardbots_base::thread::lock;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// One job in this number is taken from the back of the queue.
const TURN: u32 = 4;
/// However many wait, everybody gets so long, or the usual time if that is shorter.
const LEAST: Duration = Duration::from_millis(10);

/// More than advice ever takes, however many share it.
const WHOLE: Duration = Duration::from_hours(24);

/// Niceness of these threads: where the cores are busy, the thread that serves gets nine times as much of them.
const NICE: i32 = 10;

/// The urgency of a bot's thinking, by whom it thinks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// For a rated game.
    Rated,
    /// For a table where people sit.
    People,
    /// For a table of bots.
    Bots,
    /// Advice: a hint or an evaluation.
    Advice,
}

type Task = Box<dyn FnOnce(&(dyn Fn() -> bool + Sync)) + Send>;

struct Job {
    cancelled: Arc<AtomicBool>,
    /// The time at which its answer is due.
    until: Instant,
    /// The time that it can take.
    time: Duration,
    task: Task,
}

#[derive(Default)]
struct Queue {
    waiting: [Rounds<Job>; 4],
    taken: u32,
}

impl Queue {
    fn next(&mut self, now: Instant) -> Option<(Owner, Job)> {
        for line in &mut self.waiting {
            line.retain(|job| !job.cancelled.load(Ordering::Relaxed));
        }
        let taken = self.taken.wrapping_add(1);
        let job = if taken.is_multiple_of(TURN) {
            self.waiting.iter_mut().rev().find_map(|line| line.pop(now))
        } else {
            self.waiting.iter_mut().find_map(|line| line.pop(now))
        }?;
        self.taken = taken;
        Some(job)
    }

    /// Addresses that wait, at most, and jobs of this owner, one that is taken counted.
    fn crowd(&self, owner: Owner) -> (usize, usize) {
        let lines = self.waiting.iter().map(|line| line.crowd(owner));
        lines.fold((1, 1), |(most, all), (addresses, jobs)| (addresses.max(most), all + jobs))
    }
}

struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
    ending: AtomicBool,
    time: Duration,
    threads: usize,
}

/// The threads on which bots think. They end when [`end`](Workers::end) is called.
#[derive(Clone)]
pub struct Workers(Arc<Shared>);

impl Workers {
    /// This many threads; each job can take this long.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(threads: usize, time: Duration) -> std::io::Result<(Self, Vec<JoinHandle<()>>)> {
        let threads = threads.max(1);
        let (queue, news, ending) = (Mutex::default(), Condvar::new(), AtomicBool::new(false));
        let workers = Self(Arc::new(Shared { queue, news, ending, time, threads }));
        let mut started = Vec::new();
        for _ in 0..threads {
            let shared = Arc::clone(&workers.0);
            match std::thread::Builder::new().name("tables-thinker".into()).spawn(move || shared.run()) {
                Ok(thread) => started.push(thread),
                Err(error) => {
                    workers.end();
                    return Err(error);
                }
            }
        }
        Ok((workers, started))
    }

    /// Starts a search for an owner on a free thread. Dropping the returned value stops it.
    pub fn ask<T: Send + 'static>(
        &self,
        whose: (Urgency, Owner),
        think: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> Pending<T> {
        self.ask_within(self.0.time, whose, think)
    }

    /// The same for advice, which ends by itself within a second or two, and is the same however many wait.
    pub fn ask_whole<T: Send + 'static>(
        &self,
        owner: Owner,
        think: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> Pending<T> {
        self.ask_within(WHOLE, (Urgency::Advice, owner), think)
    }

    /// The same with a time of its own, which counts from now.
    pub fn ask_within<T: Send + 'static>(
        &self,
        time: Duration,
        (urgency, owner): (Urgency, Owner),
        think: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> Pending<T> {
        let (found, answer) = oneshot::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let task: Task = Box::new(move |stop| {
            // The caller may have gone away.
            let _ = found.send(think(stop));
        });
        let job = Job { cancelled: Arc::clone(&cancelled), until: Instant::now() + time, time, task };
        lock(&self.0.queue).waiting[urgency as usize].push(owner, job);
        self.0.news.notify_one();
        Pending { answer, cancelled }
    }

    /// Stops all searches; a caller that waits gets no answer.
    pub fn end(&self) {
        self.0.ending.store(true, Ordering::Relaxed);
        let mut queue = lock(&self.0.queue);
        queue.waiting = Default::default();
        self.0.news.notify_all();
    }
}

impl Workers {
    /// The number of threads.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.threads
    }

    /// The number of jobs that wait for a thread.
    #[must_use]
    pub fn waiting(&self) -> usize {
        lock(&self.0.queue).waiting.iter().map(Rounds::len).sum()
    }

    /// True if the workers are ending: no new job begins.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.0.ending.load(Ordering::Relaxed)
    }
}

impl Shared {
    fn run(&self) {
        // Without the right to change it, its priority stays as it is.
        let _ = rustix::process::setpriority_process(None, NICE);
        while let Some((owner, job, time)) = self.next() {
            let began = Instant::now();
            let until = began + time;
            let stop = || {
                job.cancelled.load(Ordering::Relaxed) || self.ending.load(Ordering::Relaxed) || Instant::now() >= until
            };
            // Where panics do not end the process, one costs its own answer alone.
            if catch_unwind(AssertUnwindSafe(|| (job.task)(&stop))).is_err() {
                log::error!("a bot has panicked; the request for it gets no answer");
            }
            let now = Instant::now();
            lock(&self.queue).waiting.iter_mut().for_each(|line| line.charge(owner, now - began, now));
        }
    }

    /// The next job, whose it is, and how long it can take; nothing at the end.
    fn next(&self) -> Option<(Owner, Job, Duration)> {
        let mut queue = lock(&self.queue);
        loop {
            if self.ending.load(Ordering::Relaxed) {
                return None;
            }
            let now = Instant::now();
            if let Some((owner, job)) = queue.next(now) {
                let left =
                    share(job.time, self.threads, queue.crowd(owner)).min(job.until.saturating_duration_since(now));
                let time = left.max(LEAST.min(job.time));
                return Some((owner, job, time));
            }
            queue = self.news.wait(queue).expect("nobody panics while holding it");
        }
    }
}

/// The time that a job can take while so many addresses wait, and so many jobs of its owner, it included.
fn share(time: Duration, threads: usize, (addresses, jobs): (usize, usize)) -> Duration {
    let rounds = u32::try_from((addresses * jobs).div_ceil(threads)).unwrap_or(u32::MAX);
    time / rounds.max(1)
}

/// A running search; dropping it stops the search.
pub struct Pending<T> {
    answer: oneshot::Receiver<T>,
    cancelled: Arc<AtomicBool>,
}

impl<T> Pending<T> {
    /// The result; `None` if the workers have ended.
    pub async fn found(mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Pending<T> {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::{LazyLock, mpsc};

    static OWNER: LazyLock<Owner> = LazyLock::new(|| Owner::at(IpAddr::V4(Ipv4Addr::LOCALHOST)));

    /// One thread that is busy until told otherwise.
    fn busy() -> (Workers, Vec<JoinHandle<()>>, mpsc::Sender<()>, Pending<()>) {
        let (workers, threads) = Workers::start(1, Duration::from_mins(1)).expect("a thread");
        let ((go, gate), (begun, begins)) = (mpsc::channel::<()>(), mpsc::channel());
        let first = workers.ask((Urgency::People, *OWNER), move |_| {
            let _ = begun.send(());
            let _ = gate.recv();
        });
        begins.recv().expect("it begins");
        (workers, threads, go, first)
    }

    #[test]
    fn people_come_first_and_nobody_waits_for_ever() {
        let (workers, threads, go, first) = busy();
        let (heard, order) = mpsc::channel();
        let mut waiting = vec![];
        for (urgency, name) in
            [(Urgency::Advice, "advice"), (Urgency::Bots, "bots")].into_iter().chain([(Urgency::People, "people"); 6])
        {
            let heard = heard.clone();
            waiting.push(workers.ask((urgency, *OWNER), move |_| heard.send(name)));
        }
        drop(first);
        go.send(()).expect("it waits");
        let order: Vec<&str> = (0..8).map(|_| order.recv().expect("all are heard")).collect();
        // The first job was the busy one: each fourth comes from the back.
        assert_eq!(order, ["people", "people", "advice", "people", "people", "people", "bots", "people"]);
        workers.end();
        for thread in threads {
            thread.join().expect("it ends");
        }
    }

    #[test]
    fn bots_that_nobody_waits_for_stop_or_never_begin() {
        let (workers, threads, go, first) = busy();
        let (heard, order) = mpsc::channel();
        let told = heard.clone();
        drop(workers.ask((Urgency::People, *OWNER), move |_| told.send("dropped")));
        let told = heard.clone();
        let endless = workers.ask((Urgency::People, *OWNER), move |stop| {
            let _ = told.send("endless");
            while !stop() {
                std::thread::yield_now();
            }
            told.send("stopped")
        });
        drop(first);
        go.send(()).expect("it waits");
        assert_eq!(order.recv(), Ok("endless"));
        drop(endless);
        assert_eq!(order.recv(), Ok("stopped"));
        // The end of all stops, too.
        let told = heard.clone();
        let _endless = workers.ask((Urgency::Bots, *OWNER), move |stop| {
            let _ = told.send("endless");
            while !stop() {
                std::thread::yield_now();
            }
        });
        assert_eq!(order.recv(), Ok("endless"));
        workers.end();
        for thread in threads {
            thread.join().expect("it ends");
        }
    }

    #[test]
    fn many_share_the_time() {
        let time = Duration::from_millis(200);
        assert_eq!(share(time, 2, (1, 1)), time);
        assert_eq!(share(time, 2, (1, 4)), time / 2);
        assert_eq!(share(time, 2, (1, 20)), time / 10);
        assert_eq!(share(time, 2, (2, 1)), time, "however many tables the other has");
        assert_eq!(share(time, 2, (2, 80)), time / 80);
    }
}
