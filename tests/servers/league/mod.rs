//! Leagues as processes, over real sockets.

mod exports;
mod folder;
mod games;
mod join;
mod kill;
mod register;
mod seeds;
mod starts;
mod stop;
mod trouble;
mod users;
mod versions;

use crate::arena::client::get_once;
use crate::tables::client::Client;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// No test waits longer than this for anything.
pub const PATIENCE: Duration = Duration::from_mins(2);
/// Settings of leagues that do not wait.
pub const FAST: &str = "pace = 0ms\npause = 0s\ngames-at-once = 2\n";
/// Three bots of which one is stronger than the others.
pub const THREE: &str = "[ada]\nplayer = connect-four:strong,depth=3\n[bob]\nplayer = connect-four:random\n\
                         [eve]\nplayer = connect-four:strong,depth=1\n";

/// The settings of a league of connect-four: general ones, before which the fast ones give way, and its players.
pub fn four(general: &str, players: &str) -> String {
    let key = |line: &str| line.split_once(" =").map(|(key, _)| key.to_string());
    let is_other = |line: &&str| general.lines().all(|own| key(own) != key(line));
    let fast: Vec<&str> = FAST.lines().filter(is_other).collect();
    format!("game = connect-four\n{}\n{general}\n{players}", fast.join("\n"))
}

/// The program with these arguments, run to its end.
pub fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(args).env_remove("CREDENTIALS_DIRECTORY").env("RUST_LOG", "warn").stdin(Stdio::null());
    command.output().expect("the program runs")
}

/// What a command said on stderr.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A league in a folder of its own.
pub struct League {
    pub folder: tempfile::TempDir,
    child: Option<Child>,
    pub addr: SocketAddr,
}

impl League {
    /// A league with these settings, which runs.
    pub fn start(settings: &str) -> Self {
        let mut league = Self::prepare(settings);
        league.again();
        league
    }

    /// A league with these settings, which does not run yet.
    pub fn prepare(settings: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("league.conf"), settings).expect("written");
        Self { folder, child: None, addr: SocketAddr::from(([127, 0, 0, 1], 0)) }
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).expect("written");
    }

    /// The arguments of its start.
    pub fn args(&self) -> Vec<String> {
        let path = |name: &str| self.at(name).display().to_string();
        ["league".into(), path("league.conf"), "--listen".into(), "0".into(), "--db".into(), path("league.db")].into()
    }

    /// Starts it once more, where it has ended.
    pub fn again(&mut self) {
        let log = File::options().create(true).append(true).open(self.at("log")).expect("a log");
        let mut child = Command::new(env!("CARGO_BIN_EXE_boardbots"))
            .args(self.args())
            .env("RUST_LOG", "info")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let addr = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        self.addr = addr.unwrap_or_else(|| panic!("it says {line:?}: {}", self.log())).parse().expect("an address");
        self.child = Some(child);
    }

    pub fn kill(&mut self) {
        let mut child = self.child.take().expect("it runs");
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }

    /// Ends it as systemd does; its exit code, and how long that took.
    pub fn terminate(&mut self) -> (Option<i32>, Duration) {
        let mut child = self.child.take().expect("it runs");
        let begun = Instant::now();
        assert!(Command::new("kill").arg(child.id().to_string()).status().expect("kill runs").success());
        (child.wait().expect("it ends").code(), begun.elapsed())
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.at("log")).unwrap_or_default()
    }

    pub fn get(&self, path: &str) -> Value {
        Client::new(self.addr).get(path, "")
    }

    pub fn text(&self, path: &str) -> String {
        let reply = get_once(self.addr, path);
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
        reply.body
    }

    pub fn post(&self, path: &str, key: &str, said: &Value) -> (u16, Value) {
        Client::new(self.addr).post(path, key, said)
    }

    /// What `GET` says, as soon as it is so.
    pub fn wait(&self, what: &str, path: &str, so: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            let told = self.get(path);
            if so(&told) {
                return told;
            }
            assert!(Instant::now() < until, "{what}: {told} {}", self.log());
            sleep(Duration::from_millis(50));
        }
    }

    /// Waits until so many games have ended.
    pub fn games(&self, count: u64) -> Value {
        let games = |told: &Value| rows(told).map(|row| row["games"].as_u64().unwrap_or(0)).sum::<u64>() / 2;
        self.wait("games end", "/api/league", |told| games(told) >= count)
    }

    pub fn admin_key(&self) -> String {
        fs::read_to_string(self.at("league.admin-key")).expect("a key").trim().to_string()
    }

    /// A change of the administration, which succeeds.
    pub fn admin(&self, path: &str, said: &Value) -> Value {
        let (status, told) = self.post(path, &self.admin_key(), said);
        assert_eq!(status, 200, "{path}: {told}");
        told
    }

    /// The key of a player whom the administration adds.
    pub fn add(&self, name: &str) -> String {
        self.admin("/api/admin/users", &json!([name]))[0]["key"].as_str().expect("a key").to_string()
    }

    /// The database, to be read.
    pub fn db(&self) -> Connection {
        Connection::open_with_flags(self.at("league.db"), OpenFlags::SQLITE_OPEN_READ_ONLY).expect("a database")
    }

    /// A number out of the database.
    pub fn count(&self, sql: &str) -> i64 {
        self.db().query_row(sql, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// `boardbots league verify`.
    pub fn verify(&self) -> Output {
        run(&["league", "verify", &self.at("league.db").display().to_string()])
    }
}

impl Drop for League {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The rows of the table.
pub fn rows(told: &Value) -> impl Iterator<Item = &Value> {
    told["standings"].as_array().expect("a table").iter()
}

/// The row of a player.
pub fn row<'a>(told: &'a Value, name: &str) -> &'a Value {
    rows(told).find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name} is not there: {told}"))
}

/// A program that joins, without anything between the test and the requests.
pub struct Program {
    pub key: String,
    client: Client,
    pub version: Option<&'static str>,
}

impl Program {
    pub fn new(league: &League, key: &str) -> Self {
        Self { key: key.to_string(), client: Client::new(league.addr), version: None }
    }

    /// Asks what to do, with the answer to the last question.
    pub fn try_ask(&mut self, mut said: Value) -> (u16, Value) {
        if let Some(version) = self.version {
            said["version"] = version.into();
        }
        self.client.post("/api/league/play", &self.key, &said)
    }

    pub fn ask(&mut self, said: Value) -> Value {
        let (status, told) = self.try_ask(said);
        assert_eq!(status, 200, "{told}");
        told
    }

    /// Sends a request without waiting for its answer.
    pub fn send(&mut self, said: &Value) {
        self.client.send("POST", "/api/league/play", &self.key, &said.to_string());
    }

    pub fn answer(&mut self) -> (u16, Value) {
        let (status, text) = self.client.answer();
        (status, serde_json::from_str(&text).expect("JSON"))
    }

    /// The next thing that is not to wait, or to hear of a game that is over.
    pub fn question(&mut self, mut said: Value) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            let told = self.ask(std::mem::replace(&mut said, json!({})));
            if told["do"] == "choose" {
                return told;
            }
            assert!(Instant::now() < until, "no question comes: {told}");
        }
    }

    /// Plays a game to its end by the first choice that there is; the last thing that it is told.
    pub fn play(&mut self, mut question: Value) -> Value {
        while question["do"] == "choose" {
            question = self.ask(reply(&question, &question["moves"][0]));
        }
        question
    }
}

/// The answer to a question.
pub fn reply(question: &Value, choice: &Value) -> Value {
    json!({ "game": question["game"], "n": question["n"], "choice": choice })
}
