//! The governor, which decides the speed of the cores.

use super::boot;
use super::check::Check;
use super::machine::Machine;
use std::collections::BTreeSet;

const NAME: &str = "governor";
const FOLDER: &str = "/sys/devices/system/cpu/cpufreq";

/// Checks that the cores are not held at their lowest speed.
#[must_use]
pub fn check(machine: &Machine) -> Check {
    let names = match machine.list(FOLDER) {
        Ok(names) => names,
        Err(error) => return Check::unread(NAME, FOLDER, &error),
    };
    let mut governors = BTreeSet::new();
    let mut slow = false;
    for policy in names.iter().filter(|name| name.starts_with("policy")) {
        let word = |file: &str| {
            let text = machine.read(&format!("{FOLDER}/{policy}/{file}")).unwrap_or_default();
            text.split_whitespace().next().map(str::to_string)
        };
        let Some(governor) = word("scaling_governor") else { continue };
        // These drivers choose the speed themselves, and call that so.
        let own =
            word("scaling_driver").is_some_and(|name| name.starts_with("intel_pstate") || name == "amd-pstate-epp");
        slow |= governor == "powersave" && !own;
        governors.insert(governor);
    }
    let found = governors.into_iter().collect::<Vec<_>>().join(", ");
    if found.is_empty() {
        Check::skipped(NAME, "the speed of the cores cannot be set")
    } else if slow {
        let lasting = boot::remedy(machine, "cpufreq.default_governor=ondemand");
        Check::warning(
            NAME,
            format_args!("{found}: the cores run at their lowest speed"),
            format_args!("echo ondemand | sudo tee {FOLDER}/policy*/scaling_governor; to keep it so: {lasting}"),
        )
    } else {
        Check::ok(NAME, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

    fn with(policies: &[(&str, &str)]) -> Check {
        let drawn = Drawn::new();
        drawn.folder(FOLDER).file("/boot/firmware/cmdline.txt", "console=tty1\n");
        for (number, (driver, governor)) in policies.iter().enumerate() {
            drawn.file(&format!("{FOLDER}/policy{number}/scaling_driver"), driver);
            drawn.file(&format!("{FOLDER}/policy{number}/scaling_governor"), governor);
        }
        check(&drawn.machine())
    }

    #[test]
    fn governors() {
        assert_check(&with(&[("cpufreq-dt\n", "ondemand\n")]), State::Ok, "ondemand", "");
        let mixed = with(&[("cpufreq-dt\n", "performance\n"), ("cpufreq-dt\n", "powersave\n")]);
        assert_check(&mixed, State::Warning, "performance, powersave: the cores", "echo ondemand | sudo tee");
        assert_check(&mixed, State::Warning, "", "cpufreq.default_governor=ondemand/' /boot/firmware/cmdline.txt");
        assert_check(&with(&[("intel_pstate\n", "powersave\n")]), State::Ok, "powersave", "");
    }

    #[test]
    fn no_governor() {
        assert_check(&check(&Drawn::new().machine()), State::Skipped, "no /sys/devices/system/cpu/cpufreq", "");
        assert_check(&with(&[]), State::Skipped, "cannot be set", "");
        for bytes in GARBAGE {
            let drawn = Drawn::new();
            drawn.bytes(&format!("{FOLDER}/policy0/scaling_governor"), bytes);
            assert_ne!(check(&drawn.machine()).state, State::Warning, "{bytes:?}");
        }
    }
}
