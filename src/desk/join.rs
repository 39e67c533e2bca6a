//! `boardbots join`: a bot or a program takes a seat at a table of a server.

use crate::exit::{CliError, Exit};
use crate::output::{self, object};
use crate::service::{self, Games, Service, within_watchdog};
use crate::setup::task::{NAME, Question, Task};
use boardbots_base::credentials::{self, Key};
use boardbots_base::invalid::InputError;
use boardbots_base::pulse::Pulse;
use boardbots_base::span::Span;
use boardbots_catalog::{Converse, Entry, part};
use boardbots_client::table::{Choose, GameEnd, Invitation, Member, Membership, PlayError, SeatFile, Visit, Visitor};
use boardbots_game::engine::Engine;
use boardbots_game::game::{Terms, Usage};
use boardbots_game::player::{Begin, DecisionError, Info, Player, Think};
use boardbots_game::spec::{Kind, Spec};
use boardbots_ops::restarts::Restarts;
use boardbots_ops::signals;
use boardbots_tournament::program::player::ProgramPlayer;
use std::cell::RefCell;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The text at the end of `--help`.
const DETAILS: &str = "\
URL is the link of an invitation, the address of a table with an open seat, or that of a server: then the seat that has \
waited longest is taken. For a league it is http://HOST/league, and --key-file names the key of the player. PLAYER is a program that speaks the engine protocol, cmd:COMMAND, or a bot, GAME:NAME,KEY=VALUE,…

The seat is kept in a file that only you can read: after a stop, a crash or a restart, the same command goes on with the \
same game. Ctrl-C or SIGTERM: it stops after the choice in hand, and keeps the seat.

As a service it plays for months: sudo boardbots setup join.";

/// The time that a program gets beyond the time for a choice, before it counts as hanging.
const SLACK: Duration = Duration::from_secs(2);

/// The options of `boardbots join`.
#[derive(Clone, clap::Args)]
#[command(after_help = DETAILS)]
pub struct Args {
    /// The invitation, table or server
    #[arg(value_name = "URL", value_parser = Invitation::parse)]
    url: Invitation,

    /// The player
    #[arg(value_name = "PLAYER")]
    player: Spec,

    /// Version of the player of a league; a new name makes a new version [default: the newest]
    #[arg(long, value_name = "NAME")]
    player_version: Option<String>,

    /// Take seats of this game only
    #[arg(long, value_name = "GAME")]
    game: Option<Entry>,

    /// Number of games to play one after another, or forever
    #[arg(long, visible_alias = "count", value_name = "N", default_value_t = Games::Count(NonZeroU32::MIN))]
    games: Games,

    /// Play games without end
    #[arg(long, conflicts_with = "games")]
    forever: bool,

    /// The name at the table
    #[arg(long = "as", value_name = "NAME", default_value = "Program")]
    name: String,

    #[arg(long, value_name = "FILE", help = "Key file of a protected name [default: $CREDENTIALS_DIRECTORY/key]")]
    key_file: Option<PathBuf>,

    #[arg(long, value_name = "FILE", help = "File of the seat [default: in $STATE_DIRECTORY or ~/.local/state]")]
    state: Option<PathBuf>,

    /// Time for a choice, such as 500ms or 5s; a table's clock shortens it
    #[arg(long, value_name = "TIME", default_value = "1s")]
    time: Span,

    /// Time after which it gives up if nothing works [default: never]
    #[arg(long, value_name = "TIME")]
    give_up: Option<Span>,

    /// Print the result of each game as JSON
    #[arg(long)]
    json: bool,
}

/// Plays the games that the options ask for.
///
/// # Errors
/// [`Exit::Configuration`] for a key or a file that cannot be used, or a seat that cannot be had; [`Exit::KeyRejected`]
/// for a protected name; [`Exit::Network`] if it gives up; [`Exit::TimedOut`] if a game was given up by a fault.
pub fn run(args: &Args) -> Result<(), CliError> {
    let handed_over = std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from);
    let key = args.key_file.clone().or_else(|| handed_over.map(|folder| folder.join("key")).filter(|key| key.exists()));
    let key = key.map(|key| credentials::read_key(&key)).transpose().map_err(CliError::configuration)?;
    if args.url.league {
        let none = "a league needs the key of its player; register on its page, and name the file with --key-file";
        return member(args, key.ok_or_else(|| CliError::configuration(none).about("key-file"))?);
    }
    let file = SeatFile::open(&state_file(args)?).map_err(CliError::configuration)?;
    let visit = Visit {
        invitation: args.url.clone(),
        game: args.game.map(|game| game.name().to_string()),
        name: args.name.clone(),
        key,
        time: args.time.0,
        give_up: args.give_up.map(|span| span.0),
    };
    let pulse = Pulse::of_this_process();
    play(args, &pulse, |stop| {
        let mut visitor = Visitor::new(&visit, &file, stop, pulse.clone());
        move |player: &mut Sitter| visitor.game(player)
    })
}

