//! Answers that are counted to their clients until these have taken them.

use super::connections::Busy;
use super::events::Line;
use crate::shares::Full;
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// An answer's body, which is counted to its client until it has been taken.
pub struct Metered {
    body: Body,
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
