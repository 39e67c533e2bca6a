//! The `boardbots` program: parse, run one command, exit.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardbots_ops::logging::start();
    let code = boardbots::run();
    boardbots_ops::logging::flush();
    code
}
