//! Man pages, of every command, with every option, as their readers take them.

use crate::boardbots;
use clap::Command as Parser;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The pages in a new folder below one that is there.
fn pages() -> (tempfile::TempDir, BTreeMap<String, PathBuf>) {
    let tmp = tempfile::tempdir().expect("a folder");
    let folder = tmp.path().join("share/man1");
    let output = boardbots(["man".as_ref(), folder.as_os_str()]);
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let files = fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
    let pages = files.map(|file| (file.file_name().expect("a name").to_string_lossy().into_owned(), file)).collect();
    (tmp, pages)
}

/// Checks the page of a command and of those below it, and takes them out of the list of files.
fn check(command: &Parser, name: &str, pages: &mut BTreeMap<String, PathBuf>) {
    let page = pages.remove(&format!("{name}.1")).unwrap_or_else(|| panic!("no page for {name}"));
    let raw = fs::read_to_string(page).expect("text");
    // A dash that is none of a hyphenation.
    let text = raw.replace("\\-", "-");
    assert!(text.contains(&format!(".TH {name} 1 \"\" \"boardbots {}\"\n", env!("CARGO_PKG_VERSION"))), "{text}");
    assert_eq!(text.matches(".SH NAME\n").count(), 1, "{name}");
    let named = |option: &str| text.contains(&format!("\\fB--{option}\\fR"));
    for arg in command.get_arguments() {
        if let Some(option) = arg.get_long() {
            assert_eq!(named(option), !arg.is_hide_set(), "{name} --{option}");
        } else {
            let value = arg.get_value_names().expect("a value")[0].as_str();
            assert!(text.contains(&format!("\\fI{value}\\fR")), "{name} {value}");
        }
    }
    assert!(named("color") && named("help"), "{name}");
    for below in command.get_subcommands() {
        let below_name = format!("{name}-{}", below.get_name());
        assert!(text.contains(&format!("{below_name}(1)")), "{name} does not name {below_name}");
        check(below, &below_name, pages);
    }
}

pub fn every_command_has_a_page_with_its_options() {
    let (_folder, mut pages) = pages();
    let command = boardbots::command();
    check(&command, "boardbots", &mut pages);
    assert!(pages.is_empty(), "of no command: {pages:?}");
}

/// Runs a reader of pages on each, which has to end well and to say nothing on stderr, and in what it shows only text.
fn read(shows: bool, reader: impl Fn(&Path) -> Command) {
    let (_folder, pages) = pages();
    for (name, page) in pages {
        let mut command = reader(&page);
        command.env("LC_ALL", "C.UTF-8").env("MANWIDTH", "80").env("MANPAGER", "cat").stdin(Stdio::null());
        let output = command.output().expect("it starts");
        let (told, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && said.is_empty(), "{name}: {said}{told}");
        // As the title and the last line say it.
        assert!(!shows || told.contains(&name.replace(".1", "(1)")), "{name}: {told}");
    }
}

pub fn man_shows_pages_without_warnings() {
    read(true, |page| {
        let mut man = Command::new("man");
        man.args(["--warnings", "--local-file"]).arg(page);
        man
    });
}

pub fn groff_formats_pages_without_warnings() {
    read(true, |page| {
        let mut groff = Command::new("groff");
        groff.args(["-k", "-ww", "-Tutf8", "-man"]).arg(page);
        groff
    });
}

pub fn mandoc_finds_no_errors() {
    // It warns of pages without a date; with one they would differ from build to build.
    read(false, |page| {
        let mut mandoc = Command::new("mandoc");
        mandoc.args(["-T", "lint", "-W", "error"]).arg(page);
        mandoc
    });
}

pub fn what_cannot_be_written_is_named() {
    let tmp = tempfile::tempdir().expect("a folder");
    let refused = |place: &Path, named: &Path| {
        let output = boardbots(["man".as_ref(), place.as_os_str()]);
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.starts_with(&format!("boardbots: {}: cannot be written: ", named.display())), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        said
    };
    let file = tmp.path().join("file");
    fs::write(&file, "mine").expect("a file");
    assert!(refused(&file, &file).contains("it is not a folder"));
    refused(&file.join("man1"), &file.join("man1"));
    assert_eq!(fs::read(&file).expect("a file"), b"mine");
    // A folder in the place of a page.
    let page = tmp.path().join("man1/boardbots-match.1");
    fs::create_dir_all(&page).expect("a folder");
    refused(&tmp.path().join("man1"), &page);
    assert!(fs::read_dir(tmp.path().join("man1")).expect("a folder").all(|file| {
        let name = file.expect("a file").file_name();
        !name.to_string_lossy().starts_with('.')
    }));
    assert_eq!(boardbots(["man"]).status.code(), Some(2));
}
