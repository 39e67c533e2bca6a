//! Namespaces of its own: processes, mounts and networks that end with this program, however it
//! ends.
//!
//! The program starts itself again under `unshare`, as the first process of a namespace. All that
//! it starts dies with it, its mounts are nobody else's, and its network has nothing but a loopback
//! on which every address of a few private and documentation networks is its own. The outer process
//! holds a pipe; when that is closed, because the outer process ended, the inner one ends too.

use std::fs;
use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Networks whose every address can be a client's: of IPv4 (for benchmarks) and of IPv6 (for
/// documentation).
pub const NETWORKS: [&str; 2] = ["198.18.0.0/15", "2001:db8::/32"];
/// How long the inner process may take to end in order.
const GRACE: Duration = Duration::from_secs(20);

/// Runs this program again in namespaces of its own and waits for it; an error if the system
/// does not allow that.
///
/// # Errors
/// What is missing.
pub fn run(args: &[String], interrupted: &Arc<AtomicBool>) -> Result<ExitStatus, String> {
    let flags = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"];
    let root = rustix::process::geteuid().is_root();
    // Without privileges a user's own namespace gives them, where the system allows it.
    let user: &[&str] = if root { &[] } else { &["--user", "--map-root-user"] };
    let mut probe = Command::new("unshare");
    probe.args(user).args(flags).args(["ip", "link", "set", "lo", "up"]);
    let told = probe.stdin(Stdio::null()).output().map_err(|error| format!("no unshare: {error}"))?;
    if !told.status.success() {
        return Err(format!("no namespaces: {}", String::from_utf8_lossy(&told.stderr).trim()));
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new("unshare")
        .args(user)
        .args(flags)
        .arg(program)
        .args(args)
        .arg("--enclosed")
        .stdin(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut pipe = child.stdin.take();
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Ok(status);
        }
        if interrupted.load(Ordering::Relaxed) {
            // The inner process hears it by the pipe, whether or not it got the signal.
            pipe = None;
        }
        thread::sleep(Duration::from_millis(20));
        let _ = &pipe;
    }
}

/// What the inner process does first: the network, and listening for the end of the outer one.
///
/// # Errors
/// If the network cannot be set up.
pub fn enter(interrupted: &Arc<AtomicBool>) -> io::Result<()> {
    let flag = Arc::clone(interrupted);
    thread::spawn(move || {
        let _ = io::stdin().read(&mut [0]);
        flag.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        // Everything in the namespace ends with its first process.
        std::process::exit(1);
    });
    ip("link set lo up")?;
    ip(&format!("route add local {} dev lo", NETWORKS[0]))?;
    ip(&format!("-6 route add local {} dev lo", NETWORKS[1]))?;
    for (setting, value) in [
        ("ipv4/ip_nonlocal_bind", "1"),
        ("ipv6/ip_nonlocal_bind", "1"),
        ("ipv4/ip_local_port_range", "2000 65000"),
        ("ipv4/tcp_tw_reuse", "1"),
    ] {
        fs::write(format!("/proc/sys/net/{setting}"), value)?;
    }
    Ok(())
}

fn ip(line: &str) -> io::Result<()> {
    let told = Command::new("ip").args(line.split(' ')).output()?;
    if told.status.success() {
        return Ok(());
    }
    Err(io::Error::other(format!("ip {line}: {}", String::from_utf8_lossy(&told.stderr).trim())))
}
