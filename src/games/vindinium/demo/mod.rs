//! `boardbots demo`, which is also what `boardbots` alone does: an arena on a free port of
//! this machine, four bots that play in it over HTTP, and where to watch.

mod progress;

use crate::exit::{CliError, Exit};
use crate::output;
use boardbots_base::credentials::Key;
use boardbots_base::pulse::Pulse;
use boardbots_client as bot;
use boardbots_client::{ClientLimits, Event, Mode, Session, SessionError, Summary, Tally};
use boardbots_ops::signals;
use boardbots_server::web::ServerConfig;
use boardbots_server::{StartError, arena, tables};
use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::bot::{Bot, Options, Player};
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::rules::State;
use clap::Parser;
use progress::{Progress, Standings};
use std::io::{self, BufRead, IsTerminal};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;

/// Pause between two looks at the stop flag while the pages stay up.
const WATCHING: Duration = Duration::from_millis(100);

/// The options of `boardbots demo`.
#[derive(clap::Parser)]
pub struct Args {
    /// Do not wait between the turns of a game that is drawn on the terminal
    #[arg(long)]
    fast: bool,

    /// End after the result instead of keeping the replays up until Ctrl-C
    #[arg(long)]
    exit: bool,

    /// Number of games to play, one after another
    #[arg(long, value_name = "N", default_value_t = NonZeroU32::MIN)]
    games: NonZeroU32,

    /// The three opponents of our bot: random, miner, hunter, guard, planner, influence, steady, patient, default
    #[arg(long, value_name = "BOT,BOT,BOT", default_value = "miner,hunter,guard", value_parser = arena::three_bots)]
    opponents: [Kind; HEROES - 1],

    /// Play training games, against three random bots of the server, instead of arena games
    #[arg(long, conflicts_with = "opponents")]
    training: bool,

    /// Search depth of our bot in own moves, each with the others' replies [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=32))]
    depth: Option<u8>,

    /// Seed of the maps, of who plays which hero, and of the bots' chances [default: new ones each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Args {
    /// The options of a demo that nobody asked for by its name.
    pub fn alone() -> Self {
        Self { exit: !(io::stdin().is_terminal() && io::stdout().is_terminal()), ..Self::parse_from(["demo"]) }
    }
}

/// A message from a session.
enum News {
    /// Our bot's game began: its address, its board, and the names of the heroes.
    Began(String, Box<Board>, [String; HEROES]),
    /// A state of our bot's game, and its hero.
    Turn(Box<State>, usize),
    /// A game of one of the players ended.
    Ended(usize, Summary),
}

/// Plays, prints the standings, and keeps the arena up unless `--exit` is given.
///
/// # Errors
/// [`Exit::TimedOut`] if our bot lost a game by time-out, and whatever kept the arena from
/// starting or a session from playing.
pub fn run(args: &Args) -> Result<(), CliError> {
    if std::env::var_os("RUST_LOG").is_none() {
        // Four sessions and a server would talk over the progress bar.
        log::set_max_level(log::LevelFilter::Warn);
    }
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let server = ServerConfig { listen: ([127, 0, 0, 1], 0).into(), ..ServerConfig::default() };
    let config = arena::Config { seed: args.seed, ..arena::Config::default() };
    let arena = arena::start(server, config, tables::Config::default()).map_err(|error| match error {
        StartError::Store(_) => CliError::store(error),
        _ => CliError::unexpected(&error),
    })?;
    output::line(&format!("Arena on http://{}/ (see all games there)", arena.addr()));
    let standings = play(args, arena.addr(), &stop)?;
    output::line(&standings.to_string());
    let url = standings.last.as_ref().map(|summary| summary.view_url.as_str());
    if let Some(url) = url {
        output::line(&format!("Replay: {url}"));
    }
    if !args.exit && !stop.load(Relaxed) {
        suggest();
        let offered = url.is_some_and(offer);
        let enter = if offered { "Enter opens the replay in the browser, " } else { "" };
        output::line(&format!("{enter}Ctrl-C ends the arena."));
        while !stop.load(Relaxed) {
            thread::sleep(WATCHING);
        }
    }
    arena.stop();
    match standings.rows[0].timed_out {
        0 => Ok(()),
        lost => Err(CliError::new(Exit::TimedOut, format!("our bot lost {lost} games by time-out"))),
    }
}

