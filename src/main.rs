//! The `boardbots` program: parse, run one command, exit.

use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("info"))
        // The HTTP client's own lines would bury ours, eight for each move.
        .filter_module("ureq", log::LevelFilter::Warn)
        .init();
    boardbots::cli::run()
}
