//! The values of all states between turns, for three players.

use super::options::Args;
use crate::desk::bar::{self, Bar};
use crate::desk::failures::{stopped, unwritten, write};
use crate::desk::pool;
use crate::exit::CliError;
use crate::output::{self, object, print};
use boardbots_base::atomic_file::fills_stdout;
use boardbots_dragon_slayer::three::grid::Grid;
use boardbots_dragon_slayer::three::measure::{self, Loss, Losses};
use boardbots_dragon_slayer::three::solution::{Solution, Solver};
use boardbots_dragon_slayer::three::state::{Layout, SEATS, Shares, State, TOKENS};
use boardbots_dragon_slayer::three::values::Values;
use boardbots_dragon_slayer::three::{checkpoint, fit};
use boardbots_dragon_slayer::turn::CYCLES;
use boardbots_dragon_slayer::variant::Variant;
use boardbots_ops::signals;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time between two checkpoints.
const EVERY: Duration = Duration::from_secs(10);
/// A checkpoint is due at the earliest after this multiple of the time that the last one took to write.
const PATIENCE: u32 = 20;

/// Solves the game, and writes and prints what is asked for.
///
/// # Errors
/// [`CliError::store`] for a checkpoint that cannot be used; [`CliError::configuration`] for a file that cannot be
/// written; [`CliError::unexpected`] if it is interrupted, the system has no threads, or stdout fails.
pub fn run(args: &Args) -> Result<(), CliError> {
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let pool = pool(args.threads)?;
    let variant = args.rules.variant();
    let measured = if args.reduction { Some(grid(variant)?) } else { None };
    if args.grid.is_some() && variant != Variant::STANDARD {
        return Err(no_grid());
    }
    let began = Instant::now();
    let layout = Layout::new(variant, CYCLES);
    let mut solver = begin(layout, args.checkpoint.as_deref())?;
    pool.install(|| solve(&mut solver, args.checkpoint.as_deref(), &stop))?;
    let time = began.elapsed();
    let solution = &solver.solution;
    let losses = match &measured {
        Some(grid) => Some(pool.install(|| losses(solution, grid, &stop))?),
        None => None,
    };
    args.write_table(|| solution.table())?;
    if let Some(path) = &args.grid {
        write("grid", path, &pool.install(|| fit::table(solution)).ok_or_else(no_grid)?)?;
    }
    if fills_stdout(&[args.table.as_deref(), args.grid.as_deref()]) {
        Ok(())
    } else if args.csv {
        print(|out| rows(solution, out))
    } else if args.json {
        output::json(&summary(&solver, losses.as_ref(), time))
    } else if args.table.is_none() && args.grid.is_none() || losses.is_some() {
        print(|out| tell(&solver, losses.as_ref(), time, out))
    } else {
        Ok(())
    }
}

/// Goes on from the checkpoint, if there is one.
fn begin(layout: Layout, path: Option<&Path>) -> Result<Solver, CliError> {
    let new = || Solver::new(layout.variant);
    let Some(path) = path else { return Ok(new()) };
    match Solver::load(layout, path) {
        Ok(solver) => Ok(solver),
        Err(checkpoint::Error::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(new()),
        Err(error) => {
            let message = format!("--checkpoint {}: {error}; remove it or name another file", path.display());
            Err(CliError::store(message).about("checkpoint"))
        }
    }
}

/// Solves what is left, with a checkpoint now and then.
fn solve(solver: &mut Solver, path: Option<&Path>, stop: &AtomicBool) -> Result<(), CliError> {
    let save = |solver: &Solver| -> Result<(Instant, Duration), CliError> {
        let began = Instant::now();
        if let Some(path) = path {
            solver.save(path).map_err(|error| unwritten("checkpoint", path, error))?;
        }
        Ok((Instant::now(), began.elapsed() * PATIENCE))
    };
    let (mut saved, mut patience) = (Instant::now(), Duration::ZERO);
    let progress = Progress::new("solving ", solver.states());
    let mut changed = false;
    while !stop.load(Ordering::Relaxed) && solver.step() {
        progress.tell(solver.states().0);
        changed = true;
        let since = saved.elapsed();
        if since >= patience && (since >= EVERY || solver.ends_set()) {
            (saved, patience) = save(solver)?;
            changed = false;
        }
    }
    drop(progress);
    if changed {
        save(solver)?;
    }
    let (done, all) = solver.states();
    if done == all {
        return Ok(());
    }
    Err(stopped("checkpoint", path, format_args!("behind {done} of {all} states")))
}

/// The table that is asked for is another one.
fn no_grid() -> CliError {
    CliError::usage("--grid is for the printed rules").about("grid")
}

/// The values by which bots play these rules.
fn grid(variant: Variant) -> Result<Grid, CliError> {
    Grid::of(variant).ok_or_else(|| {
        let message = "--reduction measures the built-in table, which is for the printed rules and lower goals";
        CliError::usage(message).about("reduction")
    })
}

/// The losses of bots.
fn losses(solution: &Solution, grid: &Grid, stop: &AtomicBool) -> Result<Losses, CliError> {
    let variant = solution.layout().variant;
    let mut losses = Losses::default();
    let all = SEATS * usize::from(TOKENS) * solution.layout().below();
    let progress = Progress::new("measuring ", (0, all as u64));
    for (tokens, first) in measure::parts(variant.goal) {
        if stop.load(Ordering::Relaxed) {
            return Err(CliError::unexpected("stopped while measuring"));
        }
        losses.join(&measure::losses(solution, grid, tokens, first));
        progress.tell(losses.mover.states);
    }
    Ok(losses)
}

/// All tokens first.
fn tokens() -> impl Iterator<Item = (u8, [u8; SEATS])> {
    (0..TOKENS).rev().map(|tokens| (tokens, std::array::from_fn(|seat| tokens >> seat & 1)))
}

/// One line for each state below the goal.
fn rows(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "mover,a,b,c,tok_first,tok_second,tok_third,p_first,p_second,p_third")?;
    let layout = solution.layout();
    for index in 0..layout.below() {
        let scores @ [a, b, c] = layout.scores(index);
        for mover in 0..SEATS {
            for (tokens, [first, second, third]) in tokens() {
                let [one, two, three] = solution.value(State { mover, scores, tokens });
                let mover = mover + 1;
                writeln!(out, "{mover},{a},{b},{c},{first},{second},{third},{one:.12},{two:.12},{three:.12}")?;
            }
        }
    }
    Ok(())
}

