//! Programs that play from elsewhere, and registration on the page.
//!
//! A program asks with its key for what to do: to choose, to wait, or that a game is over; the answer to a question comes
//! with the next request. So it needs no address of its own, and nothing is lost with a connection.

use super::refusal::{Refusal, Told};
use crate::hall::Hall;
use crate::remote::Reply;
use crate::settings::Registration;
use crate::store::{self, Origin, Player, Stage, State, Version};
use crate::sync;
use axum::extract::{Request, State as Shared};
use axum::http::StatusCode;
use boardbots_base::invalid::InputError;
use boardbots_base::names::{self, alike};
use boardbots_base::store::{Stored, now};
use boardbots_game::game::Programs;
use boardbots_server::admin::{AdminError, SHORTEST};
use boardbots_server::tokens::{self, hash, same};
use boardbots_server::web::request::{self, bearer};
use boardbots_server::web::{ClientAddr, HttpLimits, answer};
use boardbots_tournament::program::note_number;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest time for which a request waits for something to do.
const WAIT: Duration = Duration::from_secs(20);
/// Most characters of the name of a version.
const LONGEST: usize = 40;
/// Most players of a league: each game is looked for among all pairs of them.
const MOST: usize = 300;
/// Most versions of a player.
const VERSIONS: usize = 100;

impl Hall {
    /// The player of a key. Hashes are compared: the time tells nothing about the key.
    pub(super) fn player_of(&self, key: &str) -> Option<Player> {
        let proof = hash(&[], key);
        self.roster().0.iter().find(|player| player.key == Some(proof)).cloned()
    }

    /// Adds players; their keys, in the same order.
    ///
    /// # Errors
    /// The place of a name that is taken, or that there are too many.
    pub(super) async fn admit(&self, names: Vec<String>, origin: Origin) -> Stored<Result<Vec<String>, AdminError>> {
        let job = move |db: &rusqlite::Connection| {
            let here = |players: &[Player]| players.iter().filter(|player| player.state != State::Removed).count();
            let mut players = store::players(db)?;
            if here(&players) + names.len() > MOST {
                store::forget_absent(db, now())?;
                players = store::players(db)?;
            }
            if here(&players) + names.len() > MOST {
                return Ok(Err(AdminError::Full));
            }
            let mut known: Vec<String> = players.into_iter().map(|player| player.name).collect();
            for (at, name) in names.iter().enumerate() {
                if known.iter().any(|other| alike(name, other)) {
                    return Ok(Err(AdminError::Taken(at)));
                }
                known.push(name.clone());
            }
            let admit = |name: &String| {
                let key = tokens::token();
                let player = store::add_player(db, name, origin, Some(hash(&[], &key)), now())?;
                store::add_version(db, player, "1", None, Stage::Current, now())?;
                Ok(key)
            };
            names.iter().map(admit).collect::<Result<Vec<_>, _>>().map(Ok)
        };
        let admitted = self.change(job).await;
        self.seat_clients();
        admitted
    }
}

/// The JSON object that a request says.
async fn said(request: Request) -> Result<Map<String, Value>, Refusal> {
    let body = request::body(request.into_body(), &HttpLimits::default()).await;
    let body = body.map_err(|_| InputError::from("the request is too long, too slow or incomplete"))?;
    Ok(request::object(&body)?)
}

/// `POST /api/league/register`: a name and, if it is asked for, the invitation; the key is told once.
pub async fn register(Shared(hall): Shared<Arc<Hall>>, request: Request) -> Told {
    let guest = ClientAddr::of(&request);
    let said = said(request).await?;
    let text = |key: &str| said.get(key).and_then(Value::as_str).unwrap_or_default();
    match hall.settings.registration {
        Registration::Closed => return Err(Refusal::Key("nobody can register here; ask who hosts the league")),
        Registration::Invitation if !same(text("invitation"), &hall.invitation(false).await?) => {
            return Err(Refusal::Key("this invitation is not good; ask who hosts the league for a new link"));
        }
        _ => {}
    }
    let name = names::check(text("name"), SHORTEST, names::LONGEST).map_err(InputError::new)?;
    if !hall.names.take(guest, 1, Instant::now()) {
        return Err(Refusal::TooMany);
    }
    match hall.admit(vec![name.clone()], Origin::Page).await? {
        Ok(keys) => Ok(answer::unkept(answer::json(StatusCode::CREATED, &json!({ "name": name, "key": keys[0] })))),
        Err(why) => Err(InputError::new(why).into()),
    }
}

