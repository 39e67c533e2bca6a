//! What every server of this program shares of HTTP: connections and their limits, answers,
//! events, pages. It knows no game.
//!
//! A server opens a [`Door`], builds what it needs (a store, a hall, tasks on the door's event
//! loop), and hands a router over to [`Door::serve`], which serves it from a thread of its own
//! until the [`Server`] is stopped or dropped:
//!
//! ```
//! use axum::{Router, routing::get};
//! use boardbots_server::web::{Door, Limits, Price, Service, ServeError};
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), ServeError> {
//! let door = Door::open("hello", ([127, 0, 0, 1], 0).into(), 1)?;
//! let mut server = door.serve(Service {
//!     router: Router::new().route("/", get(|| async { "hello" })),
//!     limits: Limits::default(),
//!     full: "There are too many connections, try again soon",
//!     prices: Arc::new(|_| Price::Usual),
//!     beat: None,
//!     ending: Box::new(|| ()),
//! })?;
//! println!("http://{}/", server.addr());
//! server.stop();
//! # Ok(())
//! # }
//! ```
//!
//! | file | holds |
//! |---|---|
//! | [`server`] | the door, the accept loop, connections, the end |
//! | `clocked` | a connection with limits on how long a head or a write can take |
//! | `limits` | every bound that HTTP needs |
//! | [`connections`] | all connections, by address, and which make room for others |
//! | [`guests`] | who asks, and how much each address may ask |
//! | [`allowance`] | how much each address may do in the long run |
//! | [`places`] | how many things of a kind each address holds at once |
//! | `share` | how many players one address may stand for |
//! | [`mod@network`] | which addresses count as one |
//! | `forwarded` | the clients of proxies, by their addresses |
//! | `listen` | addresses to listen on, as options name them |
//! | [`request`] | what a request says: its body, the host it asked |
//! | `origin` | from which sites a server takes requests |
//! | [`reach`] | from where a server can be reached, for the log |
//! | [`answer`] | whole answers, JSON |
//! | [`events`] | streams of server-sent events |
//! | [`shelf`] | the files of the pages, packed |
//! | [`mod@page`] | the frame of small pages, the headers that guard all of them |
//! | [`secret`] | texts that nobody can guess |

pub mod allowance;
pub mod answer;
mod clocked;
pub mod connections;
pub mod events;
mod forwarded;
pub mod guests;
mod limits;
mod listen;
pub mod network;
mod origin;
pub mod page;
pub mod places;
pub mod reach;
pub mod request;
pub mod secret;
pub mod server;
mod share;
pub mod shelf;
// What the build script does to pages, for the tests.
#[cfg(test)]
#[path = "../../build/strip.rs"]
mod strip;
#[cfg(test)]
mod stripped;

pub use forwarded::Proxies;
pub use guests::{Guest, Price, Prices};
pub use limits::Limits;
pub use listen::{GrammarError, Listen};
pub use page::{Frame, page};
pub use server::{Door, ServeError, Server, Service};
pub use share::Share;
