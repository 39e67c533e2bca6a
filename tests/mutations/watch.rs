//! Sees to it that nothing hangs, and knows what took longest.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// What takes longer than this hangs; on a busy machine everything takes longer than it should.
const HANGS: Duration = Duration::from_mins(1);
/// The most that one input may take; only counted.
pub const SLOW: Duration = Duration::from_secs(1);

/// What is under way, since when, and the bytes.
type Now = Option<(Instant, String, Vec<u8>)>;

/// Ends the process when something hangs, and says what.
#[derive(Clone)]
pub struct Watch(Arc<Mutex<Now>>);

impl Watch {
    pub fn start() -> Self {
        let watch = Self(Arc::default());
        let now = Arc::downgrade(&watch.0);
        thread::spawn(move || {
            while let Some(now) = now.upgrade() {
                if let Some((since, what, bytes)) = &*now.lock().expect("unharmed")
                    && since.elapsed() > HANGS
                {
                    eprintln!("{what} hangs: {:?}", String::from_utf8_lossy(bytes));
                    std::process::exit(1);
                }
                drop(now);
                thread::sleep(Duration::from_millis(500));
            }
        });
        watch
    }

    /// Does something under watch; how long it took.
    pub fn over<T>(&self, what: &str, number: u64, bytes: &[u8], job: impl FnOnce() -> T) -> (T, Duration) {
        let begin = Instant::now();
        *self.0.lock().expect("unharmed") = Some((begin, format!("{what} {number}"), bytes.to_vec()));
        let done = job();
        *self.0.lock().expect("unharmed") = None;
        (done, begin.elapsed())
    }
}
