//! The control groups that limit and share memory and cores between services.

use super::boot;
use super::check::Check;
use super::machine::Machine;

/// The second hierarchy's list of what it controls.
const LIST: &str = "/sys/fs/cgroup/cgroup.controllers";
/// Both hierarchies' list, with whether the kernel has each switched on.
const TABLE: &str = "/proc/cgroups";
const MOUNTS: &str = "/proc/mounts";
const COMMAND_LINE: &str = "/proc/cmdline";

/// Checks that `MemoryMax=` of the services takes effect. The firmware of a Raspberry Pi switches the controller off.
#[must_use]
pub fn memory(machine: &Machine) -> Check {
    let name = "memory-controller";
    match state(machine, "memory") {
        Known::On(version) => Check::ok(name, format_args!("on, cgroup {version}: MemoryMax= is heeded")),
        Known::Closed => Check::skipped(name, CLOSED),
        Known::Off => {
            let line = machine.read(COMMAND_LINE).unwrap_or_default();
            let firmware = line.split_whitespace().any(|word| word == "cgroup_disable=memory");
            let why = if firmware { ", by cgroup_disable=memory on the kernel's command line" } else { "" };
            Check::warning(
                name,
                format_args!("off{why}: MemoryMax= of the services does nothing"),
                boot::remedy(machine, "cgroup_enable=memory"),
            )
        }
        Known::Unknown => Check::skipped(name, format_args!("there is neither {LIST} nor {TABLE} here")),
    }
}

/// Checks that `CPUWeight=` and `CPUQuota=` of the services take effect.
#[must_use]
pub fn cpu(machine: &Machine) -> Check {
    let name = "cpu-controller";
    match state(machine, "cpu") {
        Known::On(version) => {
            Check::ok(name, format_args!("on, cgroup {version}: CPUWeight= and CPUQuota= are heeded"))
        }
        Known::Closed => Check::skipped(name, CLOSED),
        Known::Off => Check::warning(
            name,
            "off: CPUWeight= and CPUQuota= of the services do nothing, so one bot can slow the others down",
            "use a kernel with CONFIG_CGROUP_SCHED and CONFIG_CFS_BANDWIDTH, like that of Raspberry Pi OS",
        ),
        Known::Unknown => Check::skipped(name, format_args!("there is neither {LIST} nor {TABLE} here")),
    }
}

const CLOSED: &str = "cgroup v1 in a container: only its host sets limits";

enum Known {
    On(&'static str),
    Off,
    /// On, but not for the systemd of this container.
    Closed,
    Unknown,
}

fn state(machine: &Machine, controller: &str) -> Known {
    // Where there is the second hierarchy, systemd uses no other.
    if let Ok(text) = machine.read(LIST) {
        return if text.split_whitespace().any(|word| word == controller) { Known::On("v2") } else { Known::Off };
    }
    let Ok(text) = machine.read(TABLE) else { return Known::Unknown };
    // Name, hierarchy, groups, 1 if it is on.
    let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut rows = rows.filter(|row| row.len() == 4 && !row[0].starts_with('#')).peekable();
    if rows.peek().is_none() {
        return Known::Unknown;
    }
    if !rows.any(|row| row[0] == controller && row[3] == "1") {
        return Known::Off;
    }
    if closed(&machine.read(MOUNTS).unwrap_or_default(), controller) { Known::Closed } else { Known::On("v1") }
}

/// True if the controller's folder of cgroup version 1 is mounted read-only.
fn closed(mounts: &str, controller: &str) -> bool {
    let rows = mounts.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut rows = rows.filter(|row| row.len() >= 4 && row[2] == "cgroup");
    rows.any(|row| {
        let has = |option| row[3].split(',').any(|word| word == option);
        has(controller) && has("ro")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

    #[test]
    fn the_second_hierarchy() {
        let drawn = Drawn::new();
        drawn.file(LIST, "cpuset cpu io memory pids\n");
        assert_check(&memory(&drawn.machine()), State::Ok, "on, cgroup v2", "");
        assert_check(&cpu(&drawn.machine()), State::Ok, "on, cgroup v2", "");
        // cpuset is not cpu.
        drawn.file(LIST, "cpuset io pids\n");
        assert_check(&cpu(&drawn.machine()), State::Warning, "off", "CONFIG_CGROUP_SCHED");
    }

    #[test]
    fn the_firmware_switches_memory_off() {
        let drawn = Drawn::new();
        drawn
            .file(LIST, "cpuset cpu io pids\n")
            .file(COMMAND_LINE, "coherent_pool=1M cgroup_disable=memory console=tty1\n")
            .file("/boot/firmware/cmdline.txt", "console=tty1 root=PARTUUID=x rootwait\n");
        let found = memory(&drawn.machine());
        let remedy = "sed -i '1s/$/ cgroup_enable=memory/' /boot/firmware/cmdline.txt && sudo reboot";
        assert_check(&found, State::Warning, "by cgroup_disable=memory", remedy);
        drawn.file(COMMAND_LINE, "console=tty1\n");
        assert_eq!(memory(&drawn.machine()).found, "off: MemoryMax= of the services does nothing");
    }

    #[test]
    fn the_first_hierarchy() {
        let drawn = Drawn::new();
        let table = "#subsys_name\thierarchy\tnum_cgroups\tenabled\ncpu\t1\t1\t1\nmemory\t4\t15\t";
        drawn.file(TABLE, &format!("{table}1\n"));
        assert_check(&memory(&drawn.machine()), State::Ok, "on, cgroup v1", "");
        assert_check(&cpu(&drawn.machine()), State::Ok, "on, cgroup v1", "");
        drawn.file(TABLE, &format!("{table}0\n"));
        assert_check(&memory(&drawn.machine()), State::Warning, "off", "cgroup_enable=memory");
    }

    #[test]
    fn containers_with_the_first_hierarchy() {
        let drawn = Drawn::new();
        drawn.file(TABLE, "#subsys_name\thierarchy\tnum_cgroups\tenabled\ncpu\t1\t1\t1\nmemory\t4\t15\t1\n");
        drawn.file(MOUNTS, "cgroup /sys/fs/cgroup/memory cgroup ro,nosuid,memory 0 0\ncgroup /x cgroup rw,cpu 0 0\n");
        assert_check(&memory(&drawn.machine()), State::Skipped, "in a container", "");
        assert_check(&cpu(&drawn.machine()), State::Ok, "on, cgroup v1", "");
    }

    #[test]
    fn neither() {
        let drawn = Drawn::new();
        for check in [memory(&drawn.machine()), cpu(&drawn.machine())] {
            assert_check(&check, State::Skipped, "neither", "");
        }
        for bytes in GARBAGE {
            drawn.bytes(TABLE, bytes);
            assert_eq!(memory(&drawn.machine()).state, State::Skipped, "{bytes:?}");
        }
    }
}
