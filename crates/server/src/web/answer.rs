//! Whole answers, and answers in parts.
//!
//! The HTTP library copies what a body hands out until the client takes it. So every body hands out [`PART`] bytes
//! at a time: a client that takes nothing holds no more than a part of an answer that others share, or that is
//! made while it is taken.

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::future::ready;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// Bytes that a body hands out at once, at most; what is made in parts may exceed it by one of the things that
/// it lists.
pub const PART: usize = 8 * 1024;

/// The content type of JSON.
pub const JSON: &str = "application/json; charset=utf-8";

/// The content type of text.
pub const TEXT: &str = "text/plain; charset=utf-8";

/// Seconds after which to ask again.
const AGAIN_AFTER: HeaderValue = HeaderValue::from_static("2");

/// A whole answer of this form.
pub fn respond(status: StatusCode, form: &'static str, body: impl Into<Bytes>) -> Response {
    let mut left = body.into();
    let size = SizeHint::with_exact(left.len() as u64);
    let first = (next_part(&mut left), left);
    let make = |mut left: Bytes| ready(Ok((!left.is_empty()).then(|| (next_part(&mut left), left))));
    with_body(status, form, Body::new(Parts { size, making: Box::pin(ready(Ok(Some(first)))), make }))
}

/// An answer that is not to be kept, with a body of this form that is made while it is taken: `first` are the first
/// part and what is needed for the others; `make` makes the next part of that, nothing after the last one.
pub fn parts<S, F>(form: &'static str, first: (Bytes, S), make: impl Fn(S) -> F + Send + Unpin + 'static) -> Response
where
    S: Send + 'static,
    F: Future<Output = io::Result<Option<(Bytes, S)>>> + Send + 'static,
{
    let body = Parts { size: SizeHint::default(), making: Box::pin(ready(Ok(Some(first)))), make };
    with_body(StatusCode::OK, form, Body::new(body))
}

