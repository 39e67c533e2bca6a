//! Sheets for tests: a match as it may be, and what should never be but may.

use super::sheet::{Player, Point, RatingCurve, Sheet, Sprt, Times};
use boardbots_stats::mean::Mean;
use boardbots_stats::tally::Tally;

/// All of them, by name.
pub fn all() -> Vec<(&'static str, Sheet)> {
    vec![
        ("full", full()),
        ("duel", duel()),
        ("crowd", crowd()),
        ("alone", alone()),
        ("empty", Sheet::default()),
        ("hostile", hostile()),
        ("extreme", extreme()),
    ]
}

fn real(number: u64) -> f64 {
    f64::from(u32::try_from(number).expect("samples are small"))
}

/// A bell around a time, in steps of a hundredth, with a tail.
fn times(middle: f64, wide: f64, decisions: f64, tail: bool) -> Times {
    let mut histogram: Vec<(u64, u64)> = Vec::new();
    let mut bound = 1_u64;
    while bound < 60_000_000 {
        let away = (real(bound) / middle).ln() / wide;
        let tail = if tail && away > 0.0 { 0.0004 * (-away * 0.5).exp() } else { 0.0 };
        let step = (bound / 100).max(1);
        let share = (real(step) / real(bound) / wide / 2.5) * ((-away * away / 2.0).exp() + tail);
        let number = (share * decisions).round();
        if number >= 1.0 {
            histogram.push((bound, format!("{number:.0}").parse().expect("a number")));
        }
        bound += step;
    }
    let all: u64 = histogram.iter().map(|bucket| bucket.1).sum();
    let quantile = |thousandths: u64| {
        let mut sum = 0;
        let found = histogram.iter().find(|bucket| {
            sum += bucket.1;
            sum * 1000 >= all * thousandths
        });
        found.map_or(0, |bucket| bucket.0)
    };
    let (median, p95, p999, most) = (quantile(500), quantile(950), quantile(999), quantile(1000));
    Times { histogram, median, p95, p999, most }
}

/// Ratings on their way to where they end.
fn curve(name: &str, end: f64, games: u64, seed: u64) -> RatingCurve {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut sum = 0.0;
    let points = (1..=games / 20)
        .map(|step| {
            sum += (f64::from(random.u32(0..2001)) - 1000.0) / 1000.0 * 160.0;
            let played = real(step * 20);
            let (elo, error) = (end + sum / real(step) / 2.0, 680.0 / played.sqrt());
            Point { games: step * 20, elo, low: elo - error, high: elo + error }
        })
        .collect();
    RatingCurve { name: name.to_owned(), points }
}

fn player(name: &str, rating: f64, error: Option<f64>, times: Times) -> Player {
    Player { name: name.to_owned(), rating, error, times, ..Player::default() }
}

/// Results of all pairs as the ratings have it.
fn results(players: &mut [Player], games: u64) -> Vec<Vec<Tally>> {
    let ratings: Vec<f64> = players.iter().map(|player| player.rating).collect();
    let mut cross = vec![vec![Tally::default(); ratings.len()]; ratings.len()];
    for a in 0..ratings.len() {
        for b in 0..a {
            let score = 1.0 / (1.0 + 10_f64.powf((ratings[b] - ratings[a]) / 400.0));
            let draws = games / 5;
            let wins = format!("{:.0}", (score * real(games) - real(draws) / 2.0).max(0.0)).parse().expect("a number");
            let losses = (games - draws).saturating_sub(wins);
            cross[a][b] = Tally { wins, draws, losses };
            cross[b][a] = Tally { wins: losses, draws, losses: wins };
        }
    }
    for (player, row) in players.iter_mut().zip(&cross) {
        for tally in row {
            player.tally.wins += tally.wins;
            player.tally.draws += tally.draws;
            player.tally.losses += tally.losses;
        }
        player.points = real(player.tally.wins) + real(player.tally.draws) / 2.0;
    }
    cross
}

/// A round robin of five, still running.
pub fn full() -> Sheet {
    let mut players = vec![
        player("desconecta4:strong,depth=8", 0.0, None, times(1_800.0, 0.7, 20_000.0, false)),
        player("desconecta4:strong,depth=12", 148.3, Some(16.2), times(41_000.0, 0.9, 20_000.0, true)),
        player(
            "desconecta4:strong,depth=10,parameters=center-heavier-by-a-third.txt",
            83.9,
            Some(15.1),
            times(8_100.0, 0.8, 20_000.0, true),
        ),
        player("cmd:./their-bot --threads 1 --x", -61.5, Some(15.8), times(100_000.0, 0.05, 20_000.0, true)),
        player("desconecta4:random", -402.7, Some(31.0), times(3.0, 0.6, 20_000.0, false)),
    ];
    players[3].faults = vec![("hang".to_owned(), 3), ("illegal".to_owned(), 1), ("died".to_owned(), 0)];
    let cross = results(&mut players, 400);
    let curves = players
        .iter()
        .zip(1..)
        .filter(|(player, _)| player.error.is_some())
        .map(|(player, seed)| curve(&player.name, player.rating, 1600, seed))
        .collect();
    let lengths =
        (8_u32..=64).map(|plies| (plies, u64::from((plies - 7) * (66 - plies) / 9 + plies % 2 * 20))).collect();
    Sheet {
        title: "Round robin of Desconecta4-BOOM".to_owned(),
        game: "desconecta4".to_owned(),
        command: "boardbots match desconecta4 --player desconecta4:strong,depth=8 --player desconecta4:strong,depth=12 --player desconecta4:strong,depth=10,parameters=center-heavier-by-a-third.txt --player 'cmd:./their-bot --threads 1 --x' --player desconecta4:random --games 5000 --report report.html".to_owned(),
        when: "2026-11-21 18:30 to 19:04 UTC".to_owned(),
        players,
        cross,
        curves,
        lengths,
        repeated: None,
        sprt: None,
        games: 4000,
        planned: Some(5000),
    }
}

