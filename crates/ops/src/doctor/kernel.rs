//! The kernel: its architecture, its age, its command line, and its control groups, which limit and share memory and cores
//! between services.

use super::check::Check;
use super::facts::Facts;
use super::machine::Machine;

const ARCHITECTURE: &str = "architecture";

/// Checks that this program was built for this machine.
#[must_use]
pub fn architecture(facts: &Facts) -> Check {
    let binary = facts.binary;
    let Some(kernel) = &facts.architecture else {
        let found = format!("the kernel does not say its own; this program is for {binary}");
        return Check::skipped(ARCHITECTURE, found);
    };
    let model = facts.model.as_ref().map_or(String::new(), |model| format!("{model}, "));
    let found = format!("{model}kernel {kernel}, this program {binary}");
    // The kernel as `uname -m` names it, the program as Rust does.
    match (kernel.as_str(), binary) {
        // What the kernel calls itself to 32-bit programs.
        ("aarch64" | "armv8l", "arm") | ("x86_64", "x86") => {
            let target = if binary == "arm" { "aarch64-unknown-linux-musl" } else { "x86_64-unknown-linux-musl" };
            let remedy = format!("cross build --release --target {target}, and install that one");
            Check::warning(ARCHITECTURE, format_args!("{found}: a 64-bit program is faster"), remedy)
        }
        ("i386" | "i486" | "i586" | "i686", "x86") | ("arm64", "aarch64") => Check::ok(ARCHITECTURE, found),
        (kernel, _) if kernel == binary || binary == "arm" && kernel.starts_with("arm") => {
            Check::ok(ARCHITECTURE, found)
        }
        _ => {
            let remedy = format!("install a boardbots that was built for {kernel}");
            Check::warning(ARCHITECTURE, format_args!("{found}: it is emulated, and many times slower"), remedy)
        }
    }
}

const KERNEL: &str = "kernel";
/// The oldest that a Raspberry Pi OS with the oldest usable systemd had.
const OLDEST: (u32, u32) = (5, 10);

/// Checks that the kernel is one on which the services have been tried.
#[must_use]
pub fn age(facts: &Facts) -> Check {
    let Some(release) = &facts.kernel else {
        return Check::skipped(KERNEL, "there is no /proc/sys/kernel/osrelease here");
    };
    match version(release) {
        Some(version) if version < OLDEST => {
            let found = format!("{release} is older than any that was tried");
            Check::warning(KERNEL, found, "sudo apt update && sudo apt full-upgrade && sudo reboot")
        }
        Some(_) => Check::ok(KERNEL, release),
        None => Check::skipped(KERNEL, format_args!("{release} is no version")),
    }
}

fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|digits| digits.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// The files from which the firmware of a Raspberry Pi reads it: since Debian 12, and before. Releases in between have
/// both, and the second only says that it has moved.
const FILES: [&str; 2] = ["/boot/firmware/cmdline.txt", "/boot/cmdline.txt"];

/// The command, or the advice, that adds a parameter to the kernel's command line.
#[must_use]
pub fn with_parameter(machine: &Machine, parameter: &str) -> String {
    let Some((file, text)) = FILES.iter().find_map(|file| Some((file, machine.read(file).ok()?))) else {
        return format!("add {parameter} to the kernel's command line in the boot loader's settings, and restart");
    };
    if text.split_whitespace().any(|word| word == parameter) {
        return format!("{file} has {parameter} already: sudo reboot");
    }
    format!("sudo sed -i '1s/$/ {parameter}/' {file} && sudo reboot")
}

/// The second hierarchy's list of what it controls.
const LIST: &str = "/sys/fs/cgroup/cgroup.controllers";
/// Both hierarchies' list, with whether the kernel has each switched on.
const TABLE: &str = "/proc/cgroups";
const MOUNTS: &str = "/proc/mounts";
const COMMAND_LINE: &str = "/proc/cmdline";

/// Checks that `MemoryMax=` of the services takes effect. The firmware of a Raspberry Pi switches the controller off.
#[must_use]
pub fn memory_controller(machine: &Machine) -> Check {
    controller(machine, ("memory-controller", "memory"), "MemoryMax= is heeded", |name| {
        let line = machine.read(COMMAND_LINE).unwrap_or_default();
        let firmware = line.split_whitespace().any(|word| word == "cgroup_disable=memory");
        let why = if firmware { ", by cgroup_disable=memory on the kernel's command line" } else { "" };
        let found = format!("off{why}: MemoryMax= of the services does nothing");
        Check::warning(name, found, with_parameter(machine, "cgroup_enable=memory"))
    })
}

