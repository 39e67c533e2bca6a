//! Scripts that are played while a call fails, and their outcomes.

use crate::crowd::{Crowd, Manner, Mix};
use crate::ground::Ground;
use crate::link::Link;
use crate::row::Row;
use crate::server::{Plan, Server, telling_line};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Time for which players of a script try to finish.
const PATIENCE: Duration = Duration::from_secs(12);
/// Most time that a match or a tuning may take.
const LONGEST: Duration = Duration::from_secs(30);

/// A call that fails.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// Its class.
    pub class: &'static str,
    /// Its number among those of its class, from 1.
    pub n: usize,
    /// The error, or 0 for half of the bytes.
    pub error: i32,
}

/// The setting of a script's processes.
pub struct Setting<'a> {
    /// The ground that all scripts share.
    pub ground: &'a Ground,
    /// The library.
    pub library: &'a Path,
    /// A folder of its own.
    pub folder: PathBuf,
    /// The call that fails; without one all are counted.
    pub fault: Option<Fault>,
}

impl Setting<'_> {
    /// The environment of processes whose calls are counted, or fail.
    pub fn environment(&self) -> Vec<(&'static str, OsString)> {
        let (class, n, error) = self.fault.map_or(("count", 0, 0), |fault| (fault.class, fault.n, fault.error));
        vec![
            ("LD_PRELOAD", self.library.into()),
            ("FAULT_ROOT", self.folder.clone().into()),
            ("FAULT_LOG", self.log().into()),
            ("FAULT_CLASS", class.into()),
            ("FAULT_N", n.to_string().into()),
            ("FAULT_ERRNO", error.to_string().into()),
        ]
    }

    /// Text of [`Setting::log`].
    fn calls(&self) -> String {
        fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// The calls that were counted, or the one that failed: a file outside of the folder, whose files count.
    pub fn log(&self) -> PathBuf {
        self.folder.with_extension("calls")
    }

    /// Outcome of a process that ended with this word, which has to name the file or the error.
    fn ended(&self, told: &str) -> Outcome {
        if told.contains("signal") || told.contains("panicked") {
            return Outcome::Aborted(told.to_string());
        }
        let failed = self.calls();
        let name = failed.trim().rsplit(['/', ' ']).next().unwrap_or_default();
        // A database is named by its own name, whichever of its files fails.
        let name = name.trim_end_matches("-wal").trim_end_matches("-shm").trim_end_matches("-journal");
        let error = self.fault.filter(|fault| fault.error > 0).map(|fault| format!("os error {}", fault.error));
        let named = !name.is_empty() && told.contains(name);
        // Nobody else was there, whatever it says.
        let wrong = told.contains("another program");
        if !wrong && (named || error.is_some_and(|error| told.contains(&error))) {
            Outcome::Ended
        } else {
            Outcome::Silent(told.to_string())
        }
    }
}

/// A script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Script {
    /// Games of the arena, and tables beside it.
    Servers,
    /// A match with a record.
    Match,
    /// A tuning with a record.
    Tune,
}

/// Outcome of a script.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The script has fewer calls of this class today.
    NotReached,
    /// Nobody was kept from anything, or only for a moment.
    WentOn,
    /// Some were refused to the end, and the log says why.
    Refused,
    /// The process ended, and said why.
    Ended,
    /// Something that was acknowledged is gone; what.
    Lost(String),
    /// The process was ended by a signal or a panic, or did not end.
    Aborted(String),
    /// Something failed without a word.
    Silent(String),
}

impl Outcome {
    /// True for one that must not be.
    pub const fn is_failure(&self) -> bool {
        matches!(self, Self::Lost(_) | Self::Aborted(_) | Self::Silent(_))
    }

    /// The same without the particulars.
    pub fn kind(&self) -> Self {
        match self {
            Self::Lost(_) => Self::Lost(String::new()),
            Self::Aborted(_) => Self::Aborted(String::new()),
            Self::Silent(_) => Self::Silent(String::new()),
            same => same.clone(),
        }
    }
}

impl Script {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Servers, Self::Match, Self::Tune];

    /// Plays it.
    ///
    /// # Errors
    /// If it cannot be played at all.
    pub fn play(self, setting: &Setting<'_>) -> io::Result<Outcome> {
        match self {
            Self::Servers => servers(setting),
            Self::Match => {
                let players = ["match", "tron:strong,depth=1", "tron:strong,depth=2", "--games", "4"];
                recorded(setting, &players, None)
            }
            Self::Tune => {
                fs::write(setting.folder.join("constants"), "apart\n")?;
                let tuning =
                    ["tune", "tron:strong,depth=1", "--parameters", "constants", "--iterations", "3", "--pairs", "1"];
                recorded(setting, &tuning, Some("constants.tuned"))
            }
        }
    }
}

