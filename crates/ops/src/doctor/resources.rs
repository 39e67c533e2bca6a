//! Resources that the instances share: cores, memory, a root that can be written to, and free space for packages below
//! `/var/lib` and for the journal below `/var/log`.

use super::check::Check;
use super::facts::Facts;
use super::folder::{Folder, Kind};
use super::machine::Machine;

const CORES: &str = "cores";
/// Hundredths of programs that want to run, for each core, from which decisions wait for one.
const BUSY: u64 = 150;

/// Checks the number of cores, and that programs do not wait for them.
#[must_use]
pub fn cores(machine: &Machine, facts: &Facts) -> Check {
    let Some(cores) = facts.cores else {
        return Check::skipped(CORES, "the kernel does not say how many there are");
    };
    let text = match machine.read("/proc/loadavg") {
        Ok(text) => text,
        Err(error) => return Check::unread(CORES, "/proc/loadavg", &error),
    };
    // The means of one, five and fifteen minutes: the second is neither nervous nor old.
    let Some((word, load)) = text.split_whitespace().nth(1).and_then(|word| Some((word, hundredths(word)?))) else {
        return Check::skipped(CORES, "/proc/loadavg has no load in it");
    };
    let found = format!("{cores}, load {word} over five minutes");
    if u64::try_from(cores).is_ok_and(|cores| load > BUSY.saturating_mul(cores)) {
        let remedy = "top shows which programs they are; run fewer bots here, or less beside them";
        return Check::warning(CORES, format_args!("{found}: decisions wait for a core"), remedy);
    }
    Check::ok(CORES, found)
}

/// The kernel writes loads with two digits behind the point.
fn hundredths(word: &str) -> Option<u64> {
    let (whole, part) = word.split_once('.').filter(|(_, part)| part.len() == 2)?;
    let number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u64>().ok())?;
    number(whole)?.checked_mul(100)?.checked_add(number(part)?)
}

const MEMORY: &str = "memory";
const MIB: u64 = 1024;
/// KiB for a process: somewhat more than that of one bot was seen to have resident.
const PROCESS: u64 = 8 * MIB;
/// KiB for each bot of a squad, beside the process, likewise.
const MEMBER: u64 = MIB;
/// KiB below which the kernel ends programs, whatever runs.
const NOTHING: u64 = 16 * MIB;

/// KiB for the bots that are configured here.
#[must_use]
pub fn needed(folder: &Folder) -> u64 {
    let needed = |kind: &Kind| match kind {
        Kind::Bot => PROCESS,
        Kind::Squad(bots) => u64::try_from(*bots).unwrap_or(u64::MAX).saturating_mul(MEMBER).saturating_add(PROCESS),
        Kind::Other | Kind::Unclear(_) => 0,
    };
    folder.known().iter().map(|instance| needed(&instance.kind)).fold(0, u64::saturating_add)
}

/// Checks that there is memory for the bots that are configured here, which need this many KiB.
#[must_use]
pub fn memory(facts: &Facts, needed: u64) -> Check {
    let (Some(all), Some(available)) = (facts.memory_kib, facts.available_kib) else {
        return Check::skipped(MEMORY, "/proc/meminfo does not say how much is available");
    };
    let found = format!("{} MiB available of {}", available / MIB, all / MIB);
    let remedy = "ps -eo rss,comm --sort=-rss | head shows which programs use most; end some, or run fewer bots here";
    if available < NOTHING {
        Check::error(MEMORY, format_args!("{found}: the kernel is about to end programs"), remedy)
    } else if available < needed {
        let bots = facts.instances;
        Check::warning(MEMORY, format_args!("{found}; {bots} bots may need {}", needed / MIB), remedy)
    } else {
        Check::ok(MEMORY, found)
    }
}

const ROOT: &str = "root";
const MOUNTS: &str = "/proc/mounts";

/// Checks that the root file system can be written to, and keeps what is written.
#[must_use]
pub fn root(machine: &Machine) -> Check {
    let text = match machine.read(MOUNTS) {
        Ok(text) => text,
        Err(error) => return Check::unread(ROOT, MOUNTS, &error),
    };
    // Device, folder, type, options; what is mounted last hides what was there.
    let mut rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let Some(root) = rows.rfind(|row| row.len() >= 4 && row[1] == "/") else {
        return Check::skipped(ROOT, "/proc/mounts does not have it");
    };
    let (device, kind) = (root[0], root[2]);
    let mut options = root[3].split(',');
    if options.clone().any(|option| option == "ro") {
        return Check::error(
            ROOT,
            format_args!("{device} ({kind}) is read-only: no release can be installed, no log is kept"),
            "sudo mount -o remount,rw / (if it was not meant so, dmesg | grep -iE 'mmc|ext4' may tell of a dying card)",
        );
    }
    let memory = device == "overlayroot" || options.any(|option| option.starts_with("lowerdir=/media/root-ro"));
    if memory {
        return Check::warning(
            ROOT,
            "changes are kept in memory only (overlay file system): releases and settings are gone after a restart",
            "sudo raspi-config nonint do_overlayfs 1 && sudo reboot, while something is to be installed",
        );
    }
    Check::ok(ROOT, format_args!("{device} ({kind}) can be written to"))
}

