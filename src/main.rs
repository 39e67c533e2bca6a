//! The `boardbots` program: parse, run one command, exit.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardbots::service::logging::start();
    let code = boardbots::cli::run();
    boardbots::service::logging::flush();
    code
}
