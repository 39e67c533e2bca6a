//! A program and all its processes, including those that left its group and session and whose parents
//! have ended.
//!
//! This process adopts such orphans (`PR_SET_CHILD_SUBREAPER`), so they are its children, and each
//! program gets a mark in its environment, which its processes inherit. An orphan with a mark belongs
//! to the program of that mark. One that has removed its mark could belong to any program that runs,
//! and is ended with the last of them.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, waitid, waitpid};
use std::fs::{self, File};
use std::io::{self, Read};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};
use std::{env, thread};

/// The variable of the environment that holds the marks; more than one where matches start matches.
const VARIABLE: &str = "BOARDBOTS_PLAYER";
/// The most bytes of an environment that are read.
const MAX_ENVIRONMENT: u64 = 1 << 20;
/// Room for a list of children, in bytes.
const LIST: usize = 16 * 1024;
/// Looks in a row at orphans that start others and end at once.
const CHASES: u32 = 500;
/// Looks in a row that must show nothing before that is believed: the kernel's list of children misses
/// some while others end.
const QUIET: u32 = 3;
/// Looks that may show orphans that have just ended by themselves: other programs can have those for ever.
const DOUBTS: u32 = 20;
/// How long a guard may take to end its program: what is left then is ended from here.
const RELEASE: Duration = Duration::from_secs(2);
/// How long an orphan that has ended by itself may stay a zombie.
const BURIALS: Duration = Duration::from_millis(100);

/// The programs that run. The lock is held while one is started and while orphans are ended, so that
/// these exclude each other: a process that has just been forked has no mark yet.
static LIVE: Mutex<Vec<Live>> = Mutex::new(Vec::new());
static ADOPTS: Once = Once::new();
static MARKS: AtomicU64 = AtomicU64::new(0);

/// A program that runs.
#[derive(Debug)]
struct Live {
    mark: String,
    leader: Pid,
}

fn live() -> MutexGuard<'static, Vec<Live>> {
    // A list is whole after each of its changes.
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program and all that it starts.
#[derive(Debug)]
pub struct Family {
    mark: String,
    leader: Pid,
    /// Tells the guard that this process lives, if the leader is one.
    pub(super) control: Option<UnixStream>,
}

impl Family {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        ADOPTS.call_once(adopt);
        let mark = format!("{}-{}", std::process::id(), MARKS.fetch_add(1, Relaxed));
        let mut marks = env::var_os(VARIABLE).unwrap_or_default();
        marks.push(" ");
        marks.push(&mark);
        let mut live = live();
        let child = command.env(VARIABLE, marks).process_group(0).spawn()?;
        let leader = Pid::from_child(&child);
        live.push(Live { mark: mark.clone(), leader });
        Ok((child, Self { mark, leader, control: None }))
    }

    /// The program itself, whose number is that of its group.
    #[must_use]
    pub fn leader(&self) -> Pid {
        self.leader
    }

    /// Has the guard end the program, if there is one, and waits for that, but not for ever.
    pub fn release(&self) {
        let Some(control) = &self.control else { return };
        // One that has been stopped goes on, and one that is gone needs no word.
        let _ = kill_process(self.leader, Signal::CONT);
        let _ = control.shutdown(Shutdown::Both);
        let until = Instant::now() + RELEASE;
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether the program has ended. It stays a zombie, so that its number, which is the group's, goes to nobody
    /// else.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.leader), look), Ok(None))
    }

    /// Looks after orphans; no program is started meanwhile.
    #[must_use]
    pub fn orphans(&self) -> Orphans<'_> {
        Orphans { family: self, live: live() }
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        live().retain(|other| other.mark != self.mark);
    }
}

/// The orphans of a program, among those of others.
pub struct Orphans<'a> {
    family: &'a Family,
    live: MutexGuard<'a, Vec<Live>>,
}

