//! Seats: who joins sits down at the open game, until it has all four.

use super::answer::Answer;
use super::game::{Opening, Participant, open};
use super::hall::Hall;
use super::play::Waiting;
use super::seat::Seat;
use super::seats;
use super::secret;
use super::store::{GameKind, User};
use crate::web::connections::Standing;
use crate::web::places::Place;
use boardbots_vindinium::board::HEROES;
use boardbots_vindinium::generator::generate;
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::map::Map;
use boardbots_vindinium::rules::NORMAL_TURNS;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// Pause between two looks whether games can be stored again.
const PATIENCE: Duration = Duration::from_millis(250);

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
    /// Frees the seat of a person who no longer waits. Who joined after him moves up.
    pub fn free(&self, token: &str) {
        let mut place = self.table();
        let Some(table) = place.as_mut() else { return };
        table.seats.retain(|seat| !matches!(seat, Participant::Person(person) if person.token == token));
        table.tell();
        if table.seats.is_empty() {
            *place = None;
        }
    }

    fn table(&self) -> MutexGuard<'_, Option<Table>> {
        self.0.lock().expect("nobody panics while holding it")
    }
}

impl Table {
    /// The persons among those who wait.
    fn persons(&self) -> impl Iterator<Item = &Arc<Seat>> {
        self.seats.iter().filter_map(|seat| match seat {
            Participant::Person(person) => Some(person),
            _ => None,
        })
    }

    /// Tells them how many wait.
    fn tell(&self) {
        self.persons().for_each(|person| person.wait_with(self.seats.len()));
    }
}

/// Sits down at the open arena game, as the hero next in number, and starts the game if that
/// was the fourth. The answer comes when it is his turn.
///
/// # Errors
/// [`Answer::Full`] if no further game can be opened; [`Answer::Refused`] if no map was found.
pub fn join(
    hall: &Arc<Hall>,
    user: User,
    (host, standing): (String, Option<Standing>),
    place: Place,
) -> Result<oneshot::Receiver<Answer>, Answer> {
    let (reply, answer) = oneshot::channel();
    sit(hall, Participant::User(user, Some(Waiting::Turn { host, reply, standing }), place))?;
    Ok(answer)
}

/// Has a person sit down at the open arena game. Who is not there for as long as a move can take
/// loses his place, so that nobody has to play with an empty chair.
///
/// # Errors
/// As [`join`].
pub fn take(hall: &Arc<Hall>, seat: &Arc<Seat>) -> Result<(), Answer> {
    sit(hall, Participant::Person(Arc::clone(seat)))?;
    let (hall, seat) = (Arc::clone(hall), Arc::clone(seat));
    tokio::spawn(async move {
        while seat.game().is_none() && !seat.over() {
            tokio::time::sleep(seat.limit).await;
            if seat.game().is_none() && seat.deserted() {
                seats::abandon(&hall, &seat);
            }
        }
    });
    Ok(())
}

fn sit(hall: &Arc<Hall>, participant: Participant) -> Result<(), Answer> {
    hall.stores()?;
    let mut place = hall.lobby.table();
    let table = match place.as_mut() {
        Some(table) => table,
        None => place.insert(lay_table(hall)?),
    };
    table.seats.push(participant);
    table.tell();
    if table.seats.len() == HEROES
        && let Some(table) = place.take()
    {
        drop(place);
        begin(hall, table);
    }
    Ok(())
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
            // No game begins that could not be stored.
            while hall.store.health().is_some() {
                tokio::time::sleep(PATIENCE).await;
            }
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
    let kind = if table.persons().next().is_some() { GameKind::Friendly } else { GameKind::Arena };
    let Ok(participants) = <[Participant; HEROES]>::try_from(table.seats) else { return };
    open(
        hall,
        Opening {
            id: table.id,
            kind,
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
    (user, place): (User, Place),
    (host, standing): (String, Option<Standing>),
    map: Option<Map>,
    max_turns: i32,
    opponents: [Kind; 3],
) -> Result<oneshot::Receiver<Answer>, Answer> {
    let (reply, answer) = oneshot::channel();
    let user = Participant::User(user, Some(Waiting::Turn { host, reply, standing }), place);
    against(hall, user, map, max_turns, opponents.map(Hero::from))?;
    Ok(answer)
}

/// Opens a game of a person against three house bots, at once: he is hero 1.
///
/// # Errors
/// As [`train`].
pub fn practise(
    hall: &Arc<Hall>,
    seat: Arc<Seat>,
    map: Option<Map>,
    max_turns: i32,
    opponents: [Hero; 3],
) -> Result<(), Answer> {
    against(hall, Participant::Person(seat), map, max_turns, opponents)
}

fn against(
    hall: &Arc<Hall>,
    first: Participant,
    map: Option<Map>,
    max_turns: i32,
    opponents: [Hero; 3],
) -> Result<(), Answer> {
    hall.stores()?;
    let permit = hall.game_permit()?;
    let seed = hall.game_seed();
    let map = map.map_or_else(|| random_map(seed), Ok)?;
    let [a, b, c] = opponents.map(Participant::Bot);
    let (id, participants) = (secret::game_id(), [first, a, b, c]);
    open(hall, Opening { id, kind: GameKind::Training, map, max_turns, seed, participants, permit });
    Ok(())
}

fn random_map(seed: u64) -> Result<Map, Answer> {
    generate(&mut fastrand::Rng::with_seed(seed)).map_err(|error| Answer::Refused(error.to_string()))
}