/// Checks that `CPUWeight=` and `CPUQuota=` of the services take effect.
#[must_use]
pub fn cpu_controller(machine: &Machine) -> Check {
    controller(machine, ("cpu-controller", "cpu"), "CPUWeight= and CPUQuota= are heeded", |name| {
        Check::warning(
            name,
            "off: CPUWeight= and CPUQuota= of the services do nothing, so one bot can slow the others down",
            "use a kernel with CONFIG_CGROUP_SCHED and CONFIG_CFS_BANDWIDTH, like that of Raspberry Pi OS",
        )
    })
}

/// The check of this name, of a controller that the kernel may have switched `off`.
fn controller(
    machine: &Machine,
    (name, controller): (&'static str, &str),
    heeded: &str,
    off: impl FnOnce(&'static str) -> Check,
) -> Check {
    let on = |version: &str| Check::ok(name, format_args!("on, cgroup {version}: {heeded}"));
    let unknown = || Check::skipped(name, format_args!("there is neither {LIST} nor {TABLE} here"));
    // Where there is the second hierarchy, systemd uses no other.
    if let Ok(text) = machine.read(LIST) {
        return if text.split_whitespace().any(|word| word == controller) { on("v2") } else { off(name) };
    }
    let Ok(text) = machine.read(TABLE) else { return unknown() };
    // Name, hierarchy, groups, 1 if it is on.
    let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut rows = rows.filter(|row| row.len() == 4 && !row[0].starts_with('#')).peekable();
    if rows.peek().is_none() {
        return unknown();
    }
    if !rows.any(|row| row[0] == controller && row[3] == "1") {
        return off(name);
    }
    if closed(&machine.read(MOUNTS).unwrap_or_default(), controller) {
        // On, but not for the systemd of this container.
        return Check::skipped(name, "cgroup v1 in a container: only its host sets limits");
    }
    on("v1")
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

    fn on(kernel: &str, binary: &'static str) -> Check {
        let model = Some("Raspberry Pi 4 Model B Rev 1.4".into());
        architecture(&Facts { architecture: Some(kernel.into()), binary, model, ..Facts::default() })
    }

    #[test]
    fn programs_on_kernels() {
        assert_check(&on("aarch64", "aarch64"), State::Ok, "Raspberry Pi 4 Model B Rev 1.4, kernel aarch64", "");
        assert_check(&on("armv7l", "arm"), State::Ok, "kernel armv7l, this program arm", "");
        assert_check(&on("x86_64", "x86_64"), State::Ok, "x86_64", "");
        assert_check(&on("aarch64", "arm"), State::Warning, "64-bit", "--target aarch64-unknown-linux-musl");
        assert_check(&on("armv8l", "arm"), State::Warning, "64-bit", "--target aarch64-unknown-linux-musl");
        assert_check(&on("x86_64", "aarch64"), State::Warning, "emulated", "built for x86_64");
        assert_check(&on("armv7l", "x86_64"), State::Warning, "emulated", "built for armv7l");
    }

    #[test]
    fn a_kernel_that_does_not_say() {
        assert_check(&architecture(&Facts { binary: "arm", ..Facts::default() }), State::Skipped, "for arm", "");
    }

    #[test]
    fn releases() {
        let of = |release: &str| age(&Facts { kernel: Some(release.into()), ..Facts::default() });
        assert_check(&of("6.6.31+rpt-rpi-v8"), State::Ok, "6.6.31+rpt-rpi-v8", "");
        assert_check(&of("5.10.0"), State::Ok, "5.10.0", "");
        assert_check(&of("4.19.66-v7+"), State::Warning, "older", "full-upgrade");
        assert_check(&of("9999999999999.1"), State::Skipped, "no version", "");
        assert_check(&of("x"), State::Skipped, "no version", "");
        assert_check(&age(&Facts::default()), State::Skipped, "osrelease", "");
    }

    #[test]
    fn the_file_that_the_firmware_reads() {
        let drawn = Drawn::new();
        assert!(with_parameter(&drawn.machine(), "a=b").contains("boot loader"));
        drawn.file("/boot/cmdline.txt", "console=tty1 root=x\n");
        assert_eq!(
            with_parameter(&drawn.machine(), "a=b"),
            "sudo sed -i '1s/$/ a=b/' /boot/cmdline.txt && sudo reboot"
        );
        drawn.file("/boot/firmware/cmdline.txt", "console=tty1 root=x\n");
        assert_eq!(
            with_parameter(&drawn.machine(), "a=b"),
            "sudo sed -i '1s/$/ a=b/' /boot/firmware/cmdline.txt && sudo reboot"
        );
    }

    #[test]
    fn what_is_written_down_already_needs_a_restart_only() {
        let drawn = Drawn::new();
        drawn.file("/boot/firmware/cmdline.txt", "console=tty1 a=b root=x\n");
        assert_eq!(with_parameter(&drawn.machine(), "a=b"), "/boot/firmware/cmdline.txt has a=b already: sudo reboot");
    }

    #[test]
    fn the_second_hierarchy() {
        let drawn = Drawn::new();
        drawn.file(LIST, "cpuset cpu io memory pids\n");
        assert_check(&memory_controller(&drawn.machine()), State::Ok, "on, cgroup v2", "");
        assert_check(&cpu_controller(&drawn.machine()), State::Ok, "on, cgroup v2", "");
        // cpuset is not cpu.
        drawn.file(LIST, "cpuset io pids\n");
        assert_check(&cpu_controller(&drawn.machine()), State::Warning, "off", "CONFIG_CGROUP_SCHED");
    }

    #[test]
    fn the_firmware_switches_memory_off() {
        let drawn = Drawn::new();
        drawn
            .file(LIST, "cpuset cpu io pids\n")
            .file(COMMAND_LINE, "coherent_pool=1M cgroup_disable=memory console=tty1\n")
            .file("/boot/firmware/cmdline.txt", "console=tty1 root=PARTUUID=x rootwait\n");
        let found = memory_controller(&drawn.machine());
        let remedy = "sed -i '1s/$/ cgroup_enable=memory/' /boot/firmware/cmdline.txt && sudo reboot";
        assert_check(&found, State::Warning, "by cgroup_disable=memory", remedy);
        drawn.file(COMMAND_LINE, "console=tty1\n");
        assert_eq!(memory_controller(&drawn.machine()).found, "off: MemoryMax= of the services does nothing");
    }

    #[test]
    fn the_first_hierarchy() {
        let drawn = Drawn::new();
        let table = "#subsys_name\thierarchy\tnum_cgroups\tenabled\ncpu\t1\t1\t1\nmemory\t4\t15\t";
        drawn.file(TABLE, &format!("{table}1\n"));
        assert_check(&memory_controller(&drawn.machine()), State::Ok, "on, cgroup v1", "");
        assert_check(&cpu_controller(&drawn.machine()), State::Ok, "on, cgroup v1", "");
        drawn.file(TABLE, &format!("{table}0\n"));
        assert_check(&memory_controller(&drawn.machine()), State::Warning, "off", "cgroup_enable=memory");
    }

    #[test]
    fn containers_with_the_first_hierarchy() {
        let drawn = Drawn::new();
        drawn.file(TABLE, "#subsys_name\thierarchy\tnum_cgroups\tenabled\ncpu\t1\t1\t1\nmemory\t4\t15\t1\n");
        drawn.file(MOUNTS, "cgroup /sys/fs/cgroup/memory cgroup ro,nosuid,memory 0 0\ncgroup /x cgroup rw,cpu 0 0\n");
        assert_check(&memory_controller(&drawn.machine()), State::Skipped, "in a container", "");
        assert_check(&cpu_controller(&drawn.machine()), State::Ok, "on, cgroup v1", "");
    }

    #[test]
    fn neither() {
        let drawn = Drawn::new();
        for check in [memory_controller(&drawn.machine()), cpu_controller(&drawn.machine())] {
            assert_check(&check, State::Skipped, "neither", "");
        }
        for bytes in GARBAGE {
            drawn.bytes(TABLE, bytes);
            assert_eq!(memory_controller(&drawn.machine()).state, State::Skipped, "{bytes:?}");
        }
    }
}
