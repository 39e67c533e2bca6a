//! The comparison of instruction counts with the expected ones.

#[path = "../../benches/instructions/counts.rs"]
mod counts;

use counts::{Comparison, Counts, compared, read, written};

fn listed(list: &[(&str, u64)]) -> Counts {
    list.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

#[test]
fn what_is_written_is_read_by_the_same_compiler_alone() {
    let found = listed(&[("search", 123), ("a-name-that-is-longer-than-its-column", 4)]);
    let text = written("rustc 1", &found);
    assert_eq!(read(&text, "rustc 1"), Ok(Some(found)));
    assert_eq!(read(&text, "rustc 2"), Ok(None));
    let two = format!("{text}\n[rustc 2]\nsearch 5\n");
    assert_eq!(read(&two, "rustc 2"), Ok(Some(listed(&[("search", 5)]))));
    assert_eq!(read("# nothing\n", "rustc 1"), Ok(None));
}

#[test]
fn lines_that_cannot_be_read_are_named() {
    assert!(read("[rustc 1]\nsearch\n", "rustc 1").unwrap_err().starts_with("line 2: "));
    assert!(read("# x\n\nsearch many\n", "rustc 1").unwrap_err().starts_with("line 3: "));
}

#[test]
fn one_percent_is_borne_in_both_directions() {
    let expected = listed(&[("a", 1000), ("b", 1000), ("c", 1000), ("d", 1000)]);
    let found = listed(&[("a", 1010), ("b", 1011), ("c", 990), ("d", 989)]);
    let Comparison { table, slower, faster, unknown } = compared(&expected, &found);
    assert_eq!((slower, faster, unknown), (vec!["b".to_owned()], vec!["d".to_owned()], vec![]));
    let row = table.lines().nth(2).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["b", "1000", "1011", "+1.10%", "slower"]);
}

#[test]
fn pieces_without_a_count_and_counts_without_a_piece_are_named() {
    let found = compared(&listed(&[("old", 7)]), &listed(&[("new", 7)]));
    assert_eq!(found.unknown, ["new", "old"]);
    assert!(found.slower.is_empty() && found.faster.is_empty());
    assert_eq!(found.table.lines().count(), 3);
}

#[test]
fn a_count_from_nothing_is_slower() {
    assert_eq!(compared(&listed(&[("a", 0)]), &listed(&[("a", 5)])).slower, ["a"]);
}
