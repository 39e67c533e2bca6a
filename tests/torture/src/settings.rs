//! What the command line asks for.

use std::path::PathBuf;
use std::time::Duration;

/// How it is used.
pub const USAGE: &str = "\
Attack boardbots' servers, play honestly beside the attack, and judge what is left

Usage: boardbots-torture --program PROGRAM [OPTIONS]

Options:
      --program PROGRAM    The boardbots that is attacked
      --long               Longer attacks, and times against a run without the attack
      --only ATTACK,...    These attacks alone
      --seconds N          Seconds of each attack [default: 3, with --long 20]
      --soak TIME          No attacks: bots, tables, restarts and outages for so long, like 2h or 10m
      --seed N             The same random choices again
      --json               Print JSON, one line for each attack
      --list               Print the attacks
  -h, --help               Print help

It ends with 0 if everything holds, with 1 if something does not, and with 2 if it cannot begin.";

/// What the command line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
// Switches of a command line are what they are.
#[allow(clippy::struct_excessive_bools)]
pub struct Settings {
    /// The program that is attacked.
    pub program: PathBuf,
    /// Longer, and with times.
    pub long: bool,
    /// These alone; all if empty.
    pub only: Vec<String>,
    /// Seconds of each attack.
    pub seconds: Option<u64>,
    /// A soak of this length.
    pub soak: Option<Duration>,
    /// Where random choices begin.
    pub seed: Option<u64>,
    /// JSON instead of a table.
    pub json: bool,
    /// Only print the attacks.
    pub list: bool,
    /// Only print help.
    pub help: bool,
    /// Whether this process is already in namespaces of its own.
    pub enclosed: bool,
}

impl Settings {
    /// Reads the command line, without the program's name.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(args: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut settings = Self::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--program" => settings.program = value()?.into(),
                "--long" => settings.long = true,
                "--only" => settings.only.extend(value()?.split(',').map(str::to_string)),
                "--seconds" => settings.seconds = Some(number(&value()?)?),
                "--seed" => settings.seed = Some(number(&value()?)?),
                "--soak" => settings.soak = Some(span(&value()?)?),
                "--json" => settings.json = true,
                "--list" => settings.list = true,
                "--enclosed" => settings.enclosed = true,
                "-h" | "--help" => settings.help = true,
                other => return Err(format!("{other} is unknown; see --help")),
            }
        }
        if settings.program.as_os_str().is_empty() && !settings.list && !settings.help {
            return Err("--program is needed; see --help".into());
        }
        Ok(settings)
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

/// A time such as `2h`, `10m`, `90s`, or hours without a unit.
fn span(text: &str) -> Result<Duration, String> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let seconds = match unit {
        "" | "h" => 3600,
        "m" => 60,
        "s" => 1,
        _ => return Err(format!("{text:?} is no time such as 2h, 10m or 90s")),
    };
    let count = number(digits)?;
    let time = count.checked_mul(seconds).filter(|&time| (1..=7 * 24 * 3600).contains(&time));
    time.map(Duration::from_secs).ok_or_else(|| format!("{text:?} is not between 1s and 168h"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Settings, String> {
        Settings::read(line.split_whitespace().map(str::to_string))
    }

    #[test]
    fn the_command_line_is_read() {
        let settings = read("--program x --long --only a,b --seconds 3 --soak 10m --json").expect("right");
        assert_eq!(settings.program, PathBuf::from("x"));
        assert!(settings.long && settings.json && !settings.enclosed);
        assert_eq!((settings.only.len(), settings.seconds, settings.soak), (2, Some(3), Some(Duration::from_mins(10))));
        assert_eq!(read("--program x --soak 2").expect("right").soak, Some(Duration::from_hours(2)));
        for wrong in [
            "",
            "--program",
            "--program x --what",
            "--program x --seconds y",
            "--program x --soak 0s",
            "--program x --soak 5d",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