/// The values of new games for each player, by the tokens of all.
fn starts(solution: &Solution) -> impl Iterator<Item = ([u8; SEATS], Shares)> {
    tokens().map(|(tokens, each)| (each, solution.value(State { mover: 0, scores: [0; SEATS], tokens })))
}

/// The number of values, and their size in memory.
fn size(solution: &Solution) -> (usize, usize) {
    let values = 2 * solution.layout().cells();
    (values, values * size_of::<f64>())
}

/// The short answer for programs.
fn summary(solver: &Solver, losses: Option<&Losses>, time: Duration) -> impl Serialize + use<> {
    let solution = &solver.solution;
    let (Variant { goal, bonus, doubling }, (values, bytes)) = (solution.layout().variant, size(solution));
    let start = starts(solution).map(|(tokens, shares)| object! { tokens: tokens, p: shares });
    let loss = |loss: &Loss| {
        object! { turns: loss.states, mean: loss.mean(), most: loss.most, share: loss.share(), over: measure::MUCH }
    };
    let losses = losses.map(|losses| object! { mover: loss(&losses.mover), challenger: loss(&losses.challenger) });
    object! {
        players: SEATS,
        goal: goal,
        bonus: bonus,
        doubling: doubling,
        start: start.collect::<Vec<_>>(),
        values: values,
        bytes: bytes,
        unsettled: solver.unsettled,
        seconds: time.as_secs_f64(),
        reduction: losses,
    }
}

/// The short answer for people.
fn tell(solver: &Solver, losses: Option<&Losses>, time: Duration, out: &mut dyn Write) -> io::Result<()> {
    let solution = &solver.solution;
    writeln!(out, "Dragon Slayer for three, {}", solution.layout().variant)?;
    writeln!(out, "The first, second and third player win a new game, by tokens of the three:")?;
    for ([first, second, third], [one, two, three]) in starts(solution) {
        writeln!(out, "  {first} {second} {third}  {one:.10} {two:.10} {three:.10}")?;
    }
    let (values, bytes) = size(solution);
    let circles = usize::from(TOKENS) * solution.layout().below();
    writeln!(out, "{values} values in {} KiB, solved in {:.3} s", bytes.div_ceil(1024), time.as_secs_f64())?;
    writeln!(out, "{} of {circles} circles of defeats without a fixed point", solver.unsettled)?;
    let Some(losses) = losses else { return Ok(()) };
    writeln!(out, "What bots lose in one turn, in all states below the goal:")?;
    for (who, loss) in [("the player whose turn it is", losses.mover), ("each of the others", losses.challenger)] {
        let (mean, most, share) = (100.0 * loss.mean(), 100.0 * loss.most, 100.0 * loss.share());
        let much = 100.0 * measure::MUCH;
        writeln!(out, "  {who:27}  mean {mean:.3} %, most {most:.1} %, over {much} % in {share:.1} %")?;
    }
    Ok(())
}

/// Columns of what is said beside the bar.
const WORDS: u16 = 50;

/// The progress of one piece of work, on stderr.
pub struct Progress {
    bar: Option<Bar>,
    begun: Instant,
    /// The work that was done before.
    old: u64,
    all: u64,
}

impl Progress {
    /// Work of which some is done.
    pub fn new(what: &'static str, (done, all): (u64, u64)) -> Self {
        let bar = bar::on_terminal("states", WORDS).inspect(|bar| {
            bar.begin(all, what);
            bar.tell(done, all, "");
        });
        Self { bar, begun: Instant::now(), old: done, all }
    }

    /// Now so much is done.
    pub fn tell(&self, done: u64) {
        let Some(bar) = &self.bar else { return };
        #[allow(clippy::cast_precision_loss)]
        let share = (self.all - done) as f64 / done.saturating_sub(self.old).max(1) as f64;
        let left = Duration::try_from_secs_f64(self.begun.elapsed().as_secs_f64() * share);
        let left = left.unwrap_or(Duration::MAX).as_secs().saturating_add(1);
        bar.tell(done, self.all, &format!(", {left} s left"));
    }
}
