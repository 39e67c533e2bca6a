//! `boardbots path` on grid maps.

use super::{Files, check_elements};
use serde_json::Value;
use std::fs;

/// A room with a wall that greedy search runs into, and a cell that cannot be entered.
pub(super) const TRAP: [&str; 7] =
    ["............", ".........T..", ".@@@@@@@.W..", ".......@....", ".@@@@@@@.@@@", "G........@.@", "S........@@@"];

pub(super) fn map_text(rows: &[&str]) -> String {
    format!("type octile\nheight {}\nwidth {}\nmap\n{}\n", rows.len(), rows[0].len(), rows.join("\n"))
}

pub(super) fn length(answer: &Value) -> (u64, u64) {
    (answer["straight"].as_u64().unwrap(), answer["diagonal"].as_u64().unwrap())
}

#[test]
fn one_query() {
    let files = Files::new(&[("trap.map", &map_text(&TRAP))]);
    let (code, out, err) = files.run("trap.map --from 3,3 --to 11,3");
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 6, "{out}");
    assert_eq!(lines[0], "trap.map: 12 x 7 cells, from 3,3 to 11,3");
    // Back to the left, round the wall without cutting its corners, and right again.
    for (line, name) in [(lines[2], "Dijkstra"), (lines[4], "A*"), (lines[5], "jump points")] {
        assert!(line.starts_with(name) && line.ends_with("  18+0√2 = 18.0000"), "{out}");
    }
    let all = files.json("trap.map --from 3,3 --to 11,3");
    let query = &all["queries"][0];
    assert_eq!((&query["from"], &query["to"]), (&serde_json::json!([3, 3]), &serde_json::json!([11, 3])));
    let expanded = |name: &str| query[name]["expanded"].as_u64().unwrap();
    assert!(expanded("a_star") <= expanded("dijkstra") && expanded("greedy") <= expanded("dijkstra"), "{all}");
    assert!(expanded("jump_points") < expanded("a_star"), "{all}");
    assert_eq!(length(&query["a_star"]), (18, 0));
    assert!(query["greedy"]["length"].as_f64() >= query["a_star"]["length"].as_f64());
    // Where it starts.
    let here = files.json("trap.map --from 3,3 --to 3,3");
    assert_eq!((length(&here["total"]["a_star"]), &here["total"]["a_star"]["expanded"]), ((0, 0), &0.into()));
    // Walled in.
    let (code, out, _) = files.run("trap.map --from 3,3 --to 10,5");
    assert_eq!((code, out.matches("no path").count()), (0, 4), "{out}");
}

#[test]
fn random_queries() {
    let files = Files::new(&[("trap.map", &map_text(&TRAP)), ("dot.map", &map_text(&["."]))]);
    let all = files.json("trap.map --queries 60 --seed 5");
    assert_eq!((all["queries"].as_array().unwrap().len(), &all["seed"]), (60, &5.into()));
    let mut sum = (0, 0);
    for query in all["queries"].as_array().unwrap() {
        // The cell that is walled in is reached from itself alone.
        let [best, found, jumped, greedy] =
            ["dijkstra", "a_star", "jump_points", "greedy"].map(|name| length(&query[name]));
        assert_eq!([found, jumped], [best; 2], "{query}");
        assert!(query["greedy"]["length"].as_f64() >= query["dijkstra"]["length"].as_f64(), "{query} {greedy:?}");
        sum = (sum.0 + best.0, sum.1 + best.1);
    }
    assert_eq!([length(&all["total"]["a_star"]), length(&all["total"]["dijkstra"])], [sum, sum]);
    let again = files.json("trap.map --queries 60 --seed 5");
    assert_eq!(again["queries"][7]["from"], all["queries"][7]["from"]);
    assert_ne!(files.json("trap.map --queries 60 --seed 6")["total"]["a_star"]["straight"], 0);
    let (code, out, _) = files.run("trap.map");
    assert!(code == 0 && out.starts_with("trap.map: 12 x 7 cells, 100 random queries, seed 1\n"), "{out}");
    assert_eq!(length(&files.json("dot.map --queries 3")["total"]["greedy"]), (0, 0));
}

