//! `boardbots path` on hex maps.

#[path = "../../../benches/common/routes.rs"]
mod routes;

use super::{Files, check_elements};
use boardbots_battletech::catalogue;
use boardbots_battletech::hex::{Hex, Side};
use boardbots_battletech::map::{Cell, Map, Object, Terrain};
use boardbots_battletech::movement::cost::WoodsCost;
use boardbots_battletech::movement::ground::{Ground, OnFoot};
use boardbots_battletech::notation::map::write;
use routes::Routes;
use serde_json::Value;
use std::fs;

/// A pass between hills, woods in it and a lake behind; `#` is a building that does not bear 50 tons, and
/// the last hex of the first row stands on a cliff.
const PASS: [&str; 6] =
    ["0.0.0.3.0.0.9.", "0.0f0.3.0.0.0.", "0.0F0.1.0.0~0.", "0.0.0.2f0%1~0.", "0.0.0.3.0.0.0.", "0.0.0#3.0.0.0."];

/// The map of rows of hexes: a level and a letter each, as in the drawings of the game.
fn drawn(rows: &[&str]) -> Map {
    let (width, height) = (rows[0].len() / 2, rows.len());
    let cells = vec![Cell::OPEN; width * height];
    let mut map = Map::new(width.try_into().unwrap(), height.try_into().unwrap(), cells).unwrap();
    for (row, text) in (0..).zip(rows) {
        for (column, word) in (0..).zip(text.as_bytes().chunks(2)) {
            let level = i16::from(word[0] - b'0');
            let cell = match word[1] {
                b'f' => Cell { level, object: Some(Object::LightWoods), ..Cell::OPEN },
                b'F' => Cell { level, object: Some(Object::HeavyWoods), ..Cell::OPEN },
                b'#' => Cell { level, object: Some(Object::LightBuilding), strength: 40, ..Cell::OPEN },
                b'~' => Cell { level: -level, terrain: Terrain::Water, ..Cell::OPEN },
                b'%' => Cell { level, terrain: Terrain::Swamp, ..Cell::OPEN },
                _ => Cell { level, ..Cell::OPEN },
            };
            *map.cell_mut(Hex::new(column, row)) = cell;
        }
    }
    map
}

/// A folder with the map of rows and with all maps that come with the game, and these.
fn maps() -> (Files, Vec<(String, Map)>) {
    let files = Files::new(&[]);
    let known = catalogue::MAPS.iter().map(|entry| (entry.name.to_owned(), catalogue::map_of(entry.name).unwrap()));
    let maps: Vec<_> = [("pass".to_owned(), drawn(&PASS))].into_iter().chain(known).collect();
    for (name, map) in &maps {
        files.write(&format!("{name}.sbt"), &write(map));
    }
    (files, maps)
}

fn cost(answer: &Value) -> u64 {
    answer["cost"].as_u64().unwrap()
}

/// What the game's own routes say that a query costs.
fn routed(map: &Map, routes: &mut Routes, query: &Value) -> u64 {
    let (from, side) = query["from"].as_str().unwrap().split_once(':').unwrap();
    let hex = |digits: &str| map.index(Hex::parse(digits.as_bytes()).unwrap());
    let facing = Side::from_number(side.parse().unwrap()).unwrap().index();
    let start = u32::try_from(hex(from) * 6 + facing).unwrap();
    routes.find(start, hex(query["to"].as_str().unwrap()), &mut Vec::new()).unwrap().into()
}

#[test]
fn one_query() {
    let (files, _) = maps();
    let (code, out, err) = files.run("pass.sbt --from 0101:3 --to 0701");
    // The cliff is too high.
    assert_eq!((code, err.as_str(), out.matches("no path").count()), (0, "", 3), "{out}");
    let (code, out, err) = files.run("pass.sbt --from 0303 --to 0503");
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 5, "{out}");
    assert_eq!(lines[0], "pass.sbt: 7 x 6 hexes, heuristic hex, from 0303:1 to 0503");
    assert!(lines[1].ends_with("  cost") && lines[2].starts_with("Dijkstra") && lines[4].starts_with("A*"), "{out}");
    // Into the pass, which lies half a hex lower, and out of it: two turns, up by one, one turn back, down.
    assert!(lines[2].ends_with("  7") && lines[4].ends_with("  7"), "{out}");
    let query = &files.json("pass.sbt --from 0303 --to 0503")["queries"][0];
    assert_eq!((&query["from"], &query["to"]), (&"0303:1".into(), &"0503".into()));
    assert!(query["a_star"]["expanded"].as_u64() < query["dijkstra"]["expanded"].as_u64(), "{query}");
    let here = files.json("pass.sbt --from 0303:5 --to 0303");
    assert_eq!((cost(&here["total"]["a_star"]), &here["total"]["a_star"]["expanded"]), (0, &0.into()));
}

