//! `boardbots desconecta4`: plays over the network as the course's own program does.

use crate::exit::{CliError, Exit};
use crate::output::{self, json_text, object};
use boardbots_base::span::Span;
use boardbots_client::desconecta4::{
    Client, ConnectError, End, GameConf, LEVELS, Level, Mode, Nick, Played, Player, Server, Thinking, Visit, WireError,
    WireLimits,
};
use boardbots_desconecta4::rules::Position;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::player::{best, names};
use boardbots_game::two_player::side::Side;
use boardbots_ops::signals;
use boardbots_search::position::MAX_DEPTH;
use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;

/// The first port on which the original's servers listen.
const PORT: u16 = LEVELS[0].port;

/// The text at the end of `--help`.
const SIGNALS: &str = "\
Ctrl-C or SIGTERM: games in play are finished first; the second one ends at once.
RUST_LOG=debug: lines for each action.";

/// Play Desconecta4-BOOM over the network with the course's own program, or with itself.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play one game at a server.
    Connect(Connect),
    /// Serve as the ninja, the bot that other programs play against.
    Serve(Serve),
}

#[derive(Debug, clap::Args)]
#[command(after_help = SIGNALS)]
pub struct Connect {
    /// Name or address of the server; with --config, the port
    #[arg(value_name = "HOST", required_unless_present = "config")]
    host: Option<String>,

    /// Port of the server [default: 5127]
    #[arg(value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,

    /// The original's game.conf, for options not given here: the server on its first line, our nick on the second
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Our nick [default: boardbots]
    #[arg(long, value_name = "TEXT")]
    nick: Option<Nick>,

    /// The opponent: ninja; player, another client of a server for many; or peer, a copy of the original that
    /// serves a game itself (it announces its own colour, and we take the other)
    #[arg(long, value_name = "MODE", default_value_t = Mode::Ninja)]
    mode: Mode,

    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = Position::DEPTH, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: u8,

    /// Evaluation of positions
    #[arg(long, alias = "judge", value_name = "NAME", default_value = best::<Position>(), value_parser = PossibleValuesParser::new(names::<Position>()))]
    evaluation: String,

    #[command(flatten)]
    both: Both,
}

#[derive(Debug, clap::Args)]
#[command(after_help = SIGNALS)]
pub struct Serve {
    /// Port to listen on, 0 for any [default: 5127, 5128 or 5129 by level, as the original's program expects]
    #[arg(value_name = "PORT")]
    port: Option<u16>,

    /// Address to listen on; say 0.0.0.0 to let others in
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    listen: IpAddr,

    /// The colour that we play; green begins
    #[arg(long, value_name = "green|blue", default_value = "blue", value_parser = Side::of_colour)]
    colour: Side,

    /// Our level: 1 is easy, 2 medium, 3 strong
    #[arg(long, value_name = "1|2|3", default_value = "1", value_parser = level)]
    level: &'static Level,

    /// Number of games to play [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Games at a time; further clients wait
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=64))]
    at_once: u8,

    #[command(flatten)]
    both: Both,
}

/// The options of both sides.
#[derive(Debug, clap::Args)]
struct Both {
    /// Threads of a search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,

    /// Time limit for a decision; after it the best action so far is played
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = some_time)]
    time_limit: Span,

    /// Time limit for an action of the opponent
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = some_time)]
    patience: Span,

    /// Time limit for the opponent's greeting
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = some_time)]
    greeting: Span,

    /// Abort a game after this many plies: the original has no draw by repetition, and good players can repeat
    /// positions for days
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    plies: u32,

    /// Print results as JSON, one line for each game
    #[arg(long)]
    json: bool,
}

impl Both {
    fn limits(&self) -> WireLimits {
        WireLimits { greeting: self.greeting.0, action: self.patience.0, plies: self.plies, ..WireLimits::default() }
    }
}

fn level(text: &str) -> Result<&'static Level, &'static str> {
    text.parse().ok().and_then(Level::new).ok_or("the levels are 1, 2 and 3")
}

fn some_time(text: &str) -> Result<Span, String> {
    let span: Span = text.parse().map_err(|error| format!("{error}"))?;
    if span.0 == Duration::ZERO { Err("no time at all; 1ms is the least".into()) } else { Ok(span) }
}

/// Runs the command.
///
/// # Errors
/// [`Exit::Configuration`] for a bad `game.conf` or an address that cannot be listened on,
/// [`Exit::Network`] for a server that cannot be reached or breaks the protocol or the
/// rules, [`Exit::TimedOut`] for one that falls silent in a game.
pub fn run(command: Command) -> Result<(), CliError> {
    match command {
        Command::Connect(args) => connect(&args),
        Command::Serve(args) => serve(&args),
    }
}

