//! The processes that a program is made of, and the memory they take, as `/proc` says it.

use super::family::{Entry, Family, Orphans};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::path::Path;
use std::time::Duration;
use std::{fs, thread};

/// Rounds of ending processes without a pause.
const HASTE: u32 = 50;
/// All rounds; those with a pause take two or three seconds.
const PATIENCE: u32 = 2000;
/// Rounds in a row that must find nothing before that is believed, where something was found before:
/// a list of processes that come and go is never quite true.
const QUIET: u32 = 3;

/// The processes of a program: its process group, its orphans, those that work in its private folder,
/// and all descendants of these.
#[derive(Clone, Copy, Debug)]
pub struct Census<'a> {
    /// The program.
    pub family: &'a Family,
    /// The private folder, if it has one.
    pub folder: Option<&'a Path>,
}

impl Census<'_> {
    /// The living processes of the program. Empty where there is no `/proc`.
    #[must_use]
    pub fn members(&self) -> Vec<Pid> {
        self.found(&self.family.orphans())
    }

    fn found(&self, orphans: &Orphans<'_>) -> Vec<Pid> {
        let mut others = entries();
        let leader = self.family.leader().as_raw_pid();
        let own = std::process::id().cast_signed();
        others.retain(|entry| entry.id != own && !entry.ended);
        let mut found: Vec<i32> = Vec::new();
        others.retain(|entry| {
            let member = entry.id == leader
                || entry.group == leader
                || self.folder.is_some_and(|folder| works_in(entry.id, folder))
                || orphans.has(entry);
            if member {
                found.push(entry.id);
            }
            !member
        });
        loop {
            let before = found.len();
            others.retain(|entry| {
                let member = found.contains(&entry.parent);
                if member {
                    found.push(entry.id);
                }
                !member
            });
            if found.len() == before {
                return found.into_iter().filter_map(Pid::from_raw).collect();
            }
        }
    }

    /// The memory that all of them take, but for a guard, in bytes. What they share counts for each.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let guard = self.family.control.is_some().then(|| self.family.leader());
        self.members().into_iter().filter(|process| Some(*process) != guard).map(resident).sum()
    }

    /// Ends all of them, and those that they start meanwhile, and waits until they are gone, but not
    /// for ever: the system may not let one end.
    pub fn end(&self) {
        self.family.release();
        self.chase();
        // A group that has ended by itself needs no signal.
        let _ = kill_process_group(self.family.leader(), Signal::KILL);
    }

    fn chase(&self) {
        // Each round finds what was started during the one before; a bomb of forks is outrun
        // since a process that is seen ends at once. One that has been told to end may be no member any more
        // when its parent is faster.
        let mut told: Vec<Pid> = Vec::new();
        let (mut quiet, mut enough) = (0, 1);
        for round in 0..PATIENCE {
            let orphans = self.family.orphans();
            let members = self.found(&orphans);
            // None of them starts another one while the others are told to end. A process that has
            // ended by itself needs no signal.
            for signal in [Signal::STOP, Signal::KILL] {
                for member in &members {
                    let _ = kill_process(*member, signal);
                }
            }
            let chased = orphans.chase();
            drop(orphans);
            told.retain(|process| lives(*process) && !members.contains(process));
            told.extend(&members);
            if told.is_empty() && !chased {
                quiet += 1;
                if quiet == enough {
                    return;
                }
                continue;
            }
            (quiet, enough) = (0, QUIET);
            if round >= HASTE {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// Whether a process is there and has not ended.
fn lives(process: Pid) -> bool {
    Entry::of(process.as_raw_pid()).is_some_and(|entry| !entry.ended)
}

/// The memory of one process, in bytes; 0 if it has ended.
#[must_use]
pub fn resident(process: Pid) -> u64 {
    let text = fs::read_to_string(format!("/proc/{}/status", process.as_raw_pid())).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_ascii_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0).saturating_mul(1024)
}

fn works_in(process: i32, folder: &Path) -> bool {
    fs::read_link(format!("/proc/{process}/cwd")).is_ok_and(|cwd| cwd.starts_with(folder))
}

/// All processes of the machine.
fn entries() -> Vec<Entry> {
    let Ok(listed) = fs::read_dir("/proc") else { return Vec::new() };
    let numbered = listed.flatten().filter(|entry| entry.file_name().as_encoded_bytes()[0].is_ascii_digit());
    let text = |entry: fs::DirEntry| fs::read(entry.path().join("stat")).ok();
    numbered.filter_map(text).filter_map(|bytes| Entry::parse(&String::from_utf8_lossy(&bytes))).collect()
}

#[cfg(test)]
mod tests {
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
        let (mut child, family) = Family::start(Command::new("sleep").arg("100")).unwrap();
        let census = Census { family: &family, folder: Some(Path::new("/nowhere")) };
        assert_eq!(census.members(), [family.leader()]);
        census.end();
        assert!(!child.wait().unwrap().success());
        assert!(census.members().is_empty());
    }
}
