//! Players as they are named everywhere: on the command line, in files, in records.
//!
//! `GAME:NAME,KEY=VALUE,…` is a bot of this program, `cmd:COMMAND` any program that speaks the
//! game's protocol, `cmd,protocol=NAME:COMMAND` one that is spoken to in that dialect, and `client:COMMAND` a client of
//! the game's server. `LABEL=` before them gives a player a name of its own in tables.

use crate::learned::text;
use crate::parameters::Parameters;
use boardbots_base::input;
use boardbots_base::invalid::InputError;
use boardbots_base::names::is_refused;
use boardbots_base::printable::line;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// The keys of files, constants and a learned evaluation, and the most bytes that are read of each.
pub const FILES: [(&str, u64); 2] = [("parameters", 64 * 1024), ("learned", text::MAX_BYTES)];

/// Threads of a bot.
pub const THREADS: std::ops::RangeInclusive<usize> = 1..=64;

/// A dialect of the engine protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Chess Interface.
    Uci,
    /// UCI, but moves of one character follow each other without spaces: the dialect before there was UGI here.
    Compact,
}

boardbots_base::words! { Dialect::name: Ugi "ugi", Uci "uci", Compact "compact" }

/// The kind of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A bot of this program.
    House {
        /// The game that it plays, as it is named on the command line.
        game: String,
        /// Its name among that game's bots.
        name: String,
        /// Its options, in order; no key twice.
        options: Vec<(String, String)>,
    },
    /// A program, as a command line for a shell-like reading, and its dialect, if it is named.
    Command(String, Option<Dialect>),
    /// A client of a server of the game, as such a command line; `{server}` and `{key}` stand for the server's
    /// address and the player's key.
    Client(String),
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name in tables of results; `None` for one made from the kind.
    pub label: Option<String>,
    /// The kind of player.
    pub kind: Kind,
}

impl Spec {
    /// The name of its game; `None` for programs and clients.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        if let Kind::House { game, .. } = &self.kind { Some(game) } else { None }
    }

    /// The name of a bot.
    ///
    /// # Errors
    /// Fails if this is a program or a client.
    pub fn bot(&self) -> Result<&str, InputError> {
        match &self.kind {
            Kind::House { name, .. } => Ok(name),
            Kind::Command(..) | Kind::Client(_) => Err(InputError::new("this is a program, not a bot").at(self)),
        }
    }

    /// The name in tables of results, on one line.
    #[must_use]
    pub fn title(&self) -> String {
        let title = self.label.clone().unwrap_or_else(|| match &self.kind {
            Kind::House { name, options, .. } => {
                options.iter().fold(name.clone(), |title, (key, value)| format!("{title},{key}={value}"))
            }
            Kind::Command(command, _) => format!("cmd:{command}"),
            Kind::Client(command) => format!("client:{command}"),
        });
        line(&title)
    }

    /// The value of an option, as a number of a range; `None` if it is not set.
    ///
    /// # Errors
    /// Fails if the value is no number of that range.
    pub fn number<T>(&self, key: &str, range: std::ops::RangeInclusive<T>) -> Result<Option<T>, InputError>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let Some(value) = self.option(key) else { return Ok(None) };
        let number = value.parse().ok().filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| {
            format!("{self}: {key} is a number from {} to {}, not \"{value}\"", range.start(), range.end()).into()
        })
    }

    /// The value of an option; `None` if it is not set.
    #[must_use]
    pub fn option(&self, key: &str) -> Option<&str> {
        let Kind::House { options, .. } = &self.kind else { return None };
        options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The constants of an evaluation, with those of the file that is set, if one is; texts of files
    /// by their names.
    ///
    /// # Errors
    /// The file is not among them, or what in it is wrong.
    pub fn parameters(
        &self,
        mut usual: Parameters,
        files: &BTreeMap<String, String>,
    ) -> Result<Parameters, InputError> {
        let Some((file, text)) = self.text("parameters", files)? else { return Ok(usual) };
        usual.read(text.as_bytes()).map_err(|error| format!("{self}: {file}{error}"))?;
        Ok(usual)
    }

    /// The file that is set under a key, if one is, with its text; texts of files by their names.
    ///
    /// # Errors
    /// The file is not among them.
    pub fn text<'a>(
        &'a self,
        key: &str,
        files: &'a BTreeMap<String, String>,
    ) -> Result<Option<(&'a str, &'a str)>, InputError> {
        let Some(file) = self.option(key) else { return Ok(None) };
        let text = files.get(file).ok_or_else(|| format!("{self}: the record does not have what is in {file}"))?;
        Ok(Some((file, text)))
    }

    /// Reads the files that are set: their names and texts.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub fn files(&self) -> Result<BTreeMap<String, String>, InputError> {
        let set = FILES.iter().filter_map(|(key, most)| Some((self.option(key)?, *most)));
        set.map(|(name, most)| {
            let text = input::text(Path::new(name), most).map_err(|error| format!("{self}: {name}: {error}"))?;
            Ok((name.to_string(), text))
        })
        .collect()
    }

    /// Refuses options other than these.
    ///
    /// # Errors
    /// Fails for the first other key, and names these.
    pub fn only(&self, keys: &[&str]) -> Result<(), InputError> {
        let Kind::House { game, name, options } = &self.kind else { return Ok(()) };
        match options.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, _)) if keys.is_empty() => {
                Err(format!("{self}: {game}:{name} has no options, so no \"{key}\"").into())
            }
            Some((key, _)) => Err(InputError::unknown("option", key, keys.iter().copied()).at(self)),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            write!(f, "{label}=")?;
        }
        match &self.kind {
            Kind::Command(command, None) => write!(f, "cmd:{command}"),
            Kind::Command(command, Some(dialect)) => write!(f, "cmd,protocol={dialect}:{command}"),
            Kind::Client(command) => write!(f, "client:{command}"),
            Kind::House { game, name, options } => {
                write!(f, "{game}:{name}")?;
                options.iter().try_for_each(|(key, value)| write!(f, ",{key}={value}"))
            }
        }
    }
}

