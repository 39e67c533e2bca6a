//! The systemd that is to run the services, and its journal: its place and its size limit.

use super::check::Check;
use super::facts::Facts;
use super::machine::Machine;
use std::collections::BTreeMap;

const SYSTEMD: &str = "systemd";
/// The oldest version with which the services were tried.
const TRIED: u32 = 252;
/// The version that brought `LoadCredential=`, by which keys reach the services.
const CREDENTIALS: u32 = 247;

/// Checks that systemd runs this machine, in a version that can run the services.
#[must_use]
pub fn version(machine: &Machine, facts: &Facts) -> Check {
    let Some(version) = facts.systemd else {
        if machine.has("/run/systemd/system") {
            return Check::skipped(SYSTEMD, "it runs here, but systemctl --version does not say its version");
        }
        let found = "this machine was not booted with systemd; bots run by hand, but not as services";
        return Check::warning(SYSTEMD, found, "use a system that boots with systemd, like Raspberry Pi OS");
    };
    let upgrade = "install a newer system: Raspberry Pi OS bookworm has systemd 252";
    if version < CREDENTIALS {
        let found = format!("{version}, which cannot hand keys to services (LoadCredential= came in {CREDENTIALS})");
        return Check::error(SYSTEMD, found, upgrade);
    }
    if version < TRIED {
        return Check::warning(SYSTEMD, format_args!("{version}; the oldest that was tried is {TRIED}"), upgrade);
    }
    Check::ok(SYSTEMD, version)
}

const JOURNAL: &str = "journal";
/// The folders in which systemd looks for settings; a file hides files of the same name in the folders after its own.
const PLACES: [&str; 4] = ["/etc/systemd", "/run/systemd", "/usr/lib/systemd", "/lib/systemd"];
const FOLDER: &str = "/etc/systemd/journald.conf.d";

/// Checks that the journal survives a restart, and does not fill the card.
#[must_use]
pub fn journal(machine: &Machine) -> Check {
    if !machine.has("/run/systemd/journal") {
        return Check::skipped(JOURNAL, "systemd-journald does not run here");
    }
    let settings = settings(machine);
    // An empty value is the default again.
    let setting = |key| settings.get(key).filter(|value| !value.is_empty());
    let kept = match setting("Storage").map_or("auto", String::as_str) {
        "none" => {
            let found = "nothing is kept (Storage=none): there is no way to find out why a bot stopped";
            return Check::warning(JOURNAL, found, set("Storage=auto"));
        }
        "volatile" => false,
        "persistent" => true,
        // Also what systemd makes of words that it does not know.
        _ => machine.has("/var/log/journal"),
    };
    match (kept, setting("SystemMaxUse")) {
        (false, _) => Check::ok(JOURNAL, "in memory: kind to the card, and gone after a restart"),
        (true, Some(most)) => Check::ok(JOURNAL, format_args!("on disk, at most {most}")),
        (true, None) => {
            let found = "on disk without a limit of its own: up to a tenth of the card, which wears by it";
            Check::warning(JOURNAL, found, set("SystemMaxUse=50M"))
        }
    }
}

/// The command that makes a setting.
fn set(line: &str) -> String {
    format!(
        "sudo mkdir -p {FOLDER} && printf '[Journal]\\n{line}\\n' | sudo tee {FOLDER}/boardbots.conf && sudo systemctl restart systemd-journald"
    )
}

/// The settings of the journal, as they are after all files.
fn settings(machine: &Machine) -> BTreeMap<String, String> {
    let mut settings = BTreeMap::new();
    let path = |place: &str| format!("{place}/journald.conf");
    if let Some(text) = PLACES.iter().find_map(|place| machine.read(&path(place)).ok()) {
        apply(&text, &mut settings);
    }
    // Files of these folders are read in the order of their names, wherever they are.
    let mut files = BTreeMap::new();
    for folder in PLACES.map(|place| path(place) + ".d") {
        for name in machine.list(&folder).unwrap_or_default() {
            if name.strip_suffix(".conf").is_some() {
                let file = format!("{folder}/{name}");
                files.entry(name).or_insert(file);
            }
        }
    }
    for file in files.values() {
        apply(&machine.read(file).unwrap_or_default(), &mut settings);
    }
    settings
}

