//! What is printed.

use super::{run, table};

#[test]
fn the_stronger_player_is_above_the_weaker() {
    let players = ["deep=desconecta4:strong,depth=4", "flat=desconecta4:strong,depth=1"];
    let output = run(&[&players[..], &["--games", "60"]].concat());
    let shown = table(&output);
    assert!(shown.starts_with("desconecta4, 60 games\n"), "{shown}");
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[2].starts_with("deep") && lines[3].starts_with("flat"), "{shown}");
    assert!(shown.contains("deep - flat: pairs ["), "{shown}");
    let progress = String::from_utf8_lossy(&output.stderr);
    assert!(progress.contains("60 of 60 games  deep: +"), "{progress}");

    let json = run(&[&players[..], &["--games", "60", "--json"]].concat());
    let sheet: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!((&sheet["games"], &sheet["players"][0]["name"]), (&60.into(), &"deep".into()));
    let pairs: u64 =
        sheet["pairings"][0]["pairs"].as_array().expect("counts").iter().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(pairs, 30);
    let row = &sheet["players"][0];
    assert_eq!(
        row["wins"].as_u64().zip(row["draws"].as_u64()).zip(row["losses"].as_u64()).map(|((a, b), c)| a + b + c),
        Some(60)
    );
    assert!(row["times_us"]["decisions"].as_u64() > Some(100));
}
