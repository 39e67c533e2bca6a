//! The kernel's command line, and where it is written down.

use super::machine::Machine;

/// The files from which the firmware of a Raspberry Pi reads it: since Debian 12, and before. Releases in between have
/// both, and the second only says that it has moved.
const FILES: [&str; 2] = ["/boot/firmware/cmdline.txt", "/boot/cmdline.txt"];

/// The command, or the advice, that adds a parameter to the kernel's command line.
#[must_use]
pub fn remedy(machine: &Machine, parameter: &str) -> String {
    let Some((file, text)) = FILES.iter().find_map(|file| Some((file, machine.read(file).ok()?))) else {
        return format!("add {parameter} to the kernel's command line in the boot loader's settings, and restart");
    };
    if text.split_whitespace().any(|word| word == parameter) {
        return format!("{file} has {parameter} already: sudo reboot");
    }
    format!("sudo sed -i '1s/$/ {parameter}/' {file} && sudo reboot")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::drawn::Drawn;

    #[test]
    fn the_file_that_the_firmware_reads() {
        let drawn = Drawn::new();
        assert!(remedy(&drawn.machine(), "a=b").contains("boot loader"));
        drawn.file("/boot/cmdline.txt", "console=tty1 root=x\n");
        assert_eq!(remedy(&drawn.machine(), "a=b"), "sudo sed -i '1s/$/ a=b/' /boot/cmdline.txt && sudo reboot");
        drawn.file("/boot/firmware/cmdline.txt", "console=tty1 root=x\n");
        assert_eq!(
            remedy(&drawn.machine(), "a=b"),
            "sudo sed -i '1s/$/ a=b/' /boot/firmware/cmdline.txt && sudo reboot"
        );
    }

    #[test]
    fn what_is_written_down_already_needs_a_restart_only() {
        let drawn = Drawn::new();
        drawn.file("/boot/firmware/cmdline.txt", "console=tty1 a=b root=x\n");
        assert_eq!(remedy(&drawn.machine(), "a=b"), "/boot/firmware/cmdline.txt has a=b already: sudo reboot");
    }
}
