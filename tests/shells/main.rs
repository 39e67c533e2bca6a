//! Completions and man pages, as the shells and the readers of man pages of this machine take them. A test whose
//! program is absent counts as ignored, and says which.

mod completions;
mod man;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::ffi::OsStr;
use std::process::{Command, ExitCode, Output, Stdio};

/// The program with these arguments, in the language in which it speaks.
fn boardbots<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).output().expect("the program runs")
}

/// True if there is such a program on this machine.
fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").stdin(Stdio::null()).output().is_ok()
}

/// A test that needs a program.
fn with(program: &'static str, name: &'static str, test: fn()) -> Trial {
    Trial::ignorable_test(name, move || {
        if is_there(program) {
            test();
            Ok::<_, Failed>(Completion::Completed)
        } else {
            Ok(Completion::ignored_with(format!("there is no {program}")))
        }
    })
}

/// A test that needs nothing.
fn always(name: &'static str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

fn main() -> ExitCode {
    let tests = vec![
        with("bash", "completions::bash", completions::bash),
        with("zsh", "completions::zsh", completions::zsh),
        with("fish", "completions::fish", completions::fish),
        always("completions::unknown_shells_are_refused", completions::unknown_shells_are_refused),
        always("man::every_command_has_a_page_with_its_options", man::every_command_has_a_page_with_its_options),
        with("man", "man::man_shows_pages_without_warnings", man::man_shows_pages_without_warnings),
        with("groff", "man::groff_formats_pages_without_warnings", man::groff_formats_pages_without_warnings),
        with("mandoc", "man::mandoc_finds_no_errors", man::mandoc_finds_no_errors),
        always("man::what_cannot_be_written_is_named", man::what_cannot_be_written_is_named),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