/// An answer with this body. Browsers are told not to guess another form.
pub(super) fn with_body(status: StatusCode, form: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(form));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// An answer that nobody keeps, unless it says otherwise.
#[must_use]
pub fn unkept(mut response: Response) -> Response {
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A JSON value as an answer.
#[must_use]
pub fn json(status: StatusCode, value: &serde_json::Value) -> Response {
    written(status, value.to_string())
}

/// JSON that is written already as an answer.
#[must_use]
pub fn written(status: StatusCode, json: impl Into<Bytes>) -> Response {
    respond(status, JSON, json)
}

/// The text of a JSON object with more members, whose values are JSON already.
#[must_use]
pub fn extended(mut object: String, members: &[(&str, String)]) -> String {
    object.pop();
    for (name, value) in members {
        object.extend([",\"", name, "\":", value]);
    }
    object + "}"
}

/// The state of a server: well, or the reason that it stores nothing; with numbers of its own, an object.
#[must_use]
pub fn health(trouble: Option<&str>, numbers: &serde_json::Value) -> Response {
    let mut said = numbers.clone();
    said["status"] = if trouble.is_some() { "degraded" } else { "ok" }.into();
    said["reason"] = trouble.into();
    let status = if trouble.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    again_later(json(status, &said))
}

/// Says when to ask again, where an answer is that this cannot be done now.
#[must_use]
pub fn again_later(mut response: Response) -> Response {
    if matches!(response.status(), StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
        response.headers_mut().entry(header::RETRY_AFTER).or_insert(AGAIN_AFTER);
    }
    response
}

/// True for an address for programs, which are told errors as JSON.
#[must_use]
pub fn is_api(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Takes the next part of what is left.
pub(super) fn next_part(left: &mut Bytes) -> Bytes {
    left.split_to(left.len().min(PART))
}

/// The part that is being made, and what is needed for those after it.
type Making<S> = Pin<Box<dyn Future<Output = io::Result<Option<(Bytes, S)>>> + Send>>;

/// A body in parts.
struct Parts<S, M> {
    /// Of the whole, if that is known.
    size: SizeHint,
    making: Making<S>,
    make: M,
}

impl<S, F, M> HttpBody for Parts<S, M>
where
    F: Future<Output = io::Result<Option<(Bytes, S)>>> + Send + 'static,
    M: Fn(S) -> F + Unpin,
{
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let Some((part, rest)) = ready!(self.making.as_mut().poll(cx))? else { return Poll::Ready(None) };
        // Nothing is made of it before this is polled again.
        self.making = Box::pin((self.make)(rest));
        Poll::Ready(Some(Ok(Frame::data(part))))
    }

    fn size_hint(&self) -> SizeHint {
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cost, Listener, ServerConfig, Service};
    use super::*;
    use axum::Router;
    use axum::routing::get;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::time::Duration;

    /// Parts of the answer: more than systems keep for a client.
    const PARTS: usize = 1000;

    /// A part that counts those that are there at once, and the most there ever were.
    struct Counted([Arc<AtomicUsize>; 2]);

    impl AsRef<[u8]> for Counted {
        fn as_ref(&self) -> &[u8] {
            static PART_OF_ALL: [u8; PART] = [b'x'; PART];
            &PART_OF_ALL
        }
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            self.0[0].fetch_sub(1, SeqCst);
        }
    }

    #[test]
    fn parts_are_made_as_they_are_taken() {
        let config = ServerConfig { listen: ([127, 0, 0, 1], 0).into(), ..ServerConfig::default() };
        let counts: [Arc<AtomicUsize>; 2] = Default::default();
        let (made, of_server) = (Arc::new(AtomicUsize::new(0)), counts.clone());
        let of_all = Arc::clone(&made);
        let part = move || {
            of_all.fetch_add(1, SeqCst);
            of_server[1].fetch_max(of_server[0].fetch_add(1, SeqCst) + 1, SeqCst);
            Bytes::from_owner(Counted(of_server.clone()))
        };
        let answer = move || {
            let part = part.clone();
            let next = move |n| ready(Ok((n < PARTS).then(|| (part(), n + 1))));
            ready(parts("text/plain", (Bytes::new(), 0), next))
        };
        let service = Service {
            router: Router::new().route("/", get(answer)),
            full: "full",
            costs: Arc::new(|_| Cost::Usual),
            status: Box::new(|_| String::new()),
            metrics: Box::new(|_| ()),
            admin: None,
            ending: Box::new(|| ()),
            threads: Vec::new(),
        };
        let server = Listener::open("parts", config).unwrap().serve(service).unwrap();
        let mut client = TcpStream::connect(server.addr()).unwrap();
        client.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        write!(client, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        client.read_exact(&mut [0; 1024]).unwrap();
        // Nothing is taken any more: at some time nothing is made any more.
        let mut before = 0;
        while before != made.load(SeqCst) || before == 0 {
            before = made.load(SeqCst);
            std::thread::sleep(Duration::from_millis(200));
        }
        assert!(before < PARTS, "all parts were made for nobody");
        let mut rest = Vec::new();
        client.read_to_end(&mut rest).unwrap();
        assert_eq!(rest.split(|letter| *letter == b'x').count().div_ceil(PART), PARTS);
        assert_eq!((made.load(SeqCst), counts[0].load(SeqCst)), (PARTS, 0));
        // As many as the library takes, 16 KiB; one that it has sent a piece of; and the next one.
        assert!(counts[1].load(SeqCst) <= 4, "{counts:?}");
        server.stop();
    }

    #[tokio::test]
    async fn whole_answers_have_their_length_and_no_part_is_large() {
        for size in [0, 1, PART, PART + 1, 5 * PART] {
            let mut body = respond(StatusCode::OK, JSON, vec![b'x'; size]).into_body();
            assert_eq!(body.size_hint().exact(), Some(size as u64));
            let mut sizes = Vec::new();
            while let Some(part) = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
                sizes.push(part.unwrap().into_data().unwrap().len());
            }
            assert_eq!(sizes.iter().sum::<usize>(), size);
            assert!(sizes.iter().all(|part| *part <= PART), "{sizes:?}");
        }
    }
}
