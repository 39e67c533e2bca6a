//! A disk that is full for a while, amid games and tables.

use crate::client::Client;
use crate::crowd::{Crowd, Manner, Mix};
use crate::ground::Ground;
use crate::link::Link;
use crate::request::{form, get, random_text};
use crate::row::Row;
use crate::scratch::Disk;
use crate::server::{Plan, Server};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The attack's name.
pub const NAME: &str = "disk-full";
/// Size of the disk in MiB.
const SIZE: u32 = 48;
/// How long a server may take to see that there is space again.
const RECOVERY: Duration = Duration::from_secs(30);

/// Fills the disk, keeps it full for a while, and makes space again.
pub fn full(ground: &Ground) -> io::Result<Row> {
    let folder = ground.scratch.folder(NAME)?;
    let disk = match Disk::mount(ground.scratch.folder("disk")?, SIZE) {
        Ok(disk) => disk,
        Err(error) => return Ok(Row::skipped(NAME, format!("nothing can be mounted: {error}"))),
    };
    let time = if ground.long { Duration::from_mins(1) } else { ground.time * 2 };
    let mix = if ground.long {
        Mix { training: 98, arena: 8, bot_tables: 12, person_tables: 8, watchers: 2 }
    } else {
        Mix { training: 30, arena: 8, bot_tables: 6, person_tables: 4, watchers: 2 }
    };
    let plan = Plan { log: folder.join("server.log"), ..Plan::arena(&ground.program, disk.path()) };
    let mut row = Row::new(NAME);
    let server = Server::start(&plan)?;
    let link = Link::home(server.addr, 1);
    let manner = Manner { patience: time + RECOVERY * 2, ..Manner::default() };
    let mut crowd = Crowd::new(&ground.stop, manner);
    crowd.add(link, link.from, mix);
    // Games run, and some end.
    ground.stop.sleep(Duration::from_secs(3));
    outage(ground, link, disk.path(), time, &mut row)?;
    recover(ground, link, &mut row);
    let (ledger, finished) = crowd.finish(RECOVERY);
    row.finished = finished;
    row.requests = ledger.book().requests;
    ground.conclude(&mut row, server, &ledger, &plan, &folder)?;
    // Nothing is late beside an outage: an answer waits for the disk.
    row.control = None;
    Ok(row)
}

/// Keeps the disk full for a while, and looks at what the server says of it.
fn outage(ground: &Ground, link: Link, disk: &Path, time: Duration, row: &mut Row) -> io::Result<()> {
    let ballast = disk.join("ballast");
    let mut file = OpenOptions::new().create(true).append(true).open(&ballast)?;
    let piece = vec![0x55; 64 * 1024];
    let begun = Instant::now();
    let mut client = Client::patient(link.from(Link::home(link.to, 9).from), Duration::from_secs(5));
    let (mut degraded, mut refused, mut begun_games) = (false, 0_u32, 0_u32);
    while begun.elapsed() < time && !ground.stop.is_interrupted() {
        for size in [piece.len(), 4096, 512, 1] {
            while file.write_all(&piece[..size]).is_ok() {}
        }
        ground.stop.sleep(Duration::from_millis(100));
        // It notices with the first game that ends, or the first choice.
        if begun.elapsed() < Duration::from_secs(3) {
            continue;
        }
        if let Ok(health) = client.ask(&get("/health")) {
            let said = health.json();
            degraded |= health.status == 503 && said["status"] == "degraded" && said["reason"].is_string();
        }
        let joined = client.ask(&form("/api/training", &format!("key={}&turns=1", random_text(12))));
        match joined.map(|answer| answer.status) {
            Ok(200) => begun_games += 1,
            Ok(503) => refused += 1,
            _ => {}
        }
    }
    drop(file);
    fs::remove_file(&ballast)?;
    if !degraded {
        row.fail("/health does not say that storing fails");
    }
    if begun_games > 0 {
        row.fail(format!("{begun_games} new games began while nothing could be stored, {refused} were refused"));
    }
    Ok(())
}

/// Waits until the server says that all is well.
fn recover(ground: &Ground, link: Link, row: &mut Row) {
    let begun = Instant::now();
    let mut client = Client::patient(link, Duration::from_secs(5));
    while begun.elapsed() < RECOVERY && !ground.stop.is_interrupted() {
        match client.ask(&get("/health")) {
            Ok(health) if health.status == 200 => {
                let took = begun.elapsed().as_secs_f64();
                row.remarks.push(format!("/health is well {took:.1} s after there is space again"));
                return;
            }
            // A server without this page.
            Ok(health) if health.status == 404 => return,
            _ => {}
        }
        ground.stop.sleep(Duration::from_millis(100));
    }
    row.fail(format!("/health is not well {RECOVERY:?} after there is space again"));
}
