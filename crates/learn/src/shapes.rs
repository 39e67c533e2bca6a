//! Sets of patterns, named by a few words.
//!
//! | word | patterns |
//! |---|---|
//! | `cells` | every cell by itself |
//! | `columns2`, `columns3` | two or three cells one above the other |
//! | `rows2`, `rows3` | two or three cells side by side |
//! | `diagonals2`, `diagonals3` | two or three cells on a diagonal |
//! | `none` | alone: no patterns, for a net |
//! | `walks20` | twenty random walks over three cells, from a cell to any neighbour |

use boardbots_base::invalid::InputError;
use boardbots_game::learned::patterns::{Group, Layout, Patterns};
use fastrand::Rng;
use std::collections::HashSet;

/// The words of the most useful patterns.
pub const USUAL: &str = "cells,columns2,rows2,diagonals2";
/// The word for no patterns at all.
const NONE: &str = "none";
/// The seed of walks.
const SEED: u64 = 1;
/// Cells of a walk.
const LENGTH: usize = 3;
/// Walks that are tried for each that is wanted.
const TRIES: usize = 100;

/// The patterns of these words, with commas between them. No two are the same cells, or mirror images.
///
/// # Errors
/// Fails for an unknown word, or if there are too many patterns.
pub fn patterns(words: &str, layout: Layout) -> Result<Patterns, InputError> {
    let (mut groups, mut seen) = (Vec::new(), HashSet::new());
    for word in words.split(',').filter(|_| words != NONE) {
        let at = word.find(|letter: char| letter.is_ascii_digit()).unwrap_or(word.len());
        let (name, number) = word.split_at(at);
        let found = match (name, number.parse::<usize>().ok()) {
            ("cells", None) if number.is_empty() => lines(layout, &[(0, 0)], 1),
            ("columns", Some(length @ 2..=3)) => lines(layout, &[(1, 0)], length),
            ("rows", Some(length @ 2..=3)) => lines(layout, &[(0, 1)], length),
            ("diagonals", Some(length @ 2..=3)) => lines(layout, &[(1, 1), (-1, 1)], length),
            ("walks", Some(count @ 1..=64)) => walks(layout, count, &seen),
            _ => {
                return Err(InputError::new(format_args!(
                    "\"{word}\" names no patterns; there are cells, columns2, columns3, rows2, rows3, diagonals2, \
                     diagonals3, walks1 to walks64"
                )));
            }
        };
        groups.extend(found.into_iter().filter(|group| seen.insert(key(layout, group))));
    }
    Patterns::new(layout, groups)
}

/// The key that a group shares with the same cells in another order and with its images.
fn key(layout: Layout, group: &Group) -> Group {
    let image = |image| {
        let mut group: Group = group.iter().map(|cell| layout.image(*cell, image)).collect();
        group.sort_unstable();
        group
    };
    (0..layout.images).map(image).min().expect("the group itself")
}

/// All straight lines of this many cells.
fn lines(layout: Layout, steps: &[(i8, i8)], length: usize) -> Vec<Group> {
    let mut all = Vec::new();
    for (rows, columns) in steps {
        for cell in layout.cells() {
            let line = std::iter::successors(Some(cell), |cell| layout.beside(*cell, *rows, *columns)).take(length);
            let line: Group = line.collect();
            all.extend((line.len() == length).then_some(line));
        }
    }
    all
}

/// This many random walks that are not known, or as many as are found.
fn walks(layout: Layout, count: usize, known: &HashSet<Group>) -> Vec<Group> {
    let (mut rng, cells) = (Rng::with_seed(SEED), layout.cells().collect::<Vec<_>>());
    let (mut all, mut seen) = (Vec::new(), known.clone());
    for _ in 0..count * TRIES {
        let mut walk = Group::new();
        walk.push(cells[rng.usize(..cells.len())]);
        while walk.len() < LENGTH {
            let next = layout.beside(walk[walk.len() - 1], rng.i8(-1..=1), rng.i8(-1..=1));
            walk.extend(next.filter(|cell| !walk.contains(cell)));
        }
        if all.len() < count && seen.insert(key(layout, &walk)) {
            all.push(walk);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout { boards: 1, rows: 6, columns: 7, stride: 7, phases: 3, stages: 2, images: 2 };

    #[test]
    fn words_name_patterns() {
        for (words, groups, terms, weights) in [
            ("cells", 24, 42, 24 * 8 * 3),
            ("columns2", 20, 35, 20 * 64 * 2),
            ("columns3", 16, 28, 16 * 512 * 2),
            ("rows2", 18, 36, 18 * 64 * 2),
            ("diagonals2", 30, 60, 30 * 64 * 2),
            ("cells,cells,columns2", 44, 77, 24 * 24 + 20 * 128),
            ("walks10", 10, 20, 10 * 1024),
        ] {
            let patterns = patterns(words, LAYOUT).expect(words);
            assert_eq!((patterns.all.len(), patterns.terms(), patterns.weights), (groups, terms, weights), "{words}");
        }
        let plain = Layout { images: 1, ..LAYOUT };
        assert_eq!(
            patterns("rows3,diagonals3", plain).unwrap_err().to_string(),
            "the patterns have more than 32768 weights"
        );
        assert_eq!(patterns("cells,rows2", plain).unwrap().terms(), 78);
        for words in ["", "cells,", "cells2", "columns", "columns4", "walks0", "walks65", "lines"] {
            assert!(patterns(words, LAYOUT).unwrap_err().contains("names no patterns; there are cells,"), "{words}");
        }
    }
}
