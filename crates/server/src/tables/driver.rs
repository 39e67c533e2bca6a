//! The driver of a table, which acts without a request: bots choose, clocks run out. It also completes the choices of
//! people ([`make`]), whose requests may be dropped.

use super::names::usual;
use super::playthrough::By;
use super::refusal::{Answer, TableError};
use super::services::Services;
use super::table::{Duty, Table};
use super::workers::Urgency;
use boardbots_game::game::Usage;
use boardbots_game::player::{Stop, advise};
use boardbots_game::spec::Spec;
use boardbots_game::state::Seat;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Pause after the database has failed.
pub const RECOVERY: Duration = Duration::from_secs(5);

/// Sees to a table until it has ended.
pub async fn drive(services: &Arc<Services>, table: &Arc<Table>) {
    let mut news = table.watch();
    loop {
        news.borrow_and_update();
        match table.duty() {
            Duty::Over => break,
            // The sender is the table's own: it does not go away.
            Duty::Wait => {
                let _ = news.changed().await;
            }
            Duty::Bot { n, seat, since, bot, by } => {
                // When the table's pace allows it.
                let pause = table.options.pace.saturating_sub(since.elapsed());
                tokio::select! {
                    () = moved(table, &mut news, n) => {}
                    () = async {
                        tokio::time::sleep(pause).await;
                        choose(services, table, n, seat, bot, by).await;
                    } => {}
                }
            }
            Duty::Clock { n, seat, until } => tokio::select! {
                _ = news.changed() => {}
                () = tokio::time::sleep_until(until.into()) => {
                    let bot = usual(table.game);
                    tokio::select! {
                        () = moved(table, &mut news, n) => {}
                        () = choose(services, table, n, seat, bot, By::Clock) => {}
                    }
                }
            },
        }
    }
}

/// Waits until more than `n` choices have been made, or the table has ended.
async fn moved(table: &Table, news: &mut watch::Receiver<()>, n: usize) {
    while table.n() == n && !table.has_ended() {
        let _ = news.changed().await;
    }
}

/// Has this bot choose for a seat; one that finds nothing takes the first choice there is.
async fn choose(services: &Arc<Services>, table: &Arc<Table>, n: usize, seat: Seat, bot: Option<Spec>, by: By) {
    let urgency = if table.has_people() { Urgency::People } else { Urgency::Bots };
    let found = match (bot, table.copy(n)) {
        (Some(bot), Some(copy)) => {
            let game = table.game;
            let think =
                move |stop: Stop<'_>| advise(game.player(&bot, Usage::Table).ok()?.as_mut(), copy.as_ref(), stop);
            services.thinkers.ask((urgency, table.maker), think).found().await.flatten()
        }
        _ => None,
    };
    if let Some(advice) = found {
        match make(services, table, n, seat, by, advice.choice).await {
            Err(TableError::Bad(why)) => log::error!("table {}: a bot's choice is refused: {why}", table.id),
            Err(refusal) if refusal.passes() => return tokio::time::sleep(RECOVERY).await,
            _ => return,
        }
    }
    if services.thinkers.has_ended() {
        // Nothing is found any more; the table goes on after the next start.
        return std::future::pending().await;
    }
    let Some(copy) = table.copy(n) else { return };
    let first = copy.choices()[0]["choice"].as_str().map(str::to_string);
    let made = match first {
        Some(first) => make(services, table, n, seat, by, first).await.map(drop),
        None => Err(TableError::Bad("there is no choice".into())),
    };
    let failed = match made {
        Err(TableError::Bad(why)) => {
            log::error!("table {} is closed, because no choice can be made: {why}", table.id);
            table.close(services).await.is_err()
        }
        made => made.is_err_and(|refusal| refusal.passes()),
    };
    if failed {
        tokio::time::sleep(RECOVERY).await;
    }
}

/// Completes a choice even if the request was dropped.
///
/// # Errors
/// As [`Table::choose`].
pub async fn make(
    services: &Arc<Services>,
    table: &Arc<Table>,
    n: usize,
    seat: Seat,
    by: By,
    choice: String,
) -> Answer<usize> {
    let (services, table) = (Arc::clone(services), Arc::clone(table));
    let made = tokio::spawn(async move { table.choose(&services, n, seat, by, &choice).await });
    made.await.unwrap_or(Err(TableError::Broken))
}
