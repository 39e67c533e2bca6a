//! Steps that are undone together, in particular files that are brought back to what they were before.

use crate::CliError;
use boardbots_base::atomic_file::write_mode;
use boardbots_base::input;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The most bytes of a file that is replaced: more than any that is written here.
const MOST: u64 = 64 * 1024;

/// The steps that undo what was done up to now; the last one comes first.
#[derive(Default)]
pub struct Undo<'a>(Vec<Step<'a>>);

type Step<'a> = Box<dyn FnOnce() -> Result<(), CliError> + 'a>;

impl<'a> Undo<'a> {
    /// Adds a step, before those that are there.
    pub fn add(&mut self, step: impl FnOnce() -> Result<(), CliError> + 'a) {
        self.0.push(Box::new(step));
    }

    /// Adds a step at the end.
    pub fn add_last(&mut self, step: impl FnOnce() -> Result<(), CliError> + 'a) {
        self.0.insert(0, Box::new(step));
    }

    /// Makes a folder that is not there.
    ///
    /// # Errors
    /// [`CliError::configuration`] with the error of the file system.
    pub fn folder(&mut self, path: PathBuf, mode: u32) -> Result<(), CliError> {
        if path.is_dir() {
            return Ok(());
        }
        at(&path, fs::create_dir(&path))?;
        // Whatever the umask says.
        let set = at(&path, fs::set_permissions(&path, Permissions::from_mode(mode)));
        self.add(move || at(&path, fs::remove_dir(&path)));
        set
    }

    /// Writes a file with this mode, in a folder that is there.
    ///
    /// # Errors
    /// [`CliError::configuration`] with the error of the file system.
    pub fn file(&mut self, path: PathBuf, bytes: &[u8], mode: u32) -> Result<(), CliError> {
        let old = input::plain(&path, File::options().read(true))
            .and_then(|file| Ok((input::all(&file, MOST)?, file.metadata()?.mode() & 0o7777)));
        let old = match old {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            old => Some(at(&path, old)?),
        };
        at(&path, write_mode(&path, bytes, mode))?;
        self.add(move || match old {
            Some((bytes, mode)) => at(&path, write_mode(&path, &bytes, mode)),
            None => at(&path, fs::remove_file(&path)),
        });
        Ok(())
    }

    /// Undoes everything.
    ///
    /// # Errors
    /// All that could not be undone; the rest is.
    pub fn all(self) -> Result<(), String> {
        let wrong: Vec<String> = self.0.into_iter().rev().filter_map(|step| Some(step().err()?.message)).collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
    }
}

fn at<T>(path: &Path, done: io::Result<T>) -> Result<T, CliError> {
    done.map_err(|error| CliError::file(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    #[test]
    fn what_is_undone_is_as_it_was() {
        let home = tempfile::tempdir().unwrap();
        let [conf, keys, key] = ["a.conf", "keys", "keys/a"].map(|name| home.path().join(name));
        fs::write(&conf, "old").unwrap();
        fs::set_permissions(&conf, Permissions::from_mode(0o640)).unwrap();
        let mut undo = Undo::default();
        undo.folder(keys.clone(), 0o700).unwrap();
        undo.folder(keys.clone(), 0o700).unwrap();
        undo.file(key.clone(), b"s3cr3t", 0o600).unwrap();
        undo.file(conf.clone(), b"new", 0o644).unwrap();
        undo.file(conf.clone(), b"newer", 0o644).unwrap();
        assert_eq!((mode(&keys), mode(&key), mode(&conf)), (0o700, 0o600, 0o644));
        assert_eq!(fs::read(&conf).unwrap(), b"newer");
        // What is no file is left alone, and the rest can still be undone.
        let folder = undo.file(keys.clone(), b"x", 0o600).unwrap_err();
        assert!(folder.message.ends_with("/keys: not a plain file"), "{}", folder.message);
        let last = conf.clone();
        undo.add_last(move || at(&last, fs::read(&last).map(|bytes| assert_eq!(bytes, b"old"))));
        undo.all().unwrap();
        assert_eq!((fs::read(&conf).unwrap(), mode(&conf)), (b"old".into(), 0o640));
        assert!(!keys.exists());
    }

    #[test]
    fn what_cannot_be_undone_keeps_nothing_else_from_it() {
        let home = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| home.path().join(name));
        let mut undo = Undo::default();
        undo.file(one.clone(), b"1", 0o600).unwrap();
        undo.file(two.clone(), b"2", 0o600).unwrap();
        fs::remove_file(&two).unwrap();
        assert!(undo.all().is_err_and(|wrong| wrong.contains("/two: ")));
        assert!(!one.exists());
    }
}
