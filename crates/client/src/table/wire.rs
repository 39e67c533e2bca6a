//! Requests to a server of tables, and what its answers mean.

use crate::exchange::in_words;
use crate::limits::ClientLimits;
use crate::server::Server;
use crate::wire::{self, Addresses, BrokenOff, Interrupt, Reach};
use boardbots_base::printable::printable;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::time::Duration;
use ureq::http::{StatusCode, header};
use ureq::{Agent, Body, Error, RequestBuilder};

/// The most bytes of an answer; the state of a large board with its last steps needs less than a tenth.
const MOST: u64 = 4 << 20;
/// The time for which a stream of events is read before it is opened anew. What is silent for so long may be dead: the
/// server shows a sign of life every few seconds.
const STREAM: Duration = Duration::from_secs(20);
/// Most characters of a reason in a message.
const LONGEST: usize = 300;

/// The failure of a request.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The network or the server fails at the moment; with the pause that the server asks for.
    #[error("{0}")]
    Passing(String, Option<Duration>),
    /// The server refuses it, with this status.
    #[error("the server refuses it ({0}): {1}")]
    Refused(u16, String),
    /// The process is to stop.
    #[error("stopped")]
    Stopped,
}

/// A server of tables, for one player: one request at a time.
pub struct TableServer {
    agent: Agent,
    addresses: Addresses,
    server: Server,
    interrupt: Interrupt,
}

impl TableServer {
    /// The server at an address. Nothing is sent yet.
    #[must_use]
    pub fn new(server: Server, limits: &ClientLimits, interrupt: Interrupt) -> Self {
        let config = wire::agent_config(&server, limits)
            .max_idle_connections(2)
            .timeout_resolve(Some(limits.resolve))
            .timeout_connect(Some(limits.connect))
            .timeout_send_request(Some(limits.send))
            .timeout_send_body(Some(limits.send))
            .timeout_recv_response(Some(limits.answer))
            .timeout_recv_body(Some(STREAM))
            .build();
        let addresses = Addresses::default();
        let agent = Agent::with_parts(config, Reach(wire::connector(interrupt.clone(), limits)), addresses.clone());
        Self { agent, addresses, server, interrupt }
    }

    /// The answer to a question.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn get(&self, path: &str, token: Option<&str>) -> Result<Value, Failure> {
        json(self.answer(authorized(self.agent.get(self.server.at(path)), token).call())?)
    }

    /// The answer to a request that changes something.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value, Failure> {
        let request = authorized(self.agent.post(self.server.at(path)), token);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        json(self.answer(request.send(body.to_string()))?)
    }

    /// The states of a table from now on, until `each` returns false or the stream ends.
    ///
    /// # Errors
    /// See [`Failure`]. A stream that ends without a fault is none.
    pub fn events(&self, path: &str, token: &str, mut each: impl FnMut(Value) -> bool) -> Result<(), Failure> {
        self.interrupt.set_in_lobby(true);
        let opened = self.answer(authorized(self.agent.get(self.server.at(path)), Some(token)).call());
        let read = opened.and_then(|body| {
            let mut lines = BufReader::new(body.into_reader()).take(MOST);
            let mut line = Vec::new();
            loop {
                line.clear();
                lines.set_limit(MOST);
                match lines.read_until(b'\n', &mut line) {
                    Ok(0) => return Ok(()),
                    Ok(_) => {}
                    Err(_) if self.interrupt.stopping() => return Err(Failure::Stopped),
                    // Its time is over, or the connection is lost: the next one goes on where this one ends.
                    Err(_) => return Ok(()),
                }
                let Some(data) = line.strip_prefix(b"data:") else { continue };
                let state = serde_json::from_slice(data).map_err(|_| malformed("a state"))?;
                if !each(state) {
                    return Ok(());
                }
            }
        });
        self.interrupt.set_in_lobby(false);
        read
    }

    fn answer(&self, sent: Result<ureq::http::Response<Body>, Error>) -> Result<Body, Failure> {
        let answer = match sent {
            Ok(answer) => answer,
            Err(Error::Other(cause)) if cause.is::<BrokenOff>() => return Err(Failure::Stopped),
            Err(error) => {
                self.addresses.doubt();
                return Err(Failure::Passing(in_words(&self.server, &error), None));
            }
        };
        let status = answer.status();
        if status.is_success() {
            return Ok(answer.into_body());
        }
        let pause = answer.headers().get(header::RETRY_AFTER).and_then(|text| text.to_str().ok()?.trim().parse().ok());
        let pause = pause.map(Duration::from_secs);
        let text = answer.into_body().into_with_config().limit(MOST).read_to_string().unwrap_or_default();
        let told = serde_json::from_str::<Value>(&text).ok().and_then(|said| Some(said["error"].as_str()?.to_string()));
        let told = printable(&told.unwrap_or_else(|| status.to_string()), LONGEST);
        Err(match status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => Failure::Passing(told, pause),
            _ if status.is_server_error() => Failure::Passing(told, pause),
            _ => Failure::Refused(status.as_u16(), told),
        })
    }
}

/// A request with a token, if there is one.
fn authorized<B>(request: RequestBuilder<B>, token: Option<&str>) -> RequestBuilder<B> {
    match token {
        Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
        None => request,
    }
}

fn json(body: Body) -> Result<Value, Failure> {
    let mut text = Vec::new();
    let read = body.into_reader().take(MOST).read_to_end(&mut text);
    read.map_err(|error| Failure::Passing(error.to_string(), None))?;
    serde_json::from_slice(&text).map_err(|_| malformed("JSON"))
}

/// The failure of a server that answers with something else.
fn malformed(due: &str) -> Failure {
    Failure::Passing(format!("the answer is not {due}, as a server of tables gives it"), None)
}
