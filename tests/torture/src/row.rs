//! A line of the table: one attack, and what came of it.

use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// Most memory that a server may need, in MiB.
pub const MEMORY: f64 = 64.0;
/// The attack of everything at once.
pub const ALL: &str = "all-at-once";
/// How much later than without the attack 99 of 100 answers may come, and the slowest; and while everything is
/// attacked at once, on a quarter of a core.
pub const LATER: [(Duration, Duration); 2] =
    [(Duration::from_millis(50), Duration::from_millis(400)), (Duration::from_millis(250), Duration::MAX)];
/// Longest time from SIGTERM to the end.
pub const END: Duration = Duration::from_secs(10);
/// Remarks that are printed of each attack.
const REMARKS: usize = 8;

/// One attack, and what came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The attack.
    pub name: String,
    /// Requests of the attack, or what else it does again and again.
    pub requests: u64,
    /// Honest answers that were right.
    pub honest: u64,
    /// Games and tables that honest players finished.
    pub finished: u64,
    /// The slowest honest answer, and the time within which 99 of 100 came.
    pub slowest: Option<(Duration, Duration)>,
    /// The same without the attack.
    pub control: Option<(Duration, Duration)>,
    /// Most memory in MiB.
    pub memory: f64,
    /// Finished games, acknowledged choices and turns of prompt players that were lost.
    pub lost: (u64, u64, u64),
    /// Turns that another hand has played.
    pub stolen: u64,
    /// From SIGTERM to the end.
    pub end: Option<Duration>,
    /// How long the row took.
    pub took: Duration,
    /// Why there was no attack.
    pub skipped: Option<String>,
    /// What does not hold beside all that.
    pub failures: Vec<String>,
    /// What else is worth knowing.
    pub remarks: Vec<String>,
}

impl Row {
    /// A row without anything in it.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_string(), ..Self::default() }
    }

    /// An attack that could not be made.
    pub fn skipped(name: &str, why: impl Into<String>) -> Self {
        Self { skipped: Some(why.into()), ..Self::new(name) }
    }

    /// Notes something that does not hold.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.failures.push(why.into());
    }

    /// Everything that does not hold; times are looked at if there is a control run.
    pub fn verdict(&self) -> Vec<String> {
        let mut all = self.failures.clone();
        let mut note = |wrong: bool, text: String| {
            if wrong {
                all.push(text);
            }
        };
        note(self.lost.0 > 0, format!("{} finished games lost", self.lost.0));
        note(self.lost.1 > 0, format!("{} choices lost", self.lost.1));
        note(self.lost.2 > 0, format!("{} turns lost", self.lost.2));
        note(self.stolen > 0, format!("{} turns taken by another hand", self.stolen));
        note(self.memory > MEMORY, format!("{:.1} MiB of memory", self.memory));
        if let (Some((slowest, p99)), Some((control_slowest, control_p99))) = (self.slowest, self.control) {
            let (late, slow) = (p99.saturating_sub(control_p99), slowest.saturating_sub(control_slowest));
            let later = LATER[usize::from(self.name == ALL)];
            note(late > later.0, format!("p99 {late:.0?} later"));
            note(slow > later.1, format!("slowest {slow:.0?} later"));
            note(self.end.is_some_and(|end| end > END), "ends too late".to_string());
        }
        all
    }

    /// The row as JSON.
    pub fn json(&self) -> Value {
        let millis = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        let pair = |pair: Option<(Duration, Duration)>| {
            pair.map(|(slowest, p99)| json!({ "slowest_ms": millis(slowest), "p99_ms": millis(p99) }))
        };
        json!({
            "attack": self.name,
            "requests": self.requests,
            "honest_answers": self.honest,
            "finished": self.finished,
            "honest": pair(self.slowest),
            "control": pair(self.control),
            "memory_mib": self.memory,
            "lost_games": self.lost.0,
            "lost_choices": self.lost.1,
            "lost_turns": self.lost.2,
            "seats_taken": self.stolen,
            "end_ms": self.end.map(millis),
            "seconds": self.took.as_secs_f64(),
            "skipped": self.skipped,
            "failures": self.verdict(),
            "remarks": self.remarks,
            "holds": self.verdict().is_empty(),
        })
    }
}

