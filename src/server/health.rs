//! `boardbots health`: whether a server is well, for containers and whatever else watches over one.

use crate::output::print;
use crate::{CliError, Exit};
use boardbots_client::{Server, health};
use serde_json::Value;
use std::time::Duration;

/// Time for a look-up, for a connection, and for an answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// The text at the end of `--help`.
const DETAILS: &str = "\
Exit codes: 0 if it is well, 3 if it does not store anything (stderr says why), 4 if it does not answer.";

/// The options of `boardbots health`.
#[derive(clap::Args)]
#[command(after_help = DETAILS)]
pub struct Args {
    /// Address of the arena or of the tables
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:9000")]
    server: Server,
}

/// Asks the server, and prints what it says of itself.
///
/// # Errors
/// [`CliError::configuration`] if it is not well, and [`Exit::Network`] if it is not there or another program is.
pub fn run(args: &Args) -> Result<(), CliError> {
    let server = &args.server;
    let network = |problem: String| CliError::new(Exit::Network, format_args!("{server} {problem}"));
    let (status, text) = health(server, PATIENCE).map_err(|absence| {
        network(format!("{absence}; start the server (boardbots arena, boardbots tables), or correct the address"))
    })?;
    let said: Value = serde_json::from_str(&text).unwrap_or_default();
    match (status, said["status"].as_str()) {
        (200, Some("ok")) => print(|out| writeln!(out, "{server} is well")),
        (503, Some("degraded")) => {
            let reason = said["reason"].as_str().unwrap_or("it does not say why");
            Err(CliError::configuration(format_args!("{server} stores nothing: {reason}")))
        }
        _ => Err(network(format!("is no arena and has no tables (status {status}); correct the address"))),
    }
}
