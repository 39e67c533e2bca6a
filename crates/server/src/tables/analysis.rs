//! The analysis of a finished game: the value of each choice, and which were mistakes.
//!
//! A client asks for some choices at a time. So it is the client that goes on or gives up, and a game that nobody looks
//! at costs nothing. The results stay with the table as long as the table is at hand.

use super::archive::ENDING;
use super::playthrough::{By, MadeChoice, STOPPED};
use super::refusal::{Answer, TableError};
use super::state::AppState;
use super::table::{History, Table};
use crate::shares::Owner;
use boardbots_base::invalid::InputError;
use boardbots_game::game::{Analysis, Analyst, Chance, Game, Mark, Worth};
use boardbots_game::player::{Advice, Stop};
use boardbots_game::state::GameState;
use serde_json::{Value, json};
use std::net::IpAddr;

/// Choices that are analysed for one request.
pub const PART: usize = 10;

/// A choice and the state in which it was made.
struct Point {
    n: usize,
    choice: MadeChoice,
    state: Box<dyn GameState>,
}

impl AppState {
    /// The analysis of some choices after the first `from` ones, and the number from which to go on.
    ///
    /// # Errors
    /// The game goes on or has no analysis, or too many ask.
    pub async fn analyse(&self, table: &Table, from: usize, count: usize, guest: IpAddr) -> Answer<Value> {
        let game = table.game;
        TableError::when(!game.is_analysed(), "this game has no analysis")?;
        let history = table.history()?;
        let total = history.1.len();
        let _place = self.archive.place(guest).await?;
        let find = move |stop: Stop<'_>| points(game, &history, from, count, stop);
        let points = self.archive.look_back(guest, find).await?;
        let next = points.last().map(|point| point.n).filter(|_| points.len() == count);
        let mut choices = Vec::with_capacity(points.len());
        for point in points {
            choices.push(self.analysed(table, point, Owner::at(guest)).await?);
        }
        Ok(json!({ "total": total, "choices": choices, "next": next }))
    }

    /// The analysis of this choice; two that ask for the same one wait for the same search.
    async fn analysed(&self, table: &Table, point: Point, guest: Owner) -> Answer<Value> {
        let Point { n, choice, state } = point;
        let mut analysed = table.analysed.lock().await;
        if let Some(known) = analysed.get(&n) {
            return Ok(known.clone());
        }
        let (game, text) = (table.game, choice.text.clone());
        let analyse = move |stop: Stop<'_>| {
            let found = game.analyst().and_then(|mut analyst| analyst.analyse(state.as_ref(), Some(&text), stop));
            (found, state.choices())
        };
        let (analysis, offered) = self.services.thinkers.ask_whole(guest, analyse).found().await.ok_or(ENDING)?;
        let told = told(n, &choice, &offered, analysis.as_ref());
        if analysis.is_some() {
            analysed.insert(n, told.clone());
        }
        Ok(told)
    }
}

/// The states before `count` choices after the first `from` ones of all that were ever made.
fn points(
    game: &'static dyn Game,
    (beginning, choices): &History,
    from: usize,
    count: usize,
    stop: Stop<'_>,
) -> Result<Vec<Point>, InputError> {
    let mut state = beginning.open(game)?;
    let mut points = Vec::new();
    for (n, choice) in choices {
        if points.len() == count {
            break;
        }
        if stop() {
            return Err(STOPPED.into());
        }
        if *n > from {
            points.push(Point { n: *n, choice: choice.clone(), state: state.copy() });
        }
        beginning.play(state.as_mut(), &choice.text)?;
    }
    Ok(points)
}

fn told(n: usize, choice: &MadeChoice, offered: &Value, analysis: Option<&Analysis>) -> Value {
    // A choice that the server made for a seat is no mistake of its owner.
    let mark = analysis.filter(|_| choice.by == By::Seat).and_then(Analysis::mark);
    json!({
        "n": n,
        "seat": choice.seat,
        "choice": as_offered(offered, &choice.text),
        "best": analysis.map(|found| as_offered(offered, &found.best)),
        "value": analysis.map(|found| found.value.value),
        "ends": analysis.and_then(|found| found.value.ends),
        "made": analysis.map(|found| found.made.value),
        "made_ends": analysis.and_then(|found| found.made.ends),
        "mark": mark.map(Mark::name),
        "chances": analysis.map_or(Value::Null, |found| listed(offered, &found.chances)),
    })
}

/// The best choice for the seat that has to choose, with what all of them are worth where that is known exactly.
pub fn advice(state: &dyn GameState, Analysis { best, mut note, chances, .. }: Analysis) -> Advice {
    if !chances.is_empty() {
        note["chances"] = listed(&state.choices(), &chances);
    }
    Advice { choice: best, note }
}

/// The worth of a game to the first seat, and the plies to its end, as [`Worth`] has them; `None` if it is not
/// known.
pub fn standing(analyst: &mut dyn Analyst, state: &dyn GameState, stop: Stop<'_>) -> Option<Worth> {
    let Some(outcome) = state.outcome() else {
        let found = analyst.analyse(state, None, stop)?.value;
        let turned = Worth { value: -found.value, ends: found.ends.map(|plies| -plies) };
        return Some(if state.turn() == Some(0) { found } else { turned });
    };
    let value = outcome.winners.first().map_or(0, |winner| if *winner == 0 { 1000 } else { -1000 });
    Some(Worth::about(value))
}

/// A choice as pages are offered it, with all that it says of itself.
fn as_offered(offered: &Value, text: &str) -> Value {
    let found = offered.as_array().and_then(|all| all.iter().find(|one| one["choice"] == text));
    found.cloned().unwrap_or_else(|| json!({ "choice": text }))
}

/// Choices as pages are offered them, each with the probability to win as `win`; null where there are none.
fn listed(offered: &Value, chances: &[Chance]) -> Value {
    if chances.is_empty() {
        return Value::Null;
    }
    let with_chance = |chance: &Chance| {
        let mut choice = as_offered(offered, &chance.choice);
        choice["win"] = chance.win.into();
        choice
    };
    chances.iter().map(with_chance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(by: By, lost: i16) -> Value {
        let choice = MadeChoice { seat: 1, by, text: "3".into(), at: 0 };
        let [value, made] = [100, 100 - lost].map(Worth::about);
        let (chances, note, why) = (Vec::new(), Value::Null, String::new());
        let found = Analysis { best: "4".into(), value, made, lost, chances, note, why };
        told(7, &choice, &Value::Null, Some(&found))["mark"].clone()
    }

    #[test]
    fn what_loses_much_is_marked() {
        for (lost, mark) in [
            (0, Value::Null),
            (199, Value::Null),
            (200, json!("mistake")),
            (299, json!("mistake")),
            (300, json!("blunder")),
            (2000, json!("blunder")),
        ] {
            assert_eq!(marked(By::Seat, lost), mark, "{lost}");
        }
        assert_eq!(marked(By::Clock, 2000), Value::Null);
    }
}
