//! Matchmaking: a player who joins takes the next hero of the game that waits, until it has four. In an
//! arena with a seed, lots drawn from it decide who plays which hero.
//!
//! If owners are kept apart ([`Config::one_per_owner`](super::config::Config)) a player does not join a game in which
//! another one of its owner waits, but the next one, or opens one. Several games wait then.

use super::game::{GameStart, open};
use super::players::{Participant, WaitingGame};
use super::protocol::Answer;
use super::seat::Seat;
use super::state::AppState;
use super::store::GameKind;
use crate::shares::{Claim, Owner};
use crate::tokens;
use boardbots_base::thread::lock;
use boardbots_vindinium::board::HEROES;
use boardbots_vindinium::generator::generate;
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::map::Map;
use boardbots_vindinium::rules::NORMAL_TURNS;
use std::sync::Arc;
use std::time::Duration;

/// Pause between two looks whether games can be stored again.
const RETRY: Duration = Duration::from_millis(250);

/// The request for a training game.
pub struct Training {
    /// Its map; one by chance if absent.
    pub map: Option<Map>,
    /// Single moves in all; may be negative.
    pub max_turns: i32,
    /// The house bots.
    pub opponents: [Hero; 3],
}

/// A person joins the arena game that waits. If nobody looks at the seat for as long as a move can take,
/// the seat is given up, so that no game has an empty chair.
///
/// # Errors
/// As [`join`].
pub fn join_person(app: &Arc<AppState>, seat: &Arc<Seat>) -> Result<(), Answer> {
    join(app, Participant::Person(Arc::clone(seat)))?;
    let (app, seat) = (Arc::clone(app), Arc::clone(seat));
    tokio::spawn(async move {
        while seat.game().is_none() && !seat.over() {
            tokio::time::sleep(seat.limit).await;
            if seat.game().is_none() && seat.deserted() {
                leave(&app, &seat);
            }
        }
    });
    Ok(())
}

/// A person leaves: before the game the place is free again, and later players move up; in the game the
/// hero is out when its turn comes.
pub fn leave(app: &AppState, seat: &Seat) {
    {
        let mut waiting = lock(&app.waiting);
        let own = |player: &Participant| matches!(player, Participant::Person(person) if person.token == seat.token);
        if let Some(game) = waiting.iter_mut().find(|game| game.players.iter().any(own)) {
            game.players.retain(|player| !own(player));
            game.tell();
        }
        waiting.retain(|game| !game.players.is_empty());
    }
    seat.leave();
    if seat.game().is_none() {
        app.seats.forget(&seat.token);
    }
}

/// A player joins the arena game that waits, which starts with the fourth one.
///
/// # Errors
/// [`Answer::Full`] if no further game can be opened; [`Answer::Refused`] if no map was found.
pub fn join(app: &Arc<AppState>, player: Participant) -> Result<(), Answer> {
    app.may_begin()?;
    let mut waiting = lock(&app.waiting);
    let owner = player.owner().ok_or(Answer::Full("Only players wait"))?;
    let open_to = |game: &WaitingGame| !app.config.one_per_owner || !game.has_network(owner.addr);
    let index = waiting.iter().position(open_to).unwrap_or(waiting.len());
    if index == waiting.len() {
        waiting.push(prepare(app, owner)?);
    }
    let game = &mut waiting[index];
    game.players.push(player);
    game.tell();
    let full = (game.players.len() == HEROES).then(|| waiting.remove(index));
    drop(waiting);
    if let Some(game) = full {
        begin(app, game);
    }
    Ok(())
}

/// An arena game without players, which counts to the one who opens it.
fn prepare(app: &Arc<AppState>, owner: Owner) -> Result<WaitingGame, Answer> {
    let (place, seed, map) = parts(app, None, owner, &[])?;
    let id = tokens::id();
    if let Some((after, bots)) = app.fill {
        let (app, id) = (Arc::clone(app), id.clone());
        tokio::spawn(async move {
            tokio::time::sleep(after).await;
            // No game begins that could not be stored.
            while app.store.outage().is_some() {
                tokio::time::sleep(RETRY).await;
            }
            fill(&app, &id, &bots);
        });
    }
    Ok(WaitingGame { id, map, seed, players: Vec::with_capacity(HEROES), place })
}

/// A game's place, its seed, and its map if none is given.
fn parts(app: &AppState, map: Option<Map>, owner: Owner, bots: &[Hero]) -> Result<(Claim, u64, Map), Answer> {
    let seed = app.game_seed();
    let random = || generate(&mut fastrand::Rng::with_seed(seed)).map_err(|error| Answer::Refused(error.to_string()));
    let map = map.map_or_else(random, Ok)?;
    let place = app.game_place(owner, map.board.size(), bots)?;
    Ok((place, seed, map))
}

/// Gives the free places of a game that still waits to house bots.
fn fill(app: &Arc<AppState>, id: &str, bots: &[Hero; 3]) {
    let waiting = {
        let mut waiting = lock(&app.waiting);
        waiting.iter().position(|game| game.id == id).map(|index| waiting.remove(index))
    };
    if let Some(mut game) = waiting {
        let free = HEROES - game.players.len();
        game.players.extend(bots.iter().copied().take(free).map(Participant::Bot));
        begin(app, game);
    }
}

fn begin(app: &Arc<AppState>, game: WaitingGame) {
    let kind = if game.persons().next().is_some() { GameKind::Friendly } else { GameKind::Arena };
    let WaitingGame { id, map, seed, mut players, place } = game;
    if app.config.seed.is_some() {
        // A game repeats whoever was the first to join.
        players.sort_by(|one, other| one.name().cmp(other.name()));
        fastrand::Rng::with_seed(seed).shuffle(&mut players);
    }
    let Ok(participants) = <[Participant; HEROES]>::try_from(players) else { return };
    open(app, GameStart { id, kind, map, max_turns: NORMAL_TURNS, seed, participants, place });
}

/// Opens a game of this player, as hero 1, against house bots.
///
/// # Errors
/// As [`join`].
pub fn open_training(app: &Arc<AppState>, first: Participant, training: Training) -> Result<(), Answer> {
    app.may_begin()?;
    let Training { map, max_turns, opponents } = training;
    let owner = first.owner().ok_or(Answer::Full("Only players train"))?;
    let (place, seed, map) = parts(app, map, owner, &opponents)?;
    let [a, b, c] = opponents.map(Participant::Bot);
    let (id, participants) = (tokens::id(), [first, a, b, c]);
    open(app, GameStart { id, kind: GameKind::Training, map, max_turns, seed, participants, place });
    Ok(())
}
