//! `boardbots man`: the help of all commands as man pages.

use crate::CliError;
use boardbots_base::atomic_file;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The use of the pages, for the help.
const READING: &str = "\
For all users:
  sudo boardbots man /usr/local/share/man/man1
Then `man boardbots` shows the program's page, `man boardbots-match` that of a command.";

/// The section of the manual: commands of users.
const SECTION: &str = "1";
/// The furthest column of a table below which text goes on.
const COLUMN: usize = 20;

/// The options of `boardbots man`.
#[derive(clap::Args)]
#[command(after_help = READING)]
pub struct Args {
    /// The folder for the pages; it is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages of a command and of those below it. All are made before the first is written.
///
/// # Errors
/// [`CliError::configuration`]: the folder or the page that cannot be written.
pub fn run(args: &Args, command: Command) -> Result<(), CliError> {
    // A page says the version alone: it is the same on all machines.
    let mut command = command.version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add(&command, &[], &mut pages).map_err(CliError::unexpected)?;
    let wrong = |path: &Path, error: io::Error| {
        let problem = match error.kind() {
            ErrorKind::AlreadyExists => "it is not a folder; name another place".into(),
            _ => error.to_string(),
        };
        CliError::configuration(format_args!("{}: cannot be written: {problem}", path.display()))
    };
    fs::create_dir_all(&args.folder).map_err(|error| wrong(&args.folder, error))?;
    for (name, page) in pages {
        let path = args.folder.join(name);
        atomic_file::write(&path, &page).map_err(|error| wrong(&path, error))?;
    }
    Ok(())
}

/// Adds the pages of a command and of those below it, each with its file's name; the pages above it have these names.
fn add(command: &Command, above: &[&str], pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    pages.push((format!("{name}.{SECTION}"), page(command, name, above)?));
    let above = &[above, &[name]].concat();
    command.get_subcommands().filter(|below| !below.is_hide_set()).try_for_each(|below| add(below, above, pages))
}

/// The page of a command, which refers to those above.
fn page(command: &Command, name: &str, above: &[&str]) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    // What every part of the library begins with.
    let mut begin = Vec::new();
    Roff::new().to_writer(&mut begin)?;
    page.extend(&begin);
    // The library would leave out the quotes of an empty date, so that the source takes its place. Names and options
    // stay in one piece, so that they can be copied.
    let source = concat!("boardbots ", env!("CARGO_PKG_VERSION"));
    writeln!(page, ".TH {name} {SECTION} \"\" \"{source}\"\n.nh\n.ad l")?;

    let man = Man::new(command.clone()).section(SECTION);
    let mut parts = vec![Man::render_name_section, Man::render_synopsis_section, Man::render_description_section];
    parts.push(Man::render_options_section);
    if command.get_subcommands().next().is_some() {
        parts.push(Man::render_subcommands_section);
    }
    let mut add = |part: Vec<u8>| page.extend(part.strip_prefix(&*begin).unwrap_or(&part));
    for render in parts {
        let mut part = Vec::new();
        render(&man, &mut part)?;
        add(part);
    }
    let mut rest = Roff::new();
    if let Some(notes) = command.get_after_help() {
        rest.control("SH", ["NOTES"]);
        add_lines(&mut rest, &notes.to_string());
    }
    if let Some((last, first)) = above.split_last() {
        let reference = |name: &str, end| [bold(name), roman(format!("({SECTION}){end}"))];
        rest.control("SH", ["SEE ALSO"]);
        rest.text(first.iter().flat_map(|name| reference(name, ", ")).chain(reference(last, "")).collect::<Vec<_>>());
    }
    let mut part = Vec::new();
    rest.to_writer(&mut part)?;
    add(part);
    Ok(page)
}

/// Adds lines that stay apart. The library's own section would run them together, and tables with them.
fn add_lines(page: &mut Roff, text: &str) {
    let mut before = "";
    for line in text.trim_end().split('\n') {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        if line.is_empty() {
            page.control("PP", []);
        } else if indent > 0 {
            // What has no room goes on below the second column of a table, or a bit to the right.
            let column = words.find("  ").map(|at| words.len() - words[at..].trim_start().len());
            let column = column.filter(|column| *column <= COLUMN).unwrap_or(4);
            page.control("in", [&*format!("+{}n", indent + column)]);
            page.control("ti", [&*format!("-{column}n")]);
            page.text([roman(words)]);
            page.control("in", []);
        } else {
            if !before.is_empty() && !before.starts_with(' ') {
                page.control("br", []);
            }
            page.text([roman(line)]);
        }
        before = line;
    }
}
