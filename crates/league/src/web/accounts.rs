//! The players of a league as the administration changes them; its seasons and its invitation.

use super::lists;
use super::refusal::{Refusal, Told, aside};
use crate::hall::Hall;
use crate::store::{self, Origin, Player, State};
use axum::extract::{Request, State as Shared};
use axum::http::{Method, StatusCode};
use boardbots_base::names::alike;
use boardbots_base::store::{StoreError, now};
use boardbots_base::thread::lock;
use boardbots_server::admin::{Account, Accounts, AdminError, AdminKey, Answer, Change, Course};
use boardbots_server::tokens::{self, hash};
use boardbots_server::web::answer;
use serde_json::json;
use std::sync::Arc;

impl Accounts for Hall {
    fn admin_key(&self) -> Option<&AdminKey> {
        self.admin.as_ref()
    }

    async fn accounts(&self) -> Answer<Vec<Account>> {
        let league = lock(&self.league);
        let games = |player: &Player| {
            let own = league.versions.iter().filter(|version| version.player == player.number);
            own.map(|version| league.results.of(version.number).games).sum::<u64>()
        };
        let account = |player: &Player| Account {
            name: player.name.clone(),
            disabled: player.state == State::Disabled,
            created: player.created,
            games: u32::try_from(games(player)).unwrap_or(u32::MAX),
            last_seen: player.seen.unwrap_or(player.created),
        };
        let here = league.players.iter().filter(|player| player.state != State::Removed);
        let mut accounts: Vec<Account> = here.map(account).collect();
        accounts.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(accounts)
    }

    async fn add(&self, names: Vec<String>) -> Answer<Vec<String>> {
        self.admit(names, Origin::Admin).await?
    }

    async fn change(&self, name: String, change: Change) -> Answer<Option<String>> {
        let found = lock(&self.league).players.iter().find(|it| it.name == name && it.state != State::Removed).cloned();
        let mut player = found.ok_or_else(|| AdminError::Unknown(format!("player {name}")))?;
        let (mut key, stays) = (None, matches!(change, Change::Rename(_) | Change::Enable));
        match change {
            Change::Reset => {
                if player.key.is_none() {
                    let why = "this player is run here, and has no key; change its file";
                    return Err(AdminError::Bad(why.into()));
                }
                key = Some(tokens::token());
                player.key = key.as_ref().map(|key| hash(&[], key));
            }
            Change::Rename(new) => {
                let league = lock(&self.league);
                let others = league.players.iter().filter(|other| other.number != player.number);
                if others.map(|other| &other.name).any(|other| alike(other, &new)) {
                    return Err(AdminError::Taken(0));
                }
                player.name = new;
            }
            Change::Disable => player.state = State::Disabled,
            Change::Enable => player.state = State::Active,
            Change::Remove => {
                // Somebody may be called so.
                let league = lock(&self.league);
                let is_free = |name: &String| league.players.iter().all(|other| other.name != *name);
                let mut names = (player.number..).map(|number| format!("removed-{number}"));
                player.name = names.find(is_free).unwrap_or_default();
                (player.state, player.key) = (State::Removed, None);
            }
        }
        let number = player.number;
        Hall::change(self, move |db| store::set_player(db, &player)).await?;
        if !stays {
            self.unseat(number);
        }
        self.seat_clients();
        Ok(key)
    }

    async fn course(&self) -> Answer<Course> {
        let kept = self.tables.services.store.read(|db, _| Course::kept(db)).await?;
        Ok(kept.unwrap_or_else(|| Course { name: self.settings.name.clone(), ..Course::default() }))
    }

    async fn set_course(&self, course: Course) -> Answer<()> {
        Ok(self.tables.services.store.write(move |db, _| course.keep(db)).await?)
    }
}

impl Hall {
    fn guard(&self, request: &Request) -> Result<(), Refusal> {
        let opens = self.admin.as_ref().is_some_and(|key| key.opens(request));
        if opens { Ok(()) } else { Err(Refusal::Key("this is not the admin key; the log says which file holds it")) }
    }
}

/// `POST /api/league/seasons`: closes the season, and begins the next one.
pub async fn season(Shared(hall): Shared<Arc<Hall>>, request: Request) -> Told {
    hall.guard(&request)?;
    lists::note(&hall).await?;
    let standings = aside(&hall, lists::standings).await?.to_string();
    let job = move |db: &rusqlite::Connection, _: &mut _| {
        store::close_season(db, &standings, now())?;
        store::season(db)?.ok_or_else(|| StoreError::Row("the season of the league".into()))
    };
    let begun = hall.tables.services.store.write(job).await?;
    lock(&hall.league).renew(begun);
    hall.changed();
    Ok(answer::json(StatusCode::OK, &json!({ "season": begun.0 })))
}

/// `GET /api/league/invitation`: what a link to register ends with; `POST` makes a new one, and no other is good any
/// more.
pub async fn invitation(Shared(hall): Shared<Arc<Hall>>, request: Request) -> Told {
    hall.guard(&request)?;
    let invitation = hall.invitation(request.method() == Method::POST).await?;
    Ok(answer::unkept(answer::json(StatusCode::OK, &json!({ "invitation": invitation }))))
}