#[test]
fn scenarios() {
    let scen = |rows: &[&str]| format!("version 1\n\n{}\n", rows.join("\n"));
    let good = "0\tmaps/trap.map\t12\t7\t0\t0\t3\t1\t3.41421";
    let texts = [
        scen(&[good, "4\tmaps/trap.map\t12\t7\t3\t3\t11\t3\t18"]),
        scen(&[good, "4\tmaps/trap.map\t12\t7\t3\t3\t11\t3\t19.5"]),
        scen(&[good, "4\tmaps/trap.map\t12\t7\t3\t3\t10\t5\t19.5"]),
    ];
    let names = ["good.scen", "wrong.scen", "none.scen"];
    let mut list: Vec<(&str, &str)> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
    let map = map_text(&TRAP);
    list.push(("trap.map", &map));
    let files = Files::new(&list);
    let (code, out, err) = files.run("trap.map --scen good.scen");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("trap.map: 12 x 7 cells, 2 scenarios\n"), "{out}");
    assert!(out.lines().last().unwrap().ends_with("  20+1√2 = 21.4142"), "{out}");
    let (code, out, err) = files.run("trap.map --scen wrong.scen");
    assert_eq!((code, out.lines().count()), (1, 6));
    assert!(err.starts_with("boardbots: wrong.scen:4: expected length 19.5; found 18+0√2 = 18.0000\n"), "{err}");
    assert!(err.ends_with("wrong.scen: 1 of 2 lengths differ\n"), "{err}");
    let (code, out, err) = files.run("trap.map --scen none.scen");
    assert_eq!(code, 1);
    assert!(err.contains("none.scen:4: expected length 19.5; found no path") && out.contains("1 without a path"));
}

/// A file with two decimals, of which a dozen are wrong by one unit of the last.
#[test]
fn lengths_with_two_decimals() {
    let line = |to: u32, length: &str| format!("0\ttrap.map\t12\t7\t0\t0\t{to}\t1\t{length}");
    let right = ["1.00", "1.41", "2.41", "3.41", "4.41", "5.41", "6.41", "7.41"];
    let wrong = ["1.01", "1.42", "2.42", "3.42", "4.42", "5.42", "6.42", "7.42"];
    let lines = |lengths: &[&str]| {
        let lines: Vec<String> = (0..).zip(lengths).map(|(number, length)| line(number % 8, length)).collect();
        format!("version 1\n{}\n", lines.join("\n"))
    };
    let few = lines(&[&right[..], &wrong[..1]].concat());
    let many = lines(&[&right[..], &wrong, &wrong[..5]].concat());
    let map = map_text(&TRAP);
    let files =
        Files::new(&[("trap.map", &map), ("right.scen", &lines(&right)), ("few.scen", &few), ("many.scen", &many)]);
    let (code, out, err) = files.run("trap.map --scen right.scen");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, _, err) = files.run("trap.map --scen few.scen");
    assert_eq!((code, err.lines().count()), (1, 2), "{err}");
    assert!(err.ends_with("few.scen: 1 of 9 lengths differ\n"), "{err}");
    let (code, _, err) = files.run("trap.map --scen many.scen");
    assert_eq!((code, err.lines().count()), (1, 11), "{err}");
    assert!(err.starts_with("boardbots: many.scen:10: expected length 1.01; found 1+0√2 = 1.0000\n"), "{err}");
    assert!(err.ends_with("many.scen: 13 of 21 lengths differ; the first 10 are above\n"), "{err}");
}