/// The oracles: Dijkstra's algorithm, which needs no estimate, and the routes of the game.
#[test]
fn the_hex_heuristic_is_exact() {
    let (files, maps) = maps();
    for (name, map) in &maps {
        let ground = Ground::new(map, WoodsCost::Added);
        let mut routes = Routes::new(&OnFoot { ground: &ground, map, tons: 50 });
        let all = files.json(&format!("{name}.sbt --queries 200 --seed 3"));
        assert_eq!((&all["heuristic"], all["queries"].as_array().unwrap().len()), (&"hex".into(), 200));
        for query in all["queries"].as_array().unwrap() {
            let best = routed(map, &mut routes, query);
            assert_eq!(["dijkstra", "a_star"].map(|name| cost(&query[name])), [best; 2], "{name}: {query}");
            assert!(cost(&query["greedy"]) >= best, "{name}: {query}");
        }
        assert_eq!(all["total"]["a_star"]["dearer"], 0);
        let expanded = |name: &str| all["total"][name]["expanded"].as_u64().unwrap();
        assert!(expanded("a_star") < expanded("dijkstra"), "{name}");
        // The same seed asks the same queries.
        let other = files.json(&format!("{name}.sbt --queries 200 --seed 3 --heuristic manhattan"));
        assert_eq!(all["queries"][9]["from"], other["queries"][9]["from"]);
    }
}

#[test]
fn the_manhattan_heuristic_is_never_cheaper() {
    let (files, maps) = maps();
    let mut dearer = 0;
    for (name, _) in &maps {
        let all = files.json(&format!("{name}.sbt --queries 200 --heuristic manhattan"));
        assert_eq!(all["heuristic"], "manhattan");
        let (mut count, mut sum, mut most) = (0_u32, 0.0, 0.0_f64);
        for query in all["queries"].as_array().unwrap() {
            let (best, found) = (cost(&query["dijkstra"]), cost(&query["a_star"]));
            assert!(found >= best, "{name}: {query}");
            if found > best {
                let share = |name: &str| query[name]["cost"].as_f64().unwrap();
                let excess = share("a_star") / share("dijkstra") - 1.0;
                (count, sum, most) = (count + 1, sum + excess, most.max(excess));
            }
        }
        let total = &all["total"]["a_star"];
        assert_eq!(total["dearer"], count, "{name}");
        assert!((total["mean_excess"].as_f64().unwrap() - sum / f64::from(count.max(1))).abs() < 1e-9, "{total}");
        assert!((total["most_excess"].as_f64().unwrap() - most).abs() < 1e-9, "{total}");
        dearer += count;
    }
    assert!(dearer > 0, "some estimate is too high for some path");
    let (code, out, err) = files.run("colinas.sbt --queries 200 --heuristic manhattan");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("colinas.sbt: 15 x 17 hexes, heuristic manhattan, 200 random queries, seed 1\n"), "{out}");
    assert!(out.lines().nth(1).unwrap().contains("dearer"), "{out}");
    assert!(out.lines().last().unwrap().contains(" % "), "{out}");
}

