//! A single game outside of any match, and the players that specifications name.

use super::live_game::{Chair, Ended, LiveGame, PlayError, Workspace};
use super::plan::Fixture;
use crate::program::player::{ClientPlayer, ProgramPlayer, ServerOfClients};
use boardbots_base::invalid::InputError;
use boardbots_base::process::CommandLine;
use boardbots_game::game::{Game, Programs, Terms, Usage};
use boardbots_game::player::Player;
use boardbots_game::setup::StoredStart;
use boardbots_game::spec::{Kind, Spec};
use boardbots_game::state::Log;
use boardbots_stats::latency::Latency;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A game between players that the caller has made.
pub struct Contest<'a> {
    /// The game.
    pub game: &'static dyn Game,
    /// The names of the players, by seat of the contest.
    pub titles: &'a [String],
    /// The setup.
    pub start: &'a StoredStart,
    /// The source of the players' chances.
    pub seed: u64,
    /// The time after which a choice counts as not made.
    pub deadline: Duration,
    /// A long game breaks off when this is set.
    pub stop: &'a AtomicBool,
}

impl Contest<'_> {
    /// Plays it to its end; the players are in the order of the titles, and so are the seats of the record.
    ///
    /// # Errors
    /// Fails if the game cannot be played. Faults of players are no error.
    pub fn play(self, players: Vec<Box<dyn Player>>) -> Result<Ended, PlayError> {
        let Self { game, titles, start, seed, deadline, stop } = self;
        let state = game.start(&start.start())?;
        let mut room: Workspace = players.into_iter().map(|player| vec![player]).collect();
        let count = room.len();
        let chair = |number| Chair { number, second: 0, seed: game.player_seed(seed) ^ (number as u64) << 32 };
        let fixture = Fixture { number: 0, seats: (0..count).collect(), opening: 0, seed };
        let live = LiveGame {
            game,
            deadline,
            stop,
            shift: state.first(),
            state,
            room: &mut room,
            chairs: (0..count).map(chair).collect(),
            titles,
            moves: String::new(),
            times: vec![Latency::default(); count],
            faults: Vec::new(),
            log: &mut Log::none(),
            observer: &mut |_| (),
        };
        live.play(start.opening.clone(), &fixture)
    }
}

/// The player of a specification: a bot, a program, or a client of a server.
///
/// # Errors
/// Fails if the game does not allow such a player, or its options are invalid.
pub fn player(
    game: &'static dyn Game,
    spec: &Spec,
    terms: &Terms<'_>,
    server: &ServerOfClients,
) -> Result<Box<dyn Player>, InputError> {
    program(game, spec, terms, server)?.map_or_else(|| game.player(spec, Usage::Match(terms)), Ok)
}

/// Checks that [`player`] would make this player.
///
/// # Errors
/// As [`player`].
pub fn check(
    game: &'static dyn Game,
    spec: &Spec,
    terms: &Terms<'_>,
    server: &ServerOfClients,
) -> Result<(), InputError> {
    let own = || game.check(spec, Usage::Match(terms));
    program(game, spec, terms, server)?.map_or_else(own, |_| Ok(()))
}

/// The player of a program; `None` for bots, and for programs that the game itself takes.
fn program(
    game: &'static dyn Game,
    spec: &Spec,
    terms: &Terms<'_>,
    server: &ServerOfClients,
) -> Result<Option<Box<dyn Player>>, InputError> {
    let read = |command: &str| command.parse::<CommandLine>().map_err(|error: InputError| error.at(spec));
    match (&spec.kind, game.programs()) {
        (Kind::House { .. }, _) | (Kind::Command(..), Programs::Own) => Ok(None),
        (Kind::Command(command, dialect), Programs::Engine) => {
            Ok(Some(Box::new(ProgramPlayer::new(read(command)?, *dialect, game.separator(), terms))))
        }
        (Kind::Client(command), Programs::Clients) => {
            let client = ClientPlayer::new(read(command)?, terms, server.clone());
            client.map(|client| Some(Box::new(client) as Box<dyn Player>)).map_err(|error| error.at(spec))
        }
        (_, Programs::None(why)) => Err(InputError::new(why).at(spec)),
        (Kind::Command(..), Programs::Clients) => {
            Err(InputError::new("programs play this game over HTTP; write client:COMMAND").at(spec))
        }
        (Kind::Client(_), _) => Err(InputError::new("this game has no server for clients; write cmd:COMMAND").at(spec)),
    }
}
