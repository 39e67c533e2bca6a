//! Where attacks take place, and what is the same for all of them.

use crate::crowd::{Crowd, Manner, Mix};
use crate::judge;
use crate::ledger::Ledger;
use crate::link::Link;
use crate::row::Row;
use crate::scratch::Scratch;
use crate::server::{FILL, Plan, Server, telling_line};
use crate::stop::Stop;
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long honest players may take to finish once the attack is over.
pub const FINISH: Duration = Duration::from_secs(30);
/// How long they play before the attack begins.
const SETTLE: Duration = Duration::from_millis(800);

/// Where attacks take place.
pub struct Ground {
    /// The program that is attacked.
    pub program: PathBuf,
    /// Where everything is written.
    pub scratch: Scratch,
    /// Set by Ctrl-C.
    pub stop: Stop,
    /// Whether times are looked at.
    pub long: bool,
    /// How long an attack lasts.
    pub time: Duration,
    /// Why there are no namespaces, if there are none.
    pub open: Option<String>,
    /// The times of honest players without an attack.
    pub control: Mutex<BTreeMap<&'static str, (Duration, Duration)>>,
}

/// What an arm of an attack works with.
pub struct Front<'a> {
    /// The way to the server from the attacker's address.
    pub link: Link,
    /// When the attack is over.
    pub stop: &'a Stop,
    /// Its requests.
    pub requests: &'a AtomicU64,
    /// Those of them that got what they wanted.
    pub granted: &'a AtomicU64,
    /// What the attack itself finds wrong.
    pub faults: &'a Mutex<Vec<String>>,
    /// Which arm of this kind it is.
    pub lane: usize,
}

impl Front<'_> {
    /// Counts requests.
    pub fn count(&self, requests: u64) {
        self.requests.fetch_add(requests, Ordering::Relaxed);
    }

    /// Notes something that does not hold.
    pub fn fault(&self, fault: String) {
        self.faults.lock().expect("nobody panics while holding it").push(fault);
    }

    /// Counts requests that got what they wanted.
    pub fn grant(&self, granted: u64) {
        self.granted.fetch_add(granted, Ordering::Relaxed);
    }
}

/// A part of an attack, which a thread carries out until it is over.
pub type Arm = fn(&Front<'_>);

/// An attack beside honest players.
#[derive(Clone)]
pub struct Siege {
    /// Its name.
    pub name: &'static str,
    /// Its arms, and how many threads each has.
    pub arms: &'static [(usize, Arm)],
    /// What is done with the database before the server starts.
    pub prepare: Option<fn(&Ground, &Plan) -> io::Result<()>>,
    /// The bots that fill waiting games.
    pub fill: &'static str,
    /// How much the server logs.
    pub level: &'static str,
    /// The honest players behind the attacker's address.
    pub class: Mix,
}

impl Siege {
    /// An attack on an arena that is like every other, with forty honest players behind the same address.
    pub const fn new(name: &'static str, arms: &'static [(usize, Arm)]) -> Self {
        Self { name, arms, prepare: None, fill: FILL, level: "warn", class: Mix::CLASS }
    }

    /// Which control run it is compared with.
    fn control(&self) -> &'static str {
        if self.prepare.is_some() { self.name } else { self.level }
    }
}

