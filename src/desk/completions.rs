//! `boardbots completions`: what shells complete, as scripts that they load.

use crate::CliError;
use crate::output;
use boardbots_catalog::{Entry, all};
use clap::builder::{PossibleValuesParser, Resettable};
use clap::{Arg, Command};
use clap_complete::aot;
use std::any::TypeId;
use std::fmt::Write as _;

/// The places of scripts.
const PLACES: &str = "\
New shells find it in a file of this name:
  bash  ~/.local/share/bash-completion/completions/boardbots
  zsh   _boardbots, in a folder of $fpath
  fish  ~/.config/fish/completions/boardbots.fish
For all users:
  bash  /usr/share/bash-completion/completions/boardbots
  zsh   /usr/local/share/zsh/site-functions/_boardbots
  fish  /etc/fish/completions/boardbots.fish";

/// The options of `boardbots completions`.
#[derive(clap::Args)]
#[command(after_help = PLACES)]
pub struct Args {
    /// The shell
    #[arg(value_parser = ["bash", "zsh", "fish"])]
    shell: String,
}

/// Prints the script of a shell for a command.
///
/// # Errors
/// If stdout fails.
pub fn run(args: &Args, command: &Command) -> Result<(), CliError> {
    let shell: aot::Shell = args.shell.parse().expect("the library knows them");
    let mut command = completed(command);
    let name = command.get_name().to_string();
    let mut script = Vec::new();
    aot::generate(shell, &mut command, &name, &mut script);
    let mut script = String::from_utf8(script).expect("it is made of texts");
    if shell == aot::Shell::Fish {
        // Options of all commands, which the library completes only behind a command.
        for option in command.get_opts().filter(|option| option.is_global_set()) {
            if let (Some(long), Some(values)) = (option.get_long(), values(option)) {
                let _ = writeln!(script, "complete -c {name} -l {long} -r -f -a \"{values}\"");
            }
        }
        add_values(&mut script, &name, &command, &[]);
    }
    output::text(&script)
}

/// Adds the values of arguments that are no options, which the library's script for fish leaves out.
fn add_values(script: &mut String, program: &str, command: &Command, path: &[&str]) {
    if let Some((first, rest)) = path.split_first() {
        let rest = rest.iter().fold(String::new(), |all, name| all + "; and __fish_seen_subcommand_from " + name);
        for values in command.get_positionals().filter_map(values) {
            let _ = writeln!(
                script,
                "complete -c {program} -n \"__fish_{program}_using_subcommand {first}{rest}\" -f -a \"{values}\""
            );
        }
    }
    for below in command.get_subcommands() {
        add_values(script, program, below, &[path, &[below.get_name()]].concat());
    }
}

/// The possible values of an argument, if they are known.
fn values(arg: &Arg) -> Option<String> {
    let values = arg.get_value_parser().possible_values()?;
    let names: Vec<String> = values.map(|value| value.get_name().to_string()).collect();
    Some(names.join(" "))
}

/// A command as shells complete it: without what is hidden, which the library would complete as well, and with the
/// names of games where one is expected.
fn completed(command: &Command) -> Command {
    // The library takes names for the rest of the process, which ends when the script is printed.
    let lasting = |name: &str| -> &'static str { name.to_string().leak() };
    let shown = |arg: &&Arg| !arg.is_hide_set();
    let with_games = |arg: Arg| {
        let takes_game = arg.get_value_parser().type_id() == TypeId::of::<Entry>();
        let games = || PossibleValuesParser::new(all().map(|game| game.name()));
        if takes_game { arg.value_parser(games()) } else { arg }
    };
    Command::new(lasting(command.get_name()))
        .about(Resettable::from(command.get_about().cloned()))
        .version(command.get_version().map(lasting))
        .visible_aliases(command.get_visible_aliases().map(lasting))
        .args(command.get_arguments().filter(shown).cloned().map(with_games))
        .subcommands(command.get_subcommands().filter(|below| !below.is_hide_set()).map(completed))
}

#[cfg(test)]
mod tests {
    use super::completed;

    /// The commands below one, with their options.
    fn options(command: &clap::Command, path: &str, all: &mut Vec<(String, bool)>) {
        let path = format!("{path} {}", command.get_name());
        all.extend(command.get_arguments().map(|arg| (format!("{path} {}", arg.get_id()), arg.is_hide_set())));
        command.get_subcommands().for_each(|below| options(below, &path, all));
    }

    #[test]
    fn what_is_hidden_is_not_completed_and_all_else_is() {
        let command = crate::command();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        options(&command, "", &mut before);
        options(&completed(&command), "", &mut after);
        assert!(before.iter().any(|(_, hidden)| *hidden), "there are hidden options");
        before.retain(|(_, hidden)| !hidden);
        assert_eq!(before, after);
    }
}
