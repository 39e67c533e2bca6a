//! The folder with the configuration of the instances, read as far as a health check needs it, and their number against
//! the cores that they share. It does not check each line of a file: `boardbots check` does.

use super::check::Check;
use super::facts::Facts;
use super::machine::{Machine, quoted};
use crate::settings::File;
use boardbots_client::{COMMAND as BOT, SQUAD};
use std::io;

/// The kind of instance that a file describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A bot: `run = vindinium`.
    Bot,
    /// This many bots: `run = squad`.
    Squad(usize),
    /// Something else that `run` names.
    Other,
    /// There is no `run`, or the file cannot be read: why.
    Unclear(String),
}

/// One `NAME.conf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The name of the instance.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The values of its `server` lines.
    pub servers: Vec<String>,
    /// The value of its `ca` line: a file of certificates.
    pub ca: Option<String>,
}

/// The folder and what is in it.
#[derive(Debug)]
pub struct Folder {
    /// Its absolute path, without a slash at the end.
    pub path: String,
    /// Its files that end in `.conf`, in the order of their names; or why they are not known.
    pub instances: io::Result<Vec<Instance>>,
}

impl Folder {
    /// Reads a folder.
    #[must_use]
    pub fn read(machine: &Machine, path: &str) -> Self {
        let path = path.trim_end_matches('/');
        let instances = machine.list(path).map(|names| {
            let names = names.iter().filter_map(|name| name.strip_suffix(".conf")).filter(|name| !name.is_empty());
            names.map(|name| Instance::read(machine, path, name)).collect()
        });
        Self { path: path.into(), instances }
    }

    /// The instances; none if they are not known.
    #[must_use]
    pub fn known(&self) -> &[Instance] {
        self.instances.as_deref().unwrap_or_default()
    }

    /// The number of bots.
    #[must_use]
    pub fn bots(&self) -> usize {
        let bots = |instance: &Instance| match instance.kind {
            Kind::Bot => 1,
            Kind::Squad(bots) => bots,
            Kind::Other | Kind::Unclear(_) => 0,
        };
        self.known().iter().map(bots).sum()
    }

    /// The path of something in it, fit for a command.
    #[must_use]
    pub fn word(&self, name: &str) -> String {
        quoted(&format!("{}/{name}", self.path))
    }
}

impl Instance {
    fn read(machine: &Machine, folder: &str, name: &str) -> Self {
        let kind = Kind::Unclear("it has no line run = ...".into());
        let mut instance = Self { name: name.into(), kind, servers: Vec::new(), ca: None };
        let text = match machine.read(&format!("{folder}/{name}.conf")) {
            Ok(text) => text,
            Err(error) => {
                instance.kind = Kind::Unclear(error.to_string());
                return instance;
            }
        };
        for line in text.lines() {
            // No address has a # in it.
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once('=') else { continue };
            match (key.trim(), value.trim()) {
                ("run", BOT) => instance.kind = Kind::Bot,
                ("run", SQUAD) => {
                    let file = File::parse(text.as_bytes()).0;
                    instance.kind = match file.strangers().into_iter().next() {
                        Some((line, problem)) => Kind::Unclear(format!("line {line}: {problem}")),
                        None => Kind::Squad(file.count()),
                    };
                }
                ("run", _) => instance.kind = Kind::Other,
                ("server", server) if !server.is_empty() => instance.servers.push(server.into()),
                ("ca", file) if !file.is_empty() => instance.ca = Some(file.into()),
                _ => {}
            }
        }
        instance
    }
}

const INSTANCES: &str = "instances";
/// Bots for one core that still have their turns in time: in a game of four, one thinks while
/// the others wait.
const MOST: usize = 4;

