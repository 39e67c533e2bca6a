//! Hours of bots, tables, restarts and outages: does anything grow, and is anything lost?

mod bots;
mod series;

use crate::crowd::{Crowd, Manner, Mix};
use crate::ground::Ground;
use crate::judge::{Verdict, open};
use crate::ledger::Ledger;
use crate::link::Link;
use crate::process;
use crate::row::Row;
use crate::server::{Plan, Server};
use bots::{BOTS, Bot};
use rusqlite::OptionalExtension;
use series::Series;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What it is called in the table.
const NAME: &str = "soak";
/// Time between two measurements, and between two lines.
const STEPS: (Duration, Duration) = (Duration::from_secs(5), Duration::from_mins(1));
/// What happens before is not measured, unless the soak is short.
const WARM: Duration = Duration::from_mins(10);
/// Growth is judged if it was measured for so long.
const LONG: Duration = Duration::from_mins(20);
/// Most growth in an hour in MiB, and most file descriptors that are more at the end.
const GROWTH: (f64, f64) = (1.0, 4.0);
/// The length of a soak from which games are counted, and how many are wanted.
const GAMES: (Duration, u64) = (Duration::from_hours(2), 10_000);
/// The undisturbed part of a soak, in hundredths.
const CALM: (u32, u32) = (40, 85);

/// The people at tables.
const PEOPLE: Mix = Mix { training: 0, arena: 0, bot_tables: 5, person_tables: 2, watchers: 2 };

/// What is measured of a process.
#[derive(Default)]
struct Gauge {
    memory: Series,
    descriptors: Series,
}

impl Gauge {
    fn add(&mut self, at: Duration, pid: u32) {
        let descriptors = process::descriptors(pid);
        // One that is being started again has none.
        if descriptors > 0 {
            self.memory.add(at, process::memory(pid));
            self.descriptors.add(at, f64::from(u32::try_from(descriptors).unwrap_or(u32::MAX)));
        }
    }

    /// Judges what was measured between two moments.
    fn judge(&self, name: &str, (from, to): (Duration, Duration), row: &mut Row) {
        let (memory, descriptors) = (self.memory.part(from, to), self.descriptors.part(from, to));
        let (growth, rise) = (memory.growth(), descriptors.rise());
        row.remarks.push(format!(
            "{name}: {:.1} MiB on average, {:.1} at the end, {growth:+.2} MiB/h; {:.0} descriptors, {rise:+.1}",
            memory.mean(),
            memory.last(),
            descriptors.mean()
        ));
        if to.saturating_sub(from) >= LONG {
            if growth >= GROWTH.0 {
                row.fail(format!("{name} grows by {growth:.2} MiB/h"));
            }
            if rise > GROWTH.1 {
                row.fail(format!("{name} has {rise:.1} descriptors more"));
            }
        }
    }
}

/// Plays for this long.
///
/// # Errors
/// If something does not start.
pub fn soak(ground: &Ground, time: Duration) -> io::Result<Row> {
    let begun = Instant::now();
    let (mut plan, folder) = ground.plan(NAME)?;
    for arg in &mut plan.args {
        if arg.starts_with("2s=") {
            *arg = "500ms=miner,random,random".into();
        }
    }
    // Games that are over in a moment would fill the disk, not show what hours do.
    plan.args.extend(["--min-turn".into(), "2ms".into()]);
    let mut row = Row::new(NAME);
    let server = Server::start(&plan)?;
    plan.listen = server.addr;
    let link = Link::home(server.addr, 2);
    let manner = Manner { mortal: true, patience: Duration::from_mins(5), ..Manner::default() };
    let mut crowd = Crowd::new(&ground.stop, manner);
    crowd.add(link, link.from, PEOPLE);
    let mut bots = (0..BOTS)
        .map(|number| Bot::start(&ground.program, server.addr, &folder, number))
        .collect::<io::Result<Vec<Bot>>>()?;
    let mut gauges: Vec<Gauge> = (0..=BOTS).map(|_| Gauge::default()).collect();
    let server = run(ground, &plan, server, time, &mut bots, &mut gauges, &mut row)?;
    let told = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    row.failures.extend(bots.into_iter().filter_map(Bot::end));
    let (ledger, finished) = crowd.finish(Duration::from_secs(30));
    let warm = WARM.min(time / 4);
    let calm = (time * CALM.0 / 100, time * CALM.1 / 100);
    gauges[0].judge("server", (calm.0 + WARM.min(calm.1.saturating_sub(calm.0) / 4), calm.1), &mut row);
    for (number, gauge) in gauges.iter().enumerate().skip(1) {
        gauge.judge(&format!("bot {number}"), (warm, time), &mut row);
    }
    row.finished = finished;
    ground.conclude(&mut row, server, &ledger, &plan, &folder)?;
    tally(&plan.db, &folder, time, told, &ledger, &mut row)?;
    row.took = begun.elapsed();
    Ok(row)
}

