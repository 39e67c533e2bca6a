//! Lists that are asked for all the time, worked out once in a while.

use super::store::StoreError;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// How long a list is good for.
const FRESH: Duration = Duration::from_secs(2);
/// Lists of a kind that are remembered.
const REMEMBERED: usize = 8;

/// The lists.
#[derive(Default)]
pub struct Lists {
    /// Finished games.
    pub recent: Cache<()>,
    /// Users, by how many days ago they were seen at the latest.
    pub leaders: Cache<u32>,
}

/// Texts by what was asked, each for a short time.
pub struct Cache<K>(Mutex<Vec<(K, Instant, Arc<str>)>>);

impl<K> Default for Cache<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: PartialEq> Cache<K> {
    /// A text that is fresh, worked out at most once at a time; all others wait for it.
    ///
    /// # Errors
    /// If it cannot be worked out.
    pub async fn get(
        &self,
        key: K,
        work: impl AsyncFnOnce() -> Result<String, StoreError>,
    ) -> Result<Arc<str>, StoreError> {
        let mut known = self.0.lock().await;
        known.retain(|(_, at, _)| at.elapsed() < FRESH);
        if let Some((.., text)) = known.iter().find(|(other, ..)| *other == key) {
            return Ok(Arc::clone(text));
        }
        let text: Arc<str> = work().await?.into();
        if known.len() >= REMEMBERED {
            known.remove(0);
        }
        known.push((key, Instant::now(), Arc::clone(&text)));
        Ok(text)
    }

    /// Forgets everything, since something has changed.
    pub async fn forget(&self) {
        self.0.lock().await.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_list_is_worked_out_once_for_all_who_ask() {
        let cache = Cache::default();
        let mut worked = Vec::new();
        for key in [0, 1, 0, 1, 0] {
            let text = cache.get(key, async || {
                worked.push(key);
                Ok(key.to_string())
            });
            assert_eq!(&*text.await.unwrap(), key.to_string());
        }
        assert_eq!(worked, [0, 1]);
        assert!(cache.get(2, async || Err(StoreError::Crowded)).await.is_err());
        assert_eq!(&*cache.get(2, async || Ok("now".into())).await.unwrap(), "now");
        cache.forget().await;
        assert_eq!(&*cache.get(0, async || Ok("again".into())).await.unwrap(), "again");
        for key in 0..100 {
            cache.get(key, async || Ok(String::new())).await.unwrap();
        }
        assert!(cache.0.lock().await.len() <= REMEMBERED);
    }
}
