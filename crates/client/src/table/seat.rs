//! A seat as it is kept in a file, so that a program that is started again goes on where it was.
//!
//! The claim is kept before it is sent: an answer that is lost, or a stop at the wrong moment, costs no seat, because the
//! server answers the same claim again.

use super::invitation::OpenSeat;
use boardbots_base::atomic_file;
use boardbots_base::input;
use boardbots_base::invalid::InputError;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The most bytes of a file with a seat.
const MOST: u64 = 16 * 1024;
/// Only the user who plays may read it.
const MODE: u32 = 0o600;
/// Random bytes of a claim, two characters each.
const CLAIM: usize = size_of::<u128>();

/// A seat that was asked for, or taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptSeat {
    /// The server.
    pub server: String,
    /// The table.
    pub table: String,
    /// The game.
    pub game: String,
    /// The secret that it is taken with.
    pub invitation: String,
    /// The text that proves who has asked for it.
    pub claim: String,
    /// The token of the seat, once the server has given it out.
    pub token: Option<String>,
}

impl KeptSeat {
    /// A seat that is about to be asked for, with a claim that nobody guesses.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn asked_for(server: String, seat: OpenSeat) -> Result<Self, InputError> {
        let mut bytes = [0; CLAIM];
        getrandom::fill(&mut bytes).map_err(|error| format!("the system's random numbers: {error}"))?;
        let claim = format!("{:032x}", u128::from_ne_bytes(bytes));
        let OpenSeat { table, game, secret } = seat;
        Ok(Self { server, table, game, invitation: secret, claim, token: None })
    }
}

/// The file of a seat. While it is open, no other process takes it.
#[derive(Debug)]
pub struct SeatFile {
    path: PathBuf,
    /// Locked for as long as this is open.
    _lock: File,
}

impl SeatFile {
    /// Opens the file, which need not be there, for this process alone.
    ///
    /// # Errors
    /// Its folder cannot be written, or another process plays from it.
    pub fn open(path: &Path) -> Result<Self, InputError> {
        let wrong = |error: &dyn std::fmt::Display| InputError::new(format_args!("{}: {error}", path.display()));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| wrong(&error))?;
        }
        let lock = File::create(path.with_extension("lock")).map_err(|error| wrong(&error))?;
        atomic_file::lock(&lock)
            .map_err(|_| wrong(&"another boardbots plays from this seat; name another file with --state"))?;
        Ok(Self { path: path.into(), _lock: lock })
    }

    /// The seat in it; `None` if there is none, or if it is damaged, which is logged.
    #[must_use]
    pub fn read(&self) -> Option<KeptSeat> {
        if !self.path.exists() {
            return None;
        }
        let text = input::text(&self.path, MOST).map_err(|error| error.to_string());
        let seat = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
        seat.map_err(|error| log::warn!("{}: {error}; looking for another seat", self.path.display())).ok()
    }

    /// Keeps a seat.
    ///
    /// # Errors
    /// What the file system says.
    pub fn keep(&self, seat: &KeptSeat) -> io::Result<()> {
        let text = serde_json::to_vec(seat).map_err(io::Error::other)?;
        atomic_file::write_mode(&self.path, &text, MODE)
    }

    /// Forgets the seat: its game is over.
    pub fn forget(&self) {
        if let Err(error) = fs::remove_file(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            log::warn!("{}: {error}", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_seat_is_kept_for_its_owner_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("seats/one.json");
        let file = SeatFile::open(&path).expect("its folder is made");
        assert_eq!(file.read(), None);
        let open = OpenSeat { table: "t".into(), game: "g".into(), secret: "i".into() };
        let asked = || KeptSeat::asked_for("http://h".into(), open.clone()).expect("random numbers");
        let mut seat = asked();
        assert!(seat.claim != asked().claim && seat.claim.len() == 2 * CLAIM);
        seat.token = Some("secret".into());
        file.keep(&seat).expect("a new file");
        assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, MODE);
        assert!(SeatFile::open(&path).expect_err("it is in use").contains("--state"));
        drop(file);
        let file = SeatFile::open(&path).expect("it is free again");
        assert_eq!(file.read(), Some(seat));
        fs::write(&path, "{").expect("damage");
        assert_eq!(file.read(), None);
        file.forget();
        file.forget();
        assert!(!path.exists());
    }
}
