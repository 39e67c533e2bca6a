//! A whole game of the bot against three others, for tests of how it plays.

use crate::board::{Dir, HEROES};
use crate::bot::{Bot, Options, Player};
use crate::generator;
use crate::kind::Kind;
use crate::map::Map;
use crate::rules::{Order, State};

/// A table of a seed: a random map, and the seat of the bot.
pub struct Table {
    pub map: Map,
    pub seat: usize,
    seed: u64,
}

impl Table {
    pub fn of(seed: u64) -> Self {
        let map = generator::generate(&mut fastrand::Rng::with_seed(seed)).expect("a map");
        Self { map, seat: usize::try_from(seed % 4).expect("below 4"), seed }
    }

    /// Plays to the end; `watch` sees the states around every order.
    pub fn play(
        &self,
        options: Options,
        others: [Kind; HEROES - 1],
        mut watch: impl FnMut(&State, Dir, &State),
    ) -> State {
        let mut others = others.iter();
        let mut players: [Box<dyn Player>; HEROES] = std::array::from_fn(|hero| -> Box<dyn Player> {
            if hero == self.seat {
                Box::new(Bot::new(options))
            } else {
                others.next().expect("three others").player(self.seed * 4 + hero as u64)
            }
        });
        for (hero, player) in players.iter_mut().enumerate() {
            player.begin(&self.map.board, hero);
        }
        let mut state = self.map.start(1200, false);
        while !state.finished() {
            let before = state;
            let dir = players[before.mover()].decide(&before, &|| false);
            state.play(&self.map.board, Order::Go(dir));
            watch(&before, dir, &state);
        }
        state
    }
}
