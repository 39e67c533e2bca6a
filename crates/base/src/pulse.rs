//! Reports of a service to systemd: readiness, watchdog messages, and the status.
//!
//! The loop that does the work calls [`Pulse::beat`] and [`Pulse::status`] as often as it
//! likes; few of these calls become a message. Nothing else feeds the watchdog, so a loop that
//! stands still is noticed. Where several loops run in one process, each has a [`Pulse::part`], and the
//! watchdog is fed only once all of them have given a sign of life.

use crate::printable;
use crate::thread::lock;
use sd_notify::NotifyState;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Shortest time between two status messages.
const STATUS_EVERY: Duration = Duration::from_secs(1);
/// Messages that the watchdog gets in the time after which it bites.
const BEATS: u32 = 3;

/// The connection to the service manager; clones share it. Without a manager
/// (`$NOTIFY_SOCKET` is not set) every call does nothing.
#[derive(Clone, Default)]
pub struct Pulse(Option<Arc<Heart>>);

/// Hands a message over.
type Messenger = dyn Fn(&[NotifyState<'_>]) + Send + Sync;

struct Heart {
    /// The time within which a sign of life is due.
    watchdog: Option<Duration>,
    send: Box<Messenger>,
    state: Mutex<State>,
}

struct State {
    beaten: Instant,
    told: Option<Instant>,
    status: String,
    /// True if the status has changed since systemd got it.
    news: bool,
}

impl fmt::Debug for Pulse {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Pulse({})", if self.0.is_some() { "systemd" } else { "none" })
    }
}

impl Pulse {
    /// The service manager that started this process, if one did and wants to hear of it.
    #[must_use]
    pub fn of_this_process() -> Self {
        if std::env::var_os("NOTIFY_SOCKET").is_none() {
            return Self::default();
        }
        // A manager that cannot be reached will restart the service, and needs no other word.
        let send = |news: &[NotifyState<'_>]| drop(sd_notify::notify(news));
        Self::new(sd_notify::watchdog_enabled(), send)
    }

    fn new(watchdog: Option<Duration>, send: impl Fn(&[NotifyState<'_>]) + Send + Sync + 'static) -> Self {
        let state = State { beaten: Instant::now(), told: None, status: String::new(), news: false };
        Self(Some(Arc::new(Heart { watchdog, send: Box::new(send), state: Mutex::new(state) })))
    }

    /// The pulse of one of several loops, of which systemd hears nothing, and a flag that each sign of life raises.
    #[must_use]
    pub fn part(&self) -> (Self, Arc<AtomicBool>) {
        let alive = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&alive);
        let part = self.watchdog().map_or(Self::default(), |watchdog| {
            Self::new(Some(watchdog), move |_| raised.store(true, Ordering::Relaxed))
        });
        (part, alive)
    }

    /// Sets the status of the loops of these flags, in one line. It is a sign of life if each of them has given one
    /// since the last.
    pub fn status_of(&self, parts: &[&AtomicBool], status: impl fmt::Display) {
        let alive = parts.iter().all(|alive| alive.load(Ordering::Relaxed));
        if alive {
            for alive in parts {
                alive.store(false, Ordering::Relaxed);
            }
        }
        self.set_status(status);
        self.report(alive);
    }

    /// The time within which a sign of life is due; `None` without a watchdog.
    #[must_use]
    pub fn watchdog(&self) -> Option<Duration> {
        self.0.as_ref().and_then(|heart| heart.watchdog)
    }

    /// True if systemd wants reports of this service.
    #[must_use]
    pub fn is_heard(&self) -> bool {
        self.0.is_some()
    }

    /// The service has started.
    pub fn ready(&self) {
        if let Some(heart) = &self.0 {
            (heart.send)(&[NotifyState::Ready]);
        }
    }

    /// The service leaves.
    pub fn stopping(&self) {
        if let Some(heart) = &self.0 {
            (heart.send)(&[NotifyState::Stopping]);
        }
    }

    /// Being ready, or having left, will take this long from now.
    pub fn takes(&self, time: Duration) {
        if let Some(heart) = &self.0 {
            let micros = u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
            (heart.send)(&[NotifyState::ExtendTimeoutUsec(micros)]);
        }
    }

    /// Sets the status, in one line; also a sign of life.
    pub fn status(&self, status: impl fmt::Display) {
        self.set_status(status);
        self.beat();
    }

    fn set_status(&self, status: impl fmt::Display) {
        let Some(heart) = &self.0 else { return };
        let mut state = lock(&heart.state);
        // A line break would begin another of the manager's settings.
        state.status = printable::line(&status.to_string());
        state.news = true;
    }

    /// The loop goes round.
    pub fn beat(&self) {
        self.report(true);
    }

    fn report(&self, alive: bool) {
        let Some(heart) = &self.0 else { return };
        let now = Instant::now();
        let mut state = lock(&heart.state);
        let tell = state.news && state.told.is_none_or(|told| now.duration_since(told) >= STATUS_EVERY);
        let beat = alive && heart.watchdog.is_some_and(|most| now.duration_since(state.beaten) >= most / BEATS);
        if beat {
            state.beaten = now;
        }
        if tell {
            (state.told, state.news) = (Some(now), false);
        }
        match (tell, beat) {
            (false, false) => {}
            (false, true) => (heart.send)(&[NotifyState::Watchdog]),
            (true, false) => (heart.send)(&[NotifyState::Status(&state.status)]),
            (true, true) => (heart.send)(&[NotifyState::Watchdog, NotifyState::Status(&state.status)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pulse, and what it has sent.
    fn pulse(watchdog: Option<Duration>) -> (Pulse, Arc<Mutex<Vec<String>>>) {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&sent);
        let send = move |news: &[NotifyState<'_>]| {
            kept.lock().unwrap().push(news.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        };
        (Pulse::new(watchdog, send), sent)
    }

    #[test]
    fn of_many_statuses_the_first_and_later_the_last_are_told() {
        let (pulse, sent) = pulse(None);
        pulse.status(format_args!("begins"));
        // However long the thousand take.
        lock(&pulse.0.as_ref().unwrap().state).told = Some(Instant::now() + Duration::from_hours(1));
        for turn in 0..1000 {
            pulse.status(format_args!("turn {turn}"));
        }
        let first = sent.lock().unwrap().clone();
        assert_eq!(first, ["STATUS=begins"]);
        lock(&pulse.0.as_ref().unwrap().state).told = None;
        pulse.beat();
        assert_eq!(sent.lock().unwrap().last().unwrap(), "STATUS=turn 999");
        pulse.beat();
        assert_eq!(sent.lock().unwrap().len(), 2, "nothing is told twice");
    }

    #[test]
    fn a_status_is_one_line() {
        let (pulse, sent) = pulse(None);
        pulse.status("game a\nMAINPID=1\u{1b}[2J\u{202e}");
        assert_eq!(*sent.lock().unwrap(), [r"STATUS=game a\nMAINPID=1\u{1b}[2J\u{202e}"]);
    }

    #[test]
    fn the_watchdog_hears_in_good_time_and_not_more_often() {
        let (pulse, sent) = pulse(Some(Duration::from_mins(1)));
        pulse.beat();
        assert!(sent.lock().unwrap().is_empty());
        lock(&pulse.0.as_ref().unwrap().state).beaten -= Duration::from_secs(20);
        pulse.beat();
        pulse.beat();
        assert_eq!(*sent.lock().unwrap(), ["WATCHDOG=1"]);
    }

    #[test]
    fn one_loop_that_stands_still_is_one_too_many() {
        let (pulse, sent) = pulse(Some(Duration::from_mins(1)));
        let long_ago = |pulse: &Pulse| lock(&pulse.0.as_ref().unwrap().state).beaten -= Duration::from_mins(1);
        let parts: Vec<_> = (0..3).map(|_| pulse.part()).collect();
        let beats = |count: usize| {
            long_ago(&pulse);
            parts[..count].iter().for_each(|(part, _)| {
                long_ago(part);
                part.beat();
            });
            pulse.status_of(&parts.iter().map(|(_, alive)| &**alive).collect::<Vec<_>>(), "x");
            sent.lock().unwrap().iter().filter(|sent| sent.contains("WATCHDOG=1")).count()
        };
        assert_eq!((beats(2), beats(0)), (0, 0));
        assert_eq!((beats(3), beats(2)), (1, 1), "a sign of life counts once");
        assert_eq!(sent.lock().unwrap()[0], "STATUS=x", "what they do is told all the same");
        assert!(!Pulse::default().part().0.is_heard());
    }

    #[test]
    fn without_a_manager_nothing_happens() {
        let pulse = Pulse::default();
        pulse.ready();
        pulse.status("x");
        pulse.beat();
        pulse.stopping();
        assert_eq!(pulse.watchdog(), None);
    }
}
