//! Fights as the games of a match, and the totals of their players.

use crate::exit::CliError;
use boardbots_base::invalid::InputError;
use boardbots_battletech::battle::Battle;
use boardbots_battletech::game::BattleTech;
use boardbots_battletech::game::fight::Fight;
use boardbots_battletech::simulator::field::Field;
use boardbots_battletech::simulator::sheet::Sheet;
use boardbots_game::game::{Game, Terms, Usage};
use boardbots_game::spec::{Kind, Spec};
use boardbots_ops::signals;
use boardbots_stats::latency::Latency;
use boardbots_tournament::matches::PlayError;
use boardbots_tournament::matches::plan::{Fixture, Format, MatchPlan, Pace};
use boardbots_tournament::matches::record::Played;
use boardbots_tournament::matches::runner::Runner;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::thread::available_parallelism;

/// A player by its name among the bots of the game, or a program.
///
/// # Errors
/// It is none.
pub fn player(text: &str) -> Result<Spec, InputError> {
    let named = if text.starts_with("cmd:") { text.to_string() } else { format!("battletech:{text}") };
    let (spec, terms) = (boardbots_catalog::player(&named)?, Terms::default());
    let usage = if matches!(spec.kind, Kind::House { .. }) { Usage::Table } else { Usage::Match(&terms) };
    BattleTech.check(&spec, usage).map(|()| spec)
}

/// The limits of a call of a program.
#[derive(Clone, Copy, clap::Args)]
pub struct Bounds {
    /// Seconds a program may take for a phase
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = milliseconds)]
    wall: u32,

    /// MiB of memory a program and its child processes may use together
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
}

/// The milliseconds of a number of seconds.
fn milliseconds(text: &str) -> Result<u32, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is within these bounds")]
    let milliseconds = (0.01..=3600.0).contains(&seconds).then_some((seconds * 1000.0).round() as u32);
    milliseconds.ok_or("0.01 to 3600".to_string())
}

/// Games between the same players.
pub struct Series<'a> {
    pub field: &'a Field,
    /// The player of each mech; the last one plays all remaining mechs.
    pub players: &'a [Spec],
    pub bounds: Bounds,
    /// Games, by seeds.
    pub games: u32,
    /// Each game is played once more for every way to pass on the seats.
    pub swapped: bool,
    /// The seed of the first game.
    pub seed: u64,
    /// The limit of turns.
    pub turns: u32,
}

impl Series<'_> {
    /// The players by seat.
    pub fn seated(&self) -> impl Iterator<Item = &Spec> {
        (0..self.field.mechs.len()).filter_map(|seat| self.players.get(seat).or(self.players.last()))
    }

    /// The series as a match.
    pub fn plan(&self) -> Result<MatchPlan, CliError> {
        let Self { games, swapped, seed, turns, bounds, .. } = *self;
        let ways = if swapped { self.field.mechs.len() as u64 } else { 1 };
        let field = serde_json::to_value(self.field).map_err(CliError::unexpected)?;
        let game = BattleTech.name().parse().map_err(CliError::unexpected)?;
        Ok(MatchPlan {
            format: Format::Seated,
            games: u64::from(games) * ways,
            seed,
            pace: Pace { deadline: bounds.wall, memory: Some(bounds.memory), ..Pace::default() },
            turns,
            field: Some(field),
            single: !swapped,
            ..MatchPlan::new(game, self.seated().map(ToString::to_string).collect())
        })
    }

    /// Plays all games, programs one after the other, so that they do not take each other's time.
    pub fn play(&self, threads: Option<u8>) -> Result<Total, CliError> {
        let plan = &self.plan()?;
        let stop = &*signals::stop_flag().map_err(CliError::unexpected)?;
        let runner = Runner::new(plan).map_err(CliError::configuration)?.until(stop);
        let todo: Vec<Fixture> = plan.numbers().map(|number| plan.fixture(number)).collect();
        ready(&runner, &todo)?;
        let threads = match threads {
            _ if self.players.iter().any(|spec| matches!(spec.kind, Kind::Command(..))) => 1,
            None => available_parallelism().map_or(1, usize::from),
            Some(threads) => threads.into(),
        };
        let mut total = Total { players: vec![Score::default(); plan.players.len()], ..Total::default() };
        let played = runner.play(&todo, threads, stop, |played, end| {
            if let Some(fight) = end.of() {
                total.add(&played, fight);
            }
            ControlFlow::Continue(())
        });
        played.map_err(CliError::unexpected)?;
        if total.winners.len() < todo.len() { Err(unplayed(PlayError::Stopped)) } else { Ok(total) }
    }
}

