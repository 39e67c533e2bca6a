//! Searches as traces for the visualiser.

use super::Files;
use super::grids::{TRAP, map_text};
use std::collections::HashMap;
use std::fs;

/// The events of a trace: each the words behind the names of its parts.
fn events(text: &str) -> Vec<HashMap<&str, &str>> {
    let (head, events) = text.split_once("\nevents:\n").expect("a list of events");
    assert!(head.starts_with("version: 1.4.0\nviews:\n  main:\n    - $: "), "{head}");
    assert!(!head.contains("SHAPE") && !head.contains("MIDDLE"), "{head}");
    let event = |line: &'_ str| -> HashMap<&str, &str> {
        let line = line.strip_prefix("  - { ").and_then(|line| line.strip_suffix(" }"));
        let text: &'static str = line.expect("an event in braces").to_owned().leak();
        text.split(", ").map(|part| part.split_once(": ").expect("a name and a value")).collect()
    };
    events.lines().map(event).collect()
}

/// The costs of nodes when they are generated, and the number of nodes that are expanded.
fn check(events: &[HashMap<&str, &str>]) -> usize {
    assert_eq!([events[0]["type"], events[1]["type"]], ["source", "destination"]);
    let mut known = HashMap::from([(events[0]["id"], 0.0)]);
    let number = |word: &str| word.parse::<f64>().unwrap();
    for event in &events[2..] {
        let (id, cost) = (event["id"], number(event["g"]));
        match event["type"] {
            "generating" => assert_eq!(known.insert(id, cost), None, "{event:?}"),
            "updating" => assert!(known.insert(id, cost).is_some_and(|before| before > cost), "{event:?}"),
            "expanding" | "closing" | "end" => assert_eq!(known[id].to_bits(), cost.to_bits(), "{event:?}"),
            other => panic!("an event of the type {other}"),
        }
        if event["pId"] == "null" {
            assert_eq!(id, events[0]["id"], "{event:?}");
        } else {
            assert!(known[event["pId"]] <= cost, "{event:?}");
        }
    }
    events.iter().filter(|event| event["type"] == "expanding").count()
}

#[test]
fn every_algorithm_on_a_grid() {
    let files = Files::new(&[("trap.map", &map_text(&TRAP))]);
    let query = "trap.map --from 3,3 --to 11,3 --prepared";
    let answer = files.json(query);
    for (word, name, exact) in [
        ("dijkstra", "dijkstra", true),
        ("greedy", "greedy", false),
        ("a-star", "a_star", true),
        ("jump-points", "jump_points", true),
        ("jump-graph", "jump_graph", true),
    ] {
        let (code, _, err) = files.run(&format!("{query} --trace a.yaml --algorithm {word}"));
        assert_eq!((code, err.as_str()), (0, ""));
        let text = fs::read_to_string(files.path("a.yaml")).unwrap();
        let events = events(&text);
        assert_eq!(check(&events) as u64, answer["queries"][0][name]["expanded"].as_u64().unwrap(), "{word}: {text}");
        let end = events.last().unwrap();
        assert_eq!((end["type"], end["x"], end["y"]), ("end", "11", "3"), "{word}: {text}");
        assert!(end["g"] == "18" || !exact && end["g"].parse::<f64>().unwrap() >= 18.0, "{word}: {end:?}");
    }
    // A* without being told, the first query, to stdout; and a search that ends nowhere.
    let (code, out, _) = files.run("trap.map --queries 3 --trace -");
    assert!(code == 0 && check(&events(&out)) > 0 && out.contains("type: end"), "{out}");
    assert_eq!(files.run("trap.map --from 3,3 --to 10,5 --trace b.yaml").0, 0);
    let walled_in = fs::read_to_string(files.path("b.yaml")).unwrap();
    assert!(check(&events(&walled_in)) > 10 && !walled_in.contains("type: end"), "{walled_in}");
}

/// A goal that the start sees ends the search before a cell is opened.
#[test]
fn a_goal_in_sight() {
    let files = Files::new(&[("trap.map", &map_text(&TRAP))]);
    assert_eq!(files.run("trap.map --from 0,0 --to 3,1 --trace a.yaml --algorithm jump-points").0, 0);
    let text = fs::read_to_string(files.path("a.yaml")).unwrap();
    let events = events(&text);
    assert_eq!(check(&events), 0);
    let end = events.last().unwrap();
    assert_eq!((end["type"], end["pId"], end["g"]), ("end", "0", "3.4142"), "{text}");
}
