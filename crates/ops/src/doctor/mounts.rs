//! The root file system: writable or not.

use super::check::Check;
use super::machine::Machine;

const NAME: &str = "root";
const MOUNTS: &str = "/proc/mounts";

/// Checks that the root file system can be written to, and keeps what is written.
#[must_use]
pub fn check(machine: &Machine) -> Check {
    let text = match machine.read(MOUNTS) {
        Ok(text) => text,
        Err(error) => return Check::unread(NAME, MOUNTS, &error),
    };
    // Device, folder, type, options; what is mounted last hides what was there.
    let mut rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let Some(root) = rows.rfind(|row| row.len() >= 4 && row[1] == "/") else {
        return Check::skipped(NAME, "/proc/mounts does not have it");
    };
    let (device, kind) = (root[0], root[2]);
    let mut options = root[3].split(',');
    if options.clone().any(|option| option == "ro") {
        return Check::error(
            NAME,
            format_args!("{device} ({kind}) is read-only: no release can be installed, no log is kept"),
            "sudo mount -o remount,rw / (if it was not meant so, dmesg | grep -iE 'mmc|ext4' may tell of a dying card)",
        );
    }
    let memory = device == "overlayroot" || options.any(|option| option.starts_with("lowerdir=/media/root-ro"));
    if memory {
        return Check::warning(
            NAME,
            "changes are kept in memory only (overlay file system): releases and settings are gone after a restart",
            "sudo raspi-config nonint do_overlayfs 1 && sudo reboot, while something is to be installed",
        );
    }
    Check::ok(NAME, format_args!("{device} ({kind}) can be written to"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

    fn with(mounts: &str) -> Check {
        let drawn = Drawn::new();
        drawn.file(MOUNTS, mounts);
        check(&drawn.machine())
    }

    #[test]
    fn roots() {
        let others = "proc /proc proc ro 0 0\n/dev/mmcblk0p1 /boot/firmware vfat ro,relatime 0 0\n";
        let card = "/dev/mmcblk0p2 / ext4 rw,noatime,errors=remount-ro 0 0\n";
        assert_check(&with(&format!("{others}{card}")), State::Ok, "/dev/mmcblk0p2 (ext4)", "");
        let broken = "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n";
        assert_check(&with(&format!("{broken}{others}")), State::Error, "read-only", "remount,rw /");
        assert_check(&with(&format!("{broken}{card}")), State::Ok, "can be written", "");
        assert_check(&with(&format!("{card}{broken}")), State::Error, "read-only", "dmesg");
    }

    #[test]
    fn overlays() {
        let kept = "overlay / overlay rw,lowerdir=/var/lib/docker/l,upperdir=/u,workdir=/w 0 0\n";
        assert_check(&with(kept), State::Ok, "overlay", "");
        let lost = "overlayroot / overlay rw,relatime,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay 0 0\n";
        assert_check(&with(lost), State::Warning, "gone after a restart", "raspi-config");
    }

    #[test]
    fn no_root() {
        assert_check(&check(&Drawn::new().machine()), State::Skipped, "no /proc/mounts", "");
        for bytes in GARBAGE {
            let drawn = Drawn::new();
            drawn.bytes(MOUNTS, bytes);
            assert_eq!(check(&drawn.machine()).state, State::Skipped, "{bytes:?}");
        }
    }
}
