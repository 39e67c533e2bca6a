//! The page of a game whose players have names that are meant to break out of it.

use super::{run, table, text};
use sha2::{Digest, Sha256};
use std::fmt::Write;

const HOSTILE: &str = "</script></pre><img src onerror><script>alert(1)</script>&\"'";

#[test]
fn no_name_breaks_out_of_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let [record, page] = ["match.jsonl", "page.html"].map(|name| folder.path().join(name));
    let players = [&format!("{HOSTILE}=desconecta4:course"), "desconecta4:strong", "--depth", "1", "--games", "2"];
    table(&run(&[&players[..], &["--record", text(&record)]].concat()));
    assert!(run(&["replay", text(&record), "0", "--page", text(&page)]).status.success());
    let page = std::fs::read_to_string(page).expect("a page");
    assert_eq!(
        (page.matches("<script").count(), page.matches("</script").count(), page.matches("<img").count()),
        (1, 1, 0)
    );
    let shown =
        "&lt;/script&gt;&lt;/pre&gt;&lt;img src onerror&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;";
    assert!(page.contains(shown), "{page}");
    assert!(!page.contains("http://") && !page.contains("https://"), "it loads nothing");
}

#[test]
fn only_the_script_of_the_page_may_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let kept = format!("{}/tests/kept/data/match-tron.jsonl", env!("CARGO_MANIFEST_DIR"));
    assert!(run(&["replay", &kept, "0", "--page", text(&page)]).status.success());
    let page = std::fs::read_to_string(page).expect("a page");
    let (before, rest) = page.split_once("<script>").expect("a script");
    let script = rest.split_once("</script>").expect("its end").0;
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; script-src 'sha256-{}'",
        base64(&Sha256::digest(script))
    );
    assert!(before.contains(&policy), "{policy}: {before}");
}

/// Base64 of a hash.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = bytes.iter().fold(String::new(), |mut bits, byte| {
        let _ = write!(bits, "{byte:08b}");
        bits
    });
    let digits = bits.as_bytes().chunks(6).map(|six| {
        let six = format!("{:0<6}", String::from_utf8_lossy(six));
        char::from(LETTERS[usize::from_str_radix(&six, 2).expect("bits")])
    });
    let text: String = digits.collect();
    format!("{text:=<width$}", width = bytes.len().div_ceil(3) * 4)
}
