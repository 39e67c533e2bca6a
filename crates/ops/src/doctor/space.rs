//! Free space: for releases below `/opt`, and for the journal below `/var/log`.

use super::check::Check;
use super::machine::Machine;

const NAME: &str = "space";
const MIB: u64 = 1024;
/// KiB below which neither a release nor the journal is safe.
const LITTLE: u64 = 64 * MIB;
/// KiB below which a card wears quickly: it moves its data about within what is free.
const TIGHT: u64 = 512 * MIB;
const REMEDY: &str = "sudo journalctl --vacuum-size=50M && sudo apt clean";

/// Checks the free space for releases and the journal; also gives that for releases, in KiB.
#[must_use]
pub fn check(machine: &Machine) -> (Check, Option<u64>) {
    let opt = if machine.has("/opt") { "/opt" } else { "/" };
    let mut paths = vec![opt];
    paths.extend(["/var/log"].into_iter().filter(|path| machine.has(path)));
    let real: Vec<String> = paths.iter().map(|path| machine.real(path).display().to_string()).collect();
    let mut command = vec!["df", "-P", "-k", "--"];
    command.extend(real.iter().map(String::as_str));
    let text = match machine.runner().run(&command) {
        Ok(text) => text,
        Err(error) => return (Check::skipped(NAME, format_args!("df {error}")), None),
    };
    // One line for each path, after a line of titles.
    let rows: Vec<Row> = text.lines().skip(1).filter_map(row).collect();
    if rows.len() != paths.len() {
        return (Check::skipped(NAME, "df says nothing that can be read"), None);
    }
    let shown = |(path, row): (&&str, &Row)| format!("{} MiB of {} for {path}", row.free / MIB, row.size / MIB);
    let free = paths.iter().zip(&rows).map(shown).collect::<Vec<_>>().join(", ");
    let least = rows.iter().map(|row| row.free).min().unwrap_or(0);
    let check = if least < LITTLE {
        Check::error(NAME, format_args!("{free} free: too little"), REMEDY)
    } else if least < TIGHT {
        Check::warning(NAME, format_args!("{free} free: a full card wears quickly"), REMEDY)
    } else {
        Check::ok(NAME, format_args!("{free} free"))
    };
    (check, rows.first().map(|row| row.free))
}

/// Sizes in KiB.
struct Row {
    size: u64,
    free: u64,
}

/// `DEVICE SIZE USED FREE PERCENT% FOLDER`; devices and folders may have spaces in them.
fn row(line: &str) -> Option<Row> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // Three numbers before the percentage; a file system without blocks has a dash there.
    let percent = words.iter().position(|word| word.ends_with('%') || *word == "-").filter(|&at| at >= 4)?;
    let number = |at: usize| words[at].parse().ok();
    number(percent - 2)?;
    Some(Row { size: number(percent - 3)?, free: number(percent - 1)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, assert_check};
    use crate::doctor::runner::Unrun;

    const TITLE: &str = "Filesystem     1024-blocks    Used Available Capacity Mounted on\n";

    fn both(opt: &str, log: &str) -> (Check, Option<u64>) {
        let mut drawn = Drawn::new();
        drawn.folder("/opt").folder("/var/log");
        drawn.says("df -P -k -- /opt /var/log", Ok(&format!("{TITLE}{opt}\n{log}\n")));
        check(&drawn.machine())
    }

    #[test]
    fn the_tightest_counts() {
        let card = "/dev/mmcblk0p2      29806724 3145728  25310208      12% /";
        let (found, free) = both(card, card);
        assert_check(&found, State::Ok, "24717 MiB of 29108 for /opt, 24717 MiB of 29108 for /var/log free", "");
        assert_eq!(free, Some(25_310_208));
        let (found, free) = both(card, "log disk 102400 2400 100000 3% /var/log of mine");
        assert_check(&found, State::Warning, "97 MiB of 100 for /var/log", "vacuum-size");
        assert_eq!(free, Some(25_310_208));
        let (found, free) = both("/dev/mmcblk0p2 29806724 29806000 724 100% /", card);
        assert_check(&found, State::Error, "0 MiB of 29108 for /opt", "apt clean");
        assert_eq!(free, Some(724));
        assert_check(&both("none 0 0 0 - /", card).0, State::Error, "0 MiB of 0", "");
    }

    #[test]
    fn folders_that_are_not_there_are_not_asked_for() {
        let mut drawn = Drawn::new();
        drawn.says("df -P -k -- /", Ok(&format!("{TITLE}/dev/root 4194304 1 4194303 1% /\n")));
        let (found, free) = check(&drawn.machine());
        assert_check(&found, State::Ok, "4095 MiB of 4096 for / free", "");
        assert_eq!(free, Some(4_194_303));
    }

    #[test]
    fn where_df_says_nothing() {
        let mut drawn = Drawn::new();
        assert_check(&check(&drawn.machine()).0, State::Skipped, "df is not installed", "");
        drawn.says("df -P -k -- /", Err(Unrun::Late));
        assert_check(&check(&drawn.machine()).0, State::Skipped, "df does not answer in time", "");
        for text in ["", TITLE, "\n\n\n", "x\n%\n", "x\n1 2 3 4 5\n", "x\na b c d 5% /\n", "x\na -1 -2 -3 5% /\n"] {
            drawn.says("df -P -k -- /", Ok(text));
            let (found, free) = check(&drawn.machine());
            assert_check(&found, State::Skipped, "nothing that can be read", "");
            assert_eq!(free, None, "{text:?}");
        }
    }
}
