//! Tables of Vindinium, seen again.

use super::{run, table, text};

#[test]
fn every_game_is_the_same_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players = ["vindinium:miner", "vindinium:guard", "vindinium:hunter", "vindinium:random"];
    table(&run(&[&players[..], &["--games", "24", "--turns", "40", "--record", text(&path)]].concat()));
    for number in [0, 7, 23] {
        let output = run(&["replay", text(&path), &number.to_string(), "--again"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let shown = String::from_utf8(output.stdout).expect("text");
        for part in
            [&format!("Game {number} of 24, vindinium\n"), ". miner, place ", ", score ", "length 160, ", "[]", "@4"]
        {
            assert!(shown.contains(part), "{part}: {shown}");
        }
    }
    let record = std::fs::read_to_string(&path).expect("a record");
    let (first, rest) = record.split_once("\"moves\":\"").expect("an opening");
    let (opening, rest) = rest.split_once("\"moves\":\"").expect("moves");
    let bad = format!("{first}\"moves\":\"{opening}\"moves\":\"n{rest}");
    std::fs::write(&path, bad).expect("a file of this test");
    let number = record.lines().nth(1).and_then(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let number = number.expect("a game")["game"].to_string();
    let output = run(&["replay", text(&path), &number]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("behind the end"), "{output:?}");
}

#[test]
fn every_map_has_one_seating_if_so_many_maps_are_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players = ["vindinium:miner", "vindinium:guard", "vindinium:hunter", "vindinium:random"];
    table(&run(&[&players[..], &["--maps", "8", "--turns", "10", "--record", text(&path)]].concat()));
    let record = std::fs::read_to_string(&path).expect("a record");
    let games: Vec<serde_json::Value> =
        record.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect();
    let maps: std::collections::HashSet<String> = games.iter().map(|game| game["opening"].to_string()).collect();
    assert_eq!((games.len(), maps.len()), (8, 8));
    for wrong in [["tron:strong", "tron:strong", "--maps", "4"], ["vindinium:miner", "vindinium:guard", "--maps", "0"]]
    {
        assert_eq!(run(&wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn two_players_share_the_seats_of_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players = ["vindinium:miner", "vindinium:random", "--games", "12", "--turns", "40", "--record", text(&path)];
    let shown = table(&run(&players));
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[2].starts_with("miner       12 ") && lines[3].starts_with("random      12 "), "{shown}");
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    assert_eq!(words(lines[5]).join(" "), "mean first % ± place ± score ± above all ±");
    // By hand from the record: places and gold of the players that mine, and how much more than the mean of its map.
    let record = std::fs::read_to_string(&path).expect("a record");
    let games: Vec<serde_json::Value> =
        record.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect();
    let (mut first, mut places, mut gold, mut all, mut seatings) = (0.0, 0.0, 0.0, 0.0, Vec::new());
    for game in &games {
        let seats: Vec<u64> =
            game["seats"].as_array().expect("seats").iter().filter_map(serde_json::Value::as_u64).collect();
        for (seat, player) in seats.iter().enumerate() {
            let score = game["scores"][seat].as_f64().expect("gold");
            all += score;
            if *player == 0 {
                let place = game["places"][seat].as_f64().expect("a place");
                places += place;
                first += if place < 2.0 { 1.0 } else { 0.0 };
                gold += score;
            }
        }
        seatings.push((game["opening"].to_string(), seats));
    }
    seatings.sort();
    seatings.dedup();
    assert_eq!(seatings.len(), 12, "each of two maps with every seating once");
    let means = words(lines[6]);
    let mean = |column: usize| means[column].parse::<f64>().expect("a number");
    assert!((mean(1) - 100.0 * first / 24.0).abs() < 0.1, "{shown}");
    assert!((mean(3) - places / 24.0).abs() < 0.001, "{shown}");
    assert!((mean(5) - gold / 24.0).abs() < 0.1, "{shown}");
    assert!((mean(7) - (gold / 24.0 - all / 48.0)).abs() < 0.1, "{shown}");
    assert!(mean(3) < 2.0 && mean(7) > 0.0, "a miner beats a hero that walks about: {shown}");
}

#[test]
fn a_pool_meets_its_player_by_lot() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let more = ["--turns", "3", "--games", "56", "--record", text(&path)];
    let shown = table(&run(&[&["vindinium:miner", "--pool", "vindinium"], &more[..]].concat()));
    // 14 units draw 42 opponents: each of the seven others six times, for four games.
    let games = |line: &&str| line.split_whitespace().nth(1).map(str::to_string);
    let lines: Vec<&str> = shown.lines().skip(2).take(8).collect();
    assert_eq!(lines.iter().filter(|line| games(line).as_deref() == Some("56")).count(), 1, "{shown}");
    assert!(lines.iter().any(|line| line.starts_with("miner ") && games(line).as_deref() == Some("56")), "{shown}");
    let file = folder.path().join("pool");
    std::fs::write(&file, "# for practice\nvindinium:random\n").expect("a pool");
    let shown = table(&run(&["vindinium:guard", "--pool", text(&file), "--turns", "3", "--games", "4"]));
    assert!(shown.starts_with("vindinium, 4 games") && shown.contains("random"), "{shown}");
    let told = |arguments: &[&str], part: &str| {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(part), "{output:?}");
    };
    told(&["vindinium:guard", "vindinium:miner", "--pool", "vindinium"], "one player meets the pool; here are 2");
    told(&["vindinium:guard", "--pool", "desconecta4"], "does not play vindinium");
    told(&["vindinium:guard", "--pool", "vindinium", "--format", "gauntlet"], "cannot be used with");
}

#[test]
fn depth_of_a_player_counts_more_than_that_of_the_match() {
    let games = |depth: &str, more: &[&str]| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("match.jsonl");
        let player = format!("one=vindinium:default{depth}");
        let players = [player.as_str(), "vindinium:guard", "vindinium:hunter", "vindinium:random"];
        let arguments = ["--games", "4", "--turns", "15", "--concurrency", "1", "--record", text(&path)];
        table(&run(&[&players[..], &arguments, more].concat()));
        let record = std::fs::read_to_string(&path).expect("a record");
        let moves =
            |line: &str| line.split("\"moves\":\"").nth(2).and_then(|rest| rest.split('"').next()).map(str::to_string);
        record.lines().skip(1).map(moves).collect::<Vec<_>>()
    };
    let own = games(",depth=1", &[]);
    assert!(own.iter().all(|moves| moves.as_ref().is_some_and(|moves| moves.len() == 60)), "{own:?}");
    assert_eq!(games(",depth=1", &["--depth", "5"]), own);
    assert_eq!(games("", &["--depth", "1"]), own);
    assert_ne!(games("", &["--depth", "5"]), own);
}
