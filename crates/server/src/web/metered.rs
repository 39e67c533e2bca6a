//! Answers that are counted to their clients until these have taken them.

use super::connections::Busy;
use super::events::Line;
use crate::shares::Full;
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// Bytes of a part in which an answer goes out.
const PART: usize = 8 * 1024;

/// An answer's body, in parts that are counted to its client until it has taken them.
pub struct Metered {
    body: Body,
    /// What is left of a part.
    rest: Bytes,
    busy: Busy,
}

impl Metered {
    /// Counts an answer to a request.
    ///
    /// # Errors
    /// [`Full`] if too many bytes wait for this client.
    pub fn wrap(answer: Response, mut busy: Busy) -> Result<Response, Full> {
        if answer.extensions().get::<Line>().is_some() {
            busy.streams();
        }
        let whole = answer.body().size_hint().exact().unwrap_or(0);
        busy.answer(usize::try_from(whole).unwrap_or(usize::MAX))?;
        Ok(answer.map(|body| Body::new(Self { body, rest: Bytes::new(), busy })))
    }
}

impl HttpBody for Metered {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        if this.rest.is_empty() {
            match ready!(Pin::new(&mut this.body).poll_frame(cx)).transpose()?.map(Frame::into_data) {
                Some(Ok(data)) => this.rest = data,
                Some(Err(other)) => return Poll::Ready(Some(Ok(other))),
                None => return Poll::Ready(None),
            }
        }
        let part = this.rest.split_to(this.rest.len().min(PART));
        this.busy.taken(part.len());
        Poll::Ready(Some(Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (mut hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        match hint.exact() {
            Some(exact) => hint.set_exact(exact + rest),
            None => hint.set_lower(hint.lower() + rest),
        }
        hint
    }
}
