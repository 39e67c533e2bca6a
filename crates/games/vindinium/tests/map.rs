//! Map texts: what is read, what is refused and where, and the named maps.

use super::oddities;
use crate::board::{Board, Cell, Dir, OFF_BOARD, Tile};
use crate::map::{self, MapError, owner_char, owner_of};
use crate::{generator, rules};
use fastrand::Rng;

fn error(text: &str) -> MapError {
    map::parse(text).expect_err("no map")
}

#[test]
fn every_error_says_where() {
    assert_eq!(error(""), MapError::Empty);
    assert_eq!(error("\n\r\n\n"), MapError::Empty);
    assert_eq!(error("@1@2\n@3"), MapError::Heroes(3));
    assert_eq!(error("  "), MapError::Heroes(0));
    assert_eq!(error("@1@2@3@4@5"), MapError::Heroes(5));
    assert_eq!(error("@0@1@2@3@4@5@6@7@8@9"), MapError::Heroes(10));
    assert_eq!(error("@1@2@3@4\n    @1"), MapError::HeroTwice(2, 5, '1'));
    assert_eq!(error("\n\n@1@2@3@4\n  @5#"), MapError::Tile(4, 5, "# ".into()));
    assert_eq!(error("@1@2@3@4 \n"), MapError::OddLine(1));
    assert_eq!(error("@1@2\n@3@4 \n@3@4 "), MapError::OddLine(2), "the first of the longest");
    assert_eq!(error("\n@1@2@3@4\n##?x"), MapError::Tile(3, 3, "?x".into()));
    assert_eq!(error("@1@2@3@4\n#"), MapError::Tile(2, 1, "# ".into()));
    assert_eq!(error("@1@2@3@x"), MapError::Tile(1, 7, "@x".into()));
    assert_eq!(error("@1@2\n@3@4\n####"), MapError::NotSquare(3, 2));
    assert_eq!(error(&format!("@1@2@3@4{}", "  ".repeat(25))), MapError::TooLarge(29));
    assert_eq!(error("@1@2@3@4\nää  "), MapError::Tile(2, 1, "ää".into()), "columns count characters");
    assert_eq!(error("@1@2@3@4\n##äöx "), MapError::Tile(2, 3, "äö".into()));
}