/// Two players and a sequential test.
pub fn duel() -> Sheet {
    let mut players = vec![
        player("tron:new", 12.4, Some(9.8), times(240.0, 0.5, 90_000.0, true)),
        player("tron:old", 0.0, None, times(260.0, 0.5, 90_000.0, true)),
    ];
    let cross = results(&mut players, 2340);
    Sheet {
        title: "Is the new judge better?".to_owned(),
        game: "tron".to_owned(),
        command: "boardbots match tron --player tron:new --player tron:old --sprt 0,10".to_owned(),
        when: "2026-11-21".to_owned(),
        curves: vec![curve("tron:new", 12.4, 2340, 3)],
        players,
        cross,
        lengths: (1..=30).map(|bound| (bound * 10, u64::from(30 - bound) * 5 + 1)).collect(),
        repeated: None,
        sprt: Some(Sprt {
            llr: 1.87,
            lower: -2.94,
            upper: 2.94,
            elo0: 0.0,
            elo1: 10.0,
            verdict: "Not decided yet.".to_owned(),
        }),
        games: 2340,
        planned: None,
    }
}

/// Twenty players at tables of four.
pub fn crowd() -> Sheet {
    let mut players: Vec<Player> = (0..20_u32)
        .map(|number| {
            let rating = f64::from(number * 137 % 20) * 23.0 - 200.0;
            let times = times(300.0 * 1.6_f64.powi(i32::try_from(number % 8).expect("few")), 0.6, 5_000.0, true);
            player(&format!("vindinium:default,depth={number}"), rating, Some(22.0), times)
        })
        .collect();
    let cross = results(&mut players, 60);
    let curves = players.iter().zip(1..).map(|(player, seed)| curve(&player.name, player.rating, 1900, seed)).collect();
    Sheet {
        title: "Twenty at tables of four".to_owned(),
        game: "vindinium".to_owned(),
        players,
        cross,
        curves,
        lengths: vec![(1200, 1900)],
        games: 1900,
        ..Sheet::default()
    }
}

/// One player and nobody else.
pub fn alone() -> Sheet {
    Sheet { players: vec![player("tron:default", 0.0, None, Times::default())], ..Sheet::default() }
}

/// Names that try to be more than names.
pub fn hostile() -> Sheet {
    let mut sheet = full();
    let names = [
        "<script>alert(1)</script>",
        "\"onload=\"alert(1)\" x=\"",
        "a\u{202e}txet desrever\u{0}\u{1b}[31m\r\n<b>",
        "",
        &"&'\"<>".repeat(60),
    ];
    for (player, name) in sheet.players.iter_mut().zip(names) {
        name.clone_into(&mut player.name);
        player.faults = vec![(format!("<script>{name}"), 2)];
    }
    sheet.title = "</title><script>alert(1)</script>".to_owned();
    sheet.game = "<b>&\"".to_owned();
    sheet.command = "</code></pre><script>\u{7}".to_owned();
    sheet.when = "<b>now</b>".to_owned();
    sheet.curves = vec![curve("</svg><script>", 5.0, 100, 1)];
    sheet.sprt = Some(Sprt { verdict: "<b>H1</b>".to_owned(), lower: -1.0, upper: 1.0, ..Sprt::default() });
    sheet
}

/// Numbers as they should not be.
pub fn extreme() -> Sheet {
    let numbers = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e308, -1e308, 0.0, 7.0];
    let errors = [Some(f64::INFINITY), Some(f64::NAN), Some(-3.0), Some(1e308), Some(0.0), None, Some(200.0)];
    let most = Tally { wins: u64::MAX, draws: u64::MAX, losses: 1 };
    let players: Vec<Player> = numbers
        .into_iter()
        .zip(errors)
        .map(|(number, error)| Player {
            tally: most,
            points: number,
            times: Times {
                histogram: vec![(0, 1), (1, u64::MAX), (u64::MAX, 7)],
                median: 0,
                p95: u64::MAX,
                p999: 1,
                most: u64::MAX,
            },
            place: Some(Mean { mean: number, error }),
            lead: Some(Mean { mean: -number, error: None }),
            faults: vec![("hang".to_owned(), u64::MAX)],
            ..player("x", number, error, Times::default())
        })
        .collect();
    let point = |games, number| Point { games, elo: number, low: -number, high: number };
    Sheet {
        cross: vec![vec![most; 9]; 3],
        players,
        curves: vec![
            RatingCurve { name: "x".to_owned(), points: numbers.map(|number| point(u64::MAX, number)).to_vec() },
            RatingCurve { name: "y".to_owned(), points: vec![point(0, 1e308), point(0, -1e308)] },
            RatingCurve::default(),
        ],
        lengths: vec![(0, 1), (u32::MAX, u64::MAX), (1, 1)],
        repeated: None,
        sprt: Some(Sprt { llr: f64::NEG_INFINITY, lower: -3.0, upper: 3.0, ..Sprt::default() }),
        games: u64::MAX,
        planned: Some(0),
        ..Sheet::default()
    }
}