impl FromStr for Spec {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        // A label ends at a `=` before anything that a player begins with.
        let (label, rest) = match text.split_once('=') {
            Some((label, rest)) if !label.contains([':', ',']) => (Some(label), rest),
            _ => (None, text),
        };
        if label.is_some_and(|label| label.trim().is_empty() || label.chars().any(is_refused)) {
            return Err(format!("\"{text}\": the name before the first = is missing; write NAME=PLAYER").into());
        }
        let usage = || format!("\"{text}\" is no player; write GAME:NAME,KEY=VALUE,…, cmd:COMMAND or client:COMMAND");
        let (head, rest) = rest.split_once(':').ok_or_else(usage)?;
        let (word, setting) = head.split_once(',').unwrap_or((head, ""));
        let kind = if let "cmd" | "client" = word {
            if rest.trim().is_empty() {
                return Err(format!("\"{text}\": {head}: needs a command after it").into());
            }
            match (word, setting.split_once('=')) {
                ("cmd", None) if setting.is_empty() => Kind::Command(rest.to_string(), None),
                ("client", None) if setting.is_empty() => Kind::Client(rest.to_string()),
                ("cmd", Some(("protocol", name))) => {
                    let unknown = || InputError::unknown("protocol", name, Dialect::ALL.map(Dialect::name)).at(text);
                    Kind::Command(rest.to_string(), Some(Dialect::named(name).ok_or_else(unknown)?))
                }
                _ => {
                    return Err(
                        format!("\"{text}\": write cmd:COMMAND, cmd,protocol=NAME:COMMAND or client:COMMAND").into()
                    );
                }
            }
        } else {
            let mut parts = rest.split(',');
            let name = parts.next().unwrap_or("").to_string();
            if name.is_empty() || head.is_empty() {
                return Err(usage().into());
            }
            let mut options: Vec<(String, String)> = Vec::new();
            for part in parts {
                let (key, value) = part
                    .split_once('=')
                    .filter(|(key, value)| !key.is_empty() && !value.is_empty())
                    .ok_or_else(|| format!("\"{text}\": \"{part}\" is no KEY=VALUE"))?;
                if options.iter().any(|(other, _)| other == key) {
                    return Err(format!("\"{text}\": {key} is given twice").into());
                }
                options.push((key.to_string(), value.to_string()));
            }
            Kind::House { game: head.to_string(), name, options }
        };
        Ok(Self { label: label.map(|label| label.trim().to_string()), kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "desconecta4:strong,depth=12",
            "dragon-slayer:abel",
            "vindinium:default,depth=6,parameters=a/b.txt",
            "cmd:./their-bot --x=3,y :z",
            "old one=cmd,protocol=ugi:./bot",
            "old one=cmd:./bot",
            "client:./bot {server} {key}",
            "old one=client:./bot --server={server}",
            "new=tron:strong",
        ] {
            assert_eq!(text.parse::<Spec>().expect(text).to_string(), text);
        }
        let spec: Spec = "new=desconecta4:strong,depth=12".parse().expect("a player");
        assert_eq!((spec.title().as_str(), spec.game()), ("new", Some("desconecta4")));
        assert_eq!((spec.number("depth", 1..=64_u8), spec.number("threads", 1..=9_u8)), (Ok(Some(12)), Ok(None)));
        let plain: Spec = "desconecta4:strong,depth=12".parse().expect("a player");
        assert_eq!(plain.title(), "strong,depth=12");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, part) in [
            ("", "is no player"),
            ("strong", "is no player"),
            (":strong", "is no player"),
            ("tron:", "is no player"),
            ("tron:strong,depth", "\"depth\" is no KEY=VALUE"),
            ("tron:strong,depth=", "no KEY=VALUE"),
            ("tron:strong,depth=3,depth=4", "depth is given twice"),
            ("cmd: ", "needs a command"),
            ("cmd,protocol=xboard:./bot", "no protocol \"xboard\"; there are ugi, uci, compact"),
            ("cmd,depth=3:./bot", "write cmd:COMMAND, cmd,protocol=NAME:COMMAND"),
            ("client,protocol=ugi:./bot", "write cmd:COMMAND"),
            ("=tron:strong", "the name before the first ="),
        ] {
            let error = text.parse::<Spec>().expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
        let spec: Spec = "tron:strong,depth=99,colour=red".parse().expect("a player");
        assert!(spec.number("depth", 1..=64_u8).expect_err("too deep").contains("from 1 to 64, not \"99\""));
        assert!(spec.only(&["depth"]).expect_err("no such option").contains("no option \"colour\"; there are depth"));
        assert!(spec.only(&[]).expect_err("no options").contains("has no options"));
    }
}