#[test]
fn errors_speak_of_what_they_found() {
    for (text, words) in [
        ("@1@2\n@3", &["four", "found 3"][..]),
        ("@1@2@3@4\n    @1", &["line 2", "column 5", "hero 1"]),
        ("\n@1@2@3@4\n##?x", &["line 3", "column 3", "?x"]),
        ("@1@2\n@3@4 ", &["line 2", "two characters"]),
        ("@1@2\n@3@4\n####", &["3 rows", "2 columns"]),
        ("", &["empty"]),
    ] {
        let message = error(text).to_string();
        for word in words {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
    }
    assert!(error(&" ".repeat(100)).to_string().contains("28 by 28"));
}

#[test]
fn line_ends_blank_lines_and_short_rows() {
    let plain = map::parse("@1  $-\n@2[]  \n@3@4##").expect("a map");
    for text in [
        "@1  $-\r\n@2[]  \r\n@3@4##\r\n",
        "\n\n@1  $-\n@2[]\n@3@4##\n\n\n",
        "\r\n@1  $-\r\n@2[]\r\n@3@4##",
        "@1  $?\n@2[]  \n@3@4##",
        "@1  $ \n@2[]  \n@3@4##",
    ] {
        assert_eq!(map::parse(text).expect("a map"), plain, "{text:?}");
    }
    // A line of spaces is a row; missing rows are air.
    let spaced = map::parse("        \n@1@2@3@4").expect("a map");
    assert_eq!(spaced.board.size(), 4);
    assert_eq!(spaced.board.starts, [4, 5, 6, 7]);
    assert_eq!(spaced.board.tile(15), Tile::Air);
    // A blank line in the middle is a row of air as well.
    let gap = map::parse("@1@2@3@4\n\n####").expect("a map");
    assert_eq!((gap.board.tile(4), gap.board.tile(8), gap.board.tile(10)), (Tile::Air, Tile::Wall, Tile::Air));
    // A short row of odd length may end in a mine's sign.
    assert_eq!(map::parse("@1@2@3@4\n##$").expect("a map").board.mines[..], [5]);
}

#[test]
fn any_four_digits_are_heroes_in_their_order() {
    let map = map::parse("@9@2@0@5").expect("a map");
    assert_eq!(map.board.starts, [2, 1, 3, 0]);
    assert!(map.text().starts_with("@4@2@1@3\n"));
}

#[test]
fn owned_mines() {
    let map = map::parse("@1@2@3@4\n$1$4$9$0\n$-$2$x$ ").expect("a map");
    assert_eq!(map.owned, [(0, 0), (1, 3), (2, 8), (3, 9), (5, 1)]);
    let state = map.start(100, false);
    assert_eq!(state.heroes.map(|h| h.mines), [1, 1, 0, 1]);
    assert_eq!(map.text(), "@1@2@3@4\n$1$4$9$0\n$-$2$-$-\n        ");
    for digit in ('0'..='9').chain(['-']) {
        assert_eq!(owner_char(owner_of(digit)), digit);
    }
    assert_eq!(owner_of('x'), rules::NEUTRAL);
}

#[test]
fn texts_round_trip() {
    let mut rng = Rng::with_seed(21);
    for _ in 0..100 {
        let map = generator::generate(&mut rng).expect("a map");
        assert_eq!(map::parse(&map.text()).as_ref(), Ok(&map), "\n{}", map.text());
    }
    for _ in 0..300 {
        let map = map::parse(&oddities::text(&mut rng)).expect("a map");
        assert_eq!(map::parse(&map.text()).as_ref(), Ok(&map), "\n{}", map.text());
    }
}

#[test]
fn mutated_texts_never_panic() {
    let mut rng = Rng::with_seed(22);
    let scraps = ["@", "$", "#", "[", "]", " ", "\n", "\r", "1", "@1", "ä", "\u{0}", "🍺", "  ", "##", "\n\n", "-"];
    let (mut good, mut bad) = (0, 0);
    for _ in 0..3000 {
        let mut chars: Vec<char> = oddities::text(&mut rng).chars().collect();
        for _ in 0..rng.usize(1..6) {
            let at = rng.usize(0..=chars.len());
            match rng.u8(0..4) {
                0 => chars.truncate(at),
                1 => drop(chars.drain(at.saturating_sub(2)..at)),
                _ => {
                    let scrap = scraps[rng.usize(0..scraps.len())];
                    chars.splice(at..at, scrap.chars());
                }
            }
        }
        let text: String = chars.into_iter().collect();
        match map::parse(&text) {
            Ok(map) => {
                good += 1;
                assert_eq!(map::parse(&map.text()), Ok(map), "{text:?}");
            }
            Err(error) => {
                bad += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(good > 100 && bad > 100, "{good} maps, {bad} errors");
}

/// Which cells can be walked to from another.
fn reached(board: &Board, from: Cell) -> Vec<bool> {
    let mut seen = vec![false; board.cells()];
    let mut open = vec![from];
    while let Some(cell) = open.pop() {
        if std::mem::replace(&mut seen[usize::from(cell)], true) {
            continue;
        }
        let next = Dir::AROUND.map(|dir| board.step(cell, dir));
        open.extend(next.into_iter().filter(|&c| c != OFF_BOARD && board.tile(c) == Tile::Air));
    }
    seen
}

#[test]
fn named_maps() {
    for (name, size, mines) in
        [("m1", 10, 4), ("m2", 12, 8), ("m3", 20, 14), ("m4", 18, 12), ("m5", 18, 20), ("m6", 16, 4)]
    {
        let map = map::parse(map::named(name).expect(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let board = &map.board;
        assert_eq!((board.size(), board.mines.len()), (size, mines), "{name}");
        assert!(map.owned.is_empty(), "{name}");
        assert!(!board.taverns.is_empty(), "{name}");
        for (hero, &start) in board.starts.iter().enumerate() {
            let seen = reached(board, start);
            for &goal in board.mines.iter().chain(&board.taverns) {
                assert!(board.neighbours(goal).any(|c| seen[usize::from(c)]), "{name}: hero {} and {goal}", hero + 1);
            }
            assert!(board.spawns.iter().all(|&spawn| seen[usize::from(spawn)]), "{name}");
        }
    }
    for unknown in ["m0", "m7", "M1", "m1 ", ""] {
        assert_eq!(map::named(unknown), None);
    }
}
