//! HTTP, as every server of this program uses it: connections and their limits, answers, events, pages. It knows no
//! game.
//!
//! A server opens a [`Listener`], builds what it needs (stores, state, tasks on the listener's event loop), and
//! hands a router to [`Listener::serve`], which serves it from a thread of its own until the [`Server`] is
//! stopped or dropped:
//!
//! ```
//! use axum::{Router, routing::get};
//! use boardbots_server::web::{Listener, Cost, ServeError, ServerConfig, Service};
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), ServeError> {
//! let config = ServerConfig { listen: ([127, 0, 0, 1], 0).into(), ..ServerConfig::default() };
//! let server = Listener::open("hello", config)?.serve(Service {
//!     router: Router::new().route("/", get(|| async { "hello" })),
//!     full: "There are too many connections, try again soon",
//!     costs: Arc::new(|_| Cost::Usual),
//!     status: Box::new(|connections| format!("{connections} connections")),
//!     metrics: Box::new(|_| ()),
//!     admin: None,
//!     ending: Box::new(|| ()),
//!     threads: Vec::new(),
//! })?;
//! println!("http://{}/", server.addr());
//! server.stop();
//! # Ok(())
//! # }
//! ```
//!
//! | file | holds |
//! |---|---|
//! | [`server`] | the listener, the accept loop, the end |
//! | `conversation` | one connection, from its first byte to its end |
//! | `timeouts` | a connection with limits on how long a head or a write can take |
//! | `limits` | every bound that HTTP needs, and the share of one address |
//! | [`connections`] | all connections, and which make room for others |
//! | [`rate_limits`] | the client of a request, how much each address or seat may ask, buckets that fill steadily |
//! | [`qr`] | links as QR codes |
//! | `forwarded` | the clients of proxies, by their addresses |
//! | [`request`] | the body of a request, the host that it asked, and the token in its head |
//! | `metrics` | the numbers of a server, and who may read them |
//! | `origin` | the sites from which a server takes requests |
//! | [`addresses`] | addresses to listen on, as options name them, and those of a server, for the log |
//! | [`answer`] | whole answers, JSON |
//! | [`events`] | streams of server-sent events |
//! | [`shelf`] | the files of the pages, packed; the frame of small pages, the headers that guard all of them |

pub mod addresses;
pub mod answer;
pub mod connections;
mod conversation;
pub mod events;
mod forwarded;
mod limits;
mod metrics;
mod origin;
pub mod qr;
pub mod rate_limits;
pub mod request;
pub mod server;
pub mod shelf;
mod timeouts;

pub use addresses::{HostName, Listen};
pub use forwarded::Proxies;
pub use limits::{HttpLimits, Share};
pub use metrics::{Counter, Metrics, OwnMetrics, metrics};
pub use origin::OwnHost;
pub use rate_limits::{ClientAddr, Cost, Costs, costs};
pub use server::{Listener, ServeError, Server, ServerConfig, Service};
pub use shelf::page;
