//! The log of an arena: every game for people, few lines for a journal that is kept on a card.
//!
//! A span of time has a limited number of lines of each subject; what happens beyond them is counted, and told in
//! one line at the end of the span. At debug level everything has its line.

use super::record::Record;
use super::store::{Ended, GameKind};
use boardbots_base::thread::lock;
use log::Level;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A span of time.
const SPAN: Duration = Duration::from_mins(5);
/// The time between two looks for a span that has ended.
const LOOK: Duration = Duration::from_secs(30);

/// The subject of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Training,
    Played,
    Names,
    Seats,
}

impl Subject {
    const ALL: [Self; 4] = [Self::Training, Self::Played, Self::Names, Self::Seats];

    /// Lines in a span of time, that about all others included.
    const fn lines(self) -> u32 {
        match self {
            // A program that practises plays some in a second.
            Self::Training => 1,
            Self::Played => 60,
            Self::Names | Self::Seats => 10,
        }
    }

    /// The line that sums up events without lines of their own: the number of things that began, and of those that
    /// ended.
    fn digest(self, [begun, ended]: [u32; 2], minutes: u64) -> String {
        match self {
            Self::Training => format!("{begun} training games started and {ended} ended in the last {minutes} min"),
            Self::Played => format!("{begun} more games started and {ended} more ended in the last {minutes} min"),
            Self::Names => format!("{begun} more names were registered in the last {minutes} min"),
            Self::Seats => format!("{begun} more seats were taken in the last {minutes} min"),
        }
    }
}

/// The lines written about a subject in this span, and the events without one.
#[derive(Clone, Copy, Default)]
struct Topic {
    /// The beginning of this span.
    since: Option<Instant>,
    /// Lines in it.
    told: u32,
    /// The events that had none: begun, and ended.
    held: [u32; 2],
}

impl Topic {
    /// Counts an event: the line about the span before, if it has ended, and true if this event has a line of its own.
    fn note(&mut self, subject: Subject, which: usize, now: Instant) -> (Option<String>, bool) {
        let digest = self.look(subject, now);
        let tells = self.told < subject.lines();
        if tells {
            self.since.get_or_insert(now);
            self.told += 1;
        } else {
            self.held[which] += 1;
        }
        (digest, tells)
    }

    /// Ends a span that is over; the line about it.
    fn look(&mut self, subject: Subject, now: Instant) -> Option<String> {
        let since = self.since.filter(|since| now.duration_since(*since) >= SPAN)?;
        let held = std::mem::take(self).held;
        if held == [0; 2] {
            return None;
        }
        (self.since, self.told) = (Some(now), 1);
        Some(subject.digest(held, now.duration_since(since).as_secs() / 60))
    }
}

/// The log of an arena.
#[derive(Default)]
pub struct GameLog(Mutex<[Topic; Subject::ALL.len()]>);

impl GameLog {
    /// A game starts.
    pub fn started(&self, record: &Record) {
        let Record { kind, id, seats, .. } = record;
        let names = seats.each_ref().map(|seat| seat.name.as_str()).join(", ");
        self.say(of(*kind), 0, format_args!("{kind} game {id} starts: {names}"));
    }

    /// A game has ended and is kept.
    pub fn ended(&self, game: &Ended) {
        let Ended { kind, id, seats, .. } = game;
        let results = seats.each_ref().map(|seat| {
            let change = seat.change.map(|change| format!(" ({change:+})")).unwrap_or_default();
            format!("{} {}{change}", seat.name, seat.gold)
        });
        self.say(of(*kind), 1, format_args!("{kind} game {id} ends: {}", results.join(", ")));
    }

    /// A name has been registered.
    pub fn registered(&self, name: &str) {
        self.say(Subject::Names, 0, format_args!("registered {name}"));
    }

    /// A person takes a seat.
    pub fn seated(&self, name: &str, kind: GameKind, guest: IpAddr) {
        self.say(Subject::Seats, 0, format_args!("{name} takes a seat ({kind}) from {guest}"));
    }

    /// Tells of the spans that are over even if nothing more happens, as long as the arena runs.
    pub fn digests(self: &Arc<Self>) -> impl Future<Output = ()> + use<> {
        let log = Arc::downgrade(self);
        async move {
            loop {
                tokio::time::sleep(LOOK).await;
                let Some(log) = log.upgrade() else { return };
                log.look(Instant::now());
            }
        }
    }

    fn say(&self, subject: Subject, which: usize, line: fmt::Arguments<'_>) {
        let (digest, tells) = lock(&self.0)[subject as usize].note(subject, which, Instant::now());
        if let Some(digest) = digest {
            log::info!("{digest}");
        }
        log::log!(if tells { Level::Info } else { Level::Debug }, "{line}");
    }

    /// Tells of the spans that are over.
    fn look(&self, now: Instant) {
        for subject in Subject::ALL {
            let digest = lock(&self.0)[subject as usize].look(subject, now);
            if let Some(digest) = digest {
                log::info!("{digest}");
            }
        }
    }
}

impl Drop for GameLog {
    /// Tells what is left when the arena ends.
    fn drop(&mut self) {
        self.look(Instant::now() + SPAN);
    }
}

fn of(kind: GameKind) -> Subject {
    match kind {
        GameKind::Training => Subject::Training,
        GameKind::Arena | GameKind::Friendly => Subject::Played,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines about an hour in which something happens every second, with what was counted.
    fn hour(subject: Subject) -> (usize, Vec<String>) {
        let (mut topic, began) = (Topic::default(), Instant::now());
        let (mut own, mut digests) = (0, Vec::new());
        for second in 0..3600_u32 {
            let now = began + Duration::from_secs(second.into());
            let (digest, tells) = topic.note(subject, usize::from(second % 3 == 0), now);
            digests.extend(digest);
            own += usize::from(tells);
        }
        digests.extend(topic.look(subject, began + Duration::from_hours(2)));
        assert_eq!(topic.look(subject, began + Duration::from_hours(3)), None);
        (own, digests)
    }

    #[test]
    fn training_games_have_a_line_in_five_minutes() {
        let (own, digests) = hour(Subject::Training);
        assert_eq!((own, digests.len()), (1, 12));
        assert_eq!(digests[0], "200 training games started and 99 ended in the last 5 min");
        let counted = digests.iter().flat_map(|line| line.split(' ')).filter_map(|word| word.parse::<usize>().ok());
        let minutes = 11 * 5 + 65;
        assert_eq!(counted.sum::<usize>() - minutes, 3599, "all are counted");
    }

    #[test]
    fn all_subjects_are_bounded() {
        for subject in Subject::ALL {
            let (own, digests) = hour(subject);
            assert!(own + digests.len() <= 12 * subject.lines() as usize + 1, "{subject:?}: {own} {digests:?}");
        }
    }

    #[test]
    fn what_is_rare_has_its_line() {
        let (mut topic, began) = (Topic::default(), Instant::now());
        for game in 0..100 {
            let now = began + Duration::from_mins(6 * game);
            assert_eq!(topic.note(Subject::Training, 0, now), (None, true));
            assert_eq!(topic.look(Subject::Training, now + LOOK), None);
        }
    }
}
