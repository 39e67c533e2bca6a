//! The keys of the instances: that each bot has one, and no other user can read it.

use super::check::Check;
use super::facts::Facts;
use super::folder::{Folder, Kind};
use super::machine::{Access, Machine};
use boardbots_base::credentials::{Key, keys_from_bytes};
use std::io::{self, ErrorKind};

const NAME: &str = "keys";
/// The folder of keys in that of the configuration.
const KEYS: &str = "keys";

/// One check for each thing that is wrong, or one that says that nothing is.
#[must_use]
pub fn checks(machine: &Machine, folder: &Folder, facts: &Facts) -> Vec<Check> {
    let path = format!("{}/{KEYS}", folder.path);
    let access = match machine.access(&path) {
        Ok(access) => access,
        Err(error) if error.kind() == ErrorKind::NotFound && folder.bots() > 0 => {
            let remedy = format!("sudo install -d -m 700 -o root -g root {}", folder.word(KEYS));
            return vec![Check::error(NAME, format_args!("there is no {path}, so no bot has a key"), remedy)];
        }
        Err(error) => return vec![Check::unread(NAME, &path, &error)],
    };
    let mut checks = Vec::new();
    checks.extend(open(access, &path, &folder.word(KEYS), "700"));
    checks.extend(foreign(access, facts, &path, &folder.word(KEYS)));
    let names = match machine.list(&path) {
        Ok(names) => names,
        Err(error) => {
            checks.push(denied(&path, &error));
            return checks;
        }
    };
    for name in &names {
        checks.extend(key(machine, folder, facts, name));
    }
    let bots = folder.known().iter().filter(|instance| matches!(instance.kind, Kind::Bot | Kind::Squad(_)));
    for bot in bots.filter(|bot| !names.contains(&bot.name)) {
        let found = format!("{} has no key: there is no {path}/{}", bot.name, bot.name);
        checks.push(Check::error(NAME, found, paste(folder, &bot.name)));
    }
    if checks.is_empty() {
        checks.push(match names.len() {
            0 => Check::skipped(NAME, format_args!("there is none in {path} yet")),
            1 => Check::ok(NAME, "1, for its owner only"),
            count => Check::ok(NAME, format_args!("{count}, for their owner only")),
        });
    }
    checks
}

/// The faults of one key file.
fn key(machine: &Machine, folder: &Folder, facts: &Facts, name: &str) -> Vec<Check> {
    let inside = format!("{KEYS}/{name}");
    let (path, word) = (format!("{}/{inside}", folder.path), folder.word(&inside));
    let access = match machine.access(&path) {
        Ok(access) => access,
        Err(error) => return vec![denied(&path, &error)],
    };
    if !access.plain {
        let found = format!("{path} is no file");
        return vec![Check::warning(NAME, found, format_args!("sudo mv {word} /root, where it is out of the way"))];
    }
    let mut checks = Vec::new();
    checks.extend(open(access, &path, &word, "600"));
    checks.extend(foreign(access, facts, &path, &word));
    if folder.instances.is_ok() && folder.known().iter().all(|instance| instance.name != name) {
        let found =
            format!("{path} is the key of an instance that is not here: there is no {}/{name}.conf", folder.path);
        checks.push(Check::warning(NAME, found, format_args!("sudo rm {word}")));
    }
    let squad = folder.known().iter().any(|instance| instance.name == name && matches!(instance.kind, Kind::Squad(_)));
    match machine.bytes(&path) {
        Ok(bytes) if squad => {
            if keys_from_bytes(&bytes).is_err() {
                let found = format!("{path} has no keys: it must hold a line NAME = KEY for each bot");
                checks.push(Check::error(NAME, found, paste(folder, name)));
            }
        }
        // What is wrong is told without a word of what is in there.
        Ok(bytes) if Key::from_bytes(&bytes).is_err() => {
            let found = format!("{path} is no key: it must hold one word on one line");
            checks.push(Check::error(NAME, found, paste(folder, name)));
        }
        Ok(_) => {}
        Err(error) => checks.push(denied(&path, &error)),
    }
    checks
}

/// The commands that put a key there without showing it in a list of processes.
fn paste(folder: &Folder, name: &str) -> String {
    let word = folder.word(&format!("{KEYS}/{name}"));
    format!("sudo install -m 600 -o root -g root /dev/stdin {word}, then paste the key, Enter, Ctrl-D")
}

fn open(access: Access, path: &str, word: &str, mode: &str) -> Option<Check> {
    let has = access.mode & 0o777;
    let found = format!("{path} is open to other users (mode {has:04o}, not 0{mode})");
    (has & 0o077 != 0).then(|| Check::error(NAME, found, format_args!("sudo chmod {mode} {word}")))
}

/// The fault of a key that is not owned by root, if root runs the check; other users check keys of their own.
fn foreign(access: Access, facts: &Facts, path: &str, word: &str) -> Option<Check> {
    let found = format!("{path} belongs to user {}, not to root", access.owner);
    let wrong = facts.user == Some(0) && access.owner != 0;
    wrong.then(|| Check::error(NAME, found, format_args!("sudo chown root:root {word}")))
}