impl Orphans<'_> {
    /// Whether a process is an orphan of this program.
    #[must_use]
    pub fn has(&self, entry: &Entry) -> bool {
        let own = std::process::id().cast_signed();
        if entry.parent != own || entry.ended || self.live.iter().any(|other| other.leader.as_raw_pid() == entry.id) {
            return false;
        }
        let marks = marks(entry.id);
        let marked = |with: &str| marks.split(|byte| *byte == b' ').any(|mark| mark == with.as_bytes());
        if marked(&self.family.mark) {
            return true;
        }
        // This process has other children in its own group only.
        let last = self.live.iter().all(|other| other.mark == self.family.mark);
        last && is_foreign(entry)
    }

    /// Ends orphans as they come, until none comes any more: a process may start another one and
    /// end before all processes have been looked through. Returns whether there was one.
    #[must_use]
    pub fn chase(&self) -> bool {
        let (mut found, mut doubts, mut quiet) = (false, 0, 0);
        for _ in 0..CHASES {
            match self.look() {
                Look::Ended => (found, quiet) = (true, 0),
                Look::Doubtful if doubts < DOUBTS => (doubts, quiet) = (doubts + 1, 0),
                Look::Doubtful | Look::Quiet => quiet += 1,
            }
            if quiet == QUIET {
                break;
            }
        }
        found
    }

    /// Ends the orphans that there are now, and reaps those that have ended.
    fn look(&self) -> Look {
        let mut look = Look::Quiet;
        for entry in children().filter_map(Entry::of) {
            if self.has(&entry)
                && let Some(process) = Pid::from_raw(entry.id)
            {
                let _ = kill_process(process, Signal::KILL);
                look = Look::Ended;
            } else if bury(&self.live, &entry) || (!entry.ended && Entry::of(entry.id).is_none_or(|now| now.ended)) {
                // Since the list was made it may have started another one, which is not on the list.
                look = look.max(Look::Doubtful);
            }
        }
        look
    }
}

/// What a look at all orphans has shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    /// None of this program.
    Quiet,
    /// Some have just ended by themselves, of any program; they may have started others.
    Doubtful,
    /// Some of this program, which are told to end.
    Ended,
}

/// The value of [`VARIABLE`] in a process; empty if it has none, or if it cannot be read.
fn marks(process: i32) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(format!("/proc/{process}/environ")) {
        // What was read before an error is as good.
        let _ = file.take(MAX_ENVIRONMENT).read_to_end(&mut bytes);
    }
    let value = |field: &[u8]| Some(field.strip_prefix(VARIABLE.as_bytes())?.strip_prefix(b"=")?.to_vec());
    bytes.split(|byte| *byte == 0).find_map(value).unwrap_or_default()
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

/// Reaps an orphan that has ended, and says whether it was one. Nothing else waits for it: children that are
/// waited for are programs or in this process's group.
fn bury(live: &[Live], entry: &Entry) -> bool {
    let own = std::process::id().cast_signed();
    let awaited = live.iter().any(|program| program.leader.as_raw_pid() == entry.id);
    let orphan = entry.ended && entry.parent == own && !awaited && is_foreign(entry);
    if orphan {
        let _ = waitpid(Pid::from_raw(entry.id), WaitOptions::NOHANG);
    }
    orphan
}

/// Whether a process is in another group than this one. The kernel is asked by `/proc`: a group that is led
/// from outside a container has the number 0, which is no group to the calls that name one.
fn is_foreign(entry: &Entry) -> bool {
    Entry::of(std::process::id().cast_signed()).is_some_and(|own| own.group != entry.group)
}

/// Orphans become children of this process from now on, and are buried.
fn adopt() {
    #[cfg(target_os = "linux")]
    {
        // Where this cannot be, orphans stay; all else goes on.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }
    let bury_all = || {
        loop {
            // This returns at once while a child that is waited for elsewhere is a zombie: hence the pause.
            if waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).is_ok() {
                let live = live();
                children().filter_map(Entry::of).for_each(|entry| _ = bury(&live, &entry));
            }
            thread::sleep(BURIALS);
        }
    };
    // Without this thread there are more zombies, until this process ends.
    let _ = thread::Builder::new().name("burials".into()).spawn(bury_all);
}

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
