//! `boardbots unit`: a systemd unit for a command with its options, for those who want no
//! scripts.
//!
//! Settings beyond the command are those of the project's own units, which are in `systemd/`.

use crate::run::{self, kinds};
use crate::service::Kind;
use crate::{CliError, output};
use boardbots_base::printable::line;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The keys that the printed unit replaces: the description, and those that belong to the layout of the deployment
/// scripts.
const LAYOUT: [&str; 6] = ["Description", "OnFailure", "PartOf", "ExecStart", "LoadCredential", "Slice"];
/// Settings that only the system's manager can follow; a user's manager has no rights to.
const SYSTEM_ONLY: [&str; 18] = [
    "Wants",
    "After",
    "CPUWeight",
    "CPUQuota",
    "MemoryMax",
    "DynamicUser",
    "PrivateUsers",
    "CapabilityBoundingSet",
    "AmbientCapabilities",
    "PrivateDevices",
    "PrivateIPC",
    "DevicePolicy",
    "ProtectProc",
    "ProcSubset",
    "SocketBindDeny",
    "RemoveIPC",
    "KeyringMode",
    "InaccessiblePaths",
];
/// Settings that need a mount namespace or a capability, which a user's manager has not.
const SYSTEM_ONLY_PREFIXES: [&str; 2] = ["Protect", "Private"];

/// The folders that units hide: a program there cannot start, and a file there cannot be read.
const HIDDEN: [&str; 5] = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"];
/// Ports below this one need a capability.
pub const UNPRIVILEGED: u16 = 1024;
/// The settings that let a service listen on them; in a user namespace of its own it could not.
const PRIVILEGED: [(&str, &str); 3] = [
    ("PrivateUsers", "no"),
    ("CapabilityBoundingSet", "CAP_NET_BIND_SERVICE"),
    ("AmbientCapabilities", "CAP_NET_BIND_SERVICE"),
];

/// The text at the end of `--help`.
fn examples() -> String {
    let mut text = String::new();
    for Kind { name, example, is_bot, .. } in kinds() {
        let _ =
            writeln!(text, "  boardbots unit {name} {example} \\\n      | sudo tee /etc/systemd/system/{name}.service");
        if is_bot {
            let _ = writeln!(
                text,
                "  boardbots unit --user {name} {example} \\\n      > ~/.config/systemd/user/{name}.service"
            );
        }
    }
    text
}

/// The options of `boardbots unit`.
#[derive(clap::Args)]
#[command(after_help = examples())]
pub struct Args {
    /// For a user's service manager, without root: with less sandboxing
    #[arg(long)]
    user: bool,

    /// Description of the unit [default: the command]
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// Path of the program in the unit [default: this one]
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,

