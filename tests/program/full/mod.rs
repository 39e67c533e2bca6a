//! Commands that only the full program has.

mod arena;
mod battletech;
mod rules;
mod services;
mod solve;

use crate::wrong_words::run;

#[test]
fn a_value_is_quoted_once() {
    for (words, value) in [
        ("arena --listen abc", "abc"),
        ("arena --keep 30x", "30x"),
        ("tables --think 1y", "1y"),
        ("arena --players-per-address 0", "0"),
        ("rules chess", "chess"),
        ("vindinium --server http://a --bot nobody", "nobody"),
    ] {
        let (code, _, said) = run(words);
        assert_eq!((code, said.matches(&format!("\"{value}\"")).count()), (Some(2), 1), "{words}: {said}");
        assert!(!said.contains(&format!("'{value}'")), "{words}: {said}");
    }
}

#[test]
fn all_bots_are_listed_and_can_be_named() {
    let (code, out, _) = run("bots --json");
    assert_eq!(code, Some(0));
    let rows: Vec<serde_json::Value> = serde_json::from_str(&out).expect("a list");
    let (_, plain, _) = run("bots");
    for game in boardbots_catalog::all() {
        let of_game: Vec<_> = rows.iter().filter(|row| row["game"] == game.name()).collect();
        let bots: Vec<&str> = of_game.iter().map(|row| row["bot"].as_str().expect("a bot")).collect();
        assert_eq!(bots.len(), game.offers().len(), "{game}");
        for (row, bot) in of_game.iter().zip(&bots) {
            assert!(boardbots_catalog::player(bot).is_ok() && plain.contains(bot), "{bot}");
            assert!(row["character"].as_str().is_some_and(|text| text.len() > 10), "{row}");
        }
        assert!(of_game.is_sorted_by(|a, b| a["strength"].as_u64() >= b["strength"].as_u64()), "{game}");
        let (_, only, _) = run(&format!("bots {game}"));
        assert!(plain.contains(&only) && bots.iter().all(|bot| only.contains(bot)), "{only}");
    }
    let (_, help, _) = run("match --help");
    assert!(help.contains("strong, course, learned") && help.contains("boardbots bots"), "{help}");
}
