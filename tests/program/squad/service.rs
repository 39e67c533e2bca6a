//! A squad as a service: its unit, what the manager hears, and its memory.

use super::{keys, names};
use crate::bot::mini::{Mini, Nature};
use crate::service::manager::Service;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// A folder as the manager has it, with a squad of this many bots.
fn home(count: usize, lines: &str) -> TempDir {
    let home = crate::service::manager::home("http://127.0.0.1:1", "");
    let write = |name: &str, text: String| std::fs::write(home.path().join(name), text).unwrap();
    write("bot.conf", format!("run = squad\nbots = {}\n{lines}", names(count).join(",")));
    let key = home.path().join("credentials/key");
    std::fs::remove_file(&key).unwrap();
    write("credentials/key", keys(&names(count)));
    std::fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o400)).unwrap();
    home
}

#[test]
fn the_manager_hears_what_all_do() {
    let mini = Mini::start(Nature { turns: 800, pace: Duration::from_millis(40), ..Nature::default() });
    let mut squad =
        Service::start(home(3, &format!("server = {}\nbot = miner\n", mini.url())), "bot.conf", Duration::from_secs(6));
    assert_eq!(squad.message(Duration::from_mins(1)).as_deref(), Some("READY=1\n"));
    let playing = squad.expect("STATUS=3 bots, 3 playing; games ");
    assert!(playing.contains(", first 0, turns "), "{playing}");
    squad.expect("WATCHDOG=1");
    squad.signal("TERM");
    squad.expect("STATUS=leaving: 3 bots, ");
    squad.expect("STOPPING=1");
    assert_eq!(squad.wait().code(), Some(0));
    assert_eq!((mini.counts().finished, mini.counts().begun), (3, 3));
    let log = squad.journal();
    assert!(log.lines().all(|line| line.starts_with("<6>") || line.starts_with("<4>")), "{log}");
    assert!(log.contains("<6>leaves after 3 games, "), "{log}");
}

#[test]
fn in_a_lobby_the_watchdog_is_fed() {
    let lobby = TcpListener::bind("127.0.0.1:0").unwrap();
    let lines = format!("server = http://{}\n[away]\nserver = http://127.0.0.1:1\n", lobby.local_addr().unwrap());
    let home = home(2, &lines);
    let file = home.path().join("bot.conf");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("bot-2", "bot-2, away", 1)).unwrap();
    let key = home.path().join("credentials/key");
    std::fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    std::fs::write(&key, "bot-1 = a\nbot-2 = b\naway = c\n").unwrap();
    let mut squad = Service::start(home, "bot.conf", Duration::from_secs(6));
    squad.expect("STATUS=no game: 3 bots, 2 joining, 1 waiting to try again; games 0, first 0, turns 0");
    for _ in 0..3 {
        squad.expect("WATCHDOG=1");
    }
    squad.signal("TERM");
    assert_eq!(squad.wait().code(), Some(0));
    assert!(squad.journal().contains("<4>away: the server cannot be reached"), "{}", squad.journal());
}

#[test]
fn its_unit_has_room_for_its_threads_and_hands_its_keys_over() {
    let home = home(2, "server = http://h:1\nkey-file = all.keys\n");
    // A service does not see /tmp.
    let place = tempfile::tempdir_in("/dev/shm").unwrap();
    std::fs::copy(home.path().join("bot.conf"), place.path().join("bot.conf")).unwrap();
    let home = place;
    let unit = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
        command.args(["unit", "--program", "/bin/true"]).args(words).args(["squad", "bot.conf"]);
        let output = command.current_dir(home.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let folder = home.path().canonicalize().unwrap();
    let (code, out) = unit(&[]);
    assert_eq!(code, Some(0));
    assert!(out.contains(&format!("\nExecStart=/bin/true squad {}/bot.conf\n", folder.display())), "{out}");
    assert!(out.contains(&format!("\nLoadCredential=key:{}/all.keys\n", folder.display())), "{out}");
    let script = include_str!("../../../deploy/desk.sh");
    for line in ["CPUQuota=", "MemoryMax=128M", "TasksMax=300", "LimitNOFILE=512", "LogRateLimitBurst=1200"] {
        assert!(out.contains(&format!("\n{line}\n")), "{out}");
        assert!(script.contains(&format!(" {line}")), "the scripts write the same: {line}");
    }
    let (_, out) = unit(&["--user"]);
    assert!(!out.contains("LoadCredential") && out.contains("\nTasksMax=300\n"), "{out}");
    if crate::service::units::analyze_is_there() {
        let path = home.path().join("squad.service");
        std::fs::write(home.path().join("all.keys"), "").unwrap();
        std::fs::write(&path, unit(&[]).1).unwrap();
        let verify = Command::new("systemd-analyze").arg("verify").arg(&path).output().unwrap();
        assert!(verify.status.success() && verify.stderr.is_empty(), "{}", String::from_utf8_lossy(&verify.stderr));
        crate::service::units::assert_hardly_exposed(&path);
    }
    std::fs::write(home.path().join("bot.conf"), "run = squad\n").unwrap();
    assert_eq!(unit(&[]).0, Some(3));
}

/// Each game has a board of its own here, the most that bots can need.
#[cfg(target_os = "linux")]
#[test]
fn sixty_four_bots_take_64_mib() {
    let mini = Mini::start(Nature { turns: 80, ..Nature::default() });
    let mut squad =
        Service::start(home(64, &format!("server = {}\ndepth = 1\n", mini.url())), "bot.conf", Duration::from_mins(1));
    while mini.counts().finished < 200 {
        assert!(Path::new("/proc/self").exists() && !squad.journal().contains("panicked"), "{}", squad.journal());
        // A process whose manager does not read waits for it.
        squad.message(Duration::from_millis(50));
    }
    let status = squad.proc("status");
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
    println!("64 bots take {kib} KiB at most");
    assert!(kib <= 64 * 1024, "{status}");
    assert_eq!(mini.counts().crashed, 0);
    squad.signal("TERM");
    assert_eq!(squad.wait().code(), Some(0));
}
