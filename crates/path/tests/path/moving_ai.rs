//! Texts of maps and scenarios that are not as they should be.

use boardbots_path::moving_ai::{TextError, map, scenarios};

/// A map of three columns and two rows.
const MAP: &str = "type octile\nheight 2\nwidth 3\nmap\n.G@\nS.T\n";
/// Two scenarios, with an empty line before each.
const SCENARIOS: &str = "version 1\n\n0\ta.map\t5\t4\t0\t1\t1\t2\t1.41421\n\n9 a.map 5 4 4 3 0 0 5.6 \n";

/// Line, what is expected and what is found, in short.
fn told(error: &TextError) -> String {
    format!("{} {} | {}", error.line, error.expected, error.found.as_deref().unwrap_or("END"))
}

#[test]
fn maps() {
    for (old, new, says) in [
        (MAP, "", "1 `type octile` | END"),
        ("octile", "tile", "1 `type octile` | type tile"),
        ("height 2", "width 3", "2 `height` and a number from 1 to 2048 | width 3"),
        ("height 2", "height", "2 `height` and a number from 1 to 2048 | height"),
        ("height 2", "height 0", "2 `height` and a number from 1 to 2048 | height 0"),
        ("height 2", "height -1", "2 `height` and a number from 1 to 2048 | height -1"),
        ("width 3", "width 2049", "3 `width` and a number from 1 to 2048 | width 2049"),
        ("width 3", "width 99999999999", "3 `width` and a number from 1 to 2048 | width 99999999999"),
        ("width 3", "width 3 4", "3 `width` and a number from 1 to 2048 | width 3 4"),
        ("map\n", "maps\n", "4 `map` | maps"),
        (".G@\n", ".G@.\n", "5 3 cells | .G@."),
        (".G@\n", ".Gx\n", "5 only the cells . G S @ O T W | .Gx"),
        (".G@\n", ".Gñ\n", "5 only the cells . G S @ O T W | .Gñ"),
        (".G@\n", "\n", "5 3 cells | "),
        ("S.T\n", "", "6 row 2 of 2 | END"),
        ("S.T\n", "S.T\n\n...\n", "8 nothing after 2 rows | ..."),
    ] {
        let text = MAP.replacen(old, new, 1);
        assert_eq!(told(&map(&text).expect_err(&text)), says);
    }
    for same in [MAP.replace('\n', "\r\n"), format!("{MAP}\n \n"), MAP.trim_end().to_owned()] {
        assert_eq!(map(&same), map(MAP), "{same:?}");
    }
    // A line of an error is not longer than one can read.
    let wide = MAP.replace("S.T", &"x".repeat(5000));
    assert_eq!(map(&wide).unwrap_err().found.unwrap().len(), 40);
}

#[test]
fn lists_of_scenarios() {
    for (old, new, says) in [
        (SCENARIOS, "", "1 `version 1` | END"),
        ("version 1", "version 2", "1 `version 1` | version 2"),
        ("0\ta.map", "x\ta.map", "3 a bucket | x"),
        ("\t1.41421", "", "3 the length of the path | END"),
        ("1.41421", "long", "3 the length of the path | long"),
        ("1.41421", "-1", "3 the length of the path | -1"),
        ("1.41421", "inf", "3 the length of the path | inf"),
        ("1.41421", "NaN", "3 the length of the path | NaN"),
        ("1.41421", "1.41421\t7", "3 nothing after the length | 7"),
        ("5 4 4 3", "-5 4 4 3", "5 columns | -5"),
        ("5 4 4 3", "5 4.5 4 3", "5 rows | 4.5"),
        ("5 4 4 3", "5 4 5 3", "5 the start's column below 5 | 5"),
        ("5 4 4 3", "5 4 4 4", "5 the start's row below 4 | 4"),
        ("4 3 0 0", "4 3 7 0", "5 the goal's column below 5 | 7"),
        ("4 3 0 0", "4 3 0 99999999999", "5 the goal's row | 99999999999"),
        ("9 a.map", "9", "5 the goal's row | 5.6"),
        ("9 a.map 5 4 4 3 0 0 5.6", "9", "5 the file of the map | END"),
    ] {
        let text = SCENARIOS.replacen(old, new, 1);
        assert_eq!(told(&scenarios(&text).expect_err(&text)), says);
    }
    let list = scenarios(SCENARIOS).unwrap();
    assert_eq!((list[0].line, list[1].line, list[1].bucket), (3, 5, 9));
    assert_eq!(scenarios("version 1.0").unwrap(), []);
}

/// Lengths as a file writes them, and the precision of each.
#[test]
fn precisions_are_those_of_the_file() {
    for (lengths, due) in [
        (&["5.6"][..], &[1e-1][..]),
        (&["5"], &[1.0]),
        // Six digits, without zeros at the end.
        (
            &["1", "1.41421", "18", "24.0711", "137.5", "204.066", "1000", "1337.21"],
            &[5, 5, 4, 4, 3, 3, 2, 2].map(|digits| 10.0_f64.powi(-digits)),
        ),
        // Two decimals, with and without zeros.
        (&["3.41", "18.00", "24.07", "137.50", "1337.20"], &[1e-2; 5]),
        (&["3.41", "18", "24.07", "137.5", "1337.21"], &[1e-2; 5]),
        // Powers of ten, however far.
        (&["1.5e3", "2E-2"], &[100.0, 1e-2]),
        (&["1e-999", "1e-99999999999999999999", "1e300"], &[1e-15, 1e-15, 1e15]),
        (&["1.", ".5", "+2.50"], &[1e-2; 3]),
    ] {
        let lines = lengths.iter().map(|length| format!("0 a.map 5 4 0 1 1 2 {length}\n"));
        let list = scenarios(&format!("version 1\n{}", lines.collect::<String>())).unwrap();
        for (scenario, due) in list.iter().zip(due) {
            assert!((scenario.precision / due - 1.0).abs() < 1e-9, "{lengths:?}: {scenario:?}, not {due}");
        }
    }
}

#[test]
fn lengths_agree_to_the_last_digit_written() {
    let list = scenarios("version 1\n0 a.map 5 4 0 1 1 2 24.07\n").unwrap();
    let agree = |length: f64| list[0].agrees(length);
    assert!(agree(24.0711) && agree(24.0651) && agree(24.0749));
    assert!(!agree(24.08) && !agree(24.0640) && !agree(24.0760) && !agree(f64::NAN));
}
