//! Folders that are gone afterwards.

use crate::request::random_text;
use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use std::ffi::CString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder for everything that a run writes; it is removed with all that is in it.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new folder among the system's temporary ones.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("boardbots-torture-{}-{}", std::process::id(), random_text(6)));
        fs::create_dir(&path)?;
        Ok(Self(path))
    }

    /// A new folder in it.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn folder(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.0.join(format!("{name}-{}", random_text(6)));
        fs::create_dir(&path)?;
        Ok(path)
    }

    /// Where it is.
    #[cfg(test)]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A small file system in memory; it is unmounted with this.
pub struct Disk(PathBuf);

impl Disk {
    /// One of this size on a folder.
    ///
    /// # Errors
    /// If the system does not let this program mount anything.
    pub fn mount(folder: PathBuf, mebibytes: u32) -> io::Result<Self> {
        let size = CString::new(format!("size={mebibytes}m"))?;
        mount("tmpfs", &folder, "tmpfs", MountFlags::NODEV | MountFlags::NOSUID, size.as_c_str())?;
        Ok(Self(folder))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = unmount(&self.0, UnmountFlags::DETACH);
    }
}
