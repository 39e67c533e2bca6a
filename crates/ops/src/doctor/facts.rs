//! Facts about a machine, as far as it tells them.

use super::machine::Machine;
use crate::share::{ONLINE, count};
use serde::Serialize;
use std::num::NonZeroUsize;

/// The facts that a deploy script needs. A fact that the machine does not tell is `None`, `null` in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// The version of this program.
    pub version: &'static str,
    /// The kernel's architecture, as `uname -m` writes it: `aarch64`, `armv7l`, `x86_64`, …
    pub architecture: Option<String>,
    /// The architecture that this program was built for: `aarch64`, `arm`, `x86_64`, …
    pub binary: &'static str,
    /// The board's name, on boards that have a device tree.
    pub model: Option<String>,
    /// Cores that are switched on.
    pub cores: Option<usize>,
    /// All memory, in KiB.
    pub memory_kib: Option<u64>,
    /// Memory that programs can still have, in KiB.
    pub available_kib: Option<u64>,
    /// Free space for packages, where `/var/lib` is, in KiB.
    pub free_kib: Option<u64>,
    /// The version of the systemd that runs this machine.
    pub systemd: Option<u32>,
    /// The kernel's release, like `6.6.31+rpt-rpi-v8`.
    pub kernel: Option<String>,
    /// Bots that are configured here: files with `run = vindinium`.
    pub instances: usize,
    /// The user that this process acts as.
    #[serde(skip)]
    pub user: Option<u32>,
}

impl Facts {
    /// The facts of a machine, except for free space and instances, which their checks find.
    #[must_use]
    pub fn of(machine: &Machine) -> Self {
        let memory = machine.read("/proc/meminfo").unwrap_or_default();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            architecture: architecture(machine),
            binary: machine.binary,
            model: machine.read("/proc/device-tree/model").ok().and_then(|text| word(&text)),
            cores: cores(machine),
            memory_kib: kib(&memory, "MemTotal:"),
            available_kib: kib(&memory, "MemAvailable:"),
            free_kib: None,
            systemd: systemd(machine),
            kernel: machine.read("/proc/sys/kernel/osrelease").ok().and_then(|text| word(&text)),
            instances: 0,
            user: machine.read("/proc/self/status").ok().and_then(|text| user(&text)),
        }
    }
}

/// A text without what surrounds it; the device tree ends its texts with a zero byte.
fn word(text: &str) -> Option<String> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    (!text.is_empty()).then(|| text.into())
}

/// The file is there since Linux 6.1, the command everywhere.
fn architecture(machine: &Machine) -> Option<String> {
    let file = machine.read("/proc/sys/kernel/arch").ok().and_then(|text| word(&text));
    file.or_else(|| machine.runner.run(&["uname", "-m"]).ok().and_then(|text| word(&text)))
}

fn cores(machine: &Machine) -> Option<usize> {
    let online = machine.read(ONLINE).ok().and_then(|text| count(&text));
    online.map(NonZeroUsize::get).or_else(|| {
        let text = machine.read("/proc/cpuinfo").ok()?;
        let cores = text.lines().filter(|line| line.starts_with("processor")).count();
        (cores > 0).then_some(cores)
    })
}

/// A value of `/proc/meminfo`.
fn kib(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The version, if systemd is what this machine was booted with; see `sd_booted(3)`.
fn systemd(machine: &Machine) -> Option<u32> {
    if !machine.has("/run/systemd/system") {
        return None;
    }
    let text = machine.runner.run(&["systemctl", "--version"]).ok()?;
    let version = text.strip_prefix("systemd ")?.split_whitespace().next()?;
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The effective user, the second of four.
fn user(status: &str) -> Option<u32> {
    let line = status.lines().find_map(|line| line.strip_prefix("Uid:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::drawn::{Drawn, GARBAGE};

    #[test]
    fn a_board_says_what_it_is() {
        let mut drawn = Drawn::new();
        drawn
            .file("/proc/sys/kernel/arch", "aarch64\n")
            .file("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
            .file("/sys/devices/system/cpu/online", "0-3\n")
            .file("/proc/meminfo", "MemTotal:        3884484 kB\nMemFree: 1 kB\nMemAvailable:    3201112 kB\n")
            .file("/proc/sys/kernel/osrelease", "6.6.31+rpt-rpi-v8\n")
            .file("/proc/self/status", "Name:\tboardbots\nUid:\t1000\t1001\t1000\t1000\n")
            .folder("/run/systemd/system");
        drawn.says("systemctl --version", Ok("systemd 252 (252.39-1~deb12u1)\n+PAM +AUDIT\n"));
        let facts = Facts::of(&drawn.machine());
        assert_eq!(facts.architecture.as_deref(), Some("aarch64"));
        assert_eq!(facts.model.as_deref(), Some("Raspberry Pi 4 Model B Rev 1.4"));
        assert_eq!((facts.cores, facts.memory_kib, facts.available_kib), (Some(4), Some(3_884_484), Some(3_201_112)));
        assert_eq!((facts.systemd, facts.kernel.as_deref()), (Some(252), Some("6.6.31+rpt-rpi-v8")));
        assert_eq!(facts.user, Some(1001));
    }

    #[test]
    fn an_empty_machine_says_nothing() {
        let facts = Facts::of(&Drawn::new().machine());
        let due = Facts { version: env!("CARGO_PKG_VERSION"), binary: "aarch64", ..Facts::default() };
        assert_eq!(facts, due);
    }

    #[test]
    fn older_kernels_are_asked_otherwise() {
        let mut drawn = Drawn::new();
        drawn.file("/proc/cpuinfo", "processor\t: 0\nBogoMIPS: 1\nprocessor\t: 1\n");
        drawn.says("uname -m", Ok("armv7l\n"));
        let facts = Facts::of(&drawn.machine());
        assert_eq!((facts.architecture.as_deref(), facts.cores), (Some("armv7l"), Some(2)));
    }

    #[test]
    fn systemd_that_is_installed_but_not_running_does_not_count() {
        let mut drawn = Drawn::new();
        drawn.says("systemctl --version", Ok("systemd 252 (252.39-1~deb12u1)\n"));
        assert_eq!(Facts::of(&drawn.machine()).systemd, None);
        drawn.folder("/run/systemd/system");
        assert_eq!(Facts::of(&drawn.machine()).systemd, Some(252));
        drawn.says("systemctl --version", Ok("systemd 257~rc2 (x)\n"));
        assert_eq!(Facts::of(&drawn.machine()).systemd, Some(257));
    }

    #[test]
    fn garbage_is_no_fact() {
        for bytes in GARBAGE {
            let drawn = Drawn::new();
            for path in ["/sys/devices/system/cpu/online", "/proc/cpuinfo", "/proc/meminfo", "/proc/self/status"] {
                drawn.bytes(path, bytes);
            }
            let facts = Facts::of(&drawn.machine());
            assert_eq!((facts.cores, facts.memory_kib, facts.user), (None, None, None), "{bytes:?}");
        }
    }
}