fn denied(path: &str, error: &io::Error) -> Check {
    if error.kind() == ErrorKind::PermissionDenied {
        return Check::skipped(NAME, format_args!("only its owner can look into {path}: run this as root"));
    }
    Check::unread(NAME, path, error)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, assert_check};
    use std::os::unix::fs::MetadataExt;

    const FOLDER: &str = "/etc/boardbots";

    fn two() -> Drawn {
        let drawn = Drawn::new();
        for name in ["alice", "bob"] {
            drawn.file(&format!("{FOLDER}/{name}.conf"), "run = vindinium\n");
            let key = format!("{FOLDER}/keys/{name}");
            drawn.file(&key, "s3cr3t99\n").mode(&key, 0o600);
        }
        drawn.mode("/etc/boardbots/keys", 0o700);
        drawn
    }

    fn found(drawn: &Drawn) -> Vec<Check> {
        let folder = Folder::read(&drawn.machine(), FOLDER);
        let found = checks(&drawn.machine(), &folder, &Facts { user: Some(1000), ..Facts::default() });
        assert!(found.iter().all(|check| !format!("{check:?}").contains("s3cr3t")), "{found:?}");
        found
    }

    fn only(drawn: &Drawn, state: State, what: &str, remedy: &str) {
        let found = found(drawn);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_check(&found[0], state, what, remedy);
    }

    #[test]
    fn as_it_should_be() {
        only(&two(), State::Ok, "2, for their owner only", "");
        // Stricter is fine.
        let drawn = two();
        drawn.mode("/etc/boardbots/keys/bob", 0o400);
        only(&drawn, State::Ok, "2,", "");
    }

    #[test]
    fn open_to_others() {
        let drawn = two();
        drawn.mode("/etc/boardbots/keys/bob", 0o640);
        only(
            &drawn,
            State::Error,
            "keys/bob is open to other users (mode 0640, not 0600)",
            "chmod 600 /etc/boardbots/keys/bob",
        );
        drawn.mode("/etc/boardbots/keys/bob", 0o600).mode("/etc/boardbots/keys", 0o755);
        only(&drawn, State::Error, "(mode 0755, not 0700)", "sudo chmod 700 /etc/boardbots/keys");
    }

    #[test]
    fn keys_without_bots_and_bots_without_keys() {
        let drawn = two();
        drawn.file("/etc/boardbots/carol.conf", "run = vindinium\n").file("/etc/boardbots/arena.conf", "run = arena\n");
        only(&drawn, State::Error, "carol has no key", "/dev/stdin /etc/boardbots/keys/carol");
        let drawn = two();
        drawn.file("/etc/boardbots/keys/dave", "s3cr3t\n").mode("/etc/boardbots/keys/dave", 0o600);
        only(&drawn, State::Warning, "no /etc/boardbots/dave.conf", "sudo rm /etc/boardbots/keys/dave");
    }

    #[test]
    fn a_squad_has_several_keys_in_one_file() {
        let drawn = two();
        drawn.file("/etc/boardbots/bob.conf", "run = squad\nbots = x, y\n");
        only(&drawn, State::Error, "keys/bob has no keys", "/dev/stdin /etc/boardbots/keys/bob");
        drawn.file("/etc/boardbots/keys/bob", "x = s3cr3t99\ny = s3cr3t88\n");
        only(&drawn, State::Ok, "2, for their owner only", "");
    }

    #[test]
    fn what_is_no_key() {
        let drawn = two();
        drawn.file("/etc/boardbots/keys/bob", "s3cr3t99 s3cr3t99\n");
        only(&drawn, State::Error, "keys/bob is no key", "/dev/stdin /etc/boardbots/keys/bob");
        drawn.bytes("/etc/boardbots/keys/bob", b"");
        only(&drawn, State::Error, "keys/bob is no key", "paste");
        let drawn = two();
        drawn.folder("/etc/boardbots/keys/old");
        only(&drawn, State::Warning, "keys/old is no file", "sudo mv /etc/boardbots/keys/old");
    }

    #[test]
    fn no_keys() {
        let drawn = Drawn::new();
        only(&drawn, State::Skipped, "no /etc/boardbots/keys", "");
        drawn.file("/etc/boardbots/arena.conf", "run = arena\n");
        only(&drawn, State::Skipped, "no /etc/boardbots/keys", "");
        drawn.file("/etc/boardbots/alice.conf", "run = vindinium\n");
        only(&drawn, State::Error, "no bot has a key", "sudo install -d -m 700 -o root -g root /etc/boardbots/keys");
        let drawn = Drawn::new();
        drawn.folder("/etc/boardbots/keys").mode("/etc/boardbots/keys", 0o700);
        only(&drawn, State::Skipped, "none in /etc/boardbots/keys", "");
    }

    #[test]
    fn root_wants_its_own() {
        let drawn = two();
        let owner = std::fs::metadata(drawn.real("/etc/boardbots/keys")).unwrap().uid();
        let folder = Folder::read(&drawn.machine(), FOLDER);
        let found = checks(&drawn.machine(), &folder, &Facts { user: Some(0), ..Facts::default() });
        if owner == 0 {
            assert_check(&found[0], State::Ok, "2,", "");
            std::os::unix::fs::chown(drawn.real("/etc/boardbots/keys/bob"), Some(1234), None).unwrap();
            let found = checks(&drawn.machine(), &folder, &Facts { user: Some(0), ..Facts::default() });
            assert_eq!(found.len(), 1);
            assert_check(
                &found[0],
                State::Error,
                "keys/bob belongs to user 1234",
                "chown root:root /etc/boardbots/keys/bob",
            );
        } else {
            assert_eq!(found.len(), 3);
            assert_check(&found[0], State::Error, &format!("belongs to user {owner}"), "chown root:root");
        }
    }

    #[test]
    fn a_folder_of_others_is_skipped() {
        let denied = denied("/etc/boardbots/keys", &ErrorKind::PermissionDenied.into());
        assert_check(&denied, State::Skipped, "run this as root", "");
    }
}
