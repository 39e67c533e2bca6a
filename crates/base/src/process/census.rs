//! The processes that there are, and the memory they take, as `/proc` says it.

use rustix::process::Pid;
use std::fs::{self, File};
use std::io::Read;

/// Room for a list of children, in bytes.
const LIST: usize = 16 * 1024;

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
    fn parse(text: &str) -> Option<Self> {
        let (id, rest) = text.split_once(' ')?;
        let mut fields = rest[rest.rfind(')')? + 1..].split_ascii_whitespace();
        let ended = matches!(fields.next()?, "Z" | "X");
        let mut number = || fields.next()?.parse().ok();
        Some(Self { id: id.parse().ok()?, parent: number()?, group: number()?, ended })
    }
}

/// All processes of the machine.
pub(super) fn entries() -> Vec<Entry> {
    let Ok(listed) = fs::read_dir("/proc") else { return Vec::new() };
    let numbered = listed.flatten().filter(|entry| entry.file_name().as_encoded_bytes()[0].is_ascii_digit());
    let text = |entry: fs::DirEntry| fs::read(entry.path().join("stat")).ok();
    numbered.filter_map(text).filter_map(|bytes| Entry::parse(&String::from_utf8_lossy(&bytes))).collect()
}

/// The children of this process, the newest first; none where the kernel keeps no such list.
pub(super) fn children() -> impl Iterator<Item = i32> {
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let mut list = Vec::with_capacity(LIST);
    let mut all: Vec<i32> = Vec::new();
    for task in tasks {
        list.clear();
        if let Ok(mut file) = File::open(task.path().join("children")) {
            // In as few pieces as can be: between them the list changes.
            let _ = file.read_to_end(&mut list);
        }
        all.extend(String::from_utf8_lossy(&list).split_ascii_whitespace().flat_map(str::parse::<i32>));
    }
    all.sort_unstable();
    all.into_iter().rev()
}

/// The memory of one process, in bytes; 0 if it has ended.
#[must_use]
pub fn resident(process: Pid) -> u64 {
    let text = fs::read_to_string(format!("/proc/{}/status", process.as_raw_pid())).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_ascii_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0).saturating_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::super::family::Family;
    use super::*;
    use std::process::Command;

    #[test]
    fn names_may_hold_anything() {
        let entry = Entry::parse("17 (a) b (c) S 1 12 9 0 -1").expect("a process");
        assert_eq!(entry, Entry { id: 17, parent: 1, group: 12, ended: false });
        let ended = Entry::parse("18 (sh) Z 17 12 9 0 -1").expect("a process");
        assert_eq!(ended, Entry { id: 18, parent: 17, group: 12, ended: true });
        for wrong in ["", "17", "17 (a", "17 (a) S", "17 (a) S x y"] {
            assert_eq!(Entry::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn this_process_has_memory_and_is_no_member() {
        let own = rustix::process::getpid();
        assert!(resident(own) > 100_000);
        let mut family = Family::start(Command::new("sleep").arg("100")).unwrap();
        assert!(family.memory() > 0 && !family.has_ended());
        assert!(!family.end().unwrap().success());
        assert_eq!(family.memory(), 0);
    }
}
