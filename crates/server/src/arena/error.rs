//! Why an arena does not start.

use super::maps::MapsError;
use super::store::StoreError;
use crate::tables::TablesError;
use crate::web::ServeError;
use std::fmt;

/// Why an arena does not start.
#[derive(Debug)]
pub enum ArenaError {
    /// Nobody can listen, or the system gives too little.
    Serve(ServeError),
    /// The database cannot be used.
    Store(StoreError),
    /// The tables beside it cannot be served.
    Tables(TablesError),
    /// The folder of maps, or a map in it, cannot be used.
    Maps(MapsError),
    /// The value of an option makes no sense: its name without dashes, and why.
    Option(&'static str, &'static str),
    /// A house bot cannot be made, and why.
    Fill(String),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serve(error) => error.fmt(out),
            Self::Store(error) => error.fmt(out),
            Self::Tables(error) => write!(out, "tables: {error}"),
            Self::Maps(error) => error.fmt(out),
            Self::Option(_, problem) => out.write_str(problem),
            Self::Fill(why) => out.write_str(why),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<ServeError> for ArenaError {
    fn from(error: ServeError) -> Self {
        Self::Serve(error)
    }
}

impl From<StoreError> for ArenaError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<TablesError> for ArenaError {
    fn from(error: TablesError) -> Self {
        Self::Tables(error)
    }
}

impl From<MapsError> for ArenaError {
    fn from(error: MapsError) -> Self {
        Self::Maps(error)
    }
}
