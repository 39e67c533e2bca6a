//! All games of a match, some at a time.

use super::contest;
use super::live_game::{Chair, Ended, LiveGame, Observer, PlayError, Workspace, by_player, player_seat};
use super::plan::{Fixture, MatchPlan};
use super::record::{End, Played};
use crate::program::ProgramLimits;
use crate::program::player::ServerOfClients;
use boardbots_base::invalid::InputError;
use boardbots_game::game::{Game, Terms};
use boardbots_game::parameters::Parameters;
use boardbots_game::player::{Begin, DecisionError, Player};
use boardbots_game::setup::{Opening, Start};
use boardbots_game::spec::{Kind, Spec};
use boardbots_game::state::{GameState, Log, Seat, split};
use boardbots_stats::latency::Latency;
use fastrand::Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The salt of the seed for the order of given openings.
const LINES: u64 = 0x6c69_6e65_7374_7572;

/// The flag of a match whose games never break off.
static GO_ON: AtomicBool = AtomicBool::new(false);

/// Plays the games of a match.
#[must_use]
pub struct Runner<'a> {
    plan: &'a MatchPlan,
    game: &'static dyn Game,
    players: Vec<Spec>,
    /// Given openings in the order in which they are used, over and over again.
    lines: Vec<&'a str>,
    /// The names of the players in tables.
    titles: Vec<String>,
    /// Constants of the players, by their places; those of the others are their own.
    sets: Vec<Parameters>,
    stop: &'a AtomicBool,
    /// The server for clients.
    server: ServerOfClients,
}

impl<'a> Runner<'a> {
    /// A runner for the players of a plan.
    ///
    /// # Errors
    /// Fails if the game, a player, an opening or the ground is invalid.
    pub fn new(plan: &'a MatchPlan) -> Result<Self, InputError> {
        let game = plan.game.game();
        let mut lines: Vec<&str> = plan.openings.lines.iter().map(String::as_str).collect();
        Rng::with_seed(plan.seed ^ LINES).shuffle(&mut lines);
        // Otherwise the game draws one for each seed.
        lines.retain(|_| plan.openings.in_turn);
        let (players, titles) = (plan.specs()?, plan.titles()?);
        let (sets, server) = (Vec::new(), None);
        let runner = Self { plan, game, players, titles, lines, sets, stop: &GO_ON, server };
        for (number, spec) in runner.players.iter().enumerate() {
            runner.check(number, spec)?;
        }
        for (number, line) in (1..).zip(&plan.openings.lines) {
            let opening = Opening { options: Vec::new(), moves: line.clone() };
            runner.start(&opening).map_err(|error| error.at(format_args!("opening {number}")))?;
        }
        if plan.field.is_some() || game.is_long() {
            runner.start(&game.opening(plan.seed, &plan.openings))?;
        }
        Ok(runner)
    }

    /// The same players with these constants, one set for each in the order of the plan.
    pub fn with(mut self, sets: &[Parameters]) -> Self {
        self.sets = sets.to_vec();
        self
    }

    /// The same runner, whose games break off when this is set if they are long.
    pub fn until(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = stop;
        self
    }

    /// The same runner with a server for clients.
    pub fn with_server(mut self, server: ServerOfClients) -> Self {
        self.server = server;
        self
    }

    /// True if a player is a client.
    #[must_use]
    pub fn has_clients(&self) -> bool {
        self.players.iter().any(|spec| matches!(spec.kind, Kind::Client(_)))
    }

