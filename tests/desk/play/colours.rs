//! Colours where they are wanted, and only there.

use crate::play::table::{command, run};

const ESCAPE: char = '\u{1b}';

#[test]
fn pipes_get_no_colours_unless_forced() {
    for game in ["desconecta4", "tron"] {
        let plain = run(command(&[game, "--depth", "2"]), b"0\nhelp\nhint\n");
        assert!(plain.code == Some(0) && !plain.out.contains(ESCAPE), "{}", plain.out);
        let never = run(command(&[game, "--depth", "2", "--colour", "never"]), b"0\nhelp\nhint\n");
        assert_eq!(never.out, plain.out);
        let forced = run(command(&[game, "--depth", "2", "--colour", "always"]), b"0\nhelp\nhint\n");
        assert!(forced.out.contains("\u{1b}[32m"), "{}", forced.out);
        // Letter by letter the same.
        let mut bare = String::new();
        let mut rest = forced.out.as_str();
        while let Some((before, behind)) = rest.split_once(ESCAPE) {
            bare.push_str(before);
            rest = behind.split_once('m').expect("a colour").1;
        }
        bare.push_str(rest);
        let trimmed: Vec<&str> = bare.lines().map(str::trim_end).collect();
        assert_eq!(trimmed, plain.out.lines().collect::<Vec<_>>());
    }
}

#[test]
fn no_color_is_heard_and_an_option_is_stronger() {
    let coloured = |color: &str, term: &str, option: &str| {
        let mut command = command(&["desconecta4", "--side", "both", "--colour", option]);
        command.env("NO_COLOR", color).env("TERM", term);
        run(command, b"3\n").out.contains(ESCAPE)
    };
    assert!(!coloured("1", "xterm", "auto"));
    assert!(!coloured("", "dumb", "auto"));
    assert!(coloured("1", "dumb", "always"));
    assert!(!coloured("", "xterm", "never"));
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    let mut child = command(&["desconecta4", "--side", "none", "--depth", "3"]).spawn().expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("our child");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
