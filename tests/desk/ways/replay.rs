//! A game of a record, step by step: on the terminal, as JSON, as a page.

use super::{printed, text};
use boardbots_game::state::{Log, split};
use boardbots_tournament::matches::record;
use boardbots_tournament::matches::runner::Runner;
use serde_json::Value;
use std::path::Path;

/// Every step of the first game is shown in all three forms, and the last one is the end of the game as it was played.
pub fn steps(file: &Path) {
    let (plan, games) = record::read(file).expect("a record");
    let (played, game) = (&games[&0], plan.game.game());
    let moves = split(&played.moves, game.separator()).count();
    let runner = Runner::new(&plan).expect("a plan");
    let mut live = Vec::new();
    let (again, end) = runner
        .play_before(&mut runner.room(), &plan.fixture(0), &mut Log::none(), &mut |state| {
            live.push((state.view(None), state.drawing()));
        })
        .expect("it is played");
    assert!(again.agrees(played), "{}", game.name());

    let json = printed(&["match", "replay", text(file), "0", "--json"], "");
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (result, states) = lines.split_last().expect("a result");
    assert_eq!((states.len(), live.len()), (moves + 1, moves), "{}", game.name());
    assert_eq!(result, &serde_json::to_value(played).expect("JSON"));
    assert!(states[0]["move"].is_null() && states[0]["seat"].is_null() && states[0]["view"].is_object());
    for (ply, (line, (view, _))) in (1..).zip(states[1..].iter().zip(&live)) {
        assert_eq!((&line["ply"], &line["view"]), (&ply.into(), view), "{}, ply {ply}", game.name());
        let seat = usize::try_from(line["seat"].as_u64().expect("a seat")).expect("a small one");
        let title = &plan.titles().expect("names")[played.seats[seat]];
        assert!(line["player"] == **title && line["move"].as_str().is_some_and(|said| !said.is_empty()), "{line}");
    }
    assert_eq!(states[moves]["view"], end.view(None));

    let told = printed(&["match", "replay", text(file), "0"], "");
    let page = file.with_extension("html");
    let head = printed(&["match", "replay", text(file), "0", "--page", text(&page)], "");
    assert!(told.starts_with(&head) && head.contains("ended by "), "{head}");
    let page = std::fs::read_to_string(page).expect("a page");
    assert_eq!(page.matches("<section>").count(), moves + 1);
    let heading = |line: &Value| {
        let seat = line["seat"].as_u64().expect("a seat") + 1;
        format!("Move {}, seat {seat}, {}: {}", line["ply"], word(&line["player"]), word(&line["move"]))
    };
    for line in &states[1..] {
        let due = heading(line);
        assert!(told.contains(&format!("\n\n{due}\n")) && page.contains(&format!("<h2>{due}</h2>")), "{due}");
        assert!(line["story"].as_array().expect("lines").iter().all(|line| told.contains(word(line))));
    }
    for drawing in live.iter().map(|(_, drawing)| drawing.join("\n")) {
        assert!(told.contains(&drawing), "{drawing}");
    }
    let last = end.drawing().join("\n");
    assert!(told.trim_end().ends_with(last.trim_end()), "{told}");
}

fn word(value: &Value) -> &str {
    value.as_str().expect("a text")
}
