//! The base of boardbots, which knows no game.
//!
//! | module | holds |
//! |---|---|
//! | [`atomic_file`] | files that are written whole or not at all |
//! | [`credentials`] | the key to a server, from a file or from systemd |
//! | [`entries`] | text that people write: `key = value` |
//! | [`input`] | files that are read, up to a bound |
//! | [`invalid`] | the error for invalid input |
//! | [`lines`] | lines from untrusted input |
//! | [`names`] | names of people and bots: allowed characters, lookalikes |
//! | [`object!`] | JSON without a type for each form |
//! | [`printable`] | text of others, fit to be printed |
//! | `process` | untrusted programs: command lines, processes, memory |
//! | [`pulse`] | reports to systemd: ready, alive, the status |
//! | [`span`] | a length of time as options write it |
//! | [`thread`] | threads, started in one place |
//! | [`words!`] | words for the variants of an enum |
//! | `store` | databases (feature `sqlite`), and the thread that owns one (feature `writer`) |

pub mod atomic_file;
pub mod credentials;
pub mod entries;
pub mod input;
pub mod invalid;
pub mod lines;
pub mod names;
pub mod printable;
pub mod process;
pub mod pulse;
pub mod span;
#[cfg(feature = "sqlite")]
pub mod store;
pub mod thread;

/// A JSON object whose keys stay in the order given here.
#[macro_export]
macro_rules! object {
    ($($(#[$meta:meta])* $key:ident: $value:expr),+ $(,)?) => {{
        // A type for each value, named like its key.
        #[allow(non_camel_case_types, non_snake_case)]
        let object = {
            #[derive(serde::Serialize)]
            struct Object<$($key),+> {
                $($(#[$meta])* $key: $key),+
            }
            Object { $($key: $value),+ }
        };
        object
    }};
}

/// `ALL`, a word for each variant, the variant of a word, and `Display` of an enum without fields:
/// `words! { Mode::word: Still "still", Walk "walk" }`, all variants in their order.
#[macro_export]
macro_rules! words {
    ($name:ident::$word:ident: $($variant:ident $text:literal),+ $(,)?) => {
        #[allow(dead_code)]
        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// Its word in files, records and on the command line.
            #[must_use]
            pub const fn $word(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }

            /// The one of this word.
            #[must_use]
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.$word() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.$word())
            }
        }
    };
}
