//! Texts that many ask for: made once for all of them, and again only when something has changed.

use axum::body::Bytes;
use serde_json::Value;
use std::fmt::Write as _;
use std::time::Duration;
use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, sleep_until};

/// The usual pause of what changes often.
pub const PAUSE: Duration = Duration::from_millis(500);
/// Texts of a kind that are remembered.
const REMEMBERED: usize = 8;
/// Bytes of a list that are made before others get a turn.
const BREATH: usize = 4 * 1024;

/// Texts by what was asked.
pub struct Cache<K = ()> {
    /// The time for which a text is good if nothing changes.
    fresh: Duration,
    /// The time for which a text stands before it is made again: whoever asks meanwhile, because something has changed,
    /// waits for the next.
    pause: Duration,
    known: Mutex<Vec<Known<K>>>,
    /// The number of changes so far.
    news: watch::Sender<u64>,
}

struct Known<K> {
    key: K,
    began: Instant,
    /// The number of changes at that time.
    changes: u64,
    text: Bytes,
}

impl<K: PartialEq + Clone> Cache<K> {
    /// Nothing yet; texts are good for `fresh` if nothing changes, and stand for `pause` in any case.
    #[must_use]
    pub fn new(fresh: Duration, pause: Duration) -> Self {
        Self { fresh, pause, known: Mutex::default(), news: watch::Sender::new(0) }
    }

    /// Notes that something has changed.
    pub fn changed(&self) {
        self.news.send_modify(|changes| *changes += 1);
    }

    /// Says when something changes.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// A text that says how things are, or were at a moment after this was called. It is made by one who asks at a
    /// time; all others wait for it.
    ///
    /// # Errors
    /// If it cannot be made.
    pub async fn get<E>(&self, key: K, make: impl AsyncFnOnce() -> Result<Bytes, E>) -> Result<Bytes, E> {
        let asked = Instant::now();
        loop {
            let mut known = self.known.lock().await;
            known.retain(|text| text.began.elapsed() < self.fresh);
            let place = known.iter().position(|text| text.key == key);
            let changes = *self.news.borrow();
            if let Some(found) = place.map(|place| &known[place]) {
                if found.changes == changes || found.began >= asked {
                    return Ok(found.text.clone());
                }
                let due = found.began + self.pause;
                if due > Instant::now() {
                    drop(known);
                    sleep_until(due).await;
                    continue;
                }
            }
            let began = Instant::now();
            let text = make().await?;
            if place.is_some() || known.len() >= REMEMBERED {
                known.remove(place.unwrap_or(0));
            }
            known.push(Known { key, began, changes, text: text.clone() });
            return Ok(text);
        }
    }
}

/// The JSON list of what `value` says of these; others get turns while it is made.
pub async fn listed<T>(items: impl IntoIterator<Item = T>, value: impl Fn(T) -> Value) -> String {
    let (mut text, mut breath) = (String::from("["), BREATH);
    for item in items {
        // Writing to a text does not fail.
        let _ = write!(text, "{}{}", if text.len() > 1 { "," } else { "" }, value(item));
        if text.len() > breath {
            breath = text.len() + BREATH;
            tokio::task::yield_now().await;
        }
    }
    text.push(']');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::cell::RefCell;

    #[tokio::test]
    async fn a_text_is_made_once_for_all_who_ask() {
        let cache = Cache::new(Duration::MAX, PAUSE);
        let made = RefCell::new(Vec::new());
        let get = |key: u32| {
            let made = &made;
            cache.get(key, async move || {
                tokio::task::yield_now().await;
                made.borrow_mut().push(key);
                Ok::<_, ()>(format!("{key} {}", made.borrow().len()).into())
            })
        };
        for key in [0, 1, 0, 1, 0] {
            assert_eq!(get(key).await, Ok(format!("{key} {}", key + 1)).map(Bytes::from));
        }
        let both = tokio::join!(get(2), get(2));
        assert_eq!((both.0, made.borrow().len()), (both.1, 3));
        assert_eq!(cache.get(3, async || Err(())).await, Err(()));
        for key in 0..100 {
            get(key).await.expect("made");
        }
        assert!(cache.known.lock().await.len() <= REMEMBERED);
    }

    #[tokio::test]
    async fn what_has_changed_is_seen_and_made_only_now_and_then() {
        let cache = Cache::new(Duration::MAX, PAUSE);
        let (truth, made) = (RefCell::new(0_u64), RefCell::new(Vec::new()));
        let get = || {
            cache.get((), async || {
                made.borrow_mut().push(Instant::now());
                Ok::<_, ()>(truth.borrow().to_string().into())
            })
        };
        for n in 0..3_u64 {
            *truth.borrow_mut() = n;
            cache.changed();
            // Many who ask at once get what is true now, of one making.
            let all = tokio::join!(get(), get(), get());
            let due = Ok(Bytes::from(n.to_string()));
            assert_eq!(all, (due.clone(), due.clone(), due));
        }
        let made = made.into_inner();
        assert_eq!(made.len(), 3);
        assert!(made.windows(2).all(|pair| pair[1] - pair[0] >= PAUSE));
    }

    #[tokio::test]
    async fn lists_are_what_they_were_as_a_whole() {
        let values: Vec<Value> = (0..1000).map(|n| json!({ "n": n, "b": "\"", "a": [n, null, 0.5] })).collect();
        assert_eq!(listed(&values, Value::clone).await, Value::from(values.clone()).to_string());
        assert_eq!(listed([], Value::clone).await, "[]");
    }
}
