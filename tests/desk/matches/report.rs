//! The page of a match, and from whom Elo is counted.

use super::{interrupted, run, table, text};
use std::fs;

const PLAYERS: [&str; 3] =
    ["<b>one=desconecta4:strong,depth=2", "two=desconecta4:course,depth=2", "desconecta4:strong,depth=1"];

#[test]
fn a_page_is_written_by_all_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, pages) = (folder.path().join("match.jsonl"), folder.path().join("new/pages"));
    let more = ["--games", "30", "--record", text(&record), "--report", text(&pages), "--anchor", "two"];
    let shown = table(&run(&[&PLAYERS[..], &more].concat()));
    let row = shown.lines().find(|line| line.starts_with("two ")).expect("a player");
    assert!(row.ends_with("+0.0      -"), "{shown}");
    let page = || fs::read_to_string(pages.join("index.html")).expect("a page");
    let first = page();
    assert!(first.starts_with("<!doctype html>") && first.ends_with("</html>\n"));
    assert!(first.contains("&lt;b&gt;one") && !first.contains("<b>one"), "{first}");
    assert!(first.contains("Elo over games") && first.contains("<h1>3 players</h1>"));
    assert!(
        first.contains(" UTC") && first.contains("boardbots match &#39;&lt;b&gt;one=desconecta4:strong,depth=2&#39; "),
        "{first}"
    );
    // Nothing but the page is left in the folder.
    assert_eq!(fs::read_dir(&pages).expect("a folder").count(), 1);

    fs::remove_file(pages.join("index.html")).expect("a page");
    table(&run(&["merge", text(&record), "--report", text(&pages)]));
    assert!(page().contains("boardbots merge") || page().contains("boardbots match merge"));

    let nobody = run(&[&PLAYERS[..], &["--anchor", "three"]].concat());
    assert_eq!(nobody.status.code(), Some(2));
    // Before anything is played.
    let nowhere = run(&[&PLAYERS[..], &["--games", "1000000", "--report", text(&record)]].concat());
    assert_eq!(nowhere.status.code(), Some(3), "{nowhere:?}");
}

#[test]
fn an_interrupted_match_has_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, pages) = (folder.path().join("match.jsonl"), folder.path().join("pages"));
    let more = ["--games", "1000000", "--record", text(&record), "--report", text(&pages)];
    let arguments = [&PLAYERS[1..], &more].concat();
    let output = interrupted(&arguments, || fs::read_to_string(&record).is_ok_and(|text| text.lines().count() >= 20));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("the same command resumes"), "{error}");
    let page = fs::read_to_string(pages.join("index.html")).expect("a page");
    assert!(page.contains("of 1,000,000"), "{page}");
}
