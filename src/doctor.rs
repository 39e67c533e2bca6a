//! `boardbots doctor`: whether this machine is fit to run bots as services.

use crate::exit::CliError;
use crate::output;
use crate::output::{Styled, When};
use anstyle::{AnsiColor, Style};
use boardbots_ops::doctor::{Machine, Report, State};
use std::path::PathBuf;

/// The text at the end of `--help`.
const DETAILS: &str = "\
Nothing is changed and no key is shown. Run as root it also looks at the keys.

JSON is one object:
  ok             true if there is no error
  version        of this program
  architecture   of the kernel, as uname -m says it
  binary         architecture that this program was built for
  model          of the board
  cores, memory_kib, available_kib, free_kib (for packages, where /var/lib is)
  systemd        version of the one that runs, a number
  kernel         its release
  instances      bots that are configured in DIR
  checks         [{name, state, found, remedy}]
  state          of a check: ok, warning, error or skipped
  remedy         of a check; null unless something is wrong
What the machine does not say is null.

Exit codes: 0 if nothing is worse than a warning, 3 if there is an error.";

/// The options of `boardbots doctor`.
#[derive(clap::Args)]
#[command(after_help = DETAILS)]
pub struct Args {
    /// Folder with NAME.conf and keys/NAME for each instance
    #[arg(long, value_name = "DIR", default_value = "/etc/boardbots")]
    config: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// The earlier name of --color
    #[arg(long, value_enum, hide = true)]
    colour: Option<When>,
}

/// Looks at this machine and prints its findings.
///
/// # Errors
/// [`CliError::usage`] for a folder whose name is no text; [`CliError::configuration`] if something is wrong.
pub fn run(args: &Args) -> Result<(), CliError> {
    let config = std::path::absolute(&args.config).ok().and_then(|path| path.into_os_string().into_string().ok());
    let Some(config) = config else {
        return Err(CliError::usage("--config: name a folder in letters that are UTF-8"));
    };
    let report = Report::of(&Machine::this(), &config);
    if args.json {
        output::json(&report)?;
    } else {
        output::styled(&page(&report, output::coloured(args.colour)))?;
    }
    if report.ok {
        return Ok(());
    }
    let errors = report.count(State::Error);
    let message = format!("{} to put right before bots can play here", plural(errors, "error"));
    Err(CliError::configuration(message))
}

const fn style(state: State) -> Style {
    match state {
        State::Ok => AnsiColor::Green.on_default(),
        State::Warning => AnsiColor::Yellow.on_default().bold(),
        State::Error => AnsiColor::Red.on_default().bold(),
        State::Skipped => Style::new().dimmed(),
    }
}

/// A line for each check, one more for each remedy, and one with the counts.
pub fn page(report: &Report, coloured: bool) -> Styled {
    let style = |state| if coloured { style(state) } else { Style::new() };
    let width = report.checks.iter().map(|check| check.name.len()).max().unwrap_or(0);
    let mut text = Styled::default();
    for check in &report.checks {
        text.add(style(check.state), &format!("{:<7}", check.state));
        text.plain(&format!("  {:<width$}  {}\n", check.name, check.found));
        if let Some(remedy) = &check.remedy {
            text.plain(&format!("{:<7}  {:<width$}  -> {remedy}\n", "", ""));
        }
    }
    let count = |state| report.count(state);
    text.plain(&format!(
        "\n{} ok, {}, {}, {} skipped\n",
        count(State::Ok),
        plural(count(State::Warning), "warning"),
        plural(count(State::Error), "error"),
        count(State::Skipped)
    ));
    text
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_ops::doctor::{Check, Facts};

    fn report() -> Report {
        let checks = vec![
            Check::ok("heat", "48 °C"),
            Check::warning("memory-controller", "off", "sudo reboot"),
            Check::error("root", "read-only", "sudo mount"),
            Check::skipped("server", "none"),
        ];
        Report { ok: false, facts: Facts::default(), checks }
    }

    fn shown(coloured: bool) -> String {
        let mut shown = Vec::new();
        page(&report(), coloured).write(&mut shown).unwrap();
        String::from_utf8(shown).unwrap()
    }

    #[test]
    fn columns_stand_under_one_another() {
        let due = "\
ok       heat               48 °C
warning  memory-controller  off
                            -> sudo reboot
error    root               read-only
                            -> sudo mount
skipped  server             none

1 ok, 1 warning, 1 error, 1 skipped
";
        assert_eq!(shown(false), due);
    }

    #[test]
    fn states_have_colours() {
        let text = shown(true);
        assert!(text.starts_with("\u{1b}[32mok     \u{1b}[0m  heat"), "{text:?}");
        assert!(text.contains("\u{1b}[1m\u{1b}[31merror  \u{1b}[0m  root"), "{text:?}");
    }
}
