//! Dragon Slayer: the values of all states between turns, as others have computed them.

use crate::shared::{read, unpacked};
use boardbots_dragon_slayer::solution::Solution;
use boardbots_dragon_slayer::values::{Role, State, Tokens, Values};
use boardbots_dragon_slayer::variant::Variant;
use flate2::{Compression, write::GzEncoder};
use std::fmt::Write as _;
use std::io::Write;

const HEADER: &str = "role,a,b,tok_first,tok_second,p_first";

/// Up to this lead of the first player in a deciding turn the values agree to the last digits.
const NEAR_LEAD: u16 = 56;

/// The state and the value of a row.
fn row(line: &str) -> Option<(State, f64)> {
    let fields: Vec<&str> = line.trim().split(',').collect();
    let [role, a, b, ours, theirs, p] = fields[..] else { return None };
    let role = match role {
        "A" => Role::First,
        "B" => Role::Second,
        _ => return None,
    };
    let token = |text| match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    let tokens = Tokens::new(token(ours)?, token(theirs)?);
    Some((State { role, first: a.parse().ok()?, second: b.parse().ok()?, tokens }, p.parse().ok()?))
}

/// How much a value may be off: with a larger lead it shows how long a turn can be, which is
/// bounded in one way or another.
fn tolerance(state: State) -> f64 {
    let far = state.role == Role::Second && state.first > state.second + NEAR_LEAD;
    if far { 2e-4 } else { 1e-9 }
}

/// Compares a file with the solution: how many rows agree, or the first line that does not.
fn compare(text: &str, solution: &Solution) -> Result<usize, String> {
    let mut lines = text.lines();
    if lines.next().map(str::trim) != Some(HEADER) {
        return Err(format!("line 1: not {HEADER}"));
    }
    let mut count = 0;
    for (number, line) in (2..).zip(lines) {
        let (state, p) = row(line).ok_or_else(|| format!("line {number}: no row: {line}"))?;
        let value = solution.value(state);
        let off = (value - p).abs();
        // Not a number is not near, either.
        if off.is_nan() || off > tolerance(state) {
            return Err(format!("line {number}: {line}, but the solution says {value}"));
        }
        count += 1;
    }
    if count == 0 { Err("no rows".to_string()) } else { Ok(count) }
}

pub fn values_agree_with_a_table_from_elsewhere() -> Option<()> {
    let text = read("dragon_slayer/outer_values.csv.gz")?;
    let count = compare(&text, &Solution::of(Variant::STANDARD)).unwrap_or_else(|error| panic!("{error}"));
    println!("{count} values");
    Some(())
}

/// Rows of all kinds, from the solution itself; each value more by this.
fn rows(solution: &Solution, more: impl Fn(State) -> f64) -> String {
    let mut text = format!("{HEADER}\n");
    for tokens in Tokens::ALL {
        for (role, first, second) in [
            (Role::First, 0, 0),
            (Role::First, 39, 7),
            (Role::First, 40, 40),
            (Role::Second, 39, 39),
            (Role::Second, 40, 35),
            (Role::Second, 12, 44),
            (Role::Second, 58, 2),
            (Role::Second, 59, 2),
            (Role::Second, 115, 0),
        ] {
            let state = State { role, first, second, tokens };
            let name = if role == Role::First { "A" } else { "B" };
            let [ours, theirs] = [tokens.first, tokens.second].map(u8::from);
            let p = solution.value(state) + more(state);
            writeln!(text, "{name},{first},{second},{ours},{theirs},{p:.12}").expect("strings take everything");
        }
    }
    text
}

pub fn tables_are_read_and_wrong_values_are_found() {
    let solution = Solution::of(Variant::STANDARD);
    let right = rows(&solution, |_| 0.0);
    // As it is stored.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("values.csv.gz");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(right.as_bytes()).expect("memory");
    std::fs::write(&path, packed.finish().expect("memory")).expect("a file");
    assert_eq!(compare(&unpacked(&path), &solution), Ok(36));
    // Each kind of row is looked at, with its own tolerance.
    let kinds = right.lines().skip(1).count() / Tokens::ALL.len();
    let off = |lead: u16, by: f64| {
        rows(&solution, |state| {
            if state.role == Role::Second && state.first.saturating_sub(state.second) == lead { by } else { 0.0 }
        })
    };
    assert_eq!(kinds, 9);
    for (lead, by, right) in [
        (56, 5e-10, true),
        (56, 2e-9, false),
        (57, 1e-4, true),
        (57, 3e-4, false),
        (57, -3e-4, false),
        (5, 2e-9, false),
        (115, -3e-4, false),
        (115, f64::NAN, false),
    ] {
        let found = compare(&off(lead, by), &solution);
        assert_eq!(found.is_ok(), right, "{lead}, {by}: {found:?}");
    }
    for (from, to) in [("A,39,7,1,0", "A,39,8,1,0"), ("A,40,40,1,1", "A,40,40,1,0"), ("B,39,39,1,1", "A,39,39,1,1")] {
        assert!(right.contains(from), "{from}");
        let error = compare(&right.replace(from, to), &solution).expect_err(to);
        assert!(error.contains(to) && error.contains("the solution says"), "{error}");
    }
}

pub fn what_is_no_table_is_refused() {
    let solution = Solution::of(Variant { goal: 2, ..Variant::STANDARD });
    for (text, part) in [
        ("", "line 1"),
        ("a,b\n", "line 1"),
        (HEADER, "no rows"),
        (&format!("{HEADER}\nA,0,0,1,1"), "line 2: no row"),
        (&format!("{HEADER}\nC,0,0,1,1,0.5"), "line 2: no row"),
        (&format!("{HEADER}\nA,0,0,1,2,0.5"), "line 2: no row"),
        (&format!("{HEADER}\nA,0,-1,1,1,0.5"), "line 2: no row"),
        (&format!("{HEADER}\nA,0,0,1,1,x"), "line 2: no row"),
    ] {
        let error = compare(text, &solution).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}