    fn terms(&self, number: usize) -> Terms<'_> {
        let pace = self.plan.pace;
        Terms {
            depth: pace.depth,
            movetime: pace.movetime,
            nodes: pace.nodes,
            deadline: self.deadline(),
            start: pace.start.map_or(ProgramLimits::default().start, |start| Duration::from_millis(start.into())),
            memory: pace.memory.map(|mebibytes| u64::from(mebibytes) << 20),
            clock: pace.clock,
            files: &self.plan.files,
            parameters: self.sets.get(number),
        }
    }

    fn deadline(&self) -> Duration {
        Duration::from_millis(self.plan.pace.deadline.into())
    }

    fn check(&self, number: usize, spec: &Spec) -> Result<(), InputError> {
        contest::check(self.game, spec, &self.terms(number), &self.server)
    }

    fn player(&self, number: usize) -> Result<Box<dyn Player>, InputError> {
        let spec = self.players.get(number).ok_or("no such player")?;
        contest::player(self.game, spec, &self.terms(number), &self.server)
    }

    fn opening(&self, fixture: &Fixture) -> Opening {
        let Some(place) = fixture.opening.checked_rem(self.lines.len() as u64) else {
            return self.game.opening(fixture.seed, &self.plan.openings);
        };
        let moves = usize::try_from(place).map_or("", |place| self.lines[place]).to_string();
        Opening { options: Vec::new(), moves }
    }

    fn start(&self, opening: &Opening) -> Result<Box<dyn GameState>, InputError> {
        self.game.start(&Start { opening, turns: self.plan.turns, ground: self.plan.field.as_ref() })
    }

    /// The space that a thread needs to play games.
    #[must_use]
    pub fn room(&self) -> Workspace {
        self.players.iter().map(|_| Vec::new()).collect()
    }

    /// Starts each program of these games once, and ends it.
    ///
    /// # Errors
    /// A program that cannot be started, or is not ready in time.
    pub fn ready(&self, todo: &[Fixture]) -> Result<(), PlayError> {
        let Some(first) = todo.first() else { return Ok(()) };
        let opening = self.game.opening(first.seed, &self.plan.openings);
        let state = self.start(&opening)?;
        let begin = Begin { state: state.as_ref(), seat: 0, seed: first.seed, opening: Some(&opening), names: &[] };
        let seated: BTreeSet<usize> = todo.iter().flat_map(|fixture| &fixture.seats).copied().collect();
        let programs = self.players.iter().enumerate().filter(|(_, spec)| !matches!(spec.kind, Kind::House { .. }));
        for (number, spec) in programs.filter(|(number, _)| seated.contains(number)) {
            self.player(number)?.ready(&begin, self.stop).map_err(|none| match none {
                DecisionError::Stopped => PlayError::Stopped,
                DecisionError::Broken(why) => why.at(spec).into(),
                DecisionError::Fault(fault) => InputError::new(fault.detail).at(spec).into(),
            })?;
        }
        Ok(())
    }

    /// Plays a game while a log hears it and an observer sees each of its states; returns it with the last one. Faults
    /// of players are no error.
    ///
    /// # Errors
    /// Fails if the game cannot be played.
    pub fn play_before(
        &self,
        room: &mut Workspace,
        fixture: &Fixture,
        log: &mut Log,
        observer: Observer<'_>,
    ) -> Result<Ended, PlayError> {
        let opening = self.opening(fixture);
        let state = self.start(&opening)?;
        let mut chairs = Vec::with_capacity(fixture.seats.len());
        for (seat, &number) in fixture.seats.iter().enumerate() {
            // A player's chances are the same in whatever order the game is seated; a second seat has
            // others.
            let second = fixture.seats[..seat].iter().filter(|other| **other == number).count();
            let players = room.get_mut(number).ok_or("no such player")?;
            while players.len() <= second {
                players.push(self.player(number)?);
            }
            let seed = self.game.player_seed(fixture.seed) ^ (number as u64) << 32 ^ (second as u64) << 56;
            chairs.push(Chair { number, second, seed });
        }
        let shift = state.first();
        let count = chairs.len();
        let live = LiveGame {
            game: self.game,
            deadline: self.deadline(),
            stop: self.stop,
            state,
            room,
            chairs,
            titles: &self.titles,
            shift,
            moves: String::new(),
            times: vec![Latency::default(); count],
            faults: Vec::new(),
            log,
            observer,
        };
        live.play(opening, fixture)
    }

    /// Plays games on this number of threads and hands each, with the state at its end, to `told` on the calling
    /// thread, in the order in which they end, until that breaks. Games that have begun come to their end, except
    /// long ones of a runner with a flag to [stop](Self::until).
    ///
    /// # Errors
    /// The first thing that keeps games from being played.
    pub fn play(
        &self,
        todo: &[Fixture],
        threads: usize,
        stop: &AtomicBool,
        mut told: impl FnMut(Played, Box<dyn GameState>) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, games) = mpsc::channel();
        let work = |sender: mpsc::Sender<Result<Ended, InputError>>| {
            let mut room = self.room();
            while !stop.load(Relaxed) && !over.load(Relaxed) {
                let Some(fixture) = todo.get(next.fetch_add(1, Relaxed)) else { return };
                let played = match self.play_before(&mut room, fixture, &mut Log::none(), &mut |_| ()) {
                    Err(PlayError::Stopped) => return,
                    Err(PlayError::Failed(why)) => Err(why),
                    Ok(played) => Ok(played),
                };
                let failed = played.is_err();
                if sender.send(played).is_err() || failed {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for number in 0..threads.clamp(1, todo.len().max(1)) {
                let sender = sender.clone();
                let started =
                    thread::Builder::new().name(format!("games {number}")).spawn_scoped(scope, || work(sender));
                if let Err(error) = started {
                    over.store(true, Relaxed);
                    return Err(InputError::new(error).at("no thread to play on"));
                }
            }
            drop(sender);
            let mut result = Ok(());
            for played in games {
                match played {
                    Ok((played, end)) if result.is_ok() => {
                        if told(played, end).is_break() {
                            over.store(true, Relaxed);
                        }
                    }
                    Ok(_) => {}
                    Err(error) => {
                        over.store(true, Relaxed);
                        result = result.and(Err(error));
                    }
                }
            }
            result
        })
    }

    /// The game as it ended: plays the choices of a record again, while an observer sees each step. Seats of steps are
    /// those of the match.
    ///
    /// # Errors
    /// What does not agree with the rules.
    pub fn replay(&self, played: &Played, observer: StepObserver<'_>) -> Result<Box<dyn GameState>, InputError> {
        if self.opening(&self.plan.fixture(played.game)) != played.opening {
            return Err(InputError::new(format_args!("the {} not that of its seed", self.game.chance())));
        }
        let mut state = self.start(&played.opening)?;
        let shift = state.first();
        play_again(state.as_mut(), split(&played.moves, self.game.separator()), &mut |step| {
            let seat = |place| player_seat(place, shift, played.seats.len());
            observer(Step { moved: step.moved.map(|(place, text)| (seat(place), text)), ..step });
        })?;
        match state.outcome() {
            None if played.end == End::Fault => {}
            None => return Err("the game goes on behind its last move".into()),
            Some(_) if played.end == End::Fault => return Err("the result is not the one of the rules".into()),
            Some(outcome) => {
                let (places, scores) = by_player(&outcome, shift);
                let due = (&places, &scores, End::from(outcome.ending), state.length());
                if due != (&played.places, &played.scores, played.end, played.length) {
                    return Err("the result is not the one of the rules".into());
                }
            }
        }
        Ok(state)
    }
}

