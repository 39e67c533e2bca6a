//! Input of the table: lines that are typed, and Ctrl-C at any moment, also while no line is read.

use boardbots_base::lines::{LineError, Lines};
use signal_hook::consts::SIGINT;
use signal_hook::{flag, low_level};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The most lines that are kept for later; input that comes faster waits.
const AHEAD: usize = 64;

/// Input from outside.
#[derive(Debug)]
pub enum Heard {
    /// A line, or its error.
    Line(Result<String, LineError>),
    /// Ctrl-C.
    Interrupt,
    /// There will be no more lines.
    End,
}

/// A message from the thread that reads, or from the one that waits for signals.
enum Letter {
    Line(io::Result<Option<Result<String, LineError>>>),
    Wake,
}

/// Input that has come and was not handled yet.
pub struct Inbox {
    letters: Receiver<Letter>,
    waker: SyncSender<Letter>,
    early: VecDeque<Letter>,
    /// True after a Ctrl-C that has not been handled.
    interrupted: Arc<AtomicBool>,
    ended: bool,
}

impl Inbox {
    /// Lines of an input, which is opened by the thread that reads it.
    pub fn of<R: BufRead>(input: impl FnOnce() -> R + Send + 'static) -> Self {
        let (waker, letters) = sync_channel(AHEAD);
        let post = waker.clone();
        thread::spawn(move || {
            let mut lines = Lines::new(input());
            loop {
                let line = lines.next_line();
                let last = !matches!(line, Ok(Some(_)));
                // Fails when the table is gone.
                if post.send(Letter::Line(line)).is_err() || last {
                    return;
                }
            }
        });
        Self { letters, waker, early: VecDeque::new(), interrupted: Arc::default(), ended: false }
    }

    /// Hears Ctrl-C from now on: the first one is a [`Heard::Interrupt`]. A second one before
    /// [`Inbox::calm`] ends the process at once, as it would have without this.
    ///
    /// # Errors
    ///
    /// The system refuses the handlers.
    pub fn hear_interrupts(&mut self) -> io::Result<()> {
        let (mut bell, rope) = UnixStream::pair()?;
        // Handlers run in this order: the first looks before the second raises.
        flag::register_conditional_default(SIGINT, Arc::clone(&self.interrupted))?;
        flag::register(SIGINT, Arc::clone(&self.interrupted))?;
        low_level::pipe::register(SIGINT, rope)?;
        let waker = self.waker.clone();
        thread::spawn(move || {
            let mut rung = [0];
            while bell.read_exact(&mut rung).is_ok() {
                // If there is no room, there is enough to wake up for.
                let _ = waker.try_send(Letter::Wake);
            }
        });
        Ok(())
    }

    /// True after a Ctrl-C that has not been handled.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// The Ctrl-C has been dealt with.
    pub fn calm(&self) {
        self.interrupted.store(false, Ordering::SeqCst);
    }

    /// Waits for what comes next.
    ///
    /// # Errors
    ///
    /// Fails with the error of reading.
    pub fn next(&mut self) -> io::Result<Heard> {
        loop {
            if self.interrupted() {
                self.forget();
                return Ok(Heard::Interrupt);
            }
            if let Some(heard) = self.take()? {
                return Ok(heard);
            }
        }
    }

    /// Waits for a line even though there was a Ctrl-C, for the answer to the question after it.
    ///
    /// # Errors
    ///
    /// Fails with the error of reading.
    pub fn answer(&mut self) -> io::Result<Heard> {
        loop {
            if let Some(heard) = self.take()? {
                return Ok(heard);
            }
        }
    }

    /// Lets time pass, all of it or until Ctrl-C; lines that come meanwhile are kept.
    pub fn pause(&mut self, time: Duration) {
        let Some(end) = Instant::now().checked_add(time) else { return };
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.interrupted() {
                return;
            }
            match self.letters.recv_timeout(left) {
                Ok(Letter::Wake) => {}
                Ok(letter) => self.early.push_back(letter),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// The next letter; `None` for one that says nothing.
    fn take(&mut self) -> io::Result<Option<Heard>> {
        if self.ended {
            return Ok(Some(Heard::End));
        }
        let letter = self.early.pop_front().map_or_else(|| self.letters.recv(), Ok);
        match letter {
            Ok(Letter::Wake) => Ok(None),
            Ok(Letter::Line(line)) => {
                let heard = line?.map_or(Heard::End, Heard::Line);
                self.ended = matches!(heard, Heard::End);
                Ok(Some(heard))
            }
            // Not while we hold a sender ourselves.
            Err(_) => Ok(Some(Heard::End)),
        }
    }

    /// Drops lines typed before Ctrl-C, for they do not answer the question after it.
    fn forget(&mut self) {
        while let Some(letter) = self.early.pop_front().or_else(|| self.letters.try_recv().ok()) {
            // After these nothing would come any more.
            self.ended |= matches!(letter, Letter::Line(Ok(None) | Err(_)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(heard: io::Result<Heard>) -> Option<String> {
        match heard.expect("bytes in memory") {
            Heard::Line(line) => Some(line.expect("text")),
            Heard::Interrupt => None,
            Heard::End => Some("END".into()),
        }
    }

    #[test]
    fn lines_come_in_order_and_wait_during_pauses() {
        let mut inbox = Inbox::of(|| b"one\n\ntwo".as_slice());
        inbox.pause(Duration::from_millis(20));
        let all: Vec<_> = (0..5).filter_map(|_| line(inbox.next())).collect();
        assert_eq!(all, ["one", "", "two", "END", "END"]);
    }

    #[test]
    fn an_interrupt_comes_first_and_until_it_is_dealt_with() {
        let mut inbox = Inbox::of(|| b"typed too early\n".as_slice());
        while inbox.early.len() < 2 {
            inbox.pause(Duration::from_millis(1));
        }
        inbox.interrupted.store(true, Ordering::SeqCst);
        // Hours, if it were not interrupted.
        inbox.pause(Duration::from_secs(10_000));
        assert_eq!((line(inbox.next()), line(inbox.next())), (None, None));
        assert_eq!(line(inbox.answer()), Some("END".into()));
        inbox.calm();
        assert_eq!(line(inbox.next()), Some("END".into()));
    }
}