/// Starts each program once, so that one that cannot be started is known before the first game.
pub fn ready(runner: &Runner<'_>, todo: &[Fixture]) -> Result<(), CliError> {
    runner.ready(todo).map_err(|why| match why {
        PlayError::Failed(why) => CliError::configuration(why).about("player"),
        PlayError::Stopped => unplayed(why),
    })
}

/// The error of the command if a fight does not come to its end.
pub fn unplayed(why: PlayError) -> CliError {
    match why {
        PlayError::Failed(why) => CliError::unexpected(why),
        PlayError::Stopped => CliError::unexpected("stopped"),
    }
}

/// The battle of a game before its first turn.
pub fn start(plan: &MatchPlan, fixture: &Fixture) -> Result<Battle, InputError> {
    let field: Field = serde_json::from_value(plan.field.clone().unwrap_or_default()).map_err(InputError::new)?;
    field.setup(fixture.seed, plan.turns)?.battle().map_err(InputError::new)
}

/// The totals of one player over all games.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Sums over all games.
    pub sheet: Sheet,
    /// The times of its answers.
    pub times: Latency,
    /// Calls of a program that were ended: because its time was over, and because it took too much memory.
    pub ended: [u64; 2],
}

impl Score {
    /// Adds what a seat did in a game.
    pub fn add(&mut self, sheet: &Sheet, played: &Played, seat: usize) {
        self.sheet.add(sheet);
        self.times.merge(&played.times[seat]);
        for (ended, word) in self.ended.iter_mut().zip(["late", "memory"]) {
            let counted = played.faults.iter().filter(|offence| offence.seat == seat && offence.fault == word);
            *ended += counted.map(|offence| offence.count).sum::<u64>();
        }
    }
}

/// The totals of all games.
#[derive(Clone, Debug, Default)]
pub struct Total {
    /// Their turns, summed.
    pub turns: u32,
    /// Games that the limit of turns ended.
    pub limited: u32,
    /// By player, in the order in which they were named.
    pub players: Vec<Score>,
    /// The player who won, by the number of the game.
    pub winners: BTreeMap<u64, Option<usize>>,
}

impl Total {
    /// Adds other games of the same players.
    pub fn join(&mut self, other: Self) {
        let games = self.winners.len() as u64;
        self.turns += other.turns;
        self.limited += other.limited;
        self.winners.extend(other.winners.into_iter().map(|(number, winner)| (games + number, winner)));
        self.players.resize(other.players.len(), Score::default());
        for (score, more) in self.players.iter_mut().zip(other.players) {
            score.sheet.add(&more.sheet);
            score.times.merge(&more.times);
            score.ended = [0, 1].map(|end| score.ended[end] + more.ended[end]);
        }
    }

    fn add(&mut self, played: &Played, fight: &Fight) {
        self.turns += fight.battle.turn();
        let outcome = fight.battle.outcome();
        self.limited += u32::from(outcome.is_some_and(|outcome| outcome.limit));
        let winner = outcome.and_then(|outcome| outcome.winner);
        self.winners.insert(played.game, winner.map(|seat| played.seats[seat]));
        for (seat, sheet) in fight.sheets().iter().enumerate() {
            self.players[played.seats[seat]].add(sheet, played, seat);
        }
    }
}
