//! What players did, as a table and as JSON.

use boardbots_battletech::simulator::series::{Score, Total};
use boardbots_battletech::situation::Rule;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

/// Milliseconds, to a thousandth.
#[expect(clippy::cast_precision_loss, reason = "no call takes centuries")]
fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

fn mean(sum: u32, games: u32) -> f64 {
    f64::from(sum) / f64::from(games.max(1))
}

/// What is printed of a player, for programs. Means are of a game; times are in milliseconds.
#[derive(Serialize)]
pub struct Row {
    name: String,
    games: u32,
    wins: u32,
    ties: u32,
    win_rate: f64,
    /// The standard error of the win rate.
    win_error: f64,
    destroyed: u32,
    dealt: f64,
    dealt_by_blows: f64,
    taken: f64,
    kept: f64,
    contacts: u32,
    contact_turn: Option<f64>,
    latest_contact: u32,
    walks: f64,
    runs: f64,
    jumps: f64,
    falls: f64,
    shots: f64,
    shot_hits: f64,
    blows: f64,
    blow_hits: f64,
    hottest: u16,
    hot_turns: f64,
    shutdowns: u32,
    refused: u32,
    hopeless: u32,
    faults: BTreeMap<&'static str, u32>,
    late: u32,
    greedy: u32,
    calls: u32,
    mean_ms: f64,
    slowest_ms: f64,
}

impl Row {
    /// What is printed of a player of this name.
    pub fn of(name: String, Score { sheet, clock }: &Score) -> Self {
        let games = sheet.games;
        let win_rate = mean(sheet.wins, games);
        let counted = Rule::ALL.into_iter().zip(sheet.faults).filter(|&(_, count)| count > 0);
        Self {
            name,
            games,
            wins: sheet.wins,
            ties: sheet.ties,
            win_rate,
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
            faults: counted.map(|(rule, count)| (rule.word(), count)).collect(),
            late: clock.late,
            greedy: clock.greedy,
            calls: clock.calls,
            mean_ms: milliseconds(clock.mean()),
            slowest_ms: milliseconds(clock.slowest),
        }
    }

    fn cells(&self) -> Vec<(&'static str, String)> {
        let faults: Vec<_> = self.faults.iter().map(|(rule, count)| format!("{rule} {count}")).collect();
        let faults = if faults.is_empty() { "-".to_string() } else { faults.join(", ") };
        let contact = self.contact_turn.map_or("-".to_string(), |turn| format!("{turn:.1}, {}", self.latest_contact));
        vec![
            ("won", format!("{} of {}", self.wins, self.games)),
            ("tied", self.ties.to_string()),
            ("win rate", format!("{:.1} % ± {:.1}", 100.0 * self.win_rate, 100.0 * self.win_error)),
            ("destroyed", self.destroyed.to_string()),
            ("damage dealt", format!("{:.1}", self.dealt)),
            ("  by blows", format!("{:.1}", self.dealt_by_blows)),
            ("damage taken", format!("{:.1}", self.taken)),
            ("armour and structure kept", format!("{:.1} %", 100.0 * self.kept)),
            ("games with an attack", self.contacts.to_string()),
            ("first attack: turn, latest", contact),
            ("walks, runs, jumps", format!("{:.1}, {:.1}, {:.1}", self.walks, self.runs, self.jumps)),
            ("falls", format!("{:.2}", self.falls)),
            ("shots, hits", format!("{:.1}, {:.1}", self.shots, self.shot_hits)),
            ("blows, hits", format!("{:.1}, {:.1}", self.blows, self.blow_hits)),
            ("most heat", self.hottest.to_string()),
            ("turns at heat 14 or more", format!("{:.2}", self.hot_turns)),
            ("shutdowns in all games", self.shutdowns.to_string()),
            ("actions refused, hopeless", format!("{}, {}", self.refused, self.hopeless)),
            ("faults by rule", faults),
            ("ended: late, memory", format!("{}, {}", self.late, self.greedy)),
            ("time of a decision", format!("{:.3} ms", self.mean_ms)),
            ("slowest decision", format!("{:.3} ms", self.slowest_ms)),
        ]
    }
}

/// A table with a column for each player; numbers are means of a game where nothing else is said.
pub fn write(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let columns: Vec<Vec<(&str, String)>> = rows.iter().map(Row::cells).collect();
    let widths: Vec<usize> = rows
        .iter()
        .zip(&columns)
        .map(|(row, cells)| {
            let cells = cells.iter().map(|(_, cell)| cell.chars().count());
            cells.chain([row.name.chars().count()]).max().unwrap_or(0) + 2
        })
        .collect();
    write!(out, "{:26}", "")?;
    for (row, width) in rows.iter().zip(&widths) {
        write!(out, "{:>width$}", row.name)?;
    }
    writeln!(out)?;
    for line in 0..columns.first().map_or(0, Vec::len) {
        write!(out, "{:26}", columns[0][line].0)?;
        for (cells, width) in columns.iter().zip(&widths) {
            write!(out, "{:>width$}", cells[line].1)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What came of a series, for programs.
#[derive(Serialize)]
pub struct Summary {
    games: u32,
    mean_turns: f64,
    /// Games that the limit of turns ended.
    limited: u32,
    players: Vec<Row>,
}

impl Summary {
    /// A summary of players of these names.
    pub fn of(names: &[String], total: &Total) -> Self {
        let rows = total.players.iter().zip(names).map(|(score, name)| Row::of(name.clone(), score));
        Self {
            games: total.games,
            mean_turns: mean(total.turns, total.games),
            limited: total.limited,
            players: rows.collect(),
        }
    }

    /// Writes it for people.
    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { games, mean_turns, limited, players } = self;
        writeln!(out, "{games} games of {mean_turns:.1} turns, {limited} of them up to the limit of turns\n")?;
        write(players, out)
    }
}
