//! Progress bars on terminals, and the board of the demo.

use crate::play::terminal::Terminal;

#[test]
fn a_bar_is_never_wider_than_the_terminal() {
    let game = ["match", "tron:strong,depth=1", "tron:course,depth=1", "--games", "40"];
    for (columns, has_bar) in [(30, false), (80, false), (130, true)] {
        let drawn = Terminal::program(&game, columns).drawn();
        let progress: Vec<&String> = drawn.iter().filter(|text| text.contains("/40 games")).collect();
        assert!(!progress.is_empty(), "{drawn:?}");
        for text in progress {
            assert!(text.chars().count() <= columns.into(), "{columns}: {text}");
            assert_eq!(text.contains('['), has_bar, "{columns}: {text}");
        }
    }
}

#[test]
fn the_demo_shows_its_board_where_there_is_room() {
    for (columns, has_board) in [(60, false), (100, true)] {
        let drawn = Terminal::program(&["demo", "--exit", "--seed", "3", "--depth", "1", "--fast"], columns).drawn();
        let is_drawn = |what: &str| drawn.iter().any(|text| text.contains(what));
        assert!(is_drawn("/1200 turns") && is_drawn("Replay: "), "{drawn:?}");
        for what in ["$-", "##", "@4", " boardbots "] {
            assert_eq!(is_drawn(what), has_board, "{what}: {drawn:?}");
        }
    }
}
