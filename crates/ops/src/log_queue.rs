//! A bounded queue between those who log and what the log is written to.
//!
//! Writing can block for ever: a pipe that is not read, a stopped terminal. So one thread writes,
//! and all others only put lines into the queue, which takes no longer than a copy. What does
//! not fit is dropped and counted, and the count is told as soon as there is room again.

use boardbots_base::thread::{lock, spawn};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Most lines that wait.
pub const MAX_LINES: usize = 1024;
/// Most bytes that wait.
pub const MAX_BYTES: usize = 256 * 1024;
/// The writing thread needs little stack.
const STACK: usize = 64 * 1024;
/// Pause before the next try to write to a pipe that is full and does not block.
const FULL: Duration = Duration::from_millis(20);

/// The queue; clones share it.
#[derive(Clone)]
pub struct LogQueue(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// There is something to write, or all has been written.
    changed: Condvar,
    /// The line that says how many were dropped.
    note: fn(u64) -> String,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
    dropped: u64,
    /// The thread writes a line that is no longer in the queue.
    writing: bool,
}

impl LogQueue {
    /// A queue, and the thread that writes what is put into it. `note` makes the line that says
    /// how many lines were dropped.
    ///
    /// # Errors
    /// The system has no thread to give.
    pub fn start(out: impl Write + Send + 'static, note: fn(u64) -> String) -> io::Result<Self> {
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new(), note });
        let queue = Self(Arc::clone(&shared));
        spawn("log".into(), STACK, Box::new(move || shared.write_to(out)))?;
        Ok(queue)
    }

    /// Puts a line in, or drops it if there is no room. Never blocks.
    pub fn push(&self, line: &[u8]) {
        let mut state = lock(&self.0.state);
        if state.lines.len() >= MAX_LINES || state.bytes + line.len() > MAX_BYTES {
            state.dropped += 1;
            return;
        }
        state.told(self.0.note);
        state.put(line.to_vec());
        drop(state);
        self.0.changed.notify_all();
    }

    /// Puts a line in whatever room there is: for the few that say how the process ends.
    pub fn push_always(&self, line: &[u8]) {
        let mut state = lock(&self.0.state);
        state.told(self.0.note);
        state.put(line.to_vec());
        drop(state);
        self.0.changed.notify_all();
    }

    /// Waits until everything is written, but no longer than this; true if everything is.
    #[must_use]
    pub fn flush(&self, most: Duration) -> bool {
        let until = Instant::now() + most;
        let mut state = lock(&self.0.state);
        while state.writing || !state.lines.is_empty() || state.dropped > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.0.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

/// Each write is one line, as the logger makes them.
impl Write for LogQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.push(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl State {
    fn put(&mut self, line: Vec<u8>) {
        self.bytes += line.len();
        self.lines.push_back(line);
    }

    /// Says how many lines were dropped before the next one.
    fn told(&mut self, note: fn(u64) -> String) {
        if self.dropped > 0 {
            let line = note(std::mem::take(&mut self.dropped));
            self.put(line.into_bytes());
        }
    }
}

impl Shared {
    fn write_to(&self, mut out: impl Write) {
        let mut state = lock(&self.state);
        loop {
            if state.lines.is_empty() {
                state.told(self.note);
            }
            let Some(line) = state.lines.pop_front() else {
                self.changed.notify_all();
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.bytes -= line.len();
            state.writing = true;
            drop(state);
            write_line(&mut out, &line);
            state = lock(&self.state);
            state.writing = false;
        }
    }
}

/// Writes a whole line, even to a pipe that does not block; a closed one takes nothing.
fn write_line(out: &mut impl Write, mut line: &[u8]) {
    while !line.is_empty() {
        match out.write(line) {
            Ok(0) => return,
            Ok(count) => line = &line[count.min(line.len())..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(FULL),
            Err(_) => return,
        }
    }
    // A log that cannot be written is not an error of the program.
    let _ = out.flush();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Longest wait for anything.
    const PATIENCE: Duration = Duration::from_mins(1);

    /// An output that takes a line for each permission, and hands it on.
    struct Gate(Receiver<()>, Sender<String>);

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
            let _ = self.1.send(String::from_utf8(bytes.to_vec()).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn gated() -> (LogQueue, Sender<()>, Receiver<String>) {
        let ((permit, permits), (lines, written)) = (channel(), channel());
        let queue = LogQueue::start(Gate(permits, lines), |count| format!("{count} dropped")).unwrap();
        (queue, permit, written)
    }

    /// Puts a first line in, and waits until the thread is about to write it: from then on it takes no
    /// other without a permission.
    fn occupied(line: &[u8]) -> (LogQueue, Sender<()>, Receiver<String>) {
        let gated = gated();
        gated.0.push(line);
        let until = Instant::now() + PATIENCE;
        while !lock(&gated.0.0.state).writing {
            assert!(Instant::now() < until, "the thread takes nothing");
            thread::yield_now();
        }
        gated
    }

    #[test]
    fn an_output_that_blocks_holds_nobody_up_and_what_is_lost_is_told() {
        let (queue, permit, written) = occupied(b"line 0");
        for line in 1..5000 {
            queue.push(format!("line {line}").as_bytes());
        }
        queue.push_always(b"the end");
        assert!(!queue.flush(Duration::from_millis(10)));
        for _ in 0..5000 {
            permit.send(()).unwrap();
        }
        assert!(queue.flush(PATIENCE));
        let lines: Vec<String> = written.try_iter().collect();
        let kept = 1 + MAX_LINES;
        assert!(lines[..kept].iter().all(|line| line.starts_with("line ")), "{lines:?}");
        assert_eq!(lines[kept..], [format!("{} dropped", 5000 - kept), "the end".into()]);
    }

    #[test]
    fn bytes_are_bounded_too() {
        let (queue, permit, written) = occupied(&vec![b'x'; 100_000]);
        for _ in 1..10 {
            queue.push(&vec![b'x'; 100_000]);
        }
        assert!(lock(&queue.0.state).bytes <= MAX_BYTES);
        for _ in 0..10 {
            permit.send(()).unwrap();
        }
        assert!(queue.flush(PATIENCE));
        let lines: Vec<String> = written.try_iter().collect();
        let kept = lines.iter().filter(|line| line.starts_with('x')).count();
        assert_eq!((kept, lines.last().unwrap().as_str()), (3, "7 dropped"), "told once there is room");
    }

    #[test]
    fn a_closed_output_ends_nothing() {
        let (queue, permit, _) = gated();
        drop(permit);
        for _ in 0..5000 {
            queue.push(b"x");
        }
        assert!(queue.flush(PATIENCE));
    }

    #[test]
    fn a_full_pipe_that_does_not_block_gets_whole_lines() {
        struct Small(Vec<u8>, bool);
        impl Write for Small {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.1 = !self.1;
                if self.1 {
                    return Err(ErrorKind::WouldBlock.into());
                }
                self.0.push(bytes[0]);
                Ok(1)
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut out = Small(Vec::new(), false);
        write_line(&mut out, b"abc\n");
        assert_eq!(out.0, b"abc\n");
    }
}