    /// The command to run, with its options: see the examples
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// Prints the unit.
///
/// # Errors
/// [`Exit::Usage`] for a command that makes no sense as a service, [`Exit::Configuration`] for
/// paths that cannot be made absolute.
pub fn run(args: &Args) -> Result<(), CliError> {
    let words: Vec<&str> = args
        .command
        .iter()
        .map(|word| word.to_str().ok_or_else(|| CliError::usage(format!("{} is no UTF-8 text", word.display()))))
        .collect::<Result<_, _>>()?;
    let (name, options) = words.split_first().expect("clap requires a word");
    let kind = run::kind(name).map_err(CliError::usage)?;
    let (kind, instance) = match (kind.read, options) {
        (None, _) => (kind, kind.instance(options.iter().map(Into::into))?),
        (Some(_), [file]) => run::read_or_tell(Path::new(file))?,
        (Some(_), _) => return Err(CliError::usage(format!("write boardbots unit {name} FILE"))),
    };
    let keys = instance.key_file().filter(|_| !args.user);
    let mut call = vec![match &args.program {
        Some(program) => absolute(program)?,
        None => text(std::env::current_exe().map_err(CliError::unexpected)?)?,
    }];
    call.push((*name).to_owned());
    let mut credential = credential(kind, options, &mut call, args.user)?;
    if let Some(keys) = keys {
        credential = Some(absolute(&keys)?);
    }
    if kind.is_bot && !options.iter().any(|option| option.starts_with("--games")) {
        call.push("--games=forever".into());
    }
    let port = instance.port().filter(|port| (1..UNPRIVILEGED).contains(port));
    if let Some(port) = port.filter(|_| args.user) {
        let remedy = "a user's services cannot have it; listen on 1024 or above, or leave out --user";
        return Err(
            CliError::usage(format!("--listen: port {port} is for services of the system: {remedy}")).about("listen")
        );
    }
    if !args.user {
        // The key is handed over by the manager, which sees everything.
        call.iter().try_for_each(|word| visible(word, *word == call[0]))?;
    }
    if let Some(failure) = instance.check().into_iter().next() {
        return Err(failure);
    }
    let description = args.description.clone().unwrap_or_else(|| format!("boardbots {name}"));
    if let Some(word) = call.iter().chain(&credential).chain([&description]).find(|word| line(word) != **word) {
        return Err(CliError::usage(format!(
            "{}: a unit has no line breaks, and nothing that cannot be seen",
            line(word)
        )));
    }
    let changes = if port.is_some() { &PRIVILEGED[..] } else { &[] };
    let changes = [kind.limits, changes].concat();
    let unit = unit(kind, &changes, args.user, &description, &call, credential.as_deref());
    output::text(&unit)
}

/// Refuses a word of the call in which there is a path that the service could not see: of an option, or of a command.
pub fn visible(word: &str, is_program: bool) -> Result<(), CliError> {
    let hides = |path: &str| {
        // What leads there by a link is there.
        let (path, real) = (Path::new(path), Path::new(path).canonicalize().unwrap_or_default());
        HIDDEN.iter().find(|folder| path.starts_with(folder) || real.starts_with(folder))
    };
    let mut paths = std::iter::once(word).chain(word.split(['=', ':', ' ', '"', '\'']));
    let Some((path, folder)) = paths.find_map(|path| Some((path, hides(path)?))) else {
        return Ok(());
    };
    let remedy = if is_program {
        format!("sudo install {path} /usr/local/bin/boardbots, and say --program /usr/local/bin/boardbots")
    } else {
        "put it elsewhere, such as into /etc/boardbots".into()
    };
    let message =
        format!("{path}: a service of the system does not see {folder}; {remedy}, or make a unit with --user");
    Err(CliError::configuration(message))
}

/// Puts the options into the call, with paths that hold anywhere; a key file becomes a
/// credential where there are some, so that only root needs to be able to read it.
fn credential(kind: Kind, options: &[&str], call: &mut Vec<String>, user: bool) -> Result<Option<String>, CliError> {
    let mut key = None;
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let (name, value) = option.split_once('=').map_or((*option, None), |(name, value)| (name, Some(value)));
        if name == "--db" && !user && value.or(options.as_slice().first().copied()).is_some_and(|db| db.contains('/')) {
            let problem = "a service keeps its database in its own folder, /var/lib/boardbots-arena; give --db a name without a path";
            return Err(CliError::usage(problem));
        }
        let long = name.strip_prefix("--");
        if !long.is_some_and(|name| kind.paths.contains(&name)) {
            // A word of its own is a file where files are read.
            let is_file = long.is_none() && kind.read.is_some();
            call.push(if is_file { absolute(Path::new(option))? } else { (*option).to_owned() });
            continue;
        }
        let value = value.or_else(|| options.next().copied()).expect("the options have been understood");
        let path = absolute(Path::new(value))?;
        if name == "--key-file" && !user {
            key = Some(path);
        } else {
            call.push(format!("{name}={path}"));
        }
    }
    Ok(key)
}