/// Plays in a league.
fn member(args: &Args, key: Key) -> Result<(), CliError> {
    let (server, version) = (args.url.server.clone(), args.player_version.clone());
    let give_up = args.give_up.map(|span| span.0);
    let plan = Membership { server, key, version, time: args.time.0, give_up };
    let pulse = Pulse::of_this_process();
    play(args, &pulse, |stop| {
        let mut member = Member::new(&plan, stop, pulse.clone());
        move |player: &mut Sitter| member.game(player)
    })
}

/// Plays as many games as the options say, each by a function that is made once.
fn play<G: FnMut(&mut Sitter) -> Result<GameEnd, PlayError>>(
    args: &Args,
    pulse: &Pulse,
    game: impl FnOnce(Arc<AtomicBool>) -> G,
) -> Result<(), CliError> {
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    within_watchdog(pulse, args.time.0 + SLACK).map_err(|error| error.about("time"))?;
    let mut restarts = Restarts::of_this_service();
    restarts.wait(pulse, &stop);
    let mut game = game(stop);
    let mut player = Sitter { spec: args.player.clone(), seated: None };
    pulse.ready();
    let mut faults = 0_u32;
    let games = args.games.number().filter(|_| !args.forever);
    let mut left = games.unwrap_or(1);
    while left > 0 {
        left -= u32::from(games.is_some());
        let end = match game(&mut player) {
            Err(PlayError::Stopped) => break,
            end => end.map_err(failure)?,
        };
        faults += u32::from(!end.fault.is_empty());
        restarts.worked();
        tell(args, &end)?;
        pulse.status(&end.table);
    }
    pulse.stopping();
    if faults > 0 && games.is_some() {
        let message = format!("games given up: {faults}; the warnings above say why");
        return Err(CliError::new(Exit::TimedOut, message));
    }
    Ok(())
}

/// Seats as services.
pub const KIND: service::Kind = service::Kind {
    is_bot: true,
    paths: &["key-file", "state"],
    limits: LIMITS,
    ..service::Kind::of::<Args>(
        "join",
        include_str!("../../systemd/boardbots@.service"),
        "http://10.0.0.5:9000 'cmd:python3 /opt/my-bot/bot.py'",
    )
};

/// The settings in which its unit differs from that of a bot: programs of other languages need more room, and write the
/// code that they run; the seat is kept.
const LIMITS: &[(&str, &str)] = &[
    ("MemoryMax", "256M"),
    ("TasksMax", "64"),
    ("LimitNOFILE", "256"),
    ("MemoryDenyWriteExecute", "no"),
    ("StateDirectory", "boardbots-join/%i"),
    ("StateDirectoryMode", "0700"),
];

/// The task of a board that takes seats.
pub const TASK: Task = Task {
    verb: "join",
    offer: "Play at the tables of a server, with a bot or a program",
    kind: KIND,
    questions: &[
        Question::of("url", "Address of the server, like http://192.168.1.10:9000", None),
        Question::of("player", "Player: cmd:COMMAND, or a bot, GAME:NAME", None),
        Question { key: "game", ask: "Game to play; none: each that it can", default: Some("none"), is_optional: true },
        Question::of("as", "Name at the tables", Some("Program")),
        Question::of(NAME, "Name of the instance", Some("program")),
    ],
    fixed: &[],
    folder: None,
};

impl fmt::Display for Args {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at {}, as {}", self.player, self.url.server, self.name)
    }
}

impl Service for Args {
    fn key_file(&self) -> Option<PathBuf> {
        self.key_file.clone()
    }

    fn run(self: Box<Self>, json: bool) -> Result<(), CliError> {
        run(&Self { json: self.json || json, ..*self })
    }
}

/// Prints the result of a game.
fn tell(args: &Args, end: &GameEnd) -> Result<(), CliError> {
    let GameEnd { game, table, place, shared, choices, fault } = end;
    if args.json {
        return output::json(&object! {
            game: game, table: table, place: place, shared: shared, choices: choices, fault: fault
        });
    }
    let result = match (place, shared) {
        (Some(1), false) => "won".to_string(),
        (Some(1), true) => "drawn".to_string(),
        (Some(place), _) => format!("place {place}"),
        (None, _) => "no result".to_string(),
    };
    let result = if fault.is_empty() { result } else { format!("given up: {fault}") };
    output::print(|out| writeln!(out, "{game}  {result}  {choices} choices  {table}"))
}

