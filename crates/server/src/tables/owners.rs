//! Names that belong to their owners: only the one who shows the key sits down under such a name, or under one that
//! looks like it. The passphrase gives the key; it is in bodies of requests only: no address, log or answer has it.

use super::archive::ENDING;
use super::names;
use super::new_table::text;
use super::passphrase::{self, Passphrase, Recipe};
use super::refusal::{Answer, Said, TableError, said, to_the_end};
use super::state::{AppState, Shared};
use super::store::{Chair, NotProtected, OwnedName};
use super::table::Table;
use crate::web::{ClientAddr, answer};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::post;
use boardbots_base::invalid::InputError;
use boardbots_base::store::StoreError;
use boardbots_game::state::Seat;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::oneshot;

/// The addresses of owners of names.
pub(super) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/names", post(protect))
        .route("/api/names/key", post(key_of))
        .route("/api/names/passphrase", post(renew))
        .route("/api/names/release", post(release))
}

async fn protect(State(app): Shared, request: Request) -> Answer {
    let (name, phrase, _, guest) = read(request).await?;
    // Each to its end, even if the one who asked has gone: meanwhile no other passphrase is looked at.
    Ok(told(StatusCode::CREATED, &to_the_end(async move { app.protect(&name, phrase, guest).await }).await?))
}

async fn key_of(State(app): Shared, request: Request) -> Answer {
    let (name, phrase, _, guest) = read(request).await?;
    Ok(told(StatusCode::OK, &to_the_end(async move { app.key_of(&name, phrase, guest).await }).await?))
}

async fn renew(State(app): Shared, request: Request) -> Answer {
    let (name, phrase, said, guest) = read(request).await?;
    let next = phrase_of(&said, "new")?;
    Ok(told(StatusCode::OK, &to_the_end(async move { app.renew(&name, [phrase, next], guest).await }).await?))
}

async fn release(State(app): Shared, request: Request) -> Answer {
    let (name, phrase, _, guest) = read(request).await?;
    let name = to_the_end(async move { app.release(&name, phrase, guest).await }).await?;
    Ok(answer::json(StatusCode::OK, &json!({ "name": name })))
}

/// The name, the passphrase, all that is said, and from where.
async fn read(request: Request) -> Answer<(String, Passphrase, Said, IpAddr)> {
    let guest = ClientAddr::of(&request);
    let said = said(request).await?;
    let name = names::of_person(text(&said, "name").unwrap_or_default())?;
    Ok((name, phrase_of(&said, "passphrase")?, said, guest))
}

fn phrase_of(said: &Said, key: &str) -> Result<Passphrase, InputError> {
    Passphrase::read(text(said, key).unwrap_or_default()).map_err(|why| why.at(key))
}

fn told(status: StatusCode, (name, key): &Key) -> Response {
    answer::json(status, &json!({ "name": name, "key": key }))
}

/// A name, as its owner writes it, and its key.
pub type Key = (String, String);

impl AppState {
    /// Protects a name from now on.
    ///
    /// # Errors
    /// It is protected already, or too many are.
    pub async fn protect(&self, name: &str, phrase: Passphrase, guest: IpAddr) -> Answer<Key> {
        self.can_store()?;
        if let Some(other) = self.owned(name).await?.into_iter().next() {
            return Err(TableError::Taken(other.name));
        }
        let mut guess = self.guesses.begin(guest, name)?;
        self.guesses.protects(guest)?;
        let recipe = Recipe::new();
        guess.turn().await?;
        let key = key(&phrase, &recipe).await?;
        match self.services.store.protect(name, recipe, passphrase::proof(&key)).await.map_err(damaged)? {
            Ok(owned) => {
                guess.was_right();
                self.archive.count_again();
                Ok((owned.name, key))
            }
            Err(NotProtected::Taken(other)) => Err(TableError::Taken(other)),
            Err(NotProtected::Full) => Err(TableError::Full("protected names")),
        }
    }

    /// The key of a name that has this passphrase.
    ///
    /// # Errors
    /// [`TableError::Passphrase`], or it was tried too often.
    pub async fn key_of(&self, name: &str, phrase: Passphrase, guest: IpAddr) -> Answer<Key> {
        self.proven(name, phrase, guest).await.map(|(owned, key)| (owned.name, key))
    }

    /// Gives a name that has this passphrase another one; keys of the old one prove nothing any more.
    ///
    /// # Errors
    /// As [`key_of`](Self::key_of).
    pub async fn renew(&self, name: &str, [phrase, next]: [Passphrase; 2], guest: IpAddr) -> Answer<Key> {
        self.can_store()?;
        let (owned, _) = self.proven(name, phrase, guest).await?;
        let mut guess = self.guesses.begin(guest, &owned.name)?;
        guess.turn().await?;
        let recipe = Recipe::new();
        let key = key(&next, &recipe).await?;
        guess.was_right();
        let name = owned.name.clone();
        let done = self.services.store.renew(owned, recipe, passphrase::proof(&key)).await?;
        if done { Ok((name, key)) } else { Err(TableError::Passphrase) }
    }