fn absolute(path: &Path) -> Result<String, CliError> {
    text(std::path::absolute(path).map_err(|error| CliError::file(path, error))?)
}

fn text(path: PathBuf) -> Result<String, CliError> {
    path.into_os_string()
        .into_string()
        .map_err(|path| CliError::file(Path::new(&path), "a unit can only name UTF-8 paths"))
}

/// The project's unit for this kind, with another call and other values of some keys.
fn unit(
    kind: Kind,
    changes: &[(&str, &str)],
    user: bool,
    description: &str,
    call: &[String],
    credential: Option<&str>,
) -> String {
    let mut unit = String::new();
    for line in kind.unit.lines().skip_while(|line| *line != "[Unit]") {
        let key = line.split_once('=').map_or("", |(key, _)| key);
        let foreign =
            user && (SYSTEM_ONLY.contains(&key) || SYSTEM_ONLY_PREFIXES.iter().any(|prefix| key.starts_with(prefix)));
        if foreign || LAYOUT.contains(&key) {
            continue;
        }
        // The name of the instance is the unit's own.
        let line = match changes.iter().find(|(changed, _)| *changed == key) {
            Some((_, value)) => format!("{key}={value}"),
            None => line.replace("%i", "%N"),
        };
        match key {
            "WantedBy" => unit.push_str(if user { "WantedBy=default.target" } else { "WantedBy=multi-user.target" }),
            _ => unit.push_str(&line),
        }
        unit.push('\n');
        match line.as_str() {
            "[Unit]" => writeln!(unit, "Description={}", description.replace('%', "%%")).expect("a text grows"),
            "[Service]" => {
                let call: Vec<String> = call.iter().map(|word| quoted(word)).collect();
                writeln!(unit, "ExecStart={}", call.join(" ")).expect("a text grows");
                if let Some(file) = credential {
                    writeln!(unit, "LoadCredential=key:{}", file.replace('%', "%%")).expect("a text grows");
                }
                // What the project's unit does not set.
                let is_new = |key: &str| {
                    !kind.unit.lines().any(|line| line.split_once('=').is_some_and(|(known, _)| known == key))
                };
                for (key, value) in changes.iter().filter(|(key, _)| is_new(key)) {
                    writeln!(unit, "{key}={}", value.replace("%i", "%N")).expect("a text grows");
                }
            }
            _ => {}
        }
    }
    unit
}

/// A word as `ExecStart=` reads it back.
fn quoted(word: &str) -> String {
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('$', "$$");
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=/.:,@+~".contains(c) || c == '%' || c == '$';
    if !word.is_empty() && escaped.chars().all(plain) { escaped } else { format!("\"{escaped}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_the_manager_reads_them() {
        for (word, due) in [
            ("--depth=6", "--depth=6"),
            ("", "\"\""),
            ("a b", "\"a b\""),
            ("50%", "50%%"),
            ("$HOME", "$$HOME"),
            ("say \"x\\\"", "\"say \\\"x\\\\\\\"\""),
        ] {
            assert_eq!(quoted(word), due, "{word}");
        }
    }

    #[test]
    fn a_unit_for_users_asks_for_nothing_that_only_root_can_have() {
        let call = ["/usr/bin/boardbots".to_owned(), "vindinium".to_owned()];
        let unit = unit(run::kind("vindinium").expect("a bot"), &[], true, "a bot", &call, None);
        for key in SYSTEM_ONLY.iter().chain(&LAYOUT[1..]).filter(|&&key| key != "ExecStart") {
            assert!(!unit.contains(&format!("\n{key}=")), "{key} in {unit}");
        }
        assert!(
            unit.contains("\nExecStart=/usr/bin/boardbots vindinium\n") && unit.contains("\nNoNewPrivileges=yes\n")
        );
        assert!(unit.starts_with("[Unit]\nDescription=a bot\n"), "{unit}");
    }
}
