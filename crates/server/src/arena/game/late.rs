//! A game that is over, for those who still send moves.

use super::Table;
use crate::arena::answer::Answer;
use crate::arena::play::Play;
use crate::arena::state::AppState;
use crate::tokens::same;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// A game of which everybody has been told the end. It holds nothing but what late moves need.
pub struct Late {
    app: Arc<AppState>,
    id: String,
    /// What each player's late moves are answered, by the player's token.
    answers: Vec<(String, Answer)>,
    /// Tokens of persons' seats.
    persons: Vec<String>,
    inbox: mpsc::UnboundedReceiver<Play>,
}

impl Late {
    /// What is left of a game.
    pub fn of(table: Table) -> Self {
        let seats = table.chairs.iter().enumerate();
        let answers = seats.filter_map(|(hero, chair)| Some((chair.token.clone()?, table.late(hero)))).collect();
        let persons = table.chairs.iter().filter_map(|chair| Some(chair.person.as_ref()?.token.clone())).collect();
        let Table { app, record, inbox, .. } = table;
        Self { app, id: record.id.clone(), answers, persons, inbox }
    }

    /// Answers late moves until none has come for a while.
    pub async fn linger(mut self) {
        while let Ok(Some(play)) = timeout(self.app.config.limits.keep_time, self.inbox.recv()).await {
            let known = self.answers.iter().find(|(token, _)| same(&play.token, token));
            play.waiting.refuse(known.map_or(Answer::WrongToken, |(_, answer)| answer.clone()));
        }
        self.app.registry.forget(&self.id);
        for token in &self.persons {
            self.app.seats.forget(token);
        }
    }
}
