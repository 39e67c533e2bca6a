//! The `boardbots` program: parse, run one command, exit.

use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("info")).init();
    boardbots::cli::run()
}