#[test]
fn pictures() {
    let (files, _) = maps();
    let (code, _, err) = files.run("pass.sbt --from 0303:2 --to 0703 --svg a.svg");
    assert_eq!((code, err.as_str()), (0, ""));
    let svg = fs::read_to_string(files.path("a.svg")).unwrap();
    check_elements(&svg);
    assert!(svg.contains("<title>pass.sbt, from 0303:2 to 0703</title>"), "{svg}");
    let counts = ["<use href=\"#map\"/>", "<polyline", "<circle cx", "class=\"h\""];
    // The hexes stand once; three panels have a path and both its ends. The shape of smoke has three circles.
    assert_eq!(counts.map(|part| svg.matches(part).count()), [3, 3, 6 + 3, 42]);
    let answer = files.json("pass.sbt --from 0303:2 --to 0703");
    let panels = svg.split("</defs>\n<rect").nth(1).unwrap().split("<text").skip(1);
    for (panel, (label, name)) in panels.zip([("Dijkstra", "dijkstra"), ("greedy", "greedy"), ("A*", "a_star")]) {
        let figures = &answer["queries"][0][name];
        let said = format!("{} nodes, cost {}<", figures["expanded"], figures["cost"]);
        assert!(panel.contains(label) && panel.contains(&said), "{panel}");
        // Each hex once, in the shade of its first facing.
        let hexes: usize =
            panel.lines().filter(|line| line.starts_with("<path")).map(|line| line.matches('M').count()).sum();
        assert!(hexes <= 42 && hexes as u64 <= figures["expanded"].as_u64().unwrap(), "{panel}");
        let points = panel.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        // Columns are 48 apart and rows 56; the first column's first hex has its middle at 32,28.
        assert!(points.starts_with("128,140 ") && points.ends_with(" 320,140"), "{points}");
    }
    assert_eq!(files.run("pass.sbt --svg b.svg").0, 0);
    check_elements(&fs::read_to_string(files.path("b.svg")).unwrap());
    assert_eq!(files.run("pass.sbt --from 0101 --to 0701 --svg c.svg").0, 0);
    assert!(!fs::read_to_string(files.path("c.svg")).unwrap().contains("<polyline"));
}

#[test]
fn what_is_wrong() {
    let (files, _) = maps();
    let text = String::from_utf8(write(&drawn(&PASS))).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    files.write("short.sbt", lines[..lines.len() - 1].join("\n").as_bytes());
    files.write("terrain.sbt", [&lines[..4], &["7"], &lines[5..]].concat().join("\n").as_bytes());
    files.write("wide.sbt", b"mapaSBT\n100\n1\n");
    files.write("mech.sbt", b"defmechSBT\n");
    files.write("weak.sbt", &write(&drawn(&["0#0#"])));
    files.write("marked.sbt", &[b"\xef\xbb\xbf", &write(&drawn(&["0.0."]))[..]].concat());
    for (arguments, code, says) in [
        ("short.sbt", 3, "short.sbt:843: expected whether there is a road over a side: True or False; found the end"),
        ("terrain.sbt", 3, "terrain.sbt:5: expected terrain: a number from 0 to 3; found \"7\""),
        ("wide.sbt", 3, "wide.sbt:2: expected height in hexes: a number from 1 to 99; found \"100\""),
        ("mech.sbt", 3, "mech.sbt:1: expected `type octile` (grid map) or `mapaSBT` (hex map); found \"defmechSBT\""),
        ("weak.sbt", 3, "weak.sbt: expected a place where one can walk; found none"),
        ("pass.sbt --from 0801 --to 0101", 2, "--from 0801: outside the map of 7 x 6 hexes"),
        ("pass.sbt --from 0101 --to 0306", 2, "--to 0306: the building there does not bear a mech of 50 tons"),
        ("pass.sbt --from 0101:7 --to 0201", 2, "--from 0101:7: expected a hex, such as 0203, or a hex and a side"),
        ("pass.sbt --from 1,1 --to 2,1", 2, "--from 1,1: expected a hex, such as 0203, or a hex and a side"),
        ("pass.sbt --from 0101 --to 0201:1", 2, "--to 0201:1: expected a hex, such as 0203"),
        ("pass.sbt --scen a.scen", 2, "--scen: is for grid maps, and pass.sbt is a hex map; leave it out"),
        ("pass.sbt --prepared", 2, "--prepared: is for grid maps, and pass.sbt is a hex map; leave it out"),
        ("pass.sbt --directions 4", 2, "--directions: is for grid maps, and pass.sbt is a hex map; leave it out"),
        ("pass.sbt --heuristic octile", 2, "--heuristic"),
        ("pass.sbt --svg none/c.svg", 3, "--svg none/c.svg: cannot be written"),
    ] {
        let (found, out, err) = files.run(arguments);
        assert_eq!((found, out.as_str()), (code, ""), "{arguments}: {err}");
        assert!(err.contains(says), "{arguments}: {err}");
    }
    assert_eq!(files.run("marked.sbt").0, 0);
}