/// The failure of a visit.
fn failure(error: PlayError) -> CliError {
    let exit = match &error {
        PlayError::GaveUp(_) => Exit::Network,
        PlayError::Protected(_) | PlayError::Barred(_) => Exit::KeyRejected,
        PlayError::NoSeat(_) => Exit::Configuration,
        PlayError::Stopped => Exit::Ok,
    };
    CliError::new(exit, error)
}

/// The file of the seat: the one that is named, or one that follows from what is asked for.
fn state_file(args: &Args) -> Result<PathBuf, CliError> {
    if let Some(file) = &args.state {
        return Ok(file.clone());
    }
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME").map(|home| home.join(".local/state"));
    let state = || variable("XDG_STATE_HOME").or_else(home).map(|folder| folder.join("boardbots"));
    let folder = variable("STATE_DIRECTORY").or_else(state);
    let folder = folder.ok_or_else(|| CliError::configuration("no folder for the seat; name a file with --state"))?;
    let mut hash = DefaultHasher::new();
    let Invitation { server, table, .. } = &args.url;
    let game = args.game.map(|game| game.name());
    (server.to_string(), table, args.player.to_string(), game, &args.name).hash(&mut hash);
    Ok(folder.join(format!("join-{:016x}.json", hash.finish())))
}

/// The player of the options, in the game in which it has a seat.
struct Sitter {
    spec: Spec,
    seated: Option<Seated>,
}

/// A player of one game. Positions come as texts, which the game's engine reads.
struct Seated {
    engine: Box<dyn Engine>,
    player: Box<dyn Player>,
    time: Duration,
    /// Numbers that the player has reported with its last choice.
    numbers: Vec<(String, f64)>,
}

impl Seated {
    /// Begins a game; starts the program anew if it has been ended.
    fn begin(&mut self) -> Result<(), DecisionError> {
        let (state, seed) = (self.engine.state(), fastrand::u64(..));
        self.player.begin(&Begin { state, seat: state.first(), seed, opening: None, names: &[] })
    }

    fn decide(&mut self) -> Result<String, DecisionError> {
        let end = Instant::now() + self.time;
        let (state, numbers) = (self.engine.state(), RefCell::new(Vec::new()));
        let report = |info: Info<'_>| {
            if let Info::Number { key, number } = info {
                numbers.borrow_mut().push((key.to_string(), number));
            }
        };
        let stop = || Instant::now() >= end;
        let answer = self.player.decide(state, Think { report: Some(&report), ..Think::until(&stop) })?;
        let text = state.text(answer).unwrap_or_default();
        self.numbers = numbers.into_inner();
        Ok(text)
    }
}

impl Choose for Sitter {
    fn plays(&self, game: &str) -> bool {
        part::<Converse>(game).is_ok() && self.spec.game().is_none_or(|own| own == game)
    }

    fn begin(&mut self, game: &str, time: Duration) -> Result<(), InputError> {
        let known: Entry = game.parse()?;
        let millis = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        let terms = Terms { movetime: Some(millis), deadline: time + SLACK, ..Terms::default() };
        let player: Box<dyn Player> = match &self.spec.kind {
            Kind::Command(command, dialect) => {
                let command = command.parse().map_err(|error: InputError| error.at(&self.spec))?;
                Box::new(ProgramPlayer::new(command, *dialect, known.game().separator(), &terms))
            }
            Kind::Client(_) => return Err(InputError::new("write cmd:COMMAND").at(&self.spec)),
            Kind::House { .. } => known.game().player(&self.spec, Usage::Match(&Terms { movetime: None, ..terms }))?,
        };
        let (_, engine) = part::<Converse>(game)?;
        let mut seated = Seated { engine: engine(), player, time, numbers: Vec::new() };
        seated.begin().map_err(InputError::new)?;
        self.seated = Some(seated);
        Ok(())
    }

    fn choose(&mut self, position: &str) -> Result<String, InputError> {
        let seated = self.seated.as_mut().ok_or("no game has begun")?;
        seated.engine.place(&format!("fen {position}"))?;
        let choice = seated.decide().or_else(|error| {
            log::warn!("{error}; starting the player anew");
            seated.begin().and_then(|()| seated.decide())
        });
        choice.map_err(InputError::new)
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        self.seated.as_ref().map_or_else(Vec::new, |seated| seated.numbers.clone())
    }
}