/// The rules of the format's page, and lengths by hand.
#[test]
fn water_is_left_by_nobody_and_entered_by_nobody() {
    let water = map_text(&["WWW.", "WWW.", "SG..", "TW@O"]);
    let scen = |lines: &[&str]| format!("version 1.0\n{}\n", lines.join("\n"));
    let line = |ends: &str, length: &str| format!("0\twater.map\t4\t4\t{ends}\t{length}").replace(',', "\t");
    let swims =
        [line("0,0,2,1", "2.41421356"), line("3,0,0,2", "4.41421"), line("1,3,1,3", "0"), line("2,0,0,1", "2.41421")];
    let swims: Vec<&str> = swims.iter().map(String::as_str).collect();
    let files = Files::new(&[("water.map", &water), ("swims.scen", &scen(&swims))]);
    // No corner is cut between the one and the other: 3,0 3,1 3,2 and then along the row.
    let (_, _, err) = files.run("water.map --scen swims.scen");
    assert_eq!(err.lines().next(), Some("boardbots: swims.scen:3: expected length 4.41421; found 5+0√2 = 5.0000"));
    for (from, to, due) in
        [("0,0", "3,0", 0), ("3,0", "2,0", 0), ("0,2", "0,1", 0), ("2,1", "0,0", 4), ("0,2", "3,1", 4)]
    {
        let (code, out, _) = files.run(&format!("water.map --from {from} --to {to} --svg a.svg"));
        assert_eq!((code, out.matches("no path").count()), (0, 4 - due), "{from} {to}: {out}");
    }
    assert!(fs::read_to_string(files.path("a.svg")).unwrap().contains("#cde"));
    let all = files.json("water.map --queries 200");
    for query in all["queries"].as_array().unwrap() {
        let [best, found, jumped] = ["dijkstra", "a_star", "jump_points"].map(|name| length(&query[name]));
        assert_eq!([found, jumped], [best; 2], "{query}");
    }
}

#[test]
fn maps_are_scaled_to_their_scenarios() {
    let map = map_text(&["..", ".@"]);
    let twice = "version 1\n0\ta\t4\t4\t0\t0\t3\t1\t3.41421\n0\ta\t4\t4\t0\t3\t3\t0\t4.82843\n";
    let half = "version 1\n0\ta\t1\t1\t0\t0\t0\t0\t0\n";
    let odd = "version 1\n0\ta\t3\t3\t0\t0\t1\t1\t1.41421\n0\ta\t3\t3\t2\t1\t0\t2\t2.41421\n";
    let files = Files::new(&[("a.map", &map), ("twice.scen", twice), ("half.scen", half), ("odd.scen", odd)]);
    for (scen, head) in
        [("twice", "a.map: 4 x 4 cells, 2 "), ("half", "a.map: 1 x 1 cells, 1 "), ("odd", "a.map: 3 x 3 cells, 2 ")]
    {
        let (code, out, err) = files.run(&format!("a.map --scen {scen}.scen"));
        assert!(code == 0 && err.is_empty() && out.starts_with(head), "{code}: {out}{err}");
    }
}

#[test]
fn bad_lines_are_counted_and_left_out() {
    let map = map_text(&TRAP);
    let good = "0\tmaps/trap.map\t12\t7\t0\t0\t3\t1\t3.41421";
    let bad =
        ["nonsense", "0\ta\t12\t7\t0\t0\t99\t1\t3", "0\ta\t12\t7\t1\t2\t0\t0\t3", "0\ta\t9\t9\t0\t0\t1\t1\t1.41421"];
    let text = |lines: &[&str]| format!("version 1\n{}\n", lines.join("\n"));
    let many = [&[good][..], &["x"; 12]].concat();
    let files = Files::new(&[
        ("trap.map", &map),
        ("bad.scen", &text(&[bad[0], good, bad[1], bad[2], good, bad[3]])),
        ("many.scen", &text(&many)),
        ("all.scen", &text(&bad[..2])),
    ]);
    let (code, out, err) = files.run("trap.map --scen bad.scen");
    assert!(
        code == 0 && out.starts_with("trap.map: 12 x 7 cells, 2 scenarios, 4 lines left out\n"),
        "{code}: {out}{err}"
    );
    let told: Vec<&str> = err.lines().collect();
    for (told, due) in told.iter().zip([
        "boardbots: bad.scen:2: expected a bucket; found \"nonsense\"",
        "boardbots: bad.scen:4: expected the goal's column below 12; found \"99\"",
        "boardbots: bad.scen:5: expected a start where one can walk; found \"1,2\"",
        "boardbots: bad.scen:7: expected a map of 12 x 7 cells, as before; found \"9 x 9\"",
        "boardbots: bad.scen: 4 lines are left out",
    ]) {
        assert_eq!(*told, due);
    }
    assert_eq!(told.len(), 5);
    let all: Value = serde_json::from_str(&files.run("trap.map --scen bad.scen --json").1).unwrap();
    assert_eq!((&all["left_out"], all["queries"].as_array().unwrap().len()), (&4.into(), 2));
    let (code, _, err) = files.run("trap.map --scen many.scen");
    assert!(
        code == 0 && err.lines().count() == 11 && err.ends_with("12 lines are left out; the first 10 are above\n"),
        "{err}"
    );
    let (code, out, err) = files.run("trap.map --scen all.scen");
    assert!(code == 3 && out.is_empty() && err.contains("all.scen:2: expected a bucket"), "{code}: {out}{err}");
}

