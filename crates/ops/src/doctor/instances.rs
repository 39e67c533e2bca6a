//! The number of bots configured here, against the cores they share.

use super::check::Check;
use super::facts::Facts;
use super::folder::{Folder, Kind};
use super::machine::Machine;

const NAME: &str = "instances";
/// Bots for one core that still have their turns in time: in a game of four, one thinks while
/// the others wait.
const MOST: usize = 4;

/// Checks the number of bots, with one check more for each file that does not say what it is.
#[must_use]
pub fn checks(machine: &Machine, folder: &Folder, facts: &Facts) -> Vec<Check> {
    let program = &machine.program;
    let instances = match &folder.instances {
        Ok(instances) => instances,
        Err(error) => return vec![Check::unread(NAME, &folder.path, error)],
    };
    let bots = folder.bots();
    let plural = |count: usize, what| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let first = match facts.cores {
        _ if instances.is_empty() => Check::skipped(NAME, format_args!("there is no NAME.conf in {} yet", folder.path)),
        None => Check::ok(NAME, plural(bots, "bot")),
        Some(cores) => {
            let found = format!("{} on {}", plural(bots, "bot"), plural(cores, "core"));
            if bots > cores.saturating_mul(MOST) {
                let most = cores.saturating_mul(MOST);
                Check::warning(
                    NAME,
                    format_args!("{found}: more than {MOST} for each core get in one another's way"),
                    format_args!(
                        "{program} calibrate --instances {bots} shows what depth is left; or keep {most} of them here"
                    ),
                )
            } else {
                Check::ok(NAME, found)
            }
        }
    };
    let mut checks = vec![first];
    for instance in instances {
        if let Kind::Unclear(why) = &instance.kind {
            let file = folder.word(&format!("{}.conf", instance.name));
            checks.push(Check::warning(
                NAME,
                format_args!("{file} is not clear: {why}"),
                format_args!("{program} check {file}"),
            ));
        }
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, assert_check};

    fn with(bots: usize, cores: Option<usize>) -> Vec<Check> {
        let drawn = Drawn::new();
        drawn.file("/etc/boardbots/arena.conf", "run = arena\n");
        for number in 0..bots {
            drawn.file(&format!("/etc/boardbots/bot{number}.conf"), "run = vindinium\n");
        }
        let folder = Folder::read(&drawn.machine(), "/etc/boardbots");
        checks(&drawn.machine(), &folder, &Facts { cores, instances: folder.bots(), ..Facts::default() })
    }

    #[test]
    fn bots_and_cores() {
        assert_check(&with(16, Some(4))[0], State::Ok, "16 bots on 4 cores", "");
        assert_check(&with(1, Some(1))[0], State::Ok, "1 bot on 1 core", "");
        assert_check(&with(17, Some(4))[0], State::Warning, "17 bots on 4 cores", "calibrate --instances 17");
        assert_check(&with(2, None)[0], State::Ok, "2 bots", "");
        assert_eq!(with(3, Some(4)).len(), 1);
    }

    #[test]
    fn unclear_files_are_named() {
        let drawn = Drawn::new();
        drawn.file("/etc/boardbots/a.conf", "run = vindinium\n").file("/etc/boardbots/b.conf", "depth = 3\n");
        let found = checks(&drawn.machine(), &Folder::read(&drawn.machine(), "/etc/boardbots"), &Facts::default());
        assert_eq!(found.len(), 2);
        assert_check(&found[1], State::Warning, "b.conf is not clear", "boardbots check /etc/boardbots/b.conf");
    }

    #[test]
    fn nothing_configured() {
        let drawn = Drawn::new();
        let skipped = |found: &str| {
            let all = checks(&drawn.machine(), &Folder::read(&drawn.machine(), "/etc/boardbots"), &Facts::default());
            assert_eq!(all.len(), 1);
            assert_check(&all[0], State::Skipped, found, "");
        };
        skipped("no /etc/boardbots here");
        drawn.folder("/etc/boardbots");
        skipped("no NAME.conf in /etc/boardbots");
    }
}
