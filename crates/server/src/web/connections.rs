//! All connections: who is at their other end, and which make room for others.
//!
//! A new connection is at the door for a moment, in which it shows by its first request whose it is. Then it takes
//! one of the places inside, which are shared fairly: see [`shares`](crate::shares). A client keeps the key that
//! it has shown last. Answers that wait to be taken are counted in bytes, by the same rule.

/// The time in which a new connection has to show whose it is.
const SHOWN_WITHIN: Duration = Duration::from_secs(2);
/// Connections that may be at the door.
const DOOR: usize = 128;

/// All connections.
pub struct Connections {
    door: Arc<Holdings>,
    inside: Arc<Holdings>,
    /// Bytes of answers that wait to be taken.
    answers: Arc<Holdings>,
}

impl Connections {
    /// None yet, with these limits.
    #[must_use]
    pub fn new(limits: &HttpLimits) -> Self {
        let HttpLimits { address_connections, loopback_connections, .. } = *limits;
        let proxies = limits.proxies.clone();
        // A proxy's connections are those of its clients.
        let of_address = move |addr: IpAddr| match addr {
            addr if proxies.holds(addr) => usize::MAX,
            addr if addr.is_loopback() => loopback_connections,
            _ => address_connections,
        };
        let (answers, of_owner) = (limits.answer_bytes, limits.answer_bytes / 4);
        Self {
            door: Holdings::new(DOOR, |_| DOOR, Rank::Due),
            inside: Holdings::new(limits.connections, of_address, Rank::Due),
            answers: Holdings::new(answers, move |_| of_owner, Rank::Idle),
        }
    }

    /// The number of connections, those at the door not counted.
    #[must_use]
    pub fn count(&self) -> usize {
        self.inside.count()
    }

    /// Lets a connection of this address stand at the door.
    ///
    /// # Errors
    /// [`FullError`].
    pub fn knock(self: &Arc<Self>, addr: IpAddr, trusted: bool) -> Result<Connection, FullError> {
        let out = Arc::new(Notify::new());
        let door = Mutex::new(Some(self.door.claim_for(Owner::at(addr), 1, Arc::clone(&out))?));
        let busy = AtomicUsize::new(0);
        let inside = OnceLock::new();
        Ok(Connection { all: Arc::clone(self), addr: addr.to_canonical(), trusted, door, inside, busy, out })
    }
}

/// A connection that is counted.
pub struct Connection {
    all: Arc<Connections>,
    /// The address from which it comes.
    pub addr: IpAddr,
    /// True if it comes from a proxy, which tells whose each request is.
    trusted: bool,
    door: Mutex<Option<Claim>>,
    inside: OnceLock<Claim>,
    /// Requests under way.
    busy: AtomicUsize,
    out: Arc<Notify>,
}

impl Connection {
    /// Comes back when it has to make room for another, or has not shown in time whose it is while others wait.
    pub async fn evicted(&self) {
        let out = self.out.notified();
        tokio::pin!(out);
        tokio::select! {
            () = &mut out => return,
            () = tokio::time::sleep(SHOWN_WITHIN) => {}
        }
        if self.enter(Owner::at(self.addr)).is_ok() {
            out.await;
        }
    }

    /// Takes a place inside for an owner.
    ///
    /// # Errors
    /// [`FullError`].
    fn enter(&self, owner: Owner) -> Result<(), FullError> {
        if let Some(claim) = self.inside.get() {
            return if self.trusted || owner.key().is_some() { claim.hand_to(owner) } else { Ok(()) };
        }
        let claim = self.all.inside.claim_for(owner, 1, Arc::clone(&self.out))?;
        // Its first request and the end of its time at the door do not come at once: one task does both.
        let _ = self.inside.set(claim);
        *lock(&self.door) = None;
        Ok(())
    }

    /// Notes that a request of an owner begins, until what comes back is dropped.
    ///
    /// # Errors
    /// [`FullError`].
    pub fn begin(self: &Arc<Self>, owner: Owner) -> Result<Busy, FullError> {
        self.enter(owner)?;
        self.busy.fetch_add(1, Relaxed);
        self.progress(Rank::Due);
        Ok(Busy { connection: Arc::clone(self), answer: None })
    }

    /// True if all answers have been taken.
    pub fn is_at_rest(&self) -> bool {
        self.busy.load(Relaxed) == 0
    }

    /// Notes what is done with it, and that it makes progress.
    pub fn progress(&self, rank: Rank) {
        if let Some(claim) = self.inside.get() {
            claim.progress(rank);
        }
    }

    /// Notes that its client has taken something.
    pub fn taken(&self) {
        if let Some(claim) = self.inside.get() {
            claim.touch();
        }
    }

    /// The owner to whom it is counted.
    pub fn owner(&self) -> Owner {
        self.inside.get().and_then(Claim::owner).unwrap_or(Owner::at(self.addr))
    }
}

/// A request under way, until its answer has been taken.
pub struct Busy {
    connection: Arc<Connection>,
    answer: Option<Claim>,
}

impl Busy {
    /// Counts the bytes of an answer that waits to be taken.
    ///
    /// # Errors
    /// [`FullError`].
    pub fn answer(&mut self, bytes: usize) -> Result<(), FullError> {
        let Connection { all, out, .. } = &*self.connection;
        if bytes > 0 {
            self.answer = Some(all.answers.claim_for(self.connection.owner(), bytes, Arc::clone(out))?);
        }
        Ok(())
    }

    /// Notes that its client has taken so many bytes.
    pub fn taken(&self, bytes: usize) {
        if let Some(answer) = &self.answer {
            answer.give_back(bytes);
        }
    }

    /// Notes that its answer goes on for as long as its client wants.
    pub fn streams(&self) {
        self.connection.progress(Rank::Used);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let others = self.connection.busy.fetch_sub(1, Relaxed) > 1;
        self.connection.progress(if others { Rank::Due } else { Rank::Idle });
    }
}

/// A connection as handlers see it; every request has one as an extension.
#[derive(Clone)]
pub struct ConnectionHandle(pub(super) Arc<Connection>);

impl ConnectionHandle {
    /// Notes that the owner of a key is at its other end. A client whose owner has no room is cut off.
    pub fn prove(&self, key: u64) {
        let owner = self.0.owner().with_key(key);
        if self.0.enter(owner).is_err() {
            self.0.out.notify_one();
        }
    }
}

#[cfg(test)]
mod tests;

use super::events::Line;
use super::limits::HttpLimits;
use crate::shares::{Claim, FullError, Holdings, Owner, Rank};
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use boardbots_base::thread::lock;
use hyper::body::{Frame, SizeHint};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::Notify;

/// An answer's body, which is counted to its client until it has been taken.
pub struct Metered {
    body: Body,
    busy: Busy,
}

impl Metered {
    /// Counts an answer to a request.
    ///
    /// # Errors
    /// [`FullError`] if too many bytes wait for this client.
    pub fn wrap(answer: Response, mut busy: Busy) -> Result<Response, FullError> {
        if answer.extensions().get::<Line>().is_some() {
            busy.streams();
        }
        let whole = answer.body().size_hint().exact().unwrap_or(0);
        busy.answer(usize::try_from(whole).unwrap_or(usize::MAX))?;
        Ok(answer.map(|body| Body::new(Self { body, busy })))
    }
}

impl HttpBody for Metered {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(Ok(frame)) = &frame {
            self.busy.taken(frame.data_ref().map_or(0, Bytes::len));
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
