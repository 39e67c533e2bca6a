//! The table at the end of a bench: what was measured, and what is wanted.

/// What a figure should be.
#[derive(Clone, Copy)]
pub enum Wanted {
    AtLeast(f64),
    AtMost(f64),
    /// Printed for comparison.
    Nothing,
}

/// Prints the head of the table.
pub fn head() {
    println!("{:<52} {:>8} {:>8} {:>8} {:>8}", "", "figure", "least", "most", "wanted");
}

/// Prints one figure, with the least and the most of the numbers behind it and how many these are.
pub fn row(name: &str, figure: f64, numbers: &[f64], wanted: Wanted) {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (goal, is_met) = match wanted {
        Wanted::AtLeast(goal) => (format!(">= {goal}"), figure >= goal),
        Wanted::AtMost(goal) => (format!("<= {goal}"), figure <= goal),
        Wanted::Nothing => ("-".to_owned(), true),
    };
    let remark = if is_met { "" } else { ", missed" };
    println!("{name:<52} {figure:>8.2} {least:>8.2} {most:>8.2} {goal:>8}  of {}{remark}", numbers.len());
}

/// The middle one of some numbers, at least one.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