    /// Takes the protection off a name that has this passphrase; the name.
    ///
    /// # Errors
    /// As [`key_of`](Self::key_of).
    pub async fn release(&self, name: &str, phrase: Passphrase, guest: IpAddr) -> Answer<String> {
        self.can_store()?;
        let (owned, _) = self.proven(name, phrase, guest).await?;
        let name = owned.name.clone();
        let done = self.services.store.release(owned).await?;
        self.archive.count_again();
        if done { Ok(name) } else { Err(TableError::Passphrase) }
    }

    /// Notes the owners of the names that a request for a new table wants for people, if it shows their keys.
    ///
    /// # Errors
    /// As [`owner_of`](Self::owner_of).
    pub async fn note_owners(&self, chairs: &mut [Chair], wanted: &Value) -> Answer<()> {
        for (seat, chair) in chairs.iter_mut().enumerate().filter(|(_, chair)| chair.kind == "human") {
            chair.owner = self.owner_of(&chair.name, wanted[seat]["key"].as_str()).await?;
        }
        Ok(())
    }

    /// The owner of a name, who shows its key; `None` for a name that is not protected.
    ///
    /// # Errors
    /// [`TableError::Protected`] if the key is missing or wrong.
    pub async fn owner_of(&self, name: &str, key: Option<&str>) -> Answer<Option<i64>> {
        let found = self.owned(name).await?;
        let own = found.iter().find(|owned| key.is_some_and(|key| passphrase::proves(key, &owned.proof)));
        match (own, found.first()) {
            (Some(own), _) => Ok(Some(own.owner)),
            (None, Some(first)) => Err(TableError::Protected(first.name.clone())),
            (None, None) => Ok(None),
        }
    }

    /// The owner of the name on a seat of a table that has ended. The key need not be shown again if it was shown
    /// there and has not changed since.
    ///
    /// # Errors
    /// As [`owner_of`](Self::owner_of).
    pub async fn owner_again(&self, table: &Table, seat: Seat, key: Option<&str>) -> Answer<Option<i64>> {
        let chair = table.chairs().swap_remove(seat);
        let found = self.owned(&chair.name).await?;
        // A key of before would have been shown within that second at the latest.
        let shown = |owned: &OwnedName| chair.owner == Some(owned.owner) && owned.changed < table.created;
        if key.is_none() && found.iter().any(shown) { Ok(chair.owner) } else { self.owner_of(&chair.name, key).await }
    }

    async fn owned(&self, name: &str) -> Answer<Vec<OwnedName>> {
        self.services.store.owned(name).await.map_err(damaged)
    }

    /// The protected name that has this passphrase, and the key, which from then on costs a guesser the work of this
    /// version. A name that is not protected costs the same work.
    async fn proven(&self, name: &str, phrase: Passphrase, guest: IpAddr) -> Answer<(OwnedName, String)> {
        let owned = self.owned(name).await?.into_iter().next();
        let mut guess = self.guesses.begin(guest, owned.as_ref().map_or(name, |owned| &owned.name))?;
        guess.turn().await?;
        let given = key(&phrase, &owned.as_ref().map_or_else(Recipe::new, |owned| owned.recipe.clone())).await?;
        let owned = owned.filter(|owned| passphrase::proves(&given, &owned.proof)).ok_or(TableError::Passphrase)?;
        if owned.recipe.is_old() {
            let next = Recipe::new();
            let next = next.clone().masked(&key(&phrase, &next).await?, &given);
            // Where nothing can be stored, the next time does it.
            if let Err(error) = self.services.store.renew(owned.clone(), next, owned.proof).await {
                log::warn!("the name {} keeps its old proof: {error}", owned.name);
            }
        }
        guess.was_right();
        Ok((owned, given))
    }
}

/// The key of a passphrase, made on a thread of its own: it takes a thousand times as long as a bot's quick choice.
async fn key(phrase: &Passphrase, recipe: &Recipe) -> Answer<String> {
    let (phrase, recipe) = (phrase.clone(), recipe.clone());
    let (tell, told) = oneshot::channel();
    let make = move || drop(tell.send(phrase.key(&recipe)));
    std::thread::Builder::new().name("tables-passphrase".into()).spawn(make).map_err(|_| TableError::Broken)?;
    told.await.map_err(|_| ENDING)
}

/// The refusal for a damaged row of a protected name: nobody sits down under it meanwhile.
fn damaged(error: StoreError) -> TableError {
    match error {
        StoreError::Row(_) => {
            log::error!("tables: {error}");
            TableError::Aside(InputError::new(error))
        }
        other => other.into(),
    }
}
