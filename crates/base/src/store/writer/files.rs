//! Checks that the files of a database are still those that are open: writes to others are lost with the process.
//!
//! Between two checkpoints `SQLite`'s log (`FILE-wal`) alone holds what was acknowledged. What was committed to it is
//! read back and kept in memory, so that it can be written again if another program deletes or cuts it.

use crate::store::place::beside;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

/// Bytes of the head of a log, and of what precedes each page in it (<https://www.sqlite.org/fileformat2.html#walformat>).
const HEAD: usize = 32;
const FRAME: usize = 24;
/// The beginning of a log, apart from the last bit, which tells the byte order of the checksums.
const MAGIC: [u8; 3] = [0x37, 0x7f, 0x06];
/// Most bytes of the log that are kept. `SQLite` begins it anew at 1 MiB, unless a program reads for long.
const MOST: usize = 4 << 20;
/// The step in which memory for the kept bytes grows.
const GROWTH: usize = 256 << 10;

/// A file's path, and its device and inode at the time when it was opened.
type Known = (PathBuf, (u64, u64));

/// The database, its log and the log's index.
pub(super) struct Files {
    file: Known,
    log: Known,
    index: Known,
    /// The log that is open.
    open: File,
    /// The content of the log after the last commit.
    kept: Vec<u8>,
    /// True if the log had a head then, or was empty as it should be.
    whole: bool,
}

fn identity(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}

impl Files {
    /// The files of a database to which a connection has just been opened.
    pub fn of(path: &Path) -> io::Result<Self> {
        let real = fs::canonicalize(path)?;
        let known = |path: PathBuf| fs::metadata(&path).map(|found| (path, identity(&found)));
        let (log, index) = (beside(&real, "-wal"), known(beside(&real, "-shm"))?);
        let open = File::options().read(true).write(true).open(&log)?;
        let log = (log, identity(&open.metadata()?));
        let file = known(path.to_path_buf())?;
        let mut files = Self { file, log, index, open, kept: Vec::new(), whole: true };
        files.note();
        if files.are_those_of_sqlite() { Ok(files) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    /// True if the connection has the same log open: another program may have replaced it just now.
    fn are_those_of_sqlite(&self) -> bool {
        let Ok(descriptors) = fs::read_dir("/proc/self/fd") else { return true };
        let open = descriptors.flatten().filter_map(|one| fs::metadata(one.path()).ok());
        open.filter(|one| identity(one) == self.log.1).count() > 1
    }

    /// The reason why the file is no longer the one that was opened, if so.
    pub fn missing(&self) -> Option<String> {
        match fs::metadata(&self.file.0) {
            Ok(found) if identity(&found) == self.file.1 => None,
            Ok(_) => Some("another file has taken the place of the database".into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some("the database has been deleted".into()),
            // It cannot be seen, which says nothing about what is open.
            Err(_) => None,
        }
    }

    /// True if the log and its index are in their places, with all that was committed.
    pub fn are_sound(&self) -> bool {
        let there = |(path, known): &Known| fs::metadata(path).ok().filter(|found| identity(found) == *known);
        self.whole
            && there(&self.log).is_some_and(|log| log.len() >= self.kept.len() as u64)
            && there(&self.index).is_some()
    }

    /// The head of the open log, if it has one.
    fn head(&self) -> Option<[u8; HEAD]> {
        let mut head = [0; HEAD];
        self.open.read_exact_at(&mut head, 0).ok()?;
        head.starts_with(&MAGIC).then_some(head)
    }

    /// Keeps the frames committed since the last call.
    pub fn note(&mut self) {
        let head = self.head();
        // Until the first commit a log is empty.
        self.whole = head.is_some() || self.kept.is_empty() && self.open.metadata().is_ok_and(|log| log.len() == 0);
        let Some(head) = head else { return };
        if !self.kept.starts_with(&head) {
            // All that the log held is in the file, and SQLite has begun the log anew.
            self.kept = head.to_vec();
        }
        let page = u32::from_be_bytes([head[8], head[9], head[10], head[11]]) as usize;
        let mut frame = vec![0; FRAME + page];
        let mut committed = self.kept.len();
        while self.kept.len() < MOST
            && self.open.read_exact_at(&mut frame, self.kept.len() as u64).is_ok()
            && frame[8..16] == head[16..24]
        {
            if self.kept.capacity() < self.kept.len() + frame.len() {
                self.kept.reserve_exact(GROWTH);
            }
            self.kept.extend_from_slice(&frame);
            // The last frame of a commit says how large the database is.
            if frame[4..8] != [0; 4] {
                committed = self.kept.len();
            }
        }
        self.kept.truncate(committed);
    }

    /// True if the open log has as many frames as `SQLite` has put there.
    pub fn hold(&self, frames: i64) -> bool {
        let page = self.kept.get(8..12).map_or(0, |size| u32::from_be_bytes([size[0], size[1], size[2], size[3]]));
        let bytes = u64::try_from(frames).map_or(0, |frames| frames * (FRAME as u64 + u64::from(page)));
        self.open.metadata().is_ok_and(|log| frames <= 0 || log.len() >= HEAD as u64 + bytes)
    }

    /// Writes back what another program has cut off the open log.
    pub fn restore(&self) -> io::Result<()> {
        match self.head() {
            Some(head) if !self.kept.starts_with(&head) => Ok(()),
            _ => self.open.write_all_at(&self.kept, 0).and_then(|()| self.open.sync_all()),
        }
    }

    /// Removes a log and an index that others have put in the place of those that were open.
    pub fn clear(&self) {
        for (path, known) in [&self.log, &self.index] {
            if fs::metadata(path).is_ok_and(|found| identity(&found) != *known) {
                // If it stays, opening fails or says so.
                let _ = fs::remove_file(path);
            }
        }
    }
}
