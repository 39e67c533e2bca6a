//! Progress bars on terminals.

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
