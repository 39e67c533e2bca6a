//! `users` of a command that serves: its players, over the addresses of the administration.

use crate::output::{self, print};
use crate::{CliError, Exit};
use boardbots_base::credentials::{self, Key};
use boardbots_base::input;
use boardbots_client::table::{Failure, TableServer};
use boardbots_client::{ClientLimits, Interrupt, Server};
use boardbots_server::admin::batch::{first_column, row};
use clap::Subcommand;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// Most bytes of a table of names.
const LONGEST: u64 = 1 << 20;
/// The last second that can be written as a date.
const LAST: u64 = 253_402_300_799;
/// The address of all players.
const USERS: &str = "/api/admin/users";

/// The text at the end of `--help`.
const DETAILS: &str = "\
The server writes the admin key beside its database, X.admin-key beside X.db, or reads it from --admin-key-file; its log \
names the file. Keys of players are shown once, as lines NAME,KEY: `users add --csv class.csv > keys.csv` keeps them.";

/// The options of `users`.
#[derive(Debug, clap::Args)]
#[command(after_help = DETAILS)]
pub struct UsersArgs {
    /// Address of the server.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:9000", global = true)]
    server: Server,
    /// File of the admin key.
    #[arg(long, value_name = "FILE", global = true)]
    key_file: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List all players.
    List,
    /// Add players, all or none, and print their keys.
    Add {
        /// Names of the players
        #[arg(value_name = "NAME", required_unless_present = "csv", conflicts_with = "csv")]
        names: Vec<String>,
        /// Table whose first column has the names; a first line `name` is a heading.
        #[arg(long, value_name = "FILE")]
        csv: Option<PathBuf>,
    },
    /// Give a player a new key, and print it; the old one is refused.
    Reset { name: String },
    /// Give a player another name, also in the games that they have played.
    Rename { name: String, new: String },
    /// Keep a player from joining games.
    Disable { name: String },
    /// Let a player join games again.
    Enable { name: String },
    /// Remove a player for good; their results stay, under the name removed-N.
    Remove { name: String },
}

/// Asks the server, and prints what it answers.
///
/// # Errors
/// [`Exit::KeyRejected`] if it is not the admin key, [`Exit::Network`] if there is no answer, and
/// [`Exit::Configuration`] for whatever else is refused.
pub fn run(args: UsersArgs) -> Result<(), CliError> {
    let no_key = |error| CliError::configuration(error).about("key-file");
    let key =
        credentials::key_path(args.key_file, None).and_then(|path| credentials::read_key(&path)).map_err(no_key)?;
    let server = TableServer::new(args.server, &ClientLimits::default(), Interrupt::default());
    let change = |name: &str, change: &str, body: Value| post(&server, &key, &path(name, change), &body);
    let made = match args.command {
        Command::List => {
            let users = server.get(USERS, Some(key.expose())).map_err(failed)?["users"].take();
            return if args.json { output::json(&users) } else { list(&users) };
        }
        Command::Add { names, csv } => {
            let names = csv.map_or(Ok(names), |file| column(&file))?;
            post(&server, &key, USERS, &json!(names))?
        }
        Command::Reset { name } => json!([change(&name, "reset", json!({}))?]),
        Command::Rename { name, new } => return change(&name, "rename", json!({ "name": new })).map(drop),
        Command::Disable { name } => return change(&name, "disable", json!({})).map(drop),
        Command::Enable { name } => return change(&name, "enable", json!({})).map(drop),
        Command::Remove { name } => return change(&name, "remove", json!({})).map(drop),
    };
    if args.json {
        return output::json(&made);
    }
    let cell = |made: &Value, name: &str| made[name].as_str().unwrap_or_default().to_string();
    let rows = made.as_array().into_iter().flatten().map(|made| row(&[cell(made, "name"), cell(made, "key")]));
    output::text(&rows.fold(row(&["name", "key"]), |all, row| all + &row))
}

fn post(server: &TableServer, key: &Key, path: &str, body: &Value) -> Result<Value, CliError> {
    server.post(path, Some(key.expose()), body).map_err(failed)
}

fn failed(failure: Failure) -> CliError {
    let exit = match &failure {
        Failure::Refused(403, _) => Exit::KeyRejected,
        Failure::Refused(..) => Exit::Configuration,
        Failure::Passing(..) | Failure::Stopped => Exit::Network,
    };
    CliError::new(exit, failure)
}

/// The address of a change of the player of this name.
fn path(name: &str, change: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric();
    let text = |byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    format!("{USERS}/{}/{change}", name.bytes().map(text).collect::<String>())
}

fn column(file: &Path) -> Result<Vec<String>, CliError> {
    let text = input::text(file, LONGEST).map_err(|error| CliError::file(file, error))?;
    first_column(&text).map_err(|error| CliError::file(file, error))
}

fn list(users: &Value) -> Result<(), CliError> {
    print(|out| {
        writeln!(out, "{:<20}  {:<8}  {:>6}  {:<10}  last seen", "name", "state", "games", "created")?;
        for user in users.as_array().into_iter().flatten() {
            let day = |name: &str| {
                let time = UNIX_EPOCH + Duration::from_secs(user[name].as_u64().unwrap_or(0).min(LAST));
                humantime::format_rfc3339_seconds(time).to_string()[..10].to_string()
            };
            let (name, games) = (user["name"].as_str().unwrap_or_default(), user["games"].as_u64().unwrap_or(0));
            let state = if user["disabled"] == true { "disabled" } else { "active" };
            writeln!(out, "{name:<20}  {state:<8}  {games:>6}  {}  {}", day("created"), day("lastSeen"))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_parts_of_addresses() {
        assert_eq!(path("Bo / ñ?", "reset"), "/api/admin/users/Bo%20%2F%20%C3%B1%3F/reset");
    }
}