/// Plays all games and gathers how they ended.
fn play(args: &Args, arena: SocketAddr, stop: &Arc<AtomicBool>) -> Result<Standings, CliError> {
    let names = names(args);
    let players = if args.training { 1 } else { HEROES };
    let server = format!("http://{arena}");
    // Our bot goes on once its turn has been shown.
    let (sender, news) = mpsc::sync_channel(0);
    let mut sessions = Vec::new();
    for (index, name) in names.iter().enumerate().take(players) {
        let config = bot::Config {
            server: server.parse().expect("the address of the arena"),
            key: Key::from_bytes(name.as_bytes()).expect("names are short and plain"),
            mode: if args.training { Mode::Training { map: None, turns: None } } else { Mode::Arena },
            games: Some(args.games.get()),
            give_up: Some(Duration::from_secs(10)),
            deadline: Duration::from_millis(700),
            limits: ClientLimits::default(),
            seed: args.seed.unwrap_or(0) + index as u64,
            pulse: Pulse::default(),
        };
        let (kind, depth, stop, sender) = (kind(args, index), args.depth, Arc::clone(stop), sender.clone());
        let seed = args.seed.unwrap_or_else(|| fastrand::u64(..)) ^ index as u64;
        let session = thread::Builder::new().name(name.clone());
        let session = session.spawn(move || {
            Session::new(config, player(kind, depth, seed), stop).run(&mut |event| tell(&sender, index, &event))
        });
        sessions.push(session.map_err(CliError::unexpected)?);
    }
    drop(sender);
    let mut progress = Progress::new(args.games.get(), !args.fast);
    let mut standings = Standings::new(names);
    for piece in news {
        match piece {
            News::Began(url, board, names) => progress.began(&url, board, names),
            News::Turn(state, hero) => progress.turn(&state, hero),
            News::Ended(player, summary) => {
                if player == 0 {
                    progress.ended(&summary);
                }
                standings.add(player, summary, args.training);
            }
        }
    }
    drop(progress);
    for session in sessions {
        // A session that panicked took the process with it.
        let done: Result<Tally, SessionError> = session.join().expect("panics abort");
        done.map_err(|error| CliError::new(Exit::Network, error))?;
    }
    Ok(standings)
}

/// Passes on what matters of an event. The receiver is gone only when all is over.
fn tell(sender: &SyncSender<News>, player: usize, event: &Event<'_>) {
    let piece = match event {
        Event::Began { view_url, board, seats, .. } if player == 0 => {
            let names = seats.each_ref().map(|seat| seat.name.clone());
            News::Began((*view_url).to_string(), Box::new((*board).clone()), names)
        }
        Event::State { state, hero } if player == 0 => News::Turn(Box::new(**state), *hero),
        Event::Ended(summary) => News::Ended(player, (*summary).clone()),
        Event::Joining | Event::Refused(_) | Event::Began { .. } | Event::State { .. } => return,
    };
    let _ = sender.send(piece);
}

fn kind(args: &Args, index: usize) -> Kind {
    if index == 0 { Kind::Default } else { args.opponents[index - 1] }
}

fn player(kind: Kind, depth: Option<u8>, seed: u64) -> Box<dyn Player> {
    match (kind, depth) {
        (Kind::Default, Some(depth)) => Box::new(Bot::new(Options { depth, ..Options::default() })),
        _ => kind.player(seed),
    }
}

/// The players' names: our bot's, then the opponents', numbered where they repeat. The bare
/// names of kinds belong to the arena's own bots.
fn names(args: &Args) -> Vec<String> {
    let mut names = vec!["boardbots".to_string()];
    for index in 1..HEROES {
        let name = if args.training { "random".into() } else { format!("{}-bot", kind(args, index)) };
        let same = (1..index).filter(|&before| names[before].starts_with(&name)).count();
        names.push(if same == 0 { name } else { format!("{name}-{}", same + 1) });
    }
    names
}

/// Variables that tell that a browser has a screen to open on.
#[cfg(not(any(windows, target_os = "macos")))]
const SCREENS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];

/// The commands worth trying next, as they are typed here, with a description of each.
fn suggest() {
    let program = std::env::args().next().unwrap_or_default();
    let program = if Path::new(&program).exists() { &program } else { "boardbots" };
    let commands = [
        ("tables", "every game in the browser, for people and bots"),
        ("play dragon-slayer", "a game in this terminal"),
        ("rules vindinium", "the rules of the game above"),
        ("help", "all commands"),
    ];
    output::line("Try next:");
    for (command, about) in commands {
        output::line(&format!("  {program} {command:<20} {about}"));
    }
}

/// Opens the page in a browser each time Enter is pressed, as long as this process lives. Answers whether that is
/// possible: a person is at the terminal of a machine with a screen.
fn offer(url: &str) -> bool {
    let possible = io::stdin().is_terminal() && io::stdout().is_terminal() && has_screen();
    if possible {
        let url = url.to_string();
        // It waits for a line that may never come, so it ends with the process.
        thread::spawn(move || {
            for _ in io::stdin().lock().lines().map_while(Result::ok) {
                if let Err(error) = open::that_detached(&url) {
                    output::line(&format!("No browser could be started ({error}); the replay is at {url}"));
                }
            }
        });
    }
    possible
}

#[cfg(not(any(windows, target_os = "macos")))]
fn has_screen() -> bool {
    SCREENS.iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

#[cfg(any(windows, target_os = "macos"))]
fn has_screen() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_players_apart() {
        let args = Args { opponents: arena::three_bots("miner,guard,miner").unwrap(), ..Args::parse_from(["demo"]) };
        assert_eq!(names(&args), ["boardbots", "miner-bot", "guard-bot", "miner-bot-2"]);
    }
}
