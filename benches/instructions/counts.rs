//! The expected counts: their file, and the comparison with it.
//!
//! A section begins with a line `[COMPILER AND TARGET]`, then each line has a name and a count. Lines that
//! begin with `#` are comments.

use std::fmt::Write as _;

/// How many percent a count may change before something is said.
pub const TOLERANCE: f64 = 1.0;
/// What the file begins with.
const HEAD: &str = "\
# Instructions of fixed pieces of work in the static binary, by compiler.
# Written by: .ci/instructions --write
";

/// Names of pieces with their instructions.
pub type Counts = Vec<(String, u64)>;

/// The section of a file for a compiler; `None` if it has none.
///
/// # Errors
/// Which line cannot be read.
pub fn read(text: &str, compiler: &str) -> Result<Option<Counts>, String> {
    let (mut counts, mut within) = (None, false);
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            within = name == compiler;
            if within {
                counts.get_or_insert_with(Counts::new);
            }
            continue;
        }
        let (name, count) = line.split_once(' ').ok_or_else(|| format!("line {number}: no name and count"))?;
        let count = count.trim().parse().map_err(|error| format!("line {number}: {error}"))?;
        if let Some(counts) = counts.as_mut().filter(|_| within) {
            counts.push((name.to_owned(), count));
        }
    }
    Ok(counts)
}

/// Columns of a name.
const WIDTH: usize = 28;

/// The text of a file with the counts of one compiler. Those of others were of older code, so they go.
pub fn written(compiler: &str, counts: &Counts) -> String {
    let mut text = format!("{HEAD}\n[{compiler}]\n");
    for (name, count) in counts {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:<WIDTH$} {count:>12}");
    }
    text
}

/// How counts differ from those that were expected.
#[derive(Debug, PartialEq, Eq)]
pub struct Comparison {
    /// A table of all of them.
    pub table: String,
    /// Pieces that take more instructions, by more than [`TOLERANCE`].
    pub slower: Vec<String>,
    /// Pieces that take fewer, likewise.
    pub faster: Vec<String>,
    /// Pieces without an expected count, and counts without a piece.
    pub unknown: Vec<String>,
}

/// Compares counts with the expected ones.
pub fn compared(expected: &Counts, found: &Counts) -> Comparison {
    let mut table = format!("{:<WIDTH$} {:>12} {:>12} {:>9}\n", "piece", "expected", "now", "change");
    let (mut slower, mut faster, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for (name, now) in found {
        let Some((_, due)) = expected.iter().find(|(other, _)| other == name) else {
            let _ = writeln!(table, "{name:<WIDTH$} {:>12} {now:>12}", "-");
            unknown.push(name.clone());
            continue;
        };
        let change = percent(*due, *now);
        let mut remark = "";
        if change > TOLERANCE {
            remark = "  slower";
            slower.push(name.clone());
        } else if change < -TOLERANCE {
            remark = "  faster";
            faster.push(name.clone());
        }
        let _ = writeln!(table, "{name:<WIDTH$} {due:>12} {now:>12} {change:>+8.2}%{remark}");
    }
    let gone = expected.iter().filter(|(name, _)| found.iter().all(|(other, _)| other != name));
    for (name, due) in gone {
        let _ = writeln!(table, "{name:<WIDTH$} {due:>12} {:>12}", "-");
        unknown.push(name.clone());
    }
    Comparison { table, slower, faster, unknown }
}

/// By how many percent a count has changed.
fn percent(due: u64, now: u64) -> f64 {
    // Far below the numbers that a float cannot tell apart.
    #[allow(clippy::cast_precision_loss)]
    let [due, now] = [due.max(1), now].map(|count| count as f64);
    100.0 * (now - due) / due
}