/// `POST /api/league/play`: what a program has to do next, with its answer to the last question.
pub async fn play(Shared(hall): Shared<Arc<Hall>>, request: Request) -> Told {
    let key = bearer(request.headers()).unwrap_or_default().to_string();
    let player = allowed(&hall, &key)?;
    if hall.has_clients() {
        return Err(InputError::from("programs play this game over its own protocol: POST /api/arena").into());
    }
    if !matches!(hall.settings.game.programs(), Programs::Engine) {
        let why = "programs of this game run where the league runs: ask who hosts it for a player = cmd:COMMAND";
        return Err(InputError::from(why).into());
    }
    let said = said(request).await?;
    let label = said.get("version").and_then(Value::as_str).map(str::trim).filter(|label| !label.is_empty());
    if label.is_some_and(|label| label.chars().count() > LONGEST || label.chars().any(names::is_refused)) {
        return Err(InputError::new(format_args!("version is a name of at most {LONGEST} characters")).into());
    }
    let reply = said.get("choice").and_then(Value::as_str).map(|choice| {
        let mut numbers = Vec::new();
        for (key, number) in said.get("numbers").and_then(Value::as_object).into_iter().flatten() {
            if let Some(number) = number.as_f64() {
                note_number(&mut numbers, key, number);
            }
        }
        let whole = |key: &str| said.get(key).and_then(Value::as_u64);
        let game = whole("game").and_then(|game| i64::try_from(game).ok()).unwrap_or(0);
        (game, whole("n").unwrap_or(0), Reply { choice: choice.to_string(), numbers: numbers.into_iter().collect() })
    });
    let (version, stage) = version(&hall, &player, label.map(str::to_string)).await?;
    let seat = hall.seat(version);
    // It plays its last game to the end.
    if stage == Stage::Past && !seat.is_busy() {
        let why = "this version was replaced, or found weaker, and plays no more; join with a new --player-version";
        return Err(Refusal::Key(why));
    }
    let told = seat.ask(reply);
    if seat.is_free() {
        hall.wake();
    }
    let next = tokio::time::timeout(WAIT, told).await.ok().and_then(Result::ok);
    // It may have waited for longer than its key was good.
    allowed(&hall, &key)?;
    Ok(answer::unkept(answer::json(StatusCode::OK, &next.unwrap_or_else(|| json!({ "do": "wait" })))))
}

/// The player of a key that may play now.
fn allowed(hall: &Hall, key: &str) -> Result<Player, Refusal> {
    let player = hall.player_of(key).ok_or(Refusal::Key("this is no key of this league; register on its page"))?;
    let may = player.state == State::Active;
    may.then_some(player).ok_or(Refusal::Key("this player may not play now; ask who hosts the league"))
}

/// The version of a player that a program is, and its stage: the one of this name, or the newest that plays.
async fn version(hall: &Hall, player: &Player, label: Option<String>) -> Result<(i64, Stage), Refusal> {
    {
        let roster = hall.roster();
        let mut own = roster.1.iter().rev().filter(|version| version.player == player.number);
        let count = own.clone().count();
        let is_it = |version: &&Version| match &label {
            Some(label) => *label == version.label,
            None => version.stage != Stage::Past,
        };
        if let Some(known) = own.find(is_it) {
            return Ok((known.number, known.stage));
        }
        if count >= VERSIONS {
            let why = format!("a player has at most {VERSIONS} versions; join as one of them");
            return Err(InputError::from(why).into());
        }
    }
    let (number, tests) = (player.number, hall.settings.rules.tests);
    let renew = move |db: &rusqlite::Connection| sync::renew(db, number, (label.as_deref(), None), tests, now());
    Ok((hall.change(renew).await?, Stage::Candidate))
}
