//! Health checks of a board that is to run bots as services, each with a remedy for what it finds wrong.
//!
//! Everything is read through one [`Machine`], whose root and commands tests replace by drawn
//! ones. Nothing is written anywhere. Odd contents lead to a skipped check, never to a failure.
//!
//! | file | holds | names of the checks |
//! |---|---|---|
//! | here | the report: everything that was found | |
//! | [`check`] | one line of it | |
//! | [`facts`] | facts about the machine | |
//! | [`machine`] | files below a root, and commands, with limits | |
//! | `kernel` | its architecture and age, its command line, the control groups behind `MemoryMax=` and `CPUQuota=` | `architecture`, `kernel`, `memory-controller`, `cpu-controller` |
//! | `systemd` | whether it runs, and its version; the journal's place and limit | `systemd`, `journal` |
//! | `package` | a version that was kept off when it came | `package` |
//! | `clock` | year and synchronisation | `clock` |
//! | `speed` | the hottest sensor, the firmware's report on power and heat, the cores' speed | `heat`, `throttling`, `governor` |
//! | `resources` | cores and their load, memory, whether the root can be written to, free space | `cores`, `memory`, `root`, `space` |
//! | `folder` | the configured instances, and their number against the cores | `instances` |
//! | `keys` | whether each has one that is secret | `keys` |
//! | `servers` | whether they answer | `server` |
//!
//! The JSON form is one object: `ok` (no error), the fields of [`Facts`] (`null` where the
//! machine does not say), and `checks`, a list of `{name, state, found, remedy}` with the states
//! `ok`, `warning`, `error` and `skipped`, and `remedy` null unless something is wrong.

pub mod check;
mod clock;
#[cfg(test)]
mod drawn;
pub mod facts;
mod folder;
mod kernel;
mod keys;
pub mod machine;
mod package;
mod resources;
mod servers;
mod speed;
mod systemd;

pub use check::{Check, State};
pub use facts::Facts;
pub use machine::Machine;

use folder::Folder;
use serde::Serialize;

/// The whole report; as JSON one object whose keys stay as they are.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// True if there is no error; warnings are allowed.
    pub ok: bool,
    /// Facts about the machine.
    #[serde(flatten)]
    pub facts: Facts,
    /// The checks, always in the same order; a name may come several times or not at all.
    pub checks: Vec<Check>,
}

impl Report {
    /// Looks at a machine whose instances are configured in `config`, an absolute path.
    #[must_use]
    pub fn of(machine: &Machine, config: &str) -> Self {
        let folder = Folder::read(machine, config);
        let (space, free_kib) = resources::space(machine);
        let facts = Facts { free_kib, instances: folder.bots(), ..Facts::of(machine) };
        let mut checks = vec![
            kernel::architecture(&facts),
            resources::cores(machine, &facts),
            resources::memory(&facts, resources::needed(&folder)),
            kernel::age(&facts),
            systemd::version(machine, &facts),
            kernel::memory_controller(machine),
            kernel::cpu_controller(machine),
            clock::check(machine),
            speed::heat(machine),
            speed::throttling(machine),
            speed::governor(machine),
            resources::root(machine),
            space,
            systemd::journal(machine),
        ];
        checks.extend(package::kept_off(machine));
        checks.extend(folder::instances(machine, &folder, &facts));
        checks.extend(keys::checks(machine, &folder, &facts));
        checks.extend(servers::checks(&folder));
        Self { ok: checks.iter().all(|check| check.state != State::Error), facts, checks }
    }

