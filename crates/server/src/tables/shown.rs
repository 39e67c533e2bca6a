//! Tables that show a match: games that another part of the program plays itself.

use super::new_table::{ID, begun};
use super::options::SHOWN;
use super::playthrough::By;
use super::services::ELSEWHERE;
use super::state::AppState;
use super::store::{Chair, Ending, LONGEST_OPTIONS, StoredTable, now};
use super::table::Table;
use crate::shares::Owner;
use crate::tokens::{self, hash};
use boardbots_base::invalid::InputError;
use boardbots_base::store::Stored;
use boardbots_base::thread::lock;
use boardbots_catalog as catalog;
use boardbots_game::game::Game;
use boardbots_game::setup::StoredStart;
use boardbots_game::state::Seat;
use serde_json::{Map, Value, json};
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Characters of the claim of a table that nobody asks for again.
const CLAIM: usize = 20;

/// A game of a match, to be shown.
#[derive(Clone, Debug)]
pub struct ShownGame {
    /// The table's name in addresses, which no other table has; a random one if absent.
    pub id: Option<String>,
    /// The setup.
    pub start: StoredStart,
    /// The names of the players, by seats of the game.
    pub names: Vec<String>,
    /// The seed that is stored with the table; what chance decides follows from the opening.
    pub seed: u64,
}

impl AppState {
    /// Shows a game of a match as a table that runs, until what this returns is dropped. Any thread may call it.
    ///
    /// # Errors
    /// A game that cannot begin so, that is too large to be stored, or an id that another running table has.
    pub fn show(self: &Arc<Self>, game: &'static dyn Game, shown: ShownGame) -> Result<Shown, InputError> {
        let ShownGame { id, start, names, seed } = shown;
        let start = serde_json::to_value(start).map_err(InputError::new)?;
        let options = [(SHOWN, start), ("hints", false.into()), ("pace", 0.into())];
        let options: Map<String, Value> = options.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        if json!(options).to_string().len() > LONGEST_OPTIONS {
            return Err("the ground of the match is too large for a table; use a smaller map".into());
        }
        let chair = |name| Chair { kind: "bot", player: None, name, token: None, invitation: None, owner: None };
        let chairs = names.into_iter().map(chair).collect();
        let id = id.unwrap_or_else(|| tokens::random(ID));
        let kept = StoredTable { seed, ..begun(game, id, options, hash(&[], &tokens::random(CLAIM)), chairs) };
        let table = Arc::new(Table::of_kept(game, kept.clone(), Owner::at(ELSEWHERE), &|| false)?);
        match lock(&self.running).entry(table.id.clone()) {
            Entry::Occupied(_) => return Err(InputError::new(format_args!("the table {} runs already", table.id))),
            Entry::Vacant(place) => drop(place.insert(Arc::clone(&table))),
        }
        self.services.lobby.changed();
        Ok(Shown { app: Arc::clone(self), table, kept })
    }

    /// The game of a stored table that shows a match: any that this build has, also one without tables of its own.
    pub(super) fn game_shown(kept: &StoredTable) -> Option<&'static dyn Game> {
        kept.options.contains_key(SHOWN).then(|| catalog::find(&kept.game).ok())?
    }
}

/// A table that shows a game while it is played. Dropping it removes the table without a trace, unless it has
/// [ended](Shown::end).
#[must_use]
pub struct Shown {
    app: Arc<AppState>,
    table: Arc<Table>,
    /// The table as it is stored at its end, before its first choice.
    kept: StoredTable,
}

impl Shown {
    /// The table's name in addresses.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.table.id
    }

    /// Shows the answer of a seat, in the text of `GameState::written` for the state before it.
    ///
    /// # Errors
    /// An answer that is not allowed, or too long to be stored.
    pub fn choose(&self, seat: Seat, text: &str) -> Result<(), InputError> {
        self.table.follow(&self.app.services, seat, By::Seat, text.to_string())
    }

    /// Shows that a seat has lost by a fault: it has given up. In a game whose rules go on after a fault, the answer
    /// `Answer::Forfeit` is shown by [`Shown::choose`] instead.
    ///
    /// # Errors
    /// The game is over, or there is no such seat.
    pub fn fault(&self, seat: Seat) -> Result<(), InputError> {
        self.table.follow(&self.app.services, seat, By::Resign, String::new())
    }

    /// Stores the table with all its choices, as one that has ended; returns its id. Without a result of its game it is
    /// stored as closed.
    ///
    /// # Errors
    /// It cannot be stored; then it is gone.
    pub async fn end(mut self) -> Stored<String> {
        let at = now();
        self.kept.choices = self.table.record(0..self.table.n()).into_iter().map(|(choice, _)| choice).collect();
        let ending = Ending { outcome: self.table.outcome(), taken_back: true };
        self.app.services.store.add_ended(self.kept.clone(), ending, at).await?;
        self.table.closed(&self.app.services, at);
        self.app.retire(&self.table);
        Ok(self.table.id.clone())
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        if !self.table.has_ended() {
            lock(&self.app.running).remove(&self.table.id);
            self.table.closed(&self.app.services, now());
        }
    }
}
