//! The folder with the configuration of the instances, read as far as a health check needs it. It does not check each
//! line of a file: `boardbots check` does.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::drawn::{Drawn, GARBAGE};

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
}