/// The heads of the columns.
const HEADS: [&str; 11] =
    ["attack", "requests", "finished", "slowest", "p99", "memory", "lost", "taken", "end", "took", "verdict"];

fn cells(row: &Row) -> [String; 11] {
    let time = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    let compared = |now: Option<Duration>, before: Option<Duration>| match (now, before) {
        (Some(now), Some(before)) => format!("{} ({})", time(now), time(before)),
        (Some(now), None) => time(now),
        _ => "-".into(),
    };
    let verdict = row.verdict();
    let verdict = match &row.skipped {
        Some(why) => format!("skipped: {why}"),
        None if verdict.is_empty() => "holds".into(),
        None => format!("FAILS: {}", verdict.join("; ")),
    };
    [
        row.name.clone(),
        row.requests.to_string(),
        row.finished.to_string(),
        compared(row.slowest.map(|times| times.0), row.control.map(|times| times.0)),
        compared(row.slowest.map(|times| times.1), row.control.map(|times| times.1)),
        format!("{:.1} MiB", row.memory),
        format!("{}/{}/{}", row.lost.0, row.lost.1, row.lost.2),
        row.stolen.to_string(),
        row.end.map_or("-".into(), |end| format!("{:.2} s", end.as_secs_f64())),
        format!("{:.1} s", row.took.as_secs_f64()),
        verdict,
    ]
}

/// All rows as a table, and below it what was remarked about those that do not hold.
pub fn table(rows: &[Row]) -> String {
    let lines: Vec<[String; 11]> = std::iter::once(HEADS.map(str::to_string)).chain(rows.iter().map(cells)).collect();
    let mut out = String::new();
    let widths: [usize; 11] =
        std::array::from_fn(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0));
    for line in &lines {
        let mut text = String::new();
        for (column, (cell, width)) in line.iter().zip(widths).enumerate() {
            let _ = if column == 0 || column == HEADS.len() - 1 {
                write!(text, "{cell:<width$}  ")
            } else {
                write!(text, "{cell:>width$}  ")
            };
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
    for row in rows.iter().filter(|row| !row.verdict().is_empty() && !row.remarks.is_empty()) {
        let _ = writeln!(out, "\n{}:", row.name);
        for remark in row.remarks.iter().take(REMARKS) {
            let _ = writeln!(out, "  {remark}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_holds_unless_something_is_wrong() {
        let good = Row { memory: 20.0, ..Row::new("guess") };
        assert!(good.verdict().is_empty() && good.json()["holds"] == true);
        assert!(Row::skipped("disk", "no root").verdict().is_empty());
        for bad in [
            Row { lost: (1, 0, 0), ..good.clone() },
            Row { lost: (0, 1, 0), ..good.clone() },
            Row { lost: (0, 0, 1), ..good.clone() },
            Row { stolen: 1, ..good.clone() },
            Row { memory: 64.1, ..good.clone() },
            Row { failures: vec!["x".into()], ..good.clone() },
        ] {
            assert_eq!(bad.verdict().len(), 1, "{bad:?}");
            assert_eq!(bad.json()["holds"], false);
        }
    }

    #[test]
    fn times_count_beside_a_control_run() {
        let millis = Duration::from_millis;
        let mut row = Row { slowest: Some((millis(900), millis(80))), end: Some(millis(11_000)), ..Row::new("x") };
        assert!(row.verdict().is_empty());
        row.control = Some((millis(400), millis(20)));
        assert_eq!(row.verdict().len(), 3);
        row.control = Some((millis(500), millis(30)));
        assert_eq!(row.verdict(), ["ends too late"]);
    }

    #[test]
    fn the_table_has_a_line_for_each_row() {
        let lost = Row { lost: (1, 0, 0), remarks: vec!["game x is not kept".into()], ..Row::new("kill") };
        let text = table(&[Row::new("guess"), lost, Row::skipped("disk", "no root")]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("attack") && lines[0].ends_with("verdict"));
        assert!(lines[1].ends_with("holds"));
        assert!(lines[2].ends_with("FAILS: 1 finished games lost") && lines[2].contains("1/0/0"));
        assert!(lines[3].ends_with("skipped: no root"));
        assert_eq!(&lines[4..], ["", "kill:", "  game x is not kept"]);
    }
}
