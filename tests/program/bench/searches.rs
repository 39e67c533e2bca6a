//! The bench as a process.

use crate::bench::{json, printed, refused};
use serde_json::Value;
use std::path::Path;

#[test]
fn two_runs_have_the_same_signature() {
    for game in ["desconecta4", "tron", "vindinium"] {
        let arguments = ["bench", "--game", game, "--depth", "4", "--json"];
        let (first, second) = (json(&arguments), json(&arguments));
        let signature = first["signature"].as_u64().expect("a number");
        assert_eq!(second["signature"], signature);
        let sheet = &first["games"][0];
        assert_eq!((&sheet["game"], first["games"].as_array().map(Vec::len)), (&game.into(), Some(1)));
        assert_eq!((&sheet["depths"][0]["nodes"], &sheet["depths"][0]["depth"]), (&signature.into(), &4.into()));
        assert!(sheet["positions"].as_u64() >= Some(12) && signature > 100, "{sheet}");
        assert_eq!(sheet["perft"].is_object(), game != "vindinium", "{sheet}");
    }
}

#[test]
fn the_text_says_the_same() {
    let arguments = ["bench", "--game", "desconecta4", "--depth", "3", "--tree"];
    let report = json(&[&arguments[..], &["--json"]].concat());
    let text = printed(&arguments);
    let signature = format!("signature {}", report["signature"]);
    assert_eq!(text.lines().last(), Some(signature.as_str()));
    assert!(text.contains("perft 8: 5673570 leaves, 57462 ended"), "{text}");
    let tree = &report["games"][0]["tree"][0];
    for count in [&report["signature"], &tree["minimal"]] {
        assert!(text.contains(&format!(" {count} ")), "{count}: {text}");
    }
    let ratio = |of: &str| tree[of]["ratio"].as_f64().expect("a number");
    assert!(ratio("with_table") > 0.1 && ratio("without_table") >= ratio("with_table"), "{tree}");
}

#[test]
fn threads_are_compared_up_to_the_cores() {
    let arguments = ["bench", "--threads", "--game", "desconecta4", "--depth", "4"];
    let report = json(&[&arguments[..], &["--json"]].concat());
    let cores = report["cores"].as_u64().expect("a number");
    let rows = report["games"][0]["threads"].as_array().expect("rows");
    let threads: Vec<_> = rows.iter().map(|row| row["threads"].as_u64().expect("a number")).collect();
    assert_eq!(threads, (0..10).map(|n| 1 << n).filter(|count| *count <= cores.max(1)).collect::<Vec<_>>());
    let positive = |row: &Value, key: &str| row[key].as_f64().is_some_and(|number| number > 0.0);
    assert!(rows.iter().all(|row| ["seconds", "times_as_fast", "ceiling"].iter().all(|key| positive(row, key))));
    assert_eq!(rows[0]["nodes"], 1.0);
    let text = printed(&arguments);
    assert!(text.starts_with("desconecta4: 32 positions, 4 plies deep, "), "{text}");
    assert_eq!(text.lines().count(), 2 + rows.len() + 1, "{text}");
}

#[test]
fn the_signature_is_that_of_the_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/signature");
    let due = std::fs::read_to_string(file).expect("the signature of this version");
    let renew = "if that is meant: cargo run --release -- bench --signature > benches/signature";
    assert_eq!(printed(&["bench", "--signature"]), due, "{renew}");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    refused(&[
        (&["bench", "--game", "chess"], "desconecta4"),
        (&["bench", "--depth", "0"], "from 1 to 32"),
        (&["bench", "--depth", "33"], "from 1 to 32"),
        (&["bench", "--signature", "--depth", "3"], "--depth"),
        (&["bench", "--signature", "--json"], "--json"),
        (&["bench", "--signature", "--threads"], "--threads"),
        (&["bench", "--deep", "--threads"], "--deep"),
        (&["bench", "m1"], "m1"),
    ]);
}