/// Adds the settings of a file to those of the files before it.
fn apply(text: &str, settings: &mut BTreeMap<String, String>) {
    let mut section = "";
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|_| section == "[Journal]") else { continue };
        settings.insert(key.trim().into(), value.trim().into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

    #[test]
    fn versions() {
        let drawn = Drawn::new();
        drawn.folder("/run/systemd/system");
        let of = |systemd| version(&drawn.machine(), &Facts { systemd, ..Facts::default() });
        assert_check(&of(Some(257)), State::Ok, "257", "");
        assert_check(&of(Some(252)), State::Ok, "252", "");
        assert_check(&of(Some(251)), State::Warning, "tried is 252", "bookworm");
        assert_check(&of(Some(246)), State::Error, "LoadCredential=", "bookworm");
        assert_check(&of(None), State::Skipped, "does not say", "");
    }

    #[test]
    fn another_init() {
        let found = version(&Drawn::new().machine(), &Facts::default());
        assert_check(&found, State::Warning, "not booted with systemd", "Raspberry Pi OS");
    }

    fn running() -> Drawn {
        let drawn = Drawn::new();
        drawn.folder("/run/systemd/journal");
        drawn
    }

    #[test]
    fn defaults_depend_on_a_folder() {
        let drawn = running();
        drawn.file("/etc/systemd/journald.conf", "[Journal]\n#Storage=auto\n#SystemMaxUse=\n");
        assert_check(&journal(&drawn.machine()), State::Ok, "in memory", "");
        drawn.folder("/var/log/journal");
        let found = journal(&drawn.machine());
        assert_check(&found, State::Warning, "without a limit", "SystemMaxUse=50M\\n' | sudo tee");
    }

    #[test]
    fn what_is_set() {
        let drawn = running();
        drawn.folder("/var/log/journal").file("/etc/systemd/journald.conf", "[Journal]\nSystemMaxUse = 100M\n");
        assert_check(&journal(&drawn.machine()), State::Ok, "on disk, at most 100M", "");
        drawn.file("/etc/systemd/journald.conf", "[Journal]\nStorage=none\n");
        assert_check(&journal(&drawn.machine()), State::Warning, "nothing is kept", "Storage=auto");
        drawn.file("/etc/systemd/journald.conf", "[Other]\nStorage=none\n[Journal]\nStorage=volatile\n");
        assert_check(&journal(&drawn.machine()), State::Ok, "in memory", "");
    }

    #[test]
    fn later_names_and_nearer_folders_win() {
        let drawn = running();
        drawn
            .folder("/var/log/journal")
            .file("/usr/lib/systemd/journald.conf.d/40-volatile.conf", "[Journal]\nStorage=volatile\n");
        assert_check(&journal(&drawn.machine()), State::Ok, "in memory", "");
        drawn.file("/etc/systemd/journald.conf.d/30-disk.conf", "[Journal]\nStorage=persistent\nSystemMaxUse=9M\n");
        assert_check(&journal(&drawn.machine()), State::Ok, "in memory", "");
        drawn.file("/run/systemd/journald.conf.d/50-disk.conf", "[Journal]\nStorage=persistent\n");
        assert_check(&journal(&drawn.machine()), State::Ok, "on disk, at most 9M", "");
        drawn.file("/etc/systemd/journald.conf.d/50-disk.conf", "[Journal]\nSystemMaxUse=\n");
        assert_check(&journal(&drawn.machine()), State::Ok, "in memory", "");
        drawn.file("/etc/systemd/journald.conf.d/60-disk.conf", "[Journal]\nStorage=\n");
        assert_check(&journal(&drawn.machine()), State::Warning, "without a limit", "boardbots.conf");
    }

    #[test]
    fn no_journal() {
        assert_check(&journal(&Drawn::new().machine()), State::Skipped, "does not run", "");
        for bytes in GARBAGE {
            let drawn = running();
            drawn.bytes("/etc/systemd/journald.conf", bytes);
            assert_eq!(journal(&drawn.machine()).state, State::Ok, "{bytes:?}");
        }
    }
}
