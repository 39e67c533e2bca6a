//! Servers that are killed, and servers that are told to end with much left to do.

use super::hold;
use super::names;
use crate::crowd::{Crowd, Manner, Mix};
use crate::ground::{Arm, Ground};
use crate::link::Link;
use crate::row::Row;
use crate::server::{Server, telling_line};
use std::io;
use std::time::{Duration, Instant};

/// The name of the attack with SIGKILL.
pub const KILL: &str = "kill";
/// The name of the attack with SIGTERM.
pub const TERM: &str = "term-queue";

/// Kills at random moments, starts again, and compares.
pub fn kill(ground: &Ground) -> io::Result<Row> {
    let (mut plan, folder) = ground.plan(KILL)?;
    let mut row = Row::new(KILL);
    let mut server = Server::start(&plan)?;
    // The players come back to the same address.
    plan.listen = server.addr;
    let link = Link::home(server.addr, 1);
    // Games that end between two kills.
    let manner = Manner { mortal: true, turns: 12, ..Manner::default() };
    let mut crowd = Crowd::new(&ground.stop, manner);
    crowd.add(link, link.from, Mix::CLASS);
    let until = Instant::now() + ground.time * 2;
    while Instant::now() < until && !ground.stop.is_interrupted() {
        ground.stop.sleep(Duration::from_millis(fastrand::u64(200..1500)));
        row.memory = row.memory.max(server.peak());
        server.kill();
        row.requests += 1;
        server = match Server::start(&plan) {
            Ok(server) => server,
            Err(error) => {
                row.fail(format!("after {} kills: {error}", row.requests));
                crowd.leave();
                return Ok(row);
            }
        };
    }
    let (ledger, finished) = crowd.finish(crate::ground::FINISH);
    row.finished = finished;
    ground.conclude(&mut row, server, &ledger, &plan, &folder)?;
    Ok(row)
}

/// What fills the queues before SIGTERM.
const QUEUE: [(usize, Arm); 4] = [(1, names::joins), (1, names::registrations), (1, hold::games), (1, hold::tables)];

/// Ends a server while games run and requests of all kinds are queued.
pub fn term(ground: &Ground) -> io::Result<Row> {
    let (plan, folder) = ground.plan(TERM)?;
    names::prepare(ground, &plan)?;
    let mut row = Row::new(TERM);
    let server = Server::start(&plan)?;
    let link = Link::home(server.addr, 1);
    let elsewhere = Link::home(server.addr, 2);
    let manner = Manner { mortal: true, turns: 5, ..Manner::default() };
    let mut crowd = Crowd::new(&ground.stop, manner);
    crowd.add(link, elsewhere.from, Mix::CLASS);
    let end = std::thread::scope(|scope| {
        let ending = scope.spawn(|| {
            // In the midst of it.
            ground.stop.sleep(ground.time.mul_f32(0.7));
            let memory = server.peak();
            (memory, server.end())
        });
        row.requests = ground.attack(link, &QUEUE, &mut row);
        ending.join()
    });
    let (memory, end) = end.map_err(|_| io::Error::other("a thread has panicked"))?;
    row.memory = memory;
    match end {
        Ok(took) => row.end = Some(took),
        Err(error) => {
            row.fail(format!("the server: {error}"));
            row.remarks.push(telling_line(&plan.log));
        }
    }
    if row.end.is_some_and(|end| end > crate::row::END) {
        row.fail("ends too late");
    }
    let (ledger, finished) = crowd.leave();
    row.finished = finished;
    // Nobody could finish more than the time allowed.
    ledger.book().unfinished = 0;
    ground.judge(&mut row, &ledger, &plan, &folder)?;
    Ok(row)
}
