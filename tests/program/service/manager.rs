//! A service manager's side of a process: its socket, its environment, its signals.

use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longest wait for anything.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A service that runs, with what it has told.
pub struct Service {
    child: Child,
    socket: UnixDatagram,
    /// Its folders: files, credentials, runtime directory.
    pub home: TempDir,
}

/// A folder with the file of a bot on this server, and its key.
pub fn home(url: &str, more: &str) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("bot.conf"), format!("run = vindinium\nserver = {url}\n{more}")).unwrap();
    for folder in ["credentials", "run"] {
        std::fs::create_dir(home.path().join(folder)).unwrap();
    }
    let key = home.path().join("credentials/key");
    std::fs::write(&key, format!("{}\n", crate::bot::mini::KEY)).unwrap();
    std::fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o400)).unwrap();
    home
}

impl Service {
    /// Starts `boardbots run` for a file of this folder, as the manager does.
    pub fn start(home: TempDir, file: &str, watchdog: Duration) -> Self {
        let at = home.path().join("notify");
        let _ = std::fs::remove_file(&at);
        let socket = UnixDatagram::bind(&at).unwrap();
        socket.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_boardbots"))
            .arg("run")
            .arg(home.path().join(file))
            .env("NOTIFY_SOCKET", &at)
            .env("WATCHDOG_USEC", watchdog.as_micros().to_string())
            .env("CREDENTIALS_DIRECTORY", home.path().join("credentials"))
            .env("RUNTIME_DIRECTORY", home.path().join("run"))
            .env("JOURNAL_STREAM", "8:1")
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(home.path().join("journal")).unwrap())
            .spawn()
            .unwrap();
        Self { child, socket, home }
    }

    /// The next message, if one comes within this time.
    pub fn message(&self, within: Duration) -> Option<String> {
        let until = Instant::now() + within;
        let mut bytes = [0; 4096];
        while Instant::now() < until {
            if let Ok(length) = self.socket.recv(&mut bytes) {
                return Some(String::from_utf8(bytes[..length].to_vec()).unwrap());
            }
        }
        None
    }

    /// Reads messages until one contains this text; returns it.
    pub fn expect(&self, text: &str) -> String {
        let until = Instant::now() + PATIENCE;
        let mut before = Vec::new();
        while Instant::now() < until {
            let Some(message) = self.message(Duration::from_secs(1)) else { continue };
            if message.contains(text) {
                return message;
            }
            before.push(message);
        }
        panic!("no {text:?} among {before:?}; log: {}", self.journal());
    }

    /// What it has logged.
    pub fn journal(&self) -> String {
        std::fs::read_to_string(self.path("journal")).unwrap()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Its files in `/proc`.
    #[cfg(target_os = "linux")]
    pub fn proc(&self, name: &str) -> String {
        std::fs::read_to_string(Path::new("/proc").join(self.child.id().to_string()).join(name)).unwrap()
    }

    pub fn signal(&self, name: &str) {
        let command = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
    }

    /// How it ends, which must be soon.
    pub fn wait(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("still running; log: {}", self.journal());
    }

    /// Ends it without a word, and gives its folders to the next start.
    pub fn crash(mut self) -> TempDir {
        self.signal("KILL");
        self.wait();
        std::mem::replace(&mut self.home, tempfile::tempdir().unwrap())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // A process that has ended cannot be killed any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