fn connect(args: &Connect) -> Result<(), CliError> {
    let (host, port, nick) = destination(args)?;
    let known = names::<Position>().into_iter().find(|name| *name == args.evaluation);
    let evaluation = known.expect("the parser has checked the name");
    let Both { threads, time_limit, json, .. } = args.both;
    let thinking = Thinking { evaluation, depth: args.depth, time_limit: time_limit.0, threads: threads.into() };
    let mut player = Player::new(thinking).map_err(CliError::usage)?;
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let client = match Client::connect(&host, port, (&nick, args.mode), args.both.limits(), &stop) {
        Ok(client) => client,
        // As was asked for.
        Err(ConnectError::Greeting { fault: WireError::Stopped, .. }) => return Ok(()),
        Err(error) => return Err(CliError::new(Exit::Network, error)),
    };
    let (address, opponent) = (client.address, client.opponent.to_string());
    log::info!("the game begins: \"{opponent}\" at {address}, we are {}", client.ours.colour());
    let played = client.play(&mut player);
    log::info!("the game ends after {} plies: {}", played.plies(), played.end);
    print(json, 1, (&nick.to_string(), &opponent), address, &played);
    match &played.end {
        End::Decided(_) | End::Plies => Ok(()),
        End::Fault(fault) => {
            let exit =
                if let WireError::Silent(_) | WireError::Stuck(_) = fault { Exit::TimedOut } else { Exit::Network };
            Err(CliError::new(exit, format_args!("{address}, after {} plies: {fault}", played.plies())))
        }
    }
}

/// Server, port and our nick, from the command line or else from `game.conf`.
fn destination(args: &Connect) -> Result<(String, u16, Nick), CliError> {
    let nick = || args.nick.clone().unwrap_or_else(|| "boardbots".parse().expect("a short word"));
    let Some(path) = &args.config else {
        let host = args.host.clone().expect("clap asks for it");
        return Ok((host, args.port.unwrap_or(PORT), nick()));
    };
    let port = match (&args.host, args.port) {
        (None, None) => Some(PORT),
        (Some(port), None) => port.parse().ok().filter(|port| *port > 0),
        _ => None,
    };
    let message = "the file of --config names the server; only a port, 1 to 65535, can be given as well";
    let port = port.ok_or_else(|| CliError::usage(message))?;
    let conf = GameConf::read(path).map_err(CliError::configuration)?;
    Ok((conf.server, port, args.nick.clone().unwrap_or(conf.nick)))
}

fn serve(args: &Serve) -> Result<(), CliError> {
    let level = args.level;
    let address = SocketAddr::new(args.listen, args.port.unwrap_or(level.port));
    // Before it listens, so that no signal is missed.
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let listener = TcpListener::bind(address);
    let listener = listener.map_err(|error| {
        CliError::configuration(format_args!("cannot listen on {address}: {error}; choose another PORT or --listen"))
    })?;
    let address = listener.local_addr().map_err(CliError::unexpected)?;
    let Both { threads, time_limit, json, .. } = args.both;
    let server = Server {
        level,
        thinking: Thinking::of(level, threads.into(), time_limit.0),
        ours: args.colour,
        games: args.games,
        at_once: args.at_once.into(),
        limits: args.both.limits(),
    };
    log::info!("{} listens on {address} and plays {}", level.nick, args.colour.colour());
    let done = server.run(&listener, &stop, &|Visit { number, address, client, played }| {
        print(json, number, (level.nick, &client.to_string()), address, &played);
    });
    done.map_err(CliError::unexpected)
}

/// Prints a game as one line on stdout, at once. A closed pipe is not an error: games are played all the same.
fn print(json: bool, game: u32, (nick, opponent): (&str, &str), address: SocketAddr, played: &Played) {
    let Played { ours, moves, end, slowest, .. } = played;
    let (plies, winner, reason) = (played.plies(), end.winner(), end.word());
    let line = if json {
        json_text(&object! {
            game: game,
            address: address,
            colour: ours.colour(),
            nick: nick,
            opponent: opponent,
            plies: plies,
            moves: moves,
            winner: winner.map(Side::colour),
            reason: reason,
            detail: end.to_string(),
            slowest_ms: slowest.as_millis(),
        })
    } else {
        let result = match winner {
            Some(winner) if winner == *ours => "won",
            Some(_) => "lost",
            None if reason == "full" => "drawn",
            None => "no result",
        };
        format!(
            "game {game}: {result} as {} against \"{opponent}\" ({address}), {plies} plies, {end}: {moves}",
            ours.colour()
        )
    };
    output::line(&line);
}
