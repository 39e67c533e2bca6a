//! Simulations that count how often the stated errors are right.
//!
//! `BOARDBOTS_SIMULATIONS=N` asks for N runs of each instead of the few of every day.

use super::bradley_terry::{self, Meeting};
use super::elo::{self, Elo};
use super::plackett_luce::{self, Table};
use super::ratings::{Rating, Ratings};
use super::sprt::{Scale, Sprt, Terms, Verdict};
use super::tally::{GameResult, Pairs, Tally};
use super::{ELO_PER_NAT, real};
use fastrand::Rng;

/// The number of runs.
fn runs(otherwise: u64) -> u64 {
    std::env::var("BOARDBOTS_SIMULATIONS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(otherwise)
}

/// One of these, in proportion to the weights.
fn draw(rng: &mut Rng, weights: &[f64]) -> usize {
    let mut left = rng.f64() * weights.iter().sum::<f64>();
    let last = weights.len() - 1;
    weights
        .iter()
        .position(|weight| {
            left -= weight;
            left < 0.0
        })
        .unwrap_or(last)
}

/// Asserts that this share is within three standard errors of a part, and a margin.
#[track_caller]
fn assert_part(what: &str, hits: u64, of: u64, expected: f64, margin: f64) {
    let part = real(hits) / real(of);
    let error = (expected * (1.0 - expected) / real(of)).sqrt();
    println!("{what}: {part:.4} of {of}, expected {expected} with a standard error of {error:.4}");
    assert!((part - expected).abs() <= 3.0 * error + margin, "{what}: {part} of {of}, not {expected}");
}

/// The mean score per game of these chances of pairs.
fn mean(chances: &[f64; 5]) -> f64 {
    chances.iter().zip(0_u8..).map(|(chance, kind)| chance * f64::from(kind) / 4.0).sum()
}

/// Chances of pairs with this mean score. The two games of a pair are far from independent: an
/// opening mostly gives a point to each.
fn chances(score: f64) -> [f64; 5] {
    let mut chances = [0.06, 0.16, 0.50, 0.20, 0.08];
    let missing = score - mean(&chances);
    chances[1] -= 2.0 * missing;
    chances[3] += 2.0 * missing;
    chances
}

/// The number of tests that end with H1 if the truth is this.
fn accepted(sprt: &Sprt, score: f64, runs: u64, seed: u64) -> u64 {
    let mut rng = Rng::with_seed(seed);
    let chances = chances(score);
    let mut accepted = 0;
    for _ in 0..runs {
        let mut pairs = Pairs::default();
        loop {
            pairs.0[draw(&mut rng, &chances)] += 1;
            match sprt.judge(&pairs).verdict {
                Verdict::Continue => {}
                Verdict::AcceptH0 => break,
                Verdict::AcceptH1 => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    accepted
}

/// Steps of the ratio are small against its limits (about 0.1 of 2.9), so that stepping over them
/// takes less than a twentieth from the rates of error.
#[test]
fn tests_err_as_often_as_they_say() {
    for (scale, otherwise) in [(Scale::Logistic, 1000), (Scale::Normalized, 300)] {
        let terms = Terms { elo0: -5.0, elo1: 10.0, alpha: 0.05, beta: 0.1, scale };
        let sprt = Sprt::try_from(terms).expect("sensible terms");
        let score = |bound: f64| match scale {
            Scale::Logistic => elo::to_score(bound),
            // The score at this distance from a half, in standard deviations of a game.
            Scale::Normalized => (0..50).fold(0.5, |score, _| {
                let chances = chances(score).map(|chance| (chance * 1e15).round());
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let variance = Pairs(chances.map(|chance| chance as u64)).sample().variance();
                0.5 + bound / elo::NORMALIZED * (2.0 * variance).sqrt()
            }),
        };
        let runs = runs(otherwise);
        let wrong = accepted(&sprt, score(terms.elo0), runs, 1);
        assert_part(&format!("{scale:?}: H1 accepted at H0"), wrong, runs, terms.alpha, 0.05 * terms.alpha);
        let wrong = runs - accepted(&sprt, score(terms.elo1), runs, 2);
        assert_part(&format!("{scale:?}: H0 accepted at H1"), wrong, runs, terms.beta, 0.05 * terms.beta);
    }
}

/// The chance that the interval covers, over all counts of this number of pairs.
fn coverage(pairs: u64, chances: &[f64; 5]) -> f64 {
    let truth = elo::from_score(mean(chances));
    let mut logs = vec![0.0];
    for number in 1..=pairs {
        logs.push(logs[logs.len() - 1] + real(number).ln());
    }
    let log = |number: u64| logs[usize::try_from(number).expect("few")];
    let mut covered = 0.0;
    for a in 0..=pairs {
        for b in 0..=pairs - a {
            for c in 0..=pairs - a - b {
                for d in 0..=pairs - a - b - c {
                    let counts = [a, b, c, d, pairs - a - b - c - d];
                    let found = Elo::of(&Pairs(counts).sample());
                    if found.low <= truth && truth <= found.high {
                        let each = counts.iter().zip(chances).map(|(&count, chance)| {
                            if count == 0 { 0.0 } else { real(count) * chance.ln() - log(count) }
                        });
                        covered += (log(pairs) + each.sum::<f64>()).exp();
                    }
                }
            }
        }
    }
    covered
}

/// Kinds of pairs: of equals, of unequals, with decisive openings, with many draws.
const KINDS: [[f64; 5]; 5] = [
    [0.06, 0.17, 0.50, 0.19, 0.08],
    [0.01, 0.04, 0.15, 0.30, 0.50],
    [0.25, 0.00, 0.50, 0.00, 0.25],
    [0.01, 0.10, 0.76, 0.12, 0.01],
    [0.01, 0.00, 0.18, 0.00, 0.81],
];

/// Not by chance: the sum over all counts.
#[test]
fn intervals_of_few_pairs_cover() {
    for chances in &KINDS {
        for (pairs, most) in [(3, 1.0), (10, 1.0), (20, 0.98)] {
            let part = coverage(pairs, chances);
            println!("{pairs} pairs of {chances:?}: {part:.4}");
            assert!(part > 0.94 && part < most + 1e-9, "{pairs} pairs of {chances:?}: {part}");
        }
    }
}

#[test]
fn intervals_of_many_pairs_cover() {
    let mut rng = Rng::with_seed(5);
    for chances in &KINDS {
        let truth = elo::from_score(mean(chances));
        let runs = runs(1000);
        let mut hits = 0;
        for _ in 0..runs {
            let mut pairs = Pairs::default();
            (0..200).for_each(|_| pairs.0[draw(&mut rng, chances)] += 1);
            let found = Elo::of(&pairs.sample());
            hits += u64::from(found.low <= truth && truth <= found.high);
        }
        assert_part(&format!("200 pairs of {chances:?}"), hits, runs, 0.95, 0.01);
    }
}

/// Counts whether intervals cover, of the last two players' ratings above the first.
fn cover(found: &Ratings, truth: &[f64], hits: &mut [u64; 2]) {
    let last = truth.len() - 1;
    for (hits, player) in hits.iter_mut().zip([last, last - 1]) {
        let Rating { elo, error, .. } = found.players[player];
        *hits += u64::from((elo - (truth[player] - truth[0])).abs() <= error.expect("not the anchor"));
    }
}

/// True ratings, counted from the first.
const TRUTH: [f64; 5] = [0.0, 60.0, -80.0, 150.0, -200.0];

#[test]
fn ratings_from_games_cover() {
    // The number of games of each two in each order; with what moving first is worth; draws against wins
    // of equals.
    for (games, worth, ratio) in [(40, Some(40.0), 1.0), (8, None, 0.5)] {
        let scale = ELO_PER_NAT * 2.0 / (2.0 + ratio);
        let mut rng = Rng::with_seed(8);
        let (mut hits, mut right, runs) = ([0; 2], 0, runs(1000));
        for _ in 0..runs {
            let mut meetings = Vec::new();
            for (first, one) in TRUTH.iter().enumerate() {
                for (second, other) in TRUTH.iter().enumerate().filter(|&(second, _)| second != first) {
                    let gap: f64 = (one - other + worth.unwrap_or(0.0)) / scale / 2.0;
                    let chances = [(-gap).exp(), ratio, gap.exp()];
                    let mut tally = Tally::default();
                    (0..games).for_each(|_| tally.add(OUTCOMES[draw(&mut rng, &chances)]));
                    meetings.push(Meeting { first, second, tally });
                }
            }
            let found = bradley_terry::rate(TRUTH.len(), 0, worth.is_some(), &meetings).expect("valid");
            cover(&found.ratings, &TRUTH, &mut hits);
            let told = found.advantage.zip(worth);
            right += u64::from(told.is_none_or(|((found, error), worth)| (found - worth).abs() <= error));
        }
        assert_part(&format!("Bradley-Terry, {games} games: the last"), hits[0], runs, 0.95, 0.01);
        assert_part(&format!("Bradley-Terry, {games} games: the last but one"), hits[1], runs, 0.95, 0.01);
        if worth.is_some() {
            assert_part("Bradley-Terry: moving first", right, runs, 0.95, 0.01);
        }
    }
}

const OUTCOMES: [GameResult; 3] = [GameResult::Loss, GameResult::Draw, GameResult::Win];

/// A table of four out of all; with some chance each has the place of the player before him.
fn sit(rng: &mut Rng, truth: &[f64], tied: f64) -> Table {
    let mut left: Vec<usize> = (0..truth.len()).collect();
    while left.len() > 4 {
        let gone = draw(rng, &vec![1.0; left.len()]);
        left.remove(gone);
    }
    let mut places: Vec<Vec<usize>> = Vec::new();
    while !left.is_empty() {
        let strengths: Vec<f64> = left.iter().map(|&player| (truth[player] / ELO_PER_NAT).exp()).collect();
        let player = left.remove(draw(rng, &strengths));
        match places.last_mut() {
            Some(place) if rng.f64() < tied => place.push(player),
            _ => places.push(vec![player]),
        }
    }
    Table(places)
}

#[test]
fn ratings_from_tables_cover() {
    // With ties the truth is known of equals.
    for (tables, truth, tied) in [(200, TRUTH, 0.0), (60, TRUTH, 0.0), (60, [0.0; 5], 0.4)] {
        let mut rng = Rng::with_seed(9);
        let (mut hits, runs) = ([0; 2], runs(400));
        for _ in 0..runs {
            let list: Vec<Table> = (0..tables).map(|_| sit(&mut rng, &truth, tied)).collect();
            cover(
                &plackett_luce::rate(truth.len(), 0, &list.chunks(1).collect::<Vec<_>>()).expect("valid"),
                &truth,
                &mut hits,
            );
        }
        assert_part(&format!("Plackett-Luce, {tables} tables, tied {tied}: the last"), hits[0], runs, 0.95, 0.01);
        assert_part(
            &format!("Plackett-Luce, {tables} tables, tied {tied}: the last but one"),
            hits[1],
            runs,
            0.95,
            0.01,
        );
    }
}
