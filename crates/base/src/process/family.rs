//! A program and all its processes, including those that left its group and session and whose parents
//! have ended.
//!
//! This process adopts such orphans (`PR_SET_CHILD_SUBREAPER`), so they are its children. A [guard](super::guard)
//! has one program only, and all its other children are that program's. Where a program starts behind a guard, an
//! orphan comes here when the guard is gone; it is ended with the program that ends next.

use crate::thread::lock;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, kill_process_group};
use rustix::process::{waitid, waitpid};
use std::fs::{self, File};
use std::io::{self, Read};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// Time for a guard to end its program. Processes left after that are ended from here.
const RELEASE: Duration = Duration::from_secs(2);
/// Time for a killed program to go. One that the system does not let end is left.
const BURIAL: Duration = Duration::from_secs(5);
/// Rounds of ending processes without a pause.
const HASTE: u32 = 50;
/// All rounds; those with a pause take two or three seconds.
const PATIENCE: u32 = 2000;
/// Looks in a row at orphans that start others and end at once.
const CHASES: u32 = 500;
/// Looks or rounds in a row that must show nothing before that is believed, where something was found before: a list
/// of processes that come and go is never quite true.
const QUIET: u32 = 3;
/// Looks that may show orphans that have just ended by themselves: they may have started others.
const DOUBTS: u32 = 20;

/// The leaders of the programs that run. The lock is held while one is started and while orphans are ended: a
/// process that has just been forked is no orphan.
static LEADERS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// A program and all that it starts; all of it ends with this.
#[derive(Debug)]
pub struct Family {
    /// The program itself, or its guard, with its pipes.
    pub child: Child,
    leader: Pid,
    /// Tells the guard that this process lives, if the leader is one.
    pub(super) control: Option<UnixStream>,
    ended: bool,
}