const SPACE: &str = "space";
/// KiB below which neither a release nor the journal is safe.
const LITTLE: u64 = 64 * MIB;
/// KiB below which a card wears quickly: it moves its data about within what is free.
const TIGHT: u64 = 512 * MIB;
const REMEDY: &str = "sudo journalctl --vacuum-size=50M && sudo apt clean";

/// Checks the free space for releases and the journal; also gives that for releases, in KiB.
#[must_use]
pub fn space(machine: &Machine) -> (Check, Option<u64>) {
    let lib = if machine.has("/var/lib") { "/var/lib" } else { "/" };
    let mut paths = vec![lib];
    paths.extend(["/var/log"].into_iter().filter(|path| machine.has(path)));
    let real: Vec<String> = paths.iter().map(|path| machine.real(path).display().to_string()).collect();
    let mut command = vec!["df", "-P", "-k", "--"];
    command.extend(real.iter().map(String::as_str));
    let text = match machine.runner.run(&command) {
        Ok(text) => text,
        Err(error) => return (Check::skipped(SPACE, format_args!("df {error}")), None),
    };
    // One line for each path, after a line of titles.
    let rows: Vec<(u64, u64)> = text.lines().skip(1).filter_map(row).collect();
    if rows.len() != paths.len() {
        return (Check::skipped(SPACE, "df says nothing that can be read"), None);
    }
    let shown = |(path, (size, free)): (&&str, &(u64, u64))| format!("{} MiB of {} for {path}", free / MIB, size / MIB);
    let free = paths.iter().zip(&rows).map(shown).collect::<Vec<_>>().join(", ");
    let least = rows.iter().map(|(_, free)| *free).min().unwrap_or(0);
    let check = if least < LITTLE {
        Check::error(SPACE, format_args!("{free} free: too little"), REMEDY)
    } else if least < TIGHT {
        Check::warning(SPACE, format_args!("{free} free: a full card wears quickly"), REMEDY)
    } else {
        Check::ok(SPACE, format_args!("{free} free"))
    };
    (check, rows.first().map(|(_, free)| *free))
}

