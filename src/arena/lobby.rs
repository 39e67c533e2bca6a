//! Seats: who joins sits down at the open game, until it has all four.

use super::answer::Answer;
use super::game::{Opening, Participant, Waiting, open};
use super::hall::Hall;
use super::secret;
use super::store::{GameKind, User};
use crate::games::vindinium::board::HEROES;
use crate::games::vindinium::generator::generate;
use crate::games::vindinium::kind::Kind;
use crate::games::vindinium::map::Map;
use crate::games::vindinium::rules::NORMAL_TURNS;
use crate::matches::hero::Hero;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// The arena game that waits for players, if there is one.
#[derive(Default)]
pub struct Lobby(Mutex<Option<Table>>);

struct Table {
    id: String,
    map: Map,
    seed: u64,
    seats: Vec<Participant>,
    permit: OwnedSemaphorePermit,
}

impl Lobby {
    fn table(&self) -> MutexGuard<'_, Option<Table>> {
        self.0.lock().expect("nobody panics while holding it")
    }
}

/// Sits down at the open arena game, as the hero next in number, and starts the game if that
/// was the fourth. The answer comes when it is his turn.
///
/// # Errors
/// [`Answer::Full`] if no further game can be opened; [`Answer::Refused`] if no map was found.
pub fn join(hall: &Arc<Hall>, user: User, host: String) -> Result<oneshot::Receiver<Answer>, Answer> {
    let (reply, answer) = oneshot::channel();
    let mut place = hall.lobby.table();
    let table = match place.as_mut() {
        Some(table) => table,
        None => place.insert(lay_table(hall)?),
    };
    table.seats.push(Participant::User(user, Some(Waiting { host, reply })));
    if table.seats.len() == HEROES
        && let Some(table) = place.take()
    {
        drop(place);
        begin(hall, table);
    }
    Ok(answer)
}

/// Opens a game for four.
fn lay_table(hall: &Arc<Hall>) -> Result<Table, Answer> {
    let permit = hall.game_permit()?;
    let seed = hall.game_seed();
    let map = random_map(seed)?;
    let id = secret::game_id();
    if let Some((after, bots)) = hall.fill {
        let (hall, id) = (Arc::clone(hall), id.clone());
        tokio::spawn(async move {
            tokio::time::sleep(after).await;
            fill(&hall, &id, bots);
        });
    }
    Ok(Table { id, map, seed, seats: Vec::with_capacity(HEROES), permit })
}

/// Gives the free seats of a game that still waits to house bots.
fn fill(hall: &Arc<Hall>, id: &str, bots: [Hero; 3]) {
    let waiting = hall.lobby.table().take_if(|table| table.id == id);
    if let Some(mut table) = waiting {
        let free = HEROES - table.seats.len();
        table.seats.extend(bots.into_iter().take(free).map(Participant::Bot));
        begin(hall, table);
    }
}

fn begin(hall: &Arc<Hall>, table: Table) {
    let Ok(participants) = <[Participant; HEROES]>::try_from(table.seats) else { return };
    open(
        hall,
        Opening {
            id: table.id,
            kind: GameKind::Arena,
            map: table.map,
            max_turns: NORMAL_TURNS,
            seed: table.seed,
            participants,
            permit: table.permit,
        },
    );
}

/// Opens a game of a user against three house bots. The answer comes at once: he is hero 1.
///
/// # Errors
/// [`Answer::Full`] if no further game can be opened; [`Answer::Refused`] if no map was found.
pub fn train(
    hall: &Arc<Hall>,
    (user, host): (User, String),
    map: Option<Map>,
    max_turns: i32,
    opponents: [Kind; 3],
) -> Result<oneshot::Receiver<Answer>, Answer> {
    let permit = hall.game_permit()?;
    let seed = hall.game_seed();
    let map = map.map_or_else(|| random_map(seed), Ok)?;
    let (reply, answer) = oneshot::channel();
    let [a, b, c] = opponents.map(|kind| Participant::Bot(kind.into()));
    let participants = [Participant::User(user, Some(Waiting { host, reply })), a, b, c];
    let id = secret::game_id();
    open(hall, Opening { id, kind: GameKind::Training, map, max_turns, seed, participants, permit });
    Ok(answer)
}

fn random_map(seed: u64) -> Result<Map, Answer> {
    generate(&mut fastrand::Rng::with_seed(seed)).map_err(|error| Answer::Refused(error.to_string()))
}