impl Family {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        {
            // Where this cannot be, orphans stay; all else goes on.
            let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        }
        let mut leaders = lock(&LEADERS);
        let child = command.process_group(0).spawn()?;
        let leader = Pid::from_child(&child);
        leaders.push(leader);
        Ok(Self { child, leader, control: None, ended: false })
    }

    /// The program itself, whose number is that of its group.
    #[must_use]
    pub fn leader(&self) -> Pid {
        self.leader
    }

    /// True once the program has ended. It stays a zombie, so that its number, which is the group's, goes to nobody
    /// else.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.leader), look), Ok(None))
    }

    /// Waits for the program's end, and returns whether it came in time.
    #[must_use]
    pub fn ends(&self, until: Instant) -> bool {
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// The memory that all its processes take, but for a guard, in bytes. What they share counts for each.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.processes().into_iter().map(resident).sum()
    }

    /// All its living processes but for a guard.
    #[must_use]
    pub fn processes(&self) -> Vec<Pid> {
        let guard = self.control.is_some().then_some(self.leader);
        let mut processes = self.members(|_| false);
        processes.retain(|process| Some(*process) != guard);
        processes
    }

    /// The living processes of the program: its group, some orphans, and all descendants of these. Empty where there is
    /// no `/proc`.
    fn members(&self, is_orphan: impl Fn(&Entry) -> bool) -> Vec<Pid> {
        let leader = self.leader.as_raw_pid();
        let own = std::process::id().cast_signed();
        let mut others = entries();
        others.retain(|entry| entry.id != own && !entry.ended);
        let mut found: Vec<i32> = Vec::new();
        loop {
            let before = found.len();
            others.retain(|entry| {
                let member =
                    entry.id == leader || entry.group == leader || found.contains(&entry.parent) || is_orphan(entry);
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

    /// Ends all of it, and what it starts meanwhile, and waits until that is gone, but not for ever: the system may
    /// not let one end. Returns the exit status of the program itself.
    pub fn end(&mut self) -> Option<ExitStatus> {
        let mut until = Instant::now();
        if !std::mem::replace(&mut self.ended, true) {
            self.end_processes();
            until = Instant::now() + BURIAL;
        }
        if self.ends(until) { self.child.try_wait().ok().flatten() } else { None }
    }

    /// Ends all of it; the program itself stays a zombie.
    pub(super) fn end_processes(&self) {
        if let Some(control) = &self.control {
            // A guard that has been stopped goes on, and one that is gone needs no word.
            let _ = kill_process(self.leader, Signal::CONT);
            let _ = control.shutdown(Shutdown::Both);
            let _ = self.ends(Instant::now() + RELEASE);
        }
        // Each round finds what was started during the one before; a bomb of forks is outrun
        // since a process that is seen ends at once. One that has been told to end may be no member any more
        // when its parent is faster.
        let mut told: Vec<Pid> = Vec::new();
        let (mut quiet, mut enough) = (0, 1);
        for round in 0..PATIENCE {
            let orphans = Orphans::new();
            let members = self.members(|entry| orphans.has(entry));
            // None of them starts another one while the others are told to end. A process that has
            // ended by itself needs no signal.
            for signal in [Signal::STOP, Signal::KILL] {
                for member in &members {
                    let _ = kill_process(*member, signal);
                }
            }
            let chased = orphans.chase();
            drop(orphans);
            let lives = |process: Pid| Entry::of(process.as_raw_pid()).is_some_and(|entry| !entry.ended);
            told.retain(|process| lives(*process) && !members.contains(process));
            told.extend(&members);
            if told.is_empty() && !chased {
                quiet += 1;
                if quiet == enough {
                    break;
                }
                continue;
            }
            (quiet, enough) = (0, QUIET);
            if round >= HASTE {
                thread::sleep(Duration::from_millis(1));
            }
        }
        // A group that has ended by itself needs no signal.
        let _ = kill_process_group(self.leader, Signal::KILL);
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        self.end();
        lock(&LEADERS).retain(|other| *other != self.leader);
    }
}

/// The orphans of all programs; none is started meanwhile.
pub(super) struct Orphans {
    leaders: MutexGuard<'static, Vec<Pid>>,
    /// This process, whose other children are in its own group. The kernel is asked by `/proc`: a group that is led
    /// from outside a container has the number 0, which is no group to the calls that name one.
    own: Option<Entry>,
}

impl Orphans {
    pub(super) fn new() -> Self {
        Self { leaders: lock(&LEADERS), own: Entry::of(std::process::id().cast_signed()) }
    }

    fn has(&self, entry: &Entry) -> bool {
        self.own.is_some_and(|own| entry.parent == own.id && entry.group != own.group) && !self.leads(entry)
    }

    fn leads(&self, entry: &Entry) -> bool {
        self.leaders.iter().any(|leader| leader.as_raw_pid() == entry.id)
    }

    /// Reaps all children that have ended, but for leaders: for a guard, which has no others.
    pub(super) fn bury(&self) {
        children().filter_map(Entry::of).filter(|entry| entry.ended && !self.leads(entry)).for_each(reap);
    }

    /// Ends orphans as they come, until none comes any more: a process may start another one and
    /// end before all processes have been looked through. Returns whether there was one.
    pub(super) fn chase(&self) -> bool {
        let (mut found, mut doubts, mut quiet) = (false, 0, 0);
        for _ in 0..CHASES {
            let (mut ended, mut doubtful) = (false, false);
            for entry in children().filter_map(Entry::of).filter(|entry| self.has(entry)) {
                if entry.ended {
                    // Since the list was made it may have started another one, which is not on the list.
                    reap(entry);
                    doubtful = true;
                } else if let Some(process) = Pid::from_raw(entry.id) {
                    let _ = kill_process(process, Signal::KILL);
                    ended = true;
                }
            }
            if ended {
                (found, quiet) = (true, 0);
            } else if doubtful && doubts < DOUBTS {
                (doubts, quiet) = (doubts + 1, 0);
            } else {
                quiet += 1;
            }
            if quiet == QUIET {
                break;
            }
        }
        found
    }
}

/// Reaps an orphan that has ended. Nothing else waits for it: children that are waited for are leaders or in this
/// process's group.
fn reap(orphan: Entry) {
    let _ = waitpid(Pid::from_raw(orphan.id), WaitOptions::NOHANG);
}

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
fn entries() -> Vec<Entry> {
    let Ok(listed) = fs::read_dir("/proc") else { return Vec::new() };
    let numbered = listed.flatten().filter(|entry| entry.file_name().as_encoded_bytes()[0].is_ascii_digit());
    let text = |entry: fs::DirEntry| fs::read(entry.path().join("stat")).ok();
    numbered.filter_map(text).filter_map(|bytes| Entry::parse(&String::from_utf8_lossy(&bytes))).collect()
}

/// The children of this process, the newest first; none where the kernel keeps no such list.
fn children() -> impl Iterator<Item = i32> {
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
    use super::*;

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
