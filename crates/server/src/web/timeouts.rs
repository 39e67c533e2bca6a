//! A connection with limits on time: for the head of a request, once it has begun, and for a client that takes too
//! slowly what is written to it.
//!
//! The HTTP library bounds the time between requests, the handler that of a body. Neither
//! can tell a client that sends a byte a second from one that rests between two requests;
//! this can, because it sees the first byte of a head. Nor does the library look whether a client to
//! which events are sent is still there: a half-closed connection is one to it, and a reset one is
//! noticed when it writes. This looks, and tells the stream.

use super::connections::Connection;
use super::events::Line;
use super::limits::HttpLimits;
use axum::body::Bytes;
use axum::http::Response;
use boardbots_base::thread::lock;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// The answer to a client whose head takes too long.
const TOO_SLOW: &[u8] = b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain; charset=utf-8\r\n\
    connection: close\r\ncontent-length: 28\r\n\r\nThe request came too slowly\n";

/// Bytes that a client takes in a second at least while an answer waits for it.
const SLOWEST: u64 = 1024;

/// The requests of a connection: the numbers of those that came and of those that were answered, the stream that the
/// last answer is, and whether the client has been waited for.
#[derive(Clone, Default)]
pub struct Requests(Arc<Shared>);

#[derive(Default)]
struct Shared {
    counts: [AtomicUsize; 2],
    /// True if there was nothing to read since the last request began.
    waited: AtomicBool,
    /// All that was written has been sent.
    flushed: AtomicBool,
    /// After that, there was nothing to read.
    quiet: AtomicBool,
    line: Mutex<Option<Line>>,
}

impl Requests {
    /// Notes that the head of a request is complete; true if its client was waited for since the one before. If not, it
    /// has sent several at once.
    pub fn begin(&self) -> bool {
        *lock(&self.0.line) = None;
        self.0.counts[0].fetch_add(1, Ordering::Relaxed) == 0 || self.0.waited.swap(false, Ordering::Relaxed)
    }

    /// Notes that the answer to a request is known.
    pub fn end<B>(&self, answer: &Response<B>) {
        *lock(&self.0.line) = answer.extensions().get().cloned();
        self.0.counts[1].fetch_add(1, Ordering::Relaxed);
    }

    /// Number of requests so far.
    pub fn begun(&self) -> usize {
        self.0.counts[0].load(Ordering::Relaxed)
    }

    /// True while the library has nothing left to send and waits for the first byte of a request.
    pub fn are_quiet(&self) -> bool {
        self.0.quiet.load(Ordering::Relaxed)
    }

    fn ended(&self) -> usize {
        self.0.counts[1].load(Ordering::Relaxed)
    }
}

/// A connection whose reads and writes fail when they take too long.
pub struct TimedStream {
    stream: TcpStream,
    /// Bytes that were read from it and not used; they are read again first.
    ahead: Bytes,
    requests: Requests,
    connection: Arc<Connection>,
    /// The number of requests that had begun at the last look.
    seen: usize,
    head_time: Duration,
    write_time: Duration,
    /// Running since the first byte of a head.
    head: Option<Pin<Box<Sleep>>>,
    /// Running while something waits for the client; and the bytes that the client has taken meanwhile.
    write: Option<(Pin<Box<Sleep>>, u64)>,
}

impl TimedStream {
    /// A connection with these limits.
    pub fn new(stream: TcpStream, (requests, connection): (Requests, Arc<Connection>), limits: &HttpLimits) -> Self {
        let (head_time, write_time) = (limits.head_time, limits.write_time);
        let ahead = Bytes::new();
        Self { stream, ahead, requests, connection, seen: 0, head_time, write_time, head: None, write: None }
    }

    /// The same, with bytes that have been read from it and not been used.
    pub fn with_ahead(self, ahead: &Bytes) -> Self {
        // A copy: even without bytes of its own, a piece keeps the whole buffer.
        Self { ahead: Bytes::copy_from_slice(ahead), ..self }
    }

    /// Waits until its client says something, or ends it.
    pub async fn spoken(&self) {
        if self.ahead.is_empty() {
            // The read that follows meets the same error.
            let _ = self.stream.readable().await;
        }
    }

    /// Looks whether a client to which events are sent is still there: until it says something, or nothing any more,
    /// the task is woken when that changes.
    ///
    /// # Errors
    /// The client has reset the connection.
    fn listens(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        let Some(line) = lock(&self.requests.0.line).clone().filter(|line| !line.is_in_doubt()) else { return Ok(()) };
        if let Poll::Ready(said) = self.stream.poll_peek(cx, &mut ReadBuf::new(&mut [0])) {
            said?;
            line.doubt();
            // The body is asked again, and has a comment.
            cx.waker().wake_by_ref();
        }
        Ok(())
    }

    /// Bounds a write: it fails once too little has been taken in the whole time.
    fn timed(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.requests.0.flushed.store(false, Ordering::Relaxed);
        if let Poll::Ready(written) = written {
            self.connection.taken();
            if let (Some((_, taken)), Ok(bytes)) = (&mut self.write, &written) {
                *taken += *bytes as u64;
            }
            return Poll::Ready(written);
        }
        let write_time = self.write_time;
        let (timer, taken) = self.write.get_or_insert_with(|| (Box::pin(sleep(write_time)), 0));
        while timer.as_mut().poll(cx).is_ready() {
            if *taken < SLOWEST * write_time.as_secs().max(1) {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            *taken = 0;
            timer.as_mut().reset(tokio::time::Instant::now() + write_time);
        }
        Poll::Pending
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = if self.ahead.is_empty() {
            Pin::new(&mut self.stream).poll_read(cx, buf)
        } else {
            let bytes = self.ahead.len().min(buf.remaining());
            buf.put_slice(&self.ahead.split_to(bytes));
            Poll::Ready(Ok(()))
        };
        let begun = self.requests.begun();
        let Shared { waited, flushed, quiet, .. } = &*self.requests.0;
        if read.is_pending() {
            waited.store(true, Ordering::Relaxed);
        }
        let all_sent = flushed.load(Ordering::Relaxed) && begun == self.requests.ended();
        quiet.store(read.is_pending() && all_sent, Ordering::Relaxed);
        if self.seen != begun {
            // The head that was timed is complete.
            self.seen = begun;
            self.head = None;
        }
        if begun != self.requests.ended() {
            return read;
        }
        if read.is_ready() && buf.filled().len() == before {
            // The end, or an error.
            return read;
        }
        if self.head.is_none() && read.is_pending() {
            return read;
        }
        let head_time = self.head_time;
        let timer = self.head.get_or_insert_with(|| Box::pin(sleep(head_time)));
        if timer.as_mut().poll(cx).is_ready() {
            // No answer is under way, so this is one; it may not fit, which is as well.
            let _ = self.stream.try_write(TOO_SLOW);
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.timed(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.timed(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // All that there was has been taken.
        self.write = None;
        self.requests.0.flushed.store(true, Ordering::Relaxed);
        self.listens(cx)?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