    /// The number of checks with this result.
    #[must_use]
    pub fn count(&self, state: State) -> usize {
        self.checks.iter().filter(|check| check.state == state).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::drawn::{Drawn, GARBAGE};

    /// A Raspberry Pi with one bot, on which everything is as it should be.
    fn board() -> Drawn {
        let mut drawn = Drawn::new();
        drawn
            .file("/proc/sys/kernel/arch", "aarch64\n")
            .file("/proc/sys/kernel/osrelease", "6.6.31+rpt-rpi-v8\n")
            .file("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
            .file("/proc/meminfo", "MemTotal: 3884484 kB\nMemAvailable: 3201112 kB\n")
            .file("/proc/loadavg", "0.10 0.20 0.30 1/100 1234\n")
            .file("/proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
            .file("/proc/self/status", "Uid:\t1000\t1000\t1000\t1000\n")
            .file("/sys/devices/system/cpu/online", "0-3\n")
            .file("/sys/devices/system/cpu/cpufreq/policy0/scaling_governor", "ondemand\n")
            .file("/sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
            .file("/sys/class/thermal/thermal_zone0/temp", "48312\n")
            .file("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n")
            .folder("/run/systemd/system")
            .folder("/run/systemd/journal")
            .folder("/var/lib")
            .folder("/var/log")
            .file("/etc/boardbots/alice.conf", "run = vindinium\n")
            .file("/etc/boardbots/keys/alice", "s3cr3t99\n")
            .mode("/etc/boardbots/keys", 0o700)
            .mode("/etc/boardbots/keys/alice", 0o600);
        drawn.says("systemctl --version", Ok("systemd 252 (252.39-1~deb12u1)\n"));
        drawn.says("timedatectl show -p NTPSynchronized --value", Ok("yes\n"));
        let row = "/dev/mmcblk0p2 29806724 3145728 25310208 12% /\n";
        drawn.says("df -P -k -- /var/lib /var/log", Ok(&format!("titles\n{row}{row}")));
        drawn
    }

    #[test]
    fn a_board_in_good_health() {
        let report = Report::of(&board().machine(), "/etc/boardbots");
        // No server is named, so none is asked.
        let odd: Vec<&Check> = report.checks.iter().filter(|check| check.state != State::Ok).collect();
        assert!(matches!(odd[..], [Check { name: "server", state: State::Skipped, .. }]), "{odd:?}");
        assert!(report.ok);
        assert_eq!((report.count(State::Ok), report.count(State::Skipped)), (16, 1));
    }

    #[test]
    fn warnings_are_allowed_and_errors_are_not() {
        let drawn = board();
        drawn.file("/sys/class/thermal/thermal_zone0/temp", "72000\n");
        let report = Report::of(&drawn.machine(), "/etc/boardbots");
        assert!(report.ok && report.count(State::Warning) == 1);
        drawn.file("/sys/class/thermal/thermal_zone0/temp", "85000\n");
        let report = Report::of(&drawn.machine(), "/etc/boardbots");
        assert!(!report.ok && report.count(State::Error) == 1);
    }

    #[test]
    fn what_a_script_reads() {
        let report = Report::of(&board().machine(), "/etc/boardbots");
        let json = serde_json::to_value(&report).unwrap();
        let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let mut due = vec![
            "ok",
            "version",
            "architecture",
            "binary",
            "model",
            "cores",
            "memory_kib",
            "available_kib",
            "free_kib",
            "systemd",
            "kernel",
            "instances",
            "checks",
        ];
        due.sort_unstable();
        assert_eq!(keys, due);
        assert_eq!(
            (&json["ok"], &json["architecture"], &json["systemd"]),
            (&true.into(), &"aarch64".into(), &252.into())
        );
        assert_eq!((&json["cores"], &json["free_kib"], &json["instances"]), (&4.into(), &25_310_208.into(), &1.into()));
        let heat = json["checks"].as_array().unwrap().iter().find(|check| check["name"] == "heat").unwrap();
        assert_eq!(heat.to_string(), r#"{"found":"48 °C","name":"heat","remedy":null,"state":"ok"}"#);
    }

    #[test]
    fn an_empty_machine_is_no_reason_to_panic() {
        let report = Report::of(&Drawn::new().machine(), "/etc/boardbots");
        assert!(report.ok);
        assert!(
            report.checks.iter().all(|check| check.state == State::Skipped || check.name == "systemd"),
            "{report:?}"
        );
    }

    #[test]
    fn garbage_everywhere_is_no_reason_to_panic() {
        for bytes in GARBAGE {
            let mut drawn = board();
            for path in [
                "/proc/sys/kernel/arch",
                "/proc/sys/kernel/osrelease",
                "/proc/device-tree/model",
                "/proc/meminfo",
                "/proc/loadavg",
                "/proc/mounts",
                "/proc/self/status",
                "/proc/cmdline",
                "/sys/devices/system/cpu/online",
                "/sys/devices/system/cpu/cpufreq/policy0/scaling_governor",
                "/sys/class/thermal/thermal_zone0/temp",
                "/sys/devices/platform/soc/soc:firmware/get_throttled",
                "/sys/fs/cgroup/cgroup.controllers",
                "/etc/systemd/journald.conf",
                "/etc/boardbots/alice.conf",
                "/etc/boardbots/keys/alice",
                "/boot/firmware/cmdline.txt",
                "/var/lib/boardbots/kept-off",
            ] {
                drawn.bytes(path, bytes);
            }
            let text = String::from_utf8_lossy(bytes).into_owned();
            for command in ["systemctl --version", "df -P -k -- /var/lib /var/log", "vcgencmd get_throttled"] {
                drawn.says(command, Ok(&text));
            }
            let report = Report::of(&drawn.machine(), "/etc/boardbots");
            for check in &report.checks {
                assert!(!check.found.contains(char::is_control), "{check:?}");
                let wrong = matches!(check.state, State::Warning | State::Error);
                assert_eq!(check.remedy.is_some(), wrong, "{check:?}");
            }
        }
    }
}