/// Checks the number of bots, with one check more for each file that does not say what it is.
#[must_use]
pub fn instances(machine: &Machine, folder: &Folder, facts: &Facts) -> Vec<Check> {
    let program = &machine.program;
    let instances = match &folder.instances {
        Ok(instances) => instances,
        Err(error) => return vec![Check::unread(INSTANCES, &folder.path, error)],
    };
    let bots = folder.bots();
    let plural = |count: usize, what| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let first = match facts.cores {
        _ if instances.is_empty() => {
            Check::skipped(INSTANCES, format_args!("there is no INSTANCES.conf in {} yet", folder.path))
        }
        None => Check::ok(INSTANCES, plural(bots, "bot")),
        Some(cores) => {
            let found = format!("{} on {}", plural(bots, "bot"), plural(cores, "core"));
            if bots > cores.saturating_mul(MOST) {
                let most = cores.saturating_mul(MOST);
                let found = format!("{found}: more than {MOST} for each core get in one another's way");
                let calibrate = format!("{program} calibrate --instances {bots} shows what depth is left");
                Check::warning(INSTANCES, found, format_args!("{calibrate}; or keep {most} of them here"))
            } else {
                Check::ok(INSTANCES, found)
            }
        }
    };
    let mut checks = vec![first];
    for instance in instances {
        if let Kind::Unclear(why) = &instance.kind {
            let file = folder.word(&format!("{}.conf", instance.name));
            let found = format!("{file} is not clear: {why}");
            checks.push(Check::warning(INSTANCES, found, format_args!("{program} check {file}")));
        }
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

    #[test]
    fn files_are_read_as_far_as_needed() {
        let drawn = Drawn::new();
        drawn
            .file(
                "/etc/boardbots/alice.conf",
                "# a bot\nrun = vindinium\r\nserver=http://a:9000 # home\ndepth = auto\n",
            )
            .file("/etc/boardbots/arena.conf", "\u{feff}run = arena\nlisten = 0.0.0.0:9000\n")
            .file("/etc/boardbots/bob.conf", "server = \n#run = vindinium\n")
            .file("/etc/boardbots/notes.txt", "run = vindinium\n")
            .file("/etc/boardbots/.conf", "run = vindinium\n")
            .folder("/etc/boardbots/carol.conf");
        let folder = Folder::read(&drawn.machine(), "/etc/boardbots/");
        assert_eq!(folder.path, "/etc/boardbots");
        let [alice, arena, bob, carol] = folder.known() else { panic!("{folder:?}") };
        assert_eq!(
            (alice.name.as_str(), &alice.kind, alice.servers.as_slice()),
            ("alice", &Kind::Bot, &["http://a:9000".to_string()][..])
        );
        assert_eq!((arena.name.as_str(), &arena.kind), ("arena", &Kind::Other));
        assert!(matches!(&bob.kind, Kind::Unclear(why) if why.contains("run = ")) && bob.servers.is_empty());
        assert!(matches!(&carol.kind, Kind::Unclear(why) if why.contains("not a plain file")));
        assert_eq!(folder.bots(), 1);
        drawn.file("/etc/boardbots/dora.conf", "run = squad\nbots = a, b, c\n[c]\nserver = http://c\n");
        let folder = Folder::read(&drawn.machine(), "/etc/boardbots");
        assert_eq!((folder.bots(), folder.known()[4].servers.len()), (4, 1));
        drawn.file("/etc/boardbots/dora.conf", "run = squad\nbots = alice, bob\n[alcie]\nserver = http://c\n");
        let folder = Folder::read(&drawn.machine(), "/etc/boardbots");
        let Kind::Unclear(why) = &folder.known()[4].kind else { panic!("{folder:?}") };
        assert!(why.starts_with("line 3: [alcie]: no bot \"alcie\"; did you mean \"alice\"?"), "{why}");
    }

    #[test]
    fn no_folder() {
        let folder = Folder::read(&Drawn::new().machine(), "/etc/boardbots");
        assert!(folder.instances.is_err() && folder.known().is_empty() && folder.bots() == 0);
    }

    #[test]
    fn garbage_is_no_bot() {
        for bytes in GARBAGE {
            let drawn = Drawn::new();
            drawn.bytes("/etc/boardbots/x.conf", bytes);
            let folder = Folder::read(&drawn.machine(), "/etc/boardbots");
            assert!(matches!(folder.known(), [Instance { kind: Kind::Unclear(_), .. }]), "{bytes:?}");
        }
    }

    fn configured(bots: usize, cores: Option<usize>) -> Vec<Check> {
        let drawn = Drawn::new();
        drawn.file("/etc/boardbots/arena.conf", "run = arena\n");
        for number in 0..bots {
            drawn.file(&format!("/etc/boardbots/bot{number}.conf"), "run = vindinium\n");
        }
        let folder = Folder::read(&drawn.machine(), "/etc/boardbots");
        instances(&drawn.machine(), &folder, &Facts { cores, instances: folder.bots(), ..Facts::default() })
    }

    #[test]
    fn bots_and_cores() {
        assert_check(&configured(16, Some(4))[0], State::Ok, "16 bots on 4 cores", "");
        assert_check(&configured(1, Some(1))[0], State::Ok, "1 bot on 1 core", "");
        assert_check(&configured(17, Some(4))[0], State::Warning, "17 bots on 4 cores", "calibrate --instances 17");
        assert_check(&configured(2, None)[0], State::Ok, "2 bots", "");
        assert_eq!(configured(3, Some(4)).len(), 1);
    }

    #[test]
    fn unclear_files_are_named() {
        let drawn = Drawn::new();
        drawn.file("/etc/boardbots/a.conf", "run = vindinium\n").file("/etc/boardbots/b.conf", "depth = 3\n");
        let found = instances(&drawn.machine(), &Folder::read(&drawn.machine(), "/etc/boardbots"), &Facts::default());
        assert_eq!(found.len(), 2);
        assert_check(&found[1], State::Warning, "b.conf is not clear", "boardbots check /etc/boardbots/b.conf");
    }

    #[test]
    fn nothing_configured() {
        let drawn = Drawn::new();
        let skipped = |found: &str| {
            let all = instances(&drawn.machine(), &Folder::read(&drawn.machine(), "/etc/boardbots"), &Facts::default());
            assert_eq!(all.len(), 1);
            assert_check(&all[0], State::Skipped, found, "");
        };
        skipped("no /etc/boardbots here");
        drawn.folder("/etc/boardbots");
        skipped("no INSTANCES.conf in /etc/boardbots");
    }
}
