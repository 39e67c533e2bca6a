//! Input that something happened to: nothing that is read ends the process or takes long.
//!
//! Each input is one that the project itself has written, after one to four accidents: bits turned,
//! parts cut, lines doubled or exchanged, huge numbers, letters of other scripts. The same seed makes
//! the same inputs. A short form runs with all tests; for more, set
//!
//! | variable | counts | short |
//! |---|---|---|
//! | `BOARDBOTS_MUTATIONS` | inputs of all readers together | 20,000 |
//! | `BOARDBOTS_MUTATED_DATABASES` | damaged copies of databases | 120 |
//! | `BOARDBOTS_MUTATED_REQUESTS` | HTTP requests | 3,000 |
//! | `BOARDBOTS_MUTATIONS_SEED` | the seed | 1 |
//! | `BOARDBOTS_MUTATIONS_ONLY` | readers whose names begin so; the number of a copy of a database | all |

mod accident;
mod choices;
mod databases;
mod hosts;
mod http;
mod inputs;
mod ledgers;
mod players;
mod programs;
mod readers;
mod requests;
mod samples;
mod servers;
mod watch;

/// A number of the environment, or what it is without.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// The seed of everything.
fn seed() -> u64 {
    setting("BOARDBOTS_MUTATIONS_SEED", 1)
}
