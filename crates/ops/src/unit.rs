//! A unit of systemd as `systemctl` tells of it: its state, its start until it is READY, and its last words.

use crate::doctor::machine::Runner;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The interval between two looks at a unit.
const LOOK: Duration = Duration::from_millis(250);
/// A unit that stays active so long has started: what a server says to a key comes within that time.
const SETTLE: Duration = Duration::from_secs(2);
/// The longest wait for a unit: a bot ends its game of 21 minutes first, and gets READY in a minute and a half.
const PATIENCE: Duration = Duration::from_mins(24);

/// A unit, and the commands that ask for it.
pub struct Unit<'a> {
    /// Its name, such as `boardbots@alice.service`.
    pub name: String,
    runner: &'a dyn Runner,
}

/// The state of a unit: lines `PROPERTY=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitState(String);

/// The reason for which a unit does not do what it is to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnitError(String);

impl UnitState {
    /// The value of a property; empty where systemd says nothing.
    fn get(&self, property: &str) -> &str {
        self.0.lines().find_map(|line| line.strip_prefix(property)?.strip_prefix('=')).unwrap_or_default()
    }

    /// True if there is no file that describes it.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.get("LoadState") == "not-found"
    }

    /// True if it runs or is about to.
    #[must_use]
    pub fn is_active(&self) -> bool {
        matches!(self.get("ActiveState"), "active" | "activating")
    }

    /// True if it runs, false if it has ended; `None` if systemd is about to start or end it.
    fn is_up(&self) -> Option<bool> {
        match self.get("ActiveState") {
            // It has ended, and systemd is about to try again.
            _ if self.get("SubState") == "auto-restart" => Some(false),
            _ if !matches!(self.get("Job"), "" | "0") => None,
            "active" => Some(true),
            "activating" | "deactivating" | "reloading" => None,
            _ => Some(false),
        }
    }
}

impl fmt::Display for UnitState {
    /// The way it ended, or what it does.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (active, status, code) = (self.get("ActiveState"), self.get("StatusText"), self.get("ExecMainStatus"));
        match self.get("Result") {
            "exit-code" => write!(out, "it ended with exit code {code}"),
            "signal" | "core-dump" => write!(out, "signal {code} ended it"),
            "" | "success" if status.is_empty() => out.write_str(active),
            "" | "success" => write!(out, "{active}: {status}"),
            other => write!(out, "it ended: {other}"),
        }
    }
}

impl<'a> Unit<'a> {
    /// The unit of this name.
    #[must_use]
    pub fn new(name: String, runner: &'a dyn Runner) -> Self {
        Self { name, runner }
    }

    /// The answer of `systemctl` to these words about it.
    ///
    /// # Errors
    /// There is none.
    pub fn call(&self, words: &str) -> Result<String, UnitError> {
        let command: Vec<&str> = ["systemctl"].into_iter().chain(words.split(' ')).chain([&*self.name]).collect();
        self.runner.run(&command).map_err(|error| UnitError(format!("{} {error}", command.join(" "))))
    }

    /// Has systemd read the files of all units anew.
    ///
    /// # Errors
    /// As [`Self::call`].
    pub fn reload(&self) -> Result<(), UnitError> {
        let command = ["systemctl", "daemon-reload"];
        self.runner.run(&command).map(drop).map_err(|error| UnitError(format!("{} {error}", command.join(" "))))
    }

    /// Its state.
    ///
    /// # Errors
    /// As [`Self::call`].
    pub fn state(&self) -> Result<UnitState, UnitError> {
        self.call("show -p LoadState,ActiveState,SubState,StatusText,Result,ExecMainStatus,Job").map(UnitState)
    }

    /// Asks it to end, without waiting for that, and forgets its failures.
    ///
    /// # Errors
    /// As [`Self::call`].
    pub fn stop(&self) -> Result<(), UnitError> {
        self.call("stop --no-block")?;
        // What never ran has nothing to forget.
        let _ = self.call("reset-failed");
        Ok(())
    }

    /// Starts it, or anew if it runs, without waiting for that.
    ///
    /// # Errors
    /// As [`Self::call`].
    pub fn restart(&self) -> Result<(), UnitError> {
        // What never ran has nothing to forget.
        let _ = self.call("reset-failed");
        self.call("restart --no-block").map(drop)
    }