/// A step of a game that is played again: its start, or a choice with all that follows from it.
pub struct Step<'a> {
    /// The number of choices so far.
    pub ply: usize,
    /// The seat that chose, and its choice in the text that people use or, if it has none there, in that of the record;
    /// `None` at the start.
    pub moved: Option<(Seat, String)>,
    /// The story since the step before, in lines; at the start the introduction.
    pub story: Vec<String>,
    /// The state behind it.
    pub state: &'a dyn GameState,
}

/// The observer of a game's steps.
pub type StepObserver<'a> = &'a mut dyn FnMut(Step<'_>);

/// Plays choices as records write them, while an observer sees the start and each step behind it.
///
/// # Errors
/// The first choice that does not agree with the rules.
pub fn play_again<'t>(
    state: &mut dyn GameState,
    moves: impl Iterator<Item = &'t str>,
    observer: StepObserver<'_>,
) -> Result<(), InputError> {
    let mut log = Log::story();
    observer(Step { ply: 0, moved: None, story: state.introduction(), state });
    for (ply, text) in (1..).zip(moves) {
        let wrong = |error: InputError| error.at(format_args!("move {ply}"));
        let seat = state.turn().ok_or_else(|| InputError::new(format_args!("move {ply} comes behind the end")))?;
        let answer = state.recorded(text).map_err(wrong)?;
        let said = state.text(answer).unwrap_or_else(|| text.to_string());
        state.play(answer, &mut log).map_err(wrong)?;
        observer(Step { ply, moved: Some((seat, said)), story: log.told(), state });
    }
    Ok(())
}
