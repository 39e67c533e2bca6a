//! Attacks boardbots' servers, plays honestly beside the attack, and judges what is left.
//!
//! It knows the program only by HTTP, files, signals and what the system tells of processes.
//! `docs/torture.md` says what the attacks are and how to read the table.

mod attacks;
mod bot;
mod client;
mod crowd;
mod enclosure;
mod faults;
mod ground;
mod judge;
mod latency;
mod ledger;
mod link;
mod person;
mod process;
mod request;
mod row;
mod scratch;
mod server;
mod settings;
mod soak;
mod stop;
mod visitor;
mod watcher;

use attacks::Way;
use ground::Ground;
use row::Row;
use scratch::Scratch;
use settings::{Settings, USAGE};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use stop::Stop;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let settings = Settings::read(args.clone())?;
    if settings.help {
        println!("{USAGE}");
        return Ok(ExitCode::SUCCESS);
    }
    if settings.list {
        for way in attacks::all() {
            println!("{}", way.name());
        }
        return Ok(ExitCode::SUCCESS);
    }
    if !settings.program.is_file() {
        return Err(format!("there is no program {}", settings.program.display()));
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&interrupted)).map_err(|error| error.to_string())?;
    }
    let open = if settings.enclosed {
        enclosure::enter(&interrupted).err().map(|error| error.to_string())
    } else {
        match enclosure::run(&args, &interrupted) {
            Ok(status) => {
                return Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)));
            }
            Err(why) => Some(why),
        }
    };
    if let Some(seed) = settings.seed {
        fastrand::seed(seed);
    }
    let seconds = settings.seconds.unwrap_or(if settings.long { 20 } else { 3 });
    let ground = Ground {
        program: settings.program.canonicalize().map_err(|error| error.to_string())?,
        scratch: Scratch::new().map_err(|error| format!("no folder: {error}"))?,
        stop: Stop::new(interrupted),
        long: settings.long,
        time: Duration::from_secs(seconds),
        open,
        control: std::sync::Mutex::default(),
    };
    torture(&settings, &ground)
}

/// Makes all attacks that are asked for.
fn torture(settings: &Settings, ground: &Ground) -> Result<ExitCode, String> {
    let ways = attacks::all();
    if let Some(unknown) = settings.only.iter().find(|name| ways.iter().all(|way| way.name() != **name)) {
        return Err(format!("there is no attack {unknown}; see --list"));
    }
    let mut rows: Vec<Row> = Vec::new();
    if let Some(time) = settings.soak {
        let row = soak::soak(ground, time).map_err(|error| error.to_string())?;
        let remarks = row.remarks.clone();
        show(settings, &row);
        rows.push(row);
        if !settings.json {
            for remark in remarks {
                println!("{remark}");
            }
        }
        return Ok(report(settings, ground, &rows));
    }
    let wanted = |way: &Way| settings.only.is_empty() || settings.only.iter().any(|name| name == way.name());
    let (beside, alone): (Vec<Way>, Vec<Way>) =
        ways.into_iter().filter(wanted).partition(|way| matches!(way, Way::Beside(..)));
    for way in alone {
        if !ground.stop.is_interrupted() {
            let row = way.make(ground);
            show(settings, &row);
            rows.push(row);
        }
    }
    std::thread::scope(|scope| {
        let works: Vec<_> = beside.iter().map(|way| scope.spawn(|| way.make(ground))).collect();
        for (work, way) in works.into_iter().zip(&beside) {
            let row = work.join().unwrap_or_else(|_| {
                let mut row = Row::new(way.name());
                row.fail("the attack itself has panicked");
                row
            });
            show(settings, &row);
            rows.push(row);
        }
    });
    Ok(report(settings, ground, &rows))
}

/// What came of one attack, as soon as it is known.
fn show(settings: &Settings, row: &Row) {
    if settings.json {
        println!("{}", row.json());
        return;
    }
    let failures = row.verdict();
    let verdict = if failures.is_empty() { "holds".to_string() } else { failures.join("; ") };
    eprintln!("{}: {}", row.name, row.skipped.clone().unwrap_or(verdict));
}

/// The table of all, and whether everything holds.
fn report(settings: &Settings, ground: &Ground, rows: &[Row]) -> ExitCode {
    if !settings.json {
        println!("{}", row::table(rows));
    }
    let holds = rows.iter().all(|row| row.verdict().is_empty()) && !ground.stop.is_interrupted();
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