/// The size and what is free of it in KiB, of `DEVICE SIZE USED FREE PERCENT% FOLDER`; devices and folders may have spaces in them.
fn row(line: &str) -> Option<(u64, u64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // Three numbers before the percentage; a file system without blocks has a dash there.
    let percent = words.iter().position(|word| word.ends_with('%') || *word == "-").filter(|&at| at >= 4)?;
    let number = |at: usize| words[at].parse().ok();
    number(percent - 2)?;
    Some((number(percent - 3)?, number(percent - 1)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};
    use crate::doctor::machine::RunError;

    fn loaded(load: &[u8], cores: Option<usize>) -> Check {
        let drawn = Drawn::new();
        drawn.bytes("/proc/loadavg", load);
        super::cores(&drawn.machine(), &Facts { cores, ..Facts::default() })
    }

    #[test]
    fn loads() {
        assert_check(&loaded(b"9.00 2.15 1.00 2/150 4711\n", Some(4)), State::Ok, "4, load 2.15", "");
        assert_check(&loaded(b"0.00 6.10 1.00 2/150 4711\n", Some(4)), State::Warning, "wait for a core", "top");
        assert_check(&loaded(b"0.00 0.10 1.00 2/150 4711\n", None), State::Skipped, "does not say", "");
    }

    #[test]
    fn no_load() {
        let facts = Facts { cores: Some(4), ..Facts::default() };
        assert_check(&cores(&Drawn::new().machine(), &facts), State::Skipped, "no /proc/loadavg", "");
        for bytes in GARBAGE
            .iter()
            .chain([&b"0 nan 0"[..], b"0 inf 0", b"0 -1.00 0", b"0 1.+5 0", b"0 1.5 0", b"0 .50 0"].iter())
        {
            let state = loaded(bytes, Some(4)).state;
            assert_eq!(state, State::Skipped, "{bytes:?}");
        }
    }

    fn left(available_mib: u64, instances: usize) -> Check {
        let (memory_kib, available_kib) = (Some(512 * MIB), Some(available_mib * MIB));
        let needed = u64::try_from(instances).unwrap().saturating_mul(PROCESS);
        memory(&Facts { memory_kib, available_kib, instances, ..Facts::default() }, needed)
    }

    #[test]
    fn a_squad_is_one_process() {
        let drawn = Drawn::new();
        drawn
            .file("/etc/boardbots/a.conf", "run = vindinium\n")
            .file("/etc/boardbots/b.conf", "run = squad\nbots = x, y, z\n")
            .file("/etc/boardbots/c.conf", "run = arena\n");
        assert_eq!(needed(&Folder::read(&drawn.machine(), "/etc/boardbots")), (8 + 8 + 3) * MIB);
    }

    #[test]
    fn memory_and_instances() {
        assert_check(&left(64, 8), State::Ok, "64 MiB available of 512", "");
        assert_check(&left(63, 8), State::Warning, "8 bots may need 64", "ps -eo rss");
        assert_check(&left(15, 0), State::Error, "about to end programs", "ps -eo rss");
        assert_check(&left(400, usize::MAX), State::Warning, "400 MiB", "fewer bots");
    }

    #[test]
    fn a_kernel_that_does_not_say() {
        assert_check(&memory(&Facts::default(), 0), State::Skipped, "/proc/meminfo", "");
    }

    fn mounted(mounts: &str) -> Check {
        let drawn = Drawn::new();
        drawn.file(MOUNTS, mounts);
        root(&drawn.machine())
    }

    #[test]
    fn roots() {
        let others = "proc /proc proc ro 0 0\n/dev/mmcblk0p1 /boot/firmware vfat ro,relatime 0 0\n";
        let card = "/dev/mmcblk0p2 / ext4 rw,noatime,errors=remount-ro 0 0\n";
        assert_check(&mounted(&format!("{others}{card}")), State::Ok, "/dev/mmcblk0p2 (ext4)", "");
        let broken = "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n";
        assert_check(&mounted(&format!("{broken}{others}")), State::Error, "read-only", "remount,rw /");
        assert_check(&mounted(&format!("{broken}{card}")), State::Ok, "can be written", "");
        assert_check(&mounted(&format!("{card}{broken}")), State::Error, "read-only", "dmesg");
    }

    #[test]
    fn overlays() {
        let kept = "overlay / overlay rw,lowerdir=/var/lib/docker/l,upperdir=/u,workdir=/w 0 0\n";
        assert_check(&mounted(kept), State::Ok, "overlay", "");
        let lost = "overlayroot / overlay rw,relatime,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay 0 0\n";
        assert_check(&mounted(lost), State::Warning, "gone after a restart", "raspi-config");
    }

    #[test]
    fn no_root() {
        assert_check(&root(&Drawn::new().machine()), State::Skipped, "no /proc/mounts", "");
        for bytes in GARBAGE {
            let drawn = Drawn::new();
            drawn.bytes(MOUNTS, bytes);
            assert_eq!(root(&drawn.machine()).state, State::Skipped, "{bytes:?}");
        }
    }

    const TITLE: &str = "Filesystem     1024-blocks    Used Available Capacity Mounted on\n";

    fn both(opt: &str, log: &str) -> (Check, Option<u64>) {
        let mut drawn = Drawn::new();
        drawn.folder("/var/lib").folder("/var/log");
        drawn.says("df -P -k -- /var/lib /var/log", Ok(&format!("{TITLE}{opt}\n{log}\n")));
        space(&drawn.machine())
    }

    #[test]
    fn the_tightest_counts() {
        let card = "/dev/mmcblk0p2      29806724 3145728  25310208      12% /";
        let (found, free) = both(card, card);
        assert_check(&found, State::Ok, "24717 MiB of 29108 for /var/lib, 24717 MiB of 29108 for /var/log free", "");
        assert_eq!(free, Some(25_310_208));
        let (found, free) = both(card, "log disk 102400 2400 100000 3% /var/log of mine");
        assert_check(&found, State::Warning, "97 MiB of 100 for /var/log", "vacuum-size");
        assert_eq!(free, Some(25_310_208));
        let (found, free) = both("/dev/mmcblk0p2 29806724 29806000 724 100% /", card);
        assert_check(&found, State::Error, "0 MiB of 29108 for /var/lib", "apt clean");
        assert_eq!(free, Some(724));
        assert_check(&both("none 0 0 0 - /", card).0, State::Error, "0 MiB of 0", "");
    }

    #[test]
    fn folders_that_are_not_there_are_not_asked_for() {
        let mut drawn = Drawn::new();
        drawn.says("df -P -k -- /", Ok(&format!("{TITLE}/dev/root 4194304 1 4194303 1% /\n")));
        let (found, free) = space(&drawn.machine());
        assert_check(&found, State::Ok, "4095 MiB of 4096 for / free", "");
        assert_eq!(free, Some(4_194_303));
    }

    #[test]
    fn where_df_says_nothing() {
        let mut drawn = Drawn::new();
        assert_check(&space(&drawn.machine()).0, State::Skipped, "df is not installed", "");
        drawn.says("df -P -k -- /", Err(RunError::Late));
        assert_check(&space(&drawn.machine()).0, State::Skipped, "df does not answer in time", "");
        for text in ["", TITLE, "\n\n\n", "x\n%\n", "x\n1 2 3 4 5\n", "x\na b c d 5% /\n", "x\na -1 -2 -3 5% /\n"] {
            drawn.says("df -P -k -- /", Ok(text));
            let (found, free) = space(&drawn.machine());
            assert_check(&found, State::Skipped, "nothing that can be read", "");
            assert_eq!(free, None, "{text:?}");
        }
    }
}
