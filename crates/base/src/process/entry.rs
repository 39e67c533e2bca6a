//! A process, as `/proc` says it.

use std::fs;

/// A process as its `stat` file describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub id: i32,
    /// Its parent's number.
    pub parent: i32,
    /// Its process group.
    pub group: i32,
    /// It has ended, and its exit has not been collected.
    pub ended: bool,
}

impl Entry {
    /// The process of this number, if there is one.
    #[must_use]
    pub fn of(process: i32) -> Option<Self> {
        let bytes = fs::read(format!("/proc/{process}/stat")).ok()?;
        Self::parse(&String::from_utf8_lossy(&bytes))
    }

    /// The process of a line like `17 (a name) S 1 17 17 …`; the name may hold anything.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (id, rest) = text.split_once(' ')?;
        let mut fields = rest[rest.rfind(')')? + 1..].split_ascii_whitespace();
        let ended = matches!(fields.next()?, "Z" | "X");
        let mut number = || fields.next()?.parse().ok();
        Some(Self { id: id.parse().ok()?, parent: number()?, group: number()?, ended })
    }
}
