//! What is worked out for a map that stays.

use super::grids::{TRAP, length, map_text};
use super::{Files, check_elements};
use serde_json::Value;
use std::fs;

#[test]
fn the_jump_graph_is_one_more_algorithm() {
    let files = Files::new(&[("trap.map", &map_text(&TRAP))]);
    let (code, out, err) = files.run("trap.map --from 3,3 --to 11,3 --prepared --svg a.svg");
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 9, "{out}");
    assert!(lines[6].starts_with("jump graph") && lines[6].ends_with("  18+0√2 = 18.0000"), "{out}");
    assert!(lines[7].starts_with("jump points: prepared in ") && lines[7].ends_with(" bytes a cell"), "{out}");
    assert!(lines[8].starts_with("jump graph: prepared in ") && lines[8].ends_with(" bytes a cell"), "{out}");
    let svg = fs::read_to_string(files.path("a.svg")).unwrap();
    assert_eq!(svg.matches("<polyline").count(), 5);
    check_elements(&svg);

    let all = files.json("trap.map --queries 60 --seed 5 --prepared");
    for query in all["queries"].as_array().unwrap() {
        assert_eq!(length(&query["jump_graph"]), length(&query["dijkstra"]), "{query}");
        assert!(query["jump_graph"]["expanded"].as_u64() <= query["jump_points"]["expanded"].as_u64(), "{query}");
    }
    let prepared = all["prepared"].as_array().unwrap();
    let names: Vec<&str> = prepared.iter().filter_map(|each| each["algorithm"].as_str()).collect();
    assert_eq!(names, ["jump points", "jump graph"]);
    let bytes: Vec<u64> = prepared.iter().filter_map(|each| each["bytes"].as_u64()).collect();
    // Of water and of ground.
    assert!(bytes[0] > 0 && bytes[0] < bytes[1] && bytes[1] < 2 * 128 * 12 * 7, "{bytes:?}");
    assert!(prepared.iter().all(|each| each["seconds"].as_f64().is_some()), "{prepared:?}");
    assert_eq!(files.json("trap.map").get("prepared"), None::<&Value>);
}

/// Single walls here and there on wide ground: from each one sees too many others.
#[test]
fn what_would_not_pay_is_said() {
    let wall = |x: u32, y: u32| (x * 7 + y * 13).is_multiple_of(29);
    let row = |y| (0..60).map(|x| if wall(x, y) { '@' } else { '.' }).collect::<String>();
    let rows: Vec<String> = (0..60).map(row).collect();
    let files = Files::new(&[("wide.map", &map_text(&rows.iter().map(String::as_str).collect::<Vec<_>>()))]);
    let (code, out, err) = files.run("wide.map --prepared --queries 5");
    assert_eq!(code, 0, "{err}");
    assert!(err.starts_with("boardbots: wide.map: no jump graph: it would have more than seven jumps"), "{err}");
    assert!(out.lines().count() == 6 && !out.contains("jump graph"), "{out}");
}