impl Ground {
    /// A server's plan in a folder of its own.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn plan(&self, name: &str) -> io::Result<(Plan, PathBuf)> {
        let folder = self.scratch.folder(name)?;
        Ok((Plan::arena(&self.program, &folder), folder))
    }

    /// Attacks, beside honest players, and judges.
    ///
    /// # Errors
    /// If the server does not start or the judge cannot read what it left.
    pub fn besiege(&self, siege: &Siege) -> io::Result<Row> {
        let mut control = None;
        if self.long {
            let known = self.controls().get(siege.control()).copied();
            control = match known {
                Some(control) => Some(control),
                None => self.fight(&Siege { arms: &[], ..siege.clone() })?.slowest,
            };
            self.controls().extend(control.map(|control| (siege.control(), control)));
        }
        let mut row = self.fight(siege)?;
        row.control = control;
        Ok(row)
    }

    fn controls(&self) -> std::sync::MutexGuard<'_, BTreeMap<&'static str, (Duration, Duration)>> {
        self.control.lock().expect("nobody panics while holding it")
    }

    fn fight(&self, siege: &Siege) -> io::Result<Row> {
        let (mut plan, folder) = self.plan(siege.name)?;
        plan.fill(siege.fill);
        plan.level = siege.level;
        if let Some(prepare) = siege.prepare {
            prepare(self, &plan)?;
        }
        let mut row = Row::new(siege.name);
        let server = Server::start(&plan)?;
        let link = Link::home(server.addr, 1);
        let mut crowd = Crowd::new(&self.stop, Manner::default());
        crowd.house.rival = Some(link.from);
        crowd.add(link, link.from, siege.class);
        for host in [2, 3] {
            crowd.add(link, IpAddr::V4(Ipv4Addr::new(127, 0, 0, host)), Mix::FEW);
        }
        self.stop.sleep(SETTLE);
        row.requests = self.attack(link, siege.arms, &mut row);
        let (ledger, finished) = crowd.finish(FINISH);
        row.finished = finished;
        self.conclude(&mut row, server, &ledger, &plan, &folder)?;
        Ok(row)
    }

    /// Lets all arms work for the time of an attack; how many requests they made.
    pub fn attack(&self, link: Link, arms: &[(usize, Arm)], row: &mut Row) -> u64 {
        let stop = self.stop.part(Some(Instant::now() + self.time));
        let (requests, granted) = (AtomicU64::new(0), AtomicU64::new(0));
        let faults = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for &(lanes, arm) in arms {
                for lane in 0..lanes {
                    let front =
                        Front { link, stop: &stop, requests: &requests, granted: &granted, faults: &faults, lane };
                    scope.spawn(move || arm(&front));
                }
            }
            if arms.is_empty() {
                stop.sleep(self.time);
            }
        });
        row.failures.extend(faults.into_inner().unwrap_or_default());
        let granted = granted.into_inner();
        if granted > 0 {
            row.remarks.push(format!("{granted} requests of the attack got what they wanted"));
        }
        requests.into_inner()
    }

    /// Ends the server and judges what it left.
    ///
    /// # Errors
    /// If the judge cannot read it.
    pub fn conclude(
        &self,
        row: &mut Row,
        server: Server,
        ledger: &Ledger,
        plan: &Plan,
        folder: &Path,
    ) -> io::Result<()> {
        row.memory = row.memory.max(server.peak());
        match server.end() {
            Ok(took) => row.end = Some(took),
            Err(error) => {
                row.fail(format!("the server: {error}"));
                row.remarks.push(telling_line(&plan.log));
            }
        }
        self.judge(row, ledger, plan, folder)
    }

    /// Judges what a server left that has ended.
    ///
    /// # Errors
    /// If the judge cannot read it.
    pub fn judge(&self, row: &mut Row, ledger: &Ledger, plan: &Plan, folder: &Path) -> io::Result<()> {
        let book = ledger.book();
        let arena = (plan.args[0] == "arena").then_some(plan.db.as_path());
        let tables = plan.tables_db();
        let mut verdict = judge::judge(&book, arena, Some(&tables), folder)?;
        if let Some(arena) = arena {
            let (lost, remarks) = judge::export(&self.program, &book, arena);
            if verdict.lost_games == 0 {
                verdict.lost_games += lost;
                verdict.remarks.extend(remarks);
            }
        }
        row.honest = book.latency.count();
        row.slowest = Some((book.latency.slowest(), book.latency.percentile(99)));
        row.lost.0 += verdict.lost_games;
        row.lost.1 += verdict.lost_choices;
        row.lost.2 += book.late + verdict.late;
        row.stolen += book.stolen + verdict.stolen;
        for (count, what) in [
            (book.wrongs + verdict.wrongs, "wrong answers"),
            (book.unfinished, "players without a game"),
            (book.refused, "refusals below the share"),
        ] {
            if count > 0 && !self.stop.is_interrupted() {
                row.fail(format!("{count} {what}"));
            }
        }
        row.remarks.extend(book.remarks.iter().cloned());
        row.remarks.extend(verdict.remarks);
        Ok(())
    }
}