/// The time itself: measurements, lines, restarts and outages.
fn run(
    ground: &Ground,
    plan: &Plan,
    mut server: Server,
    time: Duration,
    bots: &mut [Bot],
    gauges: &mut [Gauge],
    row: &mut Row,
) -> io::Result<Server> {
    let begun = Instant::now();
    let pause = (time / 40).clamp(Duration::from_secs(10), Duration::from_mins(4));
    let (mut trouble, mut line) = (pause, STEPS.1);
    let calm = time * CALM.0 / 100..time * CALM.1 / 100;
    while begun.elapsed() < time && ground.stop.sleep(STEPS.0.min(pause / 4)) {
        let at = begun.elapsed();
        gauges[0].add(at, server.pid());
        for (gauge, bot) in gauges[1..].iter_mut().zip(bots.iter_mut()) {
            gauge.add(at, bot.pid);
            if let Some(how) = bot.ended()
                && !row.failures.contains(&how)
            {
                row.fail(how);
            }
        }
        if let Some(status) = server.ended() {
            row.fail(format!("the server ended by itself ({status}) after {at:.0?}"));
            server = Server::start(plan)?;
        }
        if at >= trouble && !calm.contains(&at) {
            row.requests += 1;
            row.memory = row.memory.max(server.peak());
            server = disturb(ground, plan, server, row)?;
            trouble = begun.elapsed() + pause;
        }
        if at >= line {
            line += STEPS.1;
            print(plan, at, gauges, row);
        }
    }
    Ok(server)
}

/// A restart in order, a kill, or an outage.
fn disturb(ground: &Ground, plan: &Plan, server: Server, row: &mut Row) -> io::Result<Server> {
    match row.requests % 3 {
        0 => server.kill(),
        1 => {
            if let Err(error) = server.end() {
                row.fail(format!("restart: {error}"));
            }
        }
        _ => {
            server.kill();
            ground.stop.sleep(Duration::from_secs(fastrand::u64(3..15)));
        }
    }
    Server::start(plan)
}

/// One line of how it goes.
fn print(plan: &Plan, at: Duration, gauges: &[Gauge], row: &Row) {
    let games = rusqlite::Connection::open_with_flags(&plan.db, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
        .and_then(|db| db.query_row("SELECT count(*) FROM games", [], |found| found.get::<_, i64>(0)));
    let bots: Vec<String> = gauges[1..].iter().map(|gauge| format!("{:.1}", gauge.memory.last())).collect();
    eprintln!(
        "{:5.0} s: {} games, {} restarts, server {:.1} MiB and {:.0} descriptors, bots {} MiB, {} failures",
        at.as_secs_f64(),
        games.unwrap_or_default(),
        row.requests,
        gauges[0].memory.last(),
        gauges[0].descriptors.last(),
        bots.join(" "),
        row.failures.len()
    );
}

/// Counts the games, and the turns that ran out for bots that never hesitate, before they were told to end.
/// One that is told in the lobby leaves at once; the arena starts its game all the same, as the original
/// server did, and its hero stands still.
fn tally(db: &Path, folder: &Path, time: Duration, told: Duration, ledger: &Ledger, row: &mut Row) -> io::Result<()> {
    let db = open(db, folder, &mut Verdict::default())?;
    let count = |line: &str| -> io::Result<u64> {
        let found: Option<i64> = db.query_row(line, [], |found| found.get(0)).optional().map_err(io::Error::other)?;
        Ok(found.unwrap_or_default().cast_unsigned())
    };
    let games = count("SELECT count(*) FROM games")?;
    let crashed = |when: &str| {
        count(&format!(
            "SELECT count(*) FROM seats JOIN games ON game = number WHERE name LIKE 'soakbot%' AND crashed \
             AND started {when} {}",
            told.as_secs()
        ))
    };
    let (lost, left) = (crashed("<")?, crashed(">=")?);
    row.lost.2 += lost;
    let choices = ledger.book().choices.len();
    row.remarks.insert(
        0,
        format!(
            "{games} games, {choices} choices at tables, {lost} heroes of bots crashed, {left} of bots that had left \
             the lobby when the soak ended"
        ),
    );
    if time >= GAMES.0 && games < GAMES.1 {
        row.fail(format!("only {games} games"));
    }
    Ok(())
}
