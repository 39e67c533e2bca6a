//! The board that is set up: its files, its units, and how all of it is started, or undone.

use super::answers::Answers;
use super::task::{Folder, Task};
use super::undo::Undo;
use crate::{CliError, doctor, output, run};
use boardbots_ops::doctor::machine::System;
use boardbots_ops::doctor::{Machine, Report};
use boardbots_ops::unit::{Unit, UnitError, UnitState};
use boardbots_server::web::{Listen, addresses};
use rustix::process::geteuid;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The folder of the configuration.
const FOLDER: &str = "/etc/boardbots";
/// The unit with which all others start.
const TARGET: &str = "boardbots.target";
/// The variable with the folder that stands for the root; the scripts of the deployment know it, too. For tests.
const ROOT: &str = "BOARDBOTS_ROOT";
/// The commands of systemd, which may read all units anew for one.
const SYSTEMD: System = System { limit: Duration::from_mins(1) };

impl From<UnitError> for CliError {
    fn from(error: UnitError) -> Self {
        Self::configuration(error)
    }
}

/// The board.
pub struct Board(Machine);

impl Board {
    /// The machine of this process.
    ///
    /// # Errors
    /// [`CliError::configuration`] if this user may not change it, or if systemd does not run it.
    pub fn of_this_machine() -> Result<Self, CliError> {
        let machine = match std::env::var_os(ROOT) {
            Some(root) => Machine::at(Path::new(&root), Box::new(System::default())),
            None if geteuid().is_root() => Machine::this(),
            None => {
                let problem = format!("only root may write to {FOLDER} and start services; use sudo boardbots setup");
                return Err(CliError::configuration(problem));
            }
        };
        if !machine.has("/run/systemd/system") {
            return Err(CliError::configuration(format!(
                "this machine was not booted with systemd, which runs the services; without it, write {FOLDER}/NAME.conf \
                 yourself (boardbots run --help says how) and start boardbots run {FOLDER}/NAME.conf"
            )));
        }
        Ok(Self(machine))
    }

    /// The file of the instance of this name.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.real(&format!("{FOLDER}/{name}.conf"))
    }

    /// Writes the files, checks them and the board, starts the unit, and says where to look.
    ///
    /// # Errors
    /// The reason for which it does not run. All is as it was before then.
    pub fn set_up(&self, answers: &Answers, stop: &AtomicBool) -> Result<(), CliError> {
        let [target, unit] = [TARGET.into(), answers.task.unit(answers.name())].map(|name| Unit::new(name, &SYSTEMD));
        let mut undo = Undo::default();
        match self.start(answers, [&target, &unit], &mut undo, stop) {
            Ok(state) => output::text(&last_words(answers, &unit.name, &state)),
            Err(failure) => {
                let undone = undo.all().map(|()| "Files and units are as they were before".into());
                let end = undone.unwrap_or_else(|wrong| format!("And not all could be brought back: {wrong}"));
                // Ctrl-C reaches a command that is just being started, too; what that says is not the reason.
                let why = if stop.load(Ordering::Relaxed) { "interrupted".into() } else { failure.message };
                Err(CliError { message: format!("{why}\n{end}"), ..failure })
            }
        }
    }

    fn start<'a>(
        &self,
        answers: &Answers,
        [target, unit]: [&'a Unit<'a>; 2],
        undo: &mut Undo<'a>,
        stop: &AtomicBool,
    ) -> Result<UnitState, CliError> {
        undo.folder(self.0.real(FOLDER), 0o755)?;
        // The key first: without it the instance could not run.
        if let Some(key) = &answers.key {
            let folder = self.0.real(FOLDER).join("keys");
            undo.folder(folder.clone(), 0o700)?;
            undo.file(folder.join(answers.name()), format!("{}\n", key.expose()).as_bytes(), 0o600)?;
        }
        let folder = answers.task.folder.as_ref().map(|folder| (self.0.real(FOLDER).join(folder.name), folder));
        if let Some((path, Folder { question, files, .. })) = folder.filter(|(path, _)| !path.exists()) {
            undo.folder(path.clone(), 0o755)?;
            for (name, text) in files(answers.get(question).unwrap_or_default()) {
                undo.file(path.join(name), text.as_bytes(), 0o644)?;
            }
        }
        let file = self.file(answers.name());
        undo.file(file.clone(), answers.file().as_bytes(), 0o644)?;
        self.drop_in(answers, unit, undo)?;
        let (_, instance) = run::read_or_tell(&file)?;
        output::text(&format!("{} is written: {instance}\nboardbots doctor finds:\n", file.display()))?;
        CliError::last(instance.check()).map_or(Ok(()), Err)?;
        // Whether the service runs all the same, its start decides.
        output::styled(&doctor::page(&Report::of(&self.0, FOLDER), output::coloured(None)))?;
        let is_active = unit.state()?.is_active();
        if is_active {
            output::text(&format!("{} runs; it ends first what it does\n", unit.name))?;
        }
        // A unit that ran goes on, with the files that it had.
        undo.add_last(move || Ok(if is_active { unit.restart() } else { unit.stop() }?));
        for one in [target, unit] {
            if one.call("is-enabled -q").is_err() {
                undo.add(|| Ok(one.call("disable -q").map(drop)?));
                one.call("enable -q")?;
            }
        }
        unit.restart()?;
        Ok(unit.wait(stop)?)
    }

    /// Writes the settings in which the unit differs from the usual one, and empties those of an instance before it.
    fn drop_in<'a>(&self, answers: &Answers, unit: &'a Unit<'a>, undo: &mut Undo<'a>) -> Result<(), CliError> {
        let folder = self.0.real(&format!("/etc/systemd/system/{}.d", unit.name));
        let (file, text) = (folder.join("50-setup.conf"), answers.drop_in());
        if text.is_empty() && !file.exists() {
            return Ok(());
        }
        undo.add(|| Ok(unit.reload()?));
        undo.folder(folder, 0o755)?;
        undo.file(file, text.as_bytes(), 0o644)?;
        Ok(unit.reload()?)
    }
}

/// Sees to it that the unit of a task is installed.
///
/// # Errors
/// [`CliError::configuration`] if it is not, with what helps.
pub fn has_unit(task: &Task) -> Result<(), CliError> {
    if !Unit::new(task.unit("name"), &SYSTEMD).state()?.is_missing() {
        return Ok(());
    }
    Err(CliError::configuration(format!(
        "{} is not installed; it comes with the package boardbots: sudo apt-get install boardbots",
        task.unit("")
    )))
}

/// The words at the end: what runs, where to look, how to change and how to stop it.
fn last_words(answers: &Answers, unit: &str, state: &UnitState) -> String {
    let place = match answers.get("listen").and_then(|listen| listen.parse().ok()) {
        Some(Listen(address)) => format!("http://{}/", addresses::home(address)),
        None => answers.get("server").unwrap_or_default().to_owned(),
    };
    format!(
        "{unit} is {state}\n  \
         watch   {place} in a browser\n  \
         log     journalctl -f -u {unit}\n  \
         state   systemctl status {unit}\n  \
         change  {FOLDER}/{}.conf, then sudo systemctl restart {unit}\n  \
         stop    sudo systemctl disable --now {unit}\n",
        answers.name()
    )
}