    /// Waits until it is READY and stays so for a moment; its state then.
    ///
    /// # Errors
    /// The reason for which it does not get there, with the last lines of its journal.
    pub fn wait(&self, stop: &AtomicBool) -> Result<UnitState, UnitError> {
        let began = Instant::now();
        let mut up_since = None;
        while !stop.load(Ordering::Relaxed) {
            let state = self.state()?;
            match state.is_up() {
                Some(true) if up_since.get_or_insert_with(Instant::now).elapsed() >= SETTLE => return Ok(state),
                Some(true) => {}
                None if began.elapsed() <= PATIENCE => up_since = None,
                _ => {
                    let journal = ["journalctl", "-u", &self.name, "-n", "8", "-o", "cat", "--no-pager", "-q"];
                    let lines = self.runner.run(&journal).unwrap_or_default();
                    let how = format!("{} does not run: {state}\n{lines}", self.name);
                    return Err(UnitError(how.trim_end().into()));
                }
            }
            thread::sleep(LOOK);
        }
        Err(UnitError("interrupted".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::machine::RunError;
    use std::cell::RefCell;

    /// Answers of `systemctl show`, one after the other; the last one stays. Notes the other commands.
    struct Script(RefCell<Vec<&'static str>>, RefCell<Vec<String>>);

    impl Runner for Script {
        fn run(&self, command: &[&str]) -> Result<String, RunError> {
            if command[1] != "show" {
                self.1.borrow_mut().push(command.join(" "));
                return if command[1] == "reset-failed" { Err(RunError::Missing) } else { Ok("one\ntwo\n".into()) };
            }
            let mut answers = self.0.borrow_mut();
            let text = if answers.len() > 1 { answers.remove(0) } else { answers[0] };
            Ok(text.replace(' ', "\n").replace('_', " "))
        }
    }

    fn waited(answers: &[&'static str]) -> Result<UnitState, String> {
        let script = Script(RefCell::new(answers.into()), RefCell::default());
        let waited = Unit::new("x.service".into(), &script).wait(&AtomicBool::new(false));
        waited.map_err(|error| error.to_string())
    }

    #[test]
    fn a_unit_is_ready_once_it_stays_active() {
        let state = waited(&[
            "ActiveState=active Job=7 StatusText=playing_old",
            "ActiveState=deactivating Job=7 StatusText=leaving",
            "ActiveState=inactive Job=7",
            "ActiveState=activating Job=7",
            "ActiveState=active SubState=running Job=0 StatusText=",
            "ActiveState=active SubState=running Job= StatusText=waiting_for_a_game",
        ]);
        assert_eq!(state.unwrap().to_string(), "active: waiting for a game");
    }

    #[test]
    fn a_unit_that_ends_says_how() {
        for (last, due) in [
            ("ActiveState=failed Result=exit-code ExecMainStatus=5", "it ended with exit code 5"),
            ("ActiveState=activating SubState=auto-restart Result=signal ExecMainStatus=11", "signal 11 ended it"),
            ("ActiveState=failed Result=start-limit-hit", "it ended: start-limit-hit"),
            ("ActiveState=inactive Result=success", "inactive"),
            ("", ""),
        ] {
            let due = format!("x.service does not run: {due}\none\ntwo");
            assert_eq!(waited(&["ActiveState=active", last]), Err(due), "{last}");
        }
    }

    #[test]
    fn units_are_asked_in_the_words_of_systemctl() {
        let script = Script(RefCell::new(vec!["LoadState=not-found ActiveState=inactive"]), RefCell::default());
        let unit = Unit::new("x.service".into(), &script);
        let state = unit.state().unwrap();
        assert!(state.is_missing() && !state.is_active());
        unit.call("disable -q").unwrap();
        unit.restart().unwrap();
        unit.stop().unwrap();
        let stopped = unit.wait(&AtomicBool::new(true)).unwrap_err();
        assert_eq!(stopped.to_string(), "interrupted");
        unit.wait(&AtomicBool::new(false)).unwrap_err();
        let due = [
            "systemctl disable -q x.service",
            "systemctl reset-failed x.service",
            "systemctl restart --no-block x.service",
            "systemctl stop --no-block x.service",
            "systemctl reset-failed x.service",
            "journalctl -u x.service -n 8 -o cat --no-pager -q",
        ];
        assert_eq!(*script.1.borrow(), due);
        let failed = unit.call("reset-failed").unwrap_err().to_string();
        assert_eq!(failed, "systemctl reset-failed x.service is not installed");
    }
}
