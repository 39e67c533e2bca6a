//! What happens at a table by itself: bots choose, clocks run out.

use super::course::By;
use super::hall::Hall;
use super::refusal::Refusal;
use super::table::{Duty, Table};
use super::thinkers::Urgency;
use boardbots_game::player::{Stop, advise};
use boardbots_game::spec::Spec;
use boardbots_game::state::Seat;
use boardbots_game::usage::Usage;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Pause after the database has failed.
pub const RECOVERY: Duration = Duration::from_secs(5);

/// Sees to a table until it has ended.
pub async fn drive(hall: Arc<Hall>, table: Arc<Table>) {
    let mut news = table.watch();
    loop {
        news.borrow_and_update();
        match table.duty() {
            Duty::Over => break,
            // The sender is the table's own: it does not go away.
            Duty::Wait => {
                let _ = news.changed().await;
            }
            Duty::Bot { n, seat, spec, since } => {
                let pause = table.options.pace.saturating_sub(since.elapsed());
                tokio::select! {
                    () = moved(&table, &mut news, n) => {}
                    () = async {
                        tokio::time::sleep(pause).await;
                        choose(&hall, &table, n, seat, Some(spec), By::Seat).await;
                    } => {}
                }
            }
            Duty::Clock { n, seat, until } => tokio::select! {
                _ = news.changed() => {}
                () = tokio::time::sleep_until(until.into()) => {
                    let usual = Hall::usual(table.game);
                    tokio::select! {
                        () = moved(&table, &mut news, n) => {}
                        () = choose(&hall, &table, n, seat, usual, By::Clock) => {}
                    }
                }
            },
        }
    }
    hall.retire(&table);
}

/// Waits until more than so many choices have been made, or the table has ended.
async fn moved(table: &Table, news: &mut watch::Receiver<()>, n: usize) {
    while table.n() == n && !table.has_ended() {
        let _ = news.changed().await;
    }
}

/// Has this bot choose for a seat; one that finds nothing takes the first choice there is.
async fn choose(hall: &Arc<Hall>, table: &Arc<Table>, n: usize, seat: Seat, bot: Option<Spec>, by: By) {
    let urgency = if table.has_people() { Urgency::People } else { Urgency::Bots };
    let found = match (bot, table.copy(n)) {
        (Some(bot), Some(copy)) => {
            let game = table.game;
            let think =
                move |stop: Stop<'_>| advise(game.player(&bot, Usage::Table).ok()?.as_mut(), copy.as_ref(), stop);
            hall.thinkers.ask(urgency, think).found().await.flatten()
        }
        _ => None,
    };
    if let Some(advice) = found {
        match make(hall, table, n, seat, by, advice.choice).await {
            Err(Refusal::Bad(why)) => log::error!("table {}: a bot's choice is refused: {why}", table.id),
            Err(Refusal::Broken | Refusal::Unstored(_) | Refusal::Full(_) | Refusal::Ending) => {
                return tokio::time::sleep(RECOVERY).await;
            }
            _ => return,
        }
    }
    if hall.thinkers.has_ended() {
        // Nothing is found any more; the table goes on after the next start.
        return std::future::pending().await;
    }
    let Some(copy) = table.copy(n) else { return };
    let first = copy.choices()[0]["choice"].as_str().map(str::to_string);
    let made = match first {
        Some(first) => make(hall, table, n, seat, by, first).await.map(|_| ()),
        None => Err(Refusal::Bad("there is no choice".into())),
    };
    match made {
        Err(Refusal::Bad(why)) => {
            log::error!("table {} is closed, nobody can choose: {why}", table.id);
            if table.close(hall).await.is_err() {
                tokio::time::sleep(RECOVERY).await;
            }
        }
        Err(Refusal::Broken | Refusal::Unstored(_) | Refusal::Full(_) | Refusal::Ending) => {
            tokio::time::sleep(RECOVERY).await;
        }
        _ => {}
    }
}

/// Makes a choice to its end, even if nobody waits for it any more.
///
/// # Errors
/// As [`Table::choose`].
pub async fn make(
    hall: &Arc<Hall>,
    table: &Arc<Table>,
    n: usize,
    seat: Seat,
    by: By,
    choice: String,
) -> Result<usize, Refusal> {
    let (hall, table) = (Arc::clone(hall), Arc::clone(table));
    let made = tokio::spawn(async move { table.choose(&hall, n, seat, by, &choice).await });
    made.await.unwrap_or(Err(Refusal::Broken))
}