/// Games and tables of a few players; afterwards the server is killed, or ends.
fn servers(setting: &Setting<'_>) -> io::Result<Outcome> {
    let plan = Plan { env: setting.environment(), ..Plan::arena(&setting.ground.program, &setting.folder) };
    let mut server = match Server::start(&plan) {
        Ok(server) => server,
        // What a start that failed has left is no obstacle to the next one.
        Err(error) => {
            let outcome = setting.ended(&error.to_string());
            let again = Server::start(&Plan { env: Vec::new(), ..plan }).and_then(Server::end);
            return Ok(again.map_or_else(|error| Outcome::Lost(error.to_string()), |_| outcome));
        }
    };
    let link = Link::home(server.addr, 1);
    let manner = Manner { mortal: true, patience: PATIENCE, turns: 3, hurried: true };
    let mut crowd = Crowd::new(&setting.ground.stop, manner);
    crowd.add(link, link.from, Mix { training: 2, arena: 0, bot_tables: 1, person_tables: 1, watchers: 0 });
    let (ledger, _) = crowd.finish(PATIENCE);
    let mut outcome = match server.ended() {
        // A server that has begun to serve goes on.
        Some(status) => Outcome::Aborted(format!("{status}: {}", telling_line(&plan.log))),
        None if ledger.book().unfinished > 0 => {
            let word = telling_line(&plan.log);
            if word.is_empty() { Outcome::Silent("players without a game".into()) } else { Outcome::Refused }
        }
        None => Outcome::WentOn,
    };
    if outcome != Outcome::Ended && !outcome.is_failure() {
        if setting.fault.is_some_and(|fault| fault.n % 2 == 1) {
            server.kill();
        } else if let Err(error) = server.end() {
            outcome = setting.ended(&format!("{error}: {}", telling_line(&plan.log)));
        }
    }
    ledger.book().unfinished = 0;
    let mut row = Row::new("");
    setting.ground.judge(&mut row, &ledger, &plan, &setting.folder)?;
    if row.lost.0 + row.lost.1 > 0 || !row.failures.is_empty() {
        outcome = Outcome::Lost(format!("{:?} {:?}", row.failures, row.remarks));
    }
    // It starts again, without faults.
    if let Err(error) = Server::start(&Plan { env: Vec::new(), ..plan }).and_then(Server::end) {
        outcome = Outcome::Lost(error.to_string());
    }
    Ok(outcome)
}

/// A command with a record, which is given again without a fault: it ends as if there had been none.
fn recorded(setting: &Setting<'_>, args: &[&str], output: Option<&str>) -> io::Result<Outcome> {
    let run = |folder: &Path, faults: bool| -> io::Result<(Option<i32>, String, String)> {
        let [out, err] = ["out", "err"].map(|name| folder.join(name));
        let mut command = Command::new(&setting.ground.program);
        command.current_dir(folder).args(args).args(["--record", "record", "--concurrency", "1", "--seed", "1"]);
        if faults {
            command.envs(setting.environment());
        }
        let mut child = command.stdin(Stdio::null()).stdout(File::create(&out)?).stderr(File::create(&err)?).spawn()?;
        let begun = Instant::now();
        while child.try_wait()?.is_none() && begun.elapsed() < LONGEST {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = child.kill();
        let text = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        // The times of moves stand below the table.
        let table = text(&out)?.split("\n\n").next().unwrap_or_default().to_string();
        Ok((child.wait()?.code(), table, text(&err)?))
    };
    let found = |folder: &Path| -> io::Result<(usize, String)> {
        let games = fs::read_to_string(folder.join("record")).unwrap_or_default().lines().count();
        Ok((games, output.map_or_else(String::new, |name| fs::read_to_string(folder.join(name)).unwrap_or_default())))
    };
    let clean = setting.folder.with_extension("clean");
    fs::create_dir_all(&clean)?;
    if let Some(name) = args.iter().find(|name| **name == "constants") {
        fs::copy(setting.folder.join(name), clean.join(name))?;
    }
    let due = (run(&clean, false)?, found(&clean)?);
    let _ = fs::remove_dir_all(&clean);
    let (code, told, word) = run(&setting.folder, true)?;
    let outcome = match code {
        None => return Ok(Outcome::Aborted(format!("no exit code: {}", word.trim()))),
        Some(_) if word.contains("panicked") => return Ok(Outcome::Aborted(word)),
        Some(0) if told != due.0.1 || found(&setting.folder)? != due.1 => {
            return Ok(Outcome::Lost(format!("{told}\n{word}")));
        }
        // A command that goes on although the disk has failed must not do so in silence.
        Some(0) if setting.fault.is_some_and(|fault| fault.class == "sync") && !setting.calls().is_empty() => {
            return Ok(Outcome::Silent(setting.calls()));
        }
        Some(0) => Outcome::WentOn,
        Some(3 | 7) if word.contains("boardbots: ") => setting.ended(&word),
        Some(code) => return Ok(Outcome::Silent(format!("code {code}: {word}"))),
    };
    if outcome.is_failure() {
        return Ok(outcome);
    }
    let (code, told, word) = run(&setting.folder, false)?;
    if code != Some(0) || told != due.0.1 || found(&setting.folder)? != due.1 {
        return Ok(Outcome::Lost(format!("again: {code:?} {told}\n{word}")));
    }
    Ok(outcome)
}