#[test]
fn pictures() {
    let files = Files::new(&[("a&b.map", &map_text(&TRAP))]);
    let (code, _, err) = files.run("a&b.map --from 3,3 --to 11,3 --svg a.svg");
    assert_eq!((code, err.as_str()), (0, ""));
    let svg = fs::read_to_string(files.path("a.svg")).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title>a&amp;b.map, from 3,3 to 11,3</title>"), "{svg}");
    assert_eq!(["<g transform", "<polyline", "<text"].map(|part| svg.matches(part).count()), [4; 3]);
    // The walls once, and used by each panel.
    assert_eq!(["#333", "<use href=\"#map\"/>"].map(|part| svg.matches(part).count()), [1, 4]);
    check_elements(&svg);
    // What the table counts is what is drawn: a run is `MX Yh`N.
    let answer = files.json("a&b.map --from 3,3 --to 11,3");
    for (panel, name) in svg.split("<text").skip(1).zip(["dijkstra", "greedy", "a_star", "jump_points"]) {
        let shades = panel.lines().filter(|line| line.starts_with("<path"));
        let runs = shades.flat_map(|line| line.split(" d=\"").nth(1).unwrap().split('h').skip(1));
        let cells: u64 = runs.step_by(2).map(|run| run.split('v').next().unwrap().parse::<u64>().unwrap()).sum();
        assert_eq!(cells, answer["queries"][0][name]["expanded"].as_u64().unwrap(), "{panel}");
        let points = panel.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(points.starts_with("3.5,3.5 ") && points.ends_with(" 11.5,3.5"), "{points}");
    }
    // The longest of many; and one that has no path is drawn, too.
    assert_eq!(files.run("a&b.map --svg b.svg").0, 0);
    assert!(fs::read_to_string(files.path("b.svg")).unwrap().contains("<polyline"));
    assert_eq!(files.run("a&b.map --from 3,3 --to 10,5 --svg c.svg").0, 0);
    assert!(!fs::read_to_string(files.path("c.svg")).unwrap().contains("<polyline"));
    let (code, _, err) = files.run("a&b.map --svg none/c.svg");
    assert!(code == 3 && err.contains("--svg none/c.svg: cannot be written"), "{err}");
}

#[test]
fn four_directions() {
    let files = Files::new(&[("trap.map", &map_text(&TRAP))]);
    let (code, out, err) = files.run("trap.map --from 0,0 --to 3,1 --directions 4 --svg four.svg");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("trap.map: 12 x 7 cells, four directions, from 0,0 to 3,1\n"), "{out}");
    assert!(out.lines().count() == 5 && out.lines().last().unwrap().ends_with("  4+0√2 = 4.0000"), "{out}");
    let svg = fs::read_to_string(files.path("four.svg")).unwrap();
    assert_eq!(svg.matches("<polyline").count(), 3);
    check_elements(&svg);
    let [four, eight] = [4, 8].map(|directions| files.json(&format!("trap.map --directions {directions}")));
    assert_eq!([&four["directions"], &eight["directions"]], [&4, &8]);
    for (query, other) in four["queries"].as_array().unwrap().iter().zip(eight["queries"].as_array().unwrap()) {
        assert_eq!([&query["from"], &query["to"]], [&other["from"], &other["to"]]);
        assert!(query.get("jump_points").is_none() && other.get("jump_points").is_some(), "{query}");
        let best = length(&query["dijkstra"]);
        assert_eq!((length(&query["a_star"]), best.1), (best, 0));
        // Each diagonal step is two others.
        let (straight, diagonal) = length(&other["dijkstra"]);
        assert_eq!(best.0, straight + 2 * diagonal, "{query} {other}");
    }
}

