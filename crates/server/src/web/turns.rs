//! Turns on the thread that serves: one request after another is worked on, and owners take turns.
//!
//! What a request costs on that thread is measured and counted to its owner. When many wait, the next one is of
//! the owner that has cost least lately.

use crate::shares::{Owner, Rounds};
use crate::sync::lock;
use rustix::time::{ClockId, clock_gettime};
use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The turns of one server.
#[derive(Default)]
pub struct Turns(Mutex<Line>);

#[derive(Default)]
struct Line {
    /// Whether a request is worked on, or will be at its next turn.
    taken: bool,
    waiting: Rounds<oneshot::Sender<Turn>>,
}

/// The right to be worked on, which passes to the next request when this is dropped.
struct Turn(Arc<Turns>);

impl Turns {
    /// Works on a request when it is its owner's turn; only the first step waits for one.
    pub async fn run<T>(self: &Arc<Self>, owner: Owner, work: impl Future<Output = T>) -> T {
        let mut turn = self.next(owner).await;
        let mut work = std::pin::pin!(work);
        poll_fn(|cx| {
            let began = thread_time();
            let done: Poll<T> = work.as_mut().poll(cx);
            let cost = thread_time().saturating_sub(began);
            lock(&self.0).waiting.charge(owner, cost, Instant::now());
            turn = None;
            done
        })
        .await
    }

    async fn next(self: &Arc<Self>, owner: Owner) -> Option<Turn> {
        let waiting = {
            let mut line = lock(&self.0);
            if !line.taken {
                line.taken = true;
                return Some(Turn(Arc::clone(self)));
            }
            let (sender, turn) = oneshot::channel();
            line.waiting.push(owner, sender);
            turn
        };
        waiting.await.ok()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = {
            let mut line = lock(&self.0.0);
            let next = line.waiting.pop(Instant::now());
            line.taken = next.is_some();
            next
        };
        if let Some((_, sender)) = next {
            // If that client has gone, the turn that comes back passes on when it is dropped.
            drop(sender.send(Self(Arc::clone(&self.0))));
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
    async fn owners_take_turns_and_requests_that_are_gone_hold_up_nobody() {
        let turns = Arc::new(Turns::default());
        let order = Arc::new(Mutex::new(Vec::new()));
        let [many, one] = [1, 2].map(|net| Owner::at(IpAddr::from([10, 0, net, 1])));
        let mut tasks = Vec::new();
        let first = turns.next(many).await;
        for (owner, name) in [(many, "many"); 9].into_iter().chain([(one, "one")]) {
            let (turns, order) = (Arc::clone(&turns), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let work = async {
                    let until = thread_time() + Duration::from_millis(2);
                    while thread_time() < until {}
                    lock(&order).push(name);
                    tokio::task::yield_now().await;
                };
                turns.run(owner, work).await;
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
        assert!(!lock(&turns.0).taken);
    }
}
