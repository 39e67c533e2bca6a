//! The key of the administration. Its file is read at each start, so that an operator can write another one.

use crate::StartError;
use crate::tokens::{self, Hash, hash};
use crate::web::HttpLimits;
use crate::web::rate_limits::{Cost, SeatRate};
use crate::web::request::bearer;
use axum::extract::Request;
use boardbots_base::atomic_file;
use boardbots_base::credentials;
use boardbots_base::invalid::InputError;
use std::path::Path;
use std::sync::Arc;

/// The option that names the file.
const OPTION: &str = "admin-key-file";
/// Fewest characters of a key that an operator writes.
const SHORTEST: usize = 16;

/// The key of the administration, of which only the hash is in memory.
pub struct AdminKey {
    proof: Hash,
    rate: Arc<SeatRate>,
}

impl AdminKey {
    /// The key in a file. If there is no such file, it is made with a random key, and only its owner can read it.
    ///
    /// # Errors
    /// [`StartError::Option`] if the file cannot be written or read, or holds no key.
    pub fn open(file: &Path) -> Result<Self, StartError> {
        let wrong = |why: InputError| StartError::Option(OPTION, why);
        let named = |why: &dyn std::fmt::Display| wrong(InputError::new(format_args!("{}: {why}", file.display())));
        if !file.try_exists().map_err(|error| named(&error))? {
            atomic_file::write_mode(file, format!("{}\n", tokens::token()).as_bytes(), 0o600)
                .map_err(|error| named(&format_args!("{error}; name a file that can be written: --{OPTION} FILE")))?;
        }
        let key = credentials::read_key(file).map_err(|error| wrong(InputError::new(error)))?;
        if key.expose().len() < SHORTEST {
            return Err(named(&format_args!(
                "an admin key has at least {SHORTEST} characters; delete the file, and the next start makes one"
            )));
        }
        log::info!("administration is at /admin; its key is in {}", file.display());
        Ok(Self::of(key.expose()))
    }

    /// This key.
    #[must_use]
    pub fn of(key: &str) -> Self {
        let rate = SeatRate::limited(&HttpLimits::default(), SeatRate::key_of(key));
        Self { proof: hash(&[], key), rate }
    }

    /// The hash of the key.
    #[must_use]
    pub const fn proof(&self) -> Hash {
        self.proof
    }

    /// True if a request has the key in its head. Hashes are compared: the time tells nothing about the key.
    #[must_use]
    pub fn opens(&self, request: &Request) -> bool {
        bearer(request.headers()).is_some_and(|key| hash(&[], key) == self.proof)
    }

    /// The cost of a request of the one who has the key: nobody else at the same address is in the way.
    #[must_use]
    pub fn cost(&self) -> Cost {
        Cost::Proven(Arc::clone(&self.rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_key_is_made_once_and_can_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.admin-key");
        let ask = |key: &str| {
            Request::builder().header("authorization", format!("Bearer {key}")).body(axum::body::Body::empty()).unwrap()
        };
        AdminKey::open(&file).unwrap();
        let made = fs::read_to_string(&file).unwrap();
        assert_eq!((made.len(), fs::metadata(&file).unwrap().permissions().mode() & 0o777), (26, 0o600));
        let again = AdminKey::open(&file).unwrap();
        assert!(again.opens(&ask(made.trim())) && !again.opens(&ask("")) && !again.opens(&ask(&made[1..25])));
        fs::write(&file, "a key of one's own".replace([' ', '\''], "-")).unwrap();
        let other = AdminKey::open(&file).unwrap();
        assert!(other.opens(&ask("a-key-of-one-s-own")) && !other.opens(&ask(made.trim())));
        for (text, why) in [("short", "at least 16"), ("", "is empty")] {
            fs::write(&file, text).unwrap();
            assert!(AdminKey::open(&file).is_err_and(|error| error.to_string().contains(why)), "{text}");
        }
        let nowhere = folder.path().join("none/x.admin-key");
        assert!(AdminKey::open(&nowhere).is_err_and(|error| error.to_string().contains("--admin-key-file FILE")));
    }
}