#[test]
fn what_is_wrong() {
    let short = map_text(&TRAP).replace("G........@.@", "G........@.");
    let scen = "version 1\n0\ttrap.map\t12\t2049\t0\t0\t3\t1\t3.4\n";
    let wall = "version 1\n0\ttrap.map\t12\t7\t0\t0\t1\t2\t3.4\n";
    let map = map_text(&TRAP);
    let solid = map_text(&["@@", "TO"]);
    let files = Files::new(&[
        ("trap.map", &map),
        ("short.map", &short),
        ("solid.map", &solid),
        ("empty.map", ""),
        ("size.scen", scen),
        ("wall.scen", wall),
        ("empty.scen", "version 1\n"),
        ("word.scen", "version 1\n\n0\ttrap.map\t12\tx"),
    ]);
    fs::write(files.path("odd.map"), b"type octile\n\xff").unwrap();
    for (arguments, code, says) in [
        ("short.map", 3, "short.map:10: expected 12 cells; found \"G........@.\""),
        ("empty.map", 3, "empty.map:1: expected `type octile` (grid map) or `mapaSBT` (hex map); found the end"),
        ("solid.map", 3, "solid.map: expected a place where one can walk; found none"),
        ("odd.map", 3, "odd.map: line 2 is not UTF-8"),
        ("none.map", 3, "none.map: "),
        ("trap.map --scen none.scen", 3, "none.scen: "),
        (
            "trap.map --scen size.scen",
            3,
            "size.scen:2: expected a map of at most 2048 columns and rows; found \"2049\"",
        ),
        ("trap.map --scen wall.scen", 3, "wall.scen:2: expected a goal where one can walk; found \"1,2\""),
        ("trap.map --scen empty.scen", 3, "empty.scen:2: expected a scenario; found the end"),
        ("trap.map --scen word.scen", 3, "word.scen:3: expected rows; found \"x\""),
        ("trap.map --from 1,2 --to 0,0", 2, "--from 1,2: there is a wall"),
        ("trap.map --from 0,0 --to 12,0", 2, "--to 12,0: outside the map of 12 x 7 cells"),
        ("trap.map --from 0,0", 2, "--to"),
        ("trap.map --from 0;0 --to 1,1", 2, "expected a column and a row"),
        ("trap.map --from -1,0 --to 1,1", 2, "-1"),
        ("trap.map --scen a --seed 2", 2, "--seed"),
        ("trap.map --queries 0", 2, "--queries"),
        ("trap.map --from 0203:4 --to 0101", 2, "--from 0203:4: expected a column and a row, such as 3,17"),
        ("trap.map --directions 6", 2, "--directions"),
        ("trap.map --directions 4 --scen word.scen", 2, "--directions 4: the lengths of --scen are for 8 directions"),
        ("trap.map --directions 4 --prepared", 2, "--directions 4: the jumps of --prepared are for 8 directions"),
        ("trap.map --trace a --algorithm jump-graph", 2, "--algorithm: this map has no jump graph; choose another one"),
        ("trap.map --algorithm dijkstra", 2, "--trace"),
        ("trap.map --trace none/a", 3, "--trace none/a: cannot be written"),
        ("trap.map --heuristic hex", 2, "--heuristic: is for hex maps, and trap.map is a grid map; leave it out"),
        ("", 2, "MAP"),
    ] {
        let (found, out, err) = files.run(arguments);
        assert_eq!((found, out.as_str()), (code, ""), "{arguments}: {err}");
        assert!(err.contains(says), "{arguments}: {err}");
    }
}
