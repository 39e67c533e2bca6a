//! The systemd that is to run the services.

use super::check::Check;
use super::facts::Facts;
use super::machine::Machine;

const NAME: &str = "systemd";
/// The oldest version with which the services were tried.
const TRIED: u32 = 252;
/// The version that brought `LoadCredential=`, by which keys reach the services.
const CREDENTIALS: u32 = 247;

/// Checks that systemd runs this machine, in a version that can run the services.
#[must_use]
pub fn check(machine: &Machine, facts: &Facts) -> Check {
    let Some(version) = facts.systemd else {
        if machine.has("/run/systemd/system") {
            return Check::skipped(NAME, "it runs here, but systemctl --version does not say its version");
        }
        return Check::warning(
            NAME,
            "this machine was not booted with systemd; bots run by hand, but not as services",
            "use a system that boots with systemd, like Raspberry Pi OS",
        );
    };
    let upgrade = "install a newer system: Raspberry Pi OS bookworm has systemd 252";
    if version < CREDENTIALS {
        let found = format!("{version}, which cannot hand keys to services (LoadCredential= came in {CREDENTIALS})");
        return Check::error(NAME, found, upgrade);
    }
    if version < TRIED {
        return Check::warning(NAME, format_args!("{version}; the oldest that was tried is {TRIED}"), upgrade);
    }
    Check::ok(NAME, version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, assert_check};

    #[test]
    fn versions() {
        let drawn = Drawn::new();
        drawn.folder("/run/systemd/system");
        let of = |systemd| check(&drawn.machine(), &Facts { systemd, ..Facts::default() });
        assert_check(&of(Some(257)), State::Ok, "257", "");
        assert_check(&of(Some(252)), State::Ok, "252", "");
        assert_check(&of(Some(251)), State::Warning, "tried is 252", "bookworm");
        assert_check(&of(Some(246)), State::Error, "LoadCredential=", "bookworm");
        assert_check(&of(None), State::Skipped, "does not say", "");
    }

    #[test]
    fn another_init() {
        let found = check(&Drawn::new().machine(), &Facts::default());
        assert_check(&found, State::Warning, "not booted with systemd", "Raspberry Pi OS");
    }
}
