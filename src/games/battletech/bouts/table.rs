//! The totals of players, as a table and as JSON.

use super::series::{Score, Total};
use crate::output::object;
use boardbots_battletech::situation::Rule;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

fn mean(sum: u32, games: u32) -> f64 {
    f64::from(sum) / f64::from(games.max(1))
}

/// The printed columns of a player.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Row<J> {
    #[serde(skip)]
    name: String,
    /// For people: what it is, and how much.
    #[serde(skip)]
    cells: Vec<(&'static str, String)>,
    /// For programs.
    json: J,
}

/// The row of a player. Means are of a game; times are in milliseconds.
pub fn row(name: String, Score { sheet, times, ended }: &Score) -> Row<impl Serialize + use<>> {
    let games = sheet.games;
    let win_rate = mean(sheet.wins, games);
    let counted = Rule::ALL.into_iter().zip(sheet.faults).filter(|&(_, count)| count > 0);
    let json = object! {
        name: name.clone(),
        games: games,
        wins: sheet.wins,
        ties: sheet.ties,
        win_rate: win_rate,
        /// The standard error of the win rate.
        win_error: (win_rate * (1.0 - win_rate) / f64::from(games.max(1))).sqrt(),
        destroyed: sheet.destroyed,
        dealt: mean(sheet.dealt, games),
        dealt_by_blows: mean(sheet.dealt_by_blows, games),
        taken: mean(sheet.taken, games),
        kept: sheet.kept(),
        contacts: sheet.contacts,
        contact_turn: sheet.contact(),
        latest_contact: sheet.latest_contact,
        walks: mean(sheet.walks, games),
        runs: mean(sheet.runs, games),
        jumps: mean(sheet.jumps, games),
        falls: mean(sheet.falls, games),
        shots: mean(sheet.shots, games),
        shot_hits: mean(sheet.shot_hits, games),
        blows: mean(sheet.blows, games),
        blow_hits: mean(sheet.blow_hits, games),
        hottest: sheet.hottest,
        hot_turns: mean(sheet.hot_turns, games),
        shutdowns: sheet.shutdowns,
        refused: sheet.refused(),
        hopeless: sheet.hopeless(),
        faults: counted.map(|(rule, count)| (rule.word(), count)).collect::<BTreeMap<_, _>>(),
        late: ended[0],
        greedy: ended[1],
        calls: times.number(),
        mean_ms: times.mean().round() / 1000.0,
        slowest_ms: f64::from(u32::try_from(times.most()).unwrap_or(u32::MAX)) / 1000.0,
    };
    let faults: Vec<_> = json.faults.iter().map(|(rule, count)| format!("{rule} {count}")).collect();
    let faults = if faults.is_empty() { "-".to_string() } else { faults.join(", ") };
    let contact = json.contact_turn.map_or("-".to_string(), |turn| format!("{turn:.1}, {}", json.latest_contact));
    let cells = vec![
        ("won", format!("{} of {}", json.wins, json.games)),
        ("tied", json.ties.to_string()),
        ("win rate", format!("{:.1} % ± {:.1}", 100.0 * json.win_rate, 100.0 * json.win_error)),
        ("destroyed", json.destroyed.to_string()),
        ("damage dealt", format!("{:.1}", json.dealt)),
        ("  by blows", format!("{:.1}", json.dealt_by_blows)),
        ("damage taken", format!("{:.1}", json.taken)),
        ("armour and structure kept", format!("{:.1} %", 100.0 * json.kept)),
        ("games with an attack", json.contacts.to_string()),
        ("first attack: turn, latest", contact),
        ("walks, runs, jumps", format!("{:.1}, {:.1}, {:.1}", json.walks, json.runs, json.jumps)),
        ("falls", format!("{:.2}", json.falls)),
        ("shots, hits", format!("{:.1}, {:.1}", json.shots, json.shot_hits)),
        ("blows, hits", format!("{:.1}, {:.1}", json.blows, json.blow_hits)),
        ("most heat", json.hottest.to_string()),
        ("turns at heat 14 or more", format!("{:.2}", json.hot_turns)),
        ("shutdowns in all games", json.shutdowns.to_string()),
        ("actions refused, hopeless", format!("{}, {}", json.refused, json.hopeless)),
        ("faults by rule", faults),
        ("ended: late, memory", format!("{}, {}", json.late, json.greedy)),
        ("time of a decision", format!("{:.3} ms", json.mean_ms)),
        ("slowest decision", format!("{:.3} ms", json.slowest_ms)),
    ];
    Row { name, cells, json }
}

/// A table with a column for each player; numbers are means of a game where nothing else is said.
pub fn write<J>(rows: &[Row<J>], out: &mut dyn Write) -> io::Result<()> {
    let width = |row: &Row<J>| {
        let cells = row.cells.iter().map(|(_, cell)| cell.chars().count());
        cells.chain([row.name.chars().count()]).max().unwrap_or(0) + 2
    };
    let widths: Vec<usize> = rows.iter().map(width).collect();
    write!(out, "{:26}", "")?;
    for (row, width) in rows.iter().zip(&widths) {
        write!(out, "{:>width$}", row.name)?;
    }
    writeln!(out)?;
    for (line, (heading, _)) in rows.first().map_or(&[][..], |row| &row.cells).iter().enumerate() {
        write!(out, "{heading:26}")?;
        for (row, width) in rows.iter().zip(&widths) {
            write!(out, "{:>width$}", row.cells[line].1)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The totals of a series, for programs.
#[derive(Serialize)]
pub struct Summary<J> {
    games: u32,
    mean_turns: f64,
    /// Games that the limit of turns ended.
    limited: u32,
    players: Vec<Row<J>>,
}

/// The summary of a series between players of these names.
pub fn summary(names: &[String], total: &Total) -> Summary<impl Serialize + use<>> {
    let rows = total.players.iter().zip(names).map(|(score, name)| row(name.clone(), score));
    let Total { turns, limited, .. } = *total;
    let games = u32::try_from(total.winners.len()).unwrap_or(u32::MAX);
    Summary { games, mean_turns: mean(turns, games), limited, players: rows.collect() }
}

impl<J> Summary<J> {
    /// Writes it for people.
    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { games, mean_turns, limited, players } = self;
        writeln!(out, "{games} games of {mean_turns:.1} turns, {limited} of them up to the limit of turns\n")?;
        write(players, out)
    }
}
