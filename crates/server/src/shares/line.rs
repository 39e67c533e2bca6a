//! A line: one at a time gets in, and owners take turns, those who have shown a key before others.

use super::owner::Owner;
use super::rounds::Rounds;
use boardbots_base::thread::lock;
use rustix::time::{ClockId, clock_gettime};
use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Number of waiters above which those who have gone are removed. There are never as many connections.
const MANY: usize = 4096;
/// One turn in this number goes to an owner that has shown no key, however many others wait.
const TURN: u32 = 4;

/// A line in front of what one at a time can use. The next one is of the owner whose turns have cost least lately.
#[derive(Default)]
pub struct Line(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    /// It is in use, or will be in a moment.
    taken: bool,
    /// Of those who have shown a key, and of those who have not: each pays for its own work alone.
    turns: [Rounds<oneshot::Sender<Turn>>; 2],
    count: u32,
}

impl Waiting {
    fn of(&mut self, owner: Owner) -> &mut Rounds<oneshot::Sender<Turn>> {
        &mut self.turns[usize::from(owner.key().is_none())]
    }

    /// The next one; without one it is free.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        self.count = self.count.wrapping_add(1);
        let last = usize::from(self.count.is_multiple_of(TURN));
        let now = Instant::now();
        let next = self.turns[last].pop(now).or_else(|| self.turns[1 - last].pop(now));
        self.taken = next.is_some();
        next.map(|(_, sender)| sender)
    }
}

/// The right to go on, which passes to the next one when this is dropped; `None` if it has passed.
struct Turn(Option<Arc<Line>>);

/// A turn that its owner is charged for by the clock, until this is dropped.
pub struct Use {
    _turn: Turn,
    line: Arc<Line>,
    owner: Owner,
    began: Instant,
}

impl Line {
    /// Waits for the turn of an owner, who is charged until it is dropped.
    pub async fn enter(self: &Arc<Self>, owner: Owner) -> Use {
        let turn = self.turn(owner).await;
        Use { _turn: turn, line: Arc::clone(self), owner, began: Instant::now() }
    }

    /// Waits for the turn of an owner.
    async fn turn(self: &Arc<Self>, owner: Owner) -> Turn {
        let waiting = {
            let mut line = lock(&self.0);
            if !line.taken {
                line.taken = true;
                return Turn(Some(Arc::clone(self)));
            }
            let (sender, turn) = oneshot::channel();
            let others = line.of(owner);
            if others.len() > MANY {
                others.retain(|sender| !sender.is_closed());
            }
            others.push(owner, sender);
            turn
        };
        waiting.await.unwrap_or(Turn(None))
    }

    /// Does work when it is its owner's turn, which only the first step waits for.
    pub async fn run<T>(self: &Arc<Self>, owner: Owner, work: impl Future<Output = T>) -> T {
        let mut turn = Some(self.turn(owner).await);
        let mut work = std::pin::pin!(work);
        poll_fn(|cx| {
            let done = work.as_mut().poll(cx);
            turn = None;
            done
        })
        .await
    }

    /// Does work, and charges the time that it takes of this thread to whoever owns it then.
    pub async fn charged<T>(&self, owner: impl Fn() -> Owner, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        poll_fn(|cx| {
            let began = thread_time();
            let done: Poll<T> = work.as_mut().poll(cx);
            self.charge(owner(), thread_time().saturating_sub(began));
            done
        })
        .await
    }

    /// Notes what a turn has cost its owner.
    fn charge(&self, owner: Owner, cost: Duration) {
        lock(&self.0).of(owner).charge(owner, cost, Instant::now());
    }
}

impl Drop for Use {
    fn drop(&mut self) {
        self.line.charge(self.owner, self.began.elapsed());
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(line) = self.0.take() else { return };
        loop {
            let Some(sender) = lock(&line.0).next() else { return };
            match sender.send(Self(Some(Arc::clone(&line)))) {
                Ok(()) => return,
                // That client has gone. Its turn must not pass on by itself: there may be any number of them.
                Err(mut turn) => turn.0 = None,
            }
        }
    }
}

/// Time for which this thread has run.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_nanos(u64::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[tokio::test]
    async fn owners_take_turns_and_those_who_are_gone_hold_up_nobody() {
        let line = Arc::new(Line::default());
        let order = Arc::new(Mutex::new(Vec::new()));
        let [many, one] = [1, 2].map(|net| Owner::at(IpAddr::from([10, 0, net, 1])));
        let mut tasks = Vec::new();
        let first = line.turn(many).await;
        for (owner, name) in [(many, "many"); 9].into_iter().chain([(one, "one")]) {
            let (line, order) = (Arc::clone(&line), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _turn = line.turn(owner).await;
                lock(&order).push(name);
                tokio::task::yield_now().await;
                line.charge(owner, Duration::from_millis(2));
            }));
            tokio::task::yield_now().await;
        }
        assert!(lock(&order).is_empty());
        tasks.remove(0).abort();
        tokio::task::yield_now().await;
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        let order = lock(&order);
        assert!(order.len() == 9 && order[..2].contains(&"one"), "{order:?}");
        assert!(!lock(&line.0).taken);
    }

    #[tokio::test]
    async fn those_who_show_a_key_come_first_and_hold_up_nobody_for_ever() {
        let line = Arc::new(Line::default());
        let order = Arc::new(Mutex::new(String::new()));
        let stranger = Owner::at(IpAddr::from([10, 0, 1, 1]));
        let first = line.turn(stranger).await;
        let mut tasks = Vec::new();
        for (owner, name) in [(stranger, 's'); 3].into_iter().chain([(stranger.with_key(1), 'k'); 6]) {
            let (line, order) = (Arc::clone(&line), Arc::clone(&order));
            tasks.push(tokio::spawn(async move { line.run(owner, async { lock(&order).push(name) }).await }));
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*lock(&order), "kkkskkkss");
    }

    #[tokio::test]
    async fn any_number_of_those_who_are_gone_is_passed_over() {
        let line = Arc::new(Line::default());
        let owner = Owner::at(IpAddr::from([10, 0, 1, 1]));
        let first = line.turn(owner).await;
        for _ in 0..100_000 {
            let mut gone = Box::pin(line.turn(owner));
            assert!(poll_fn(|cx| Poll::Ready(gone.as_mut().poll(cx))).await.is_pending());
        }
        assert!(lock(&line.0).of(owner).len() <= MANY + 1);
        drop(first);
        assert!(!lock(&line.0).taken);
    }
}
