//! Maps and mechs of BattleTech as a record keeps them.

use crate::cli::battletech::choice::{MAX_BYTES, load_map, load_mech, read};
use crate::cli::exit::Failure;
use crate::games::battletech::catalogue;
use crate::matches::battletech::field::Piece;
use std::path::Path;

/// The map of a name or a file, as a record keeps it.
pub fn map(name: &str) -> Result<Piece, Failure> {
    load_map(name)?;
    if catalogue::map_of(name).is_some() { Ok(Piece::known(name)) } else { file(name) }
}

/// The mech of a name or a file, as a record keeps it.
pub fn mech(name: &str) -> Result<Piece, Failure> {
    load_mech(name)?;
    if catalogue::mech_of(name).is_some() { Ok(Piece::known(name)) } else { file(name) }
}

fn file(name: &str) -> Result<Piece, Failure> {
    read(Path::new(name), MAX_BYTES).map(|bytes| Piece::file(name, &bytes))
}
