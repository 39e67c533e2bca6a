//! A player without a searcher of its own: it borrows one for each decision, and keeps what it learns.

use super::Commons;
use crate::board::{Board, Dir, HEROES};
use crate::bot::{Mind, Options, Player};
use crate::rules::State;
use crate::team::{Alliance, Team};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A player of a squad. Its moves are those of a [`Bot`](crate::bot::Bot), as long as there is time for
/// them.
pub struct Borrower {
    commons: Arc<Commons>,
    options: Options,
    alliance: Option<Alliance>,
    /// The game that it plays.
    mind: Option<Mind>,
    /// Its number, which no other game has.
    game: u64,
    due: Option<Instant>,
}

impl Borrower {
    /// A player that decides with what is in `commons`, and has no game yet; one of an alliance if there is one.
    #[must_use]
    pub fn new(commons: Arc<Commons>, options: Options, alliance: Option<Alliance>) -> Self {
        Self { commons, options, alliance, mind: None, game: 0, due: None }
    }
}

impl Player for Borrower {
    fn begin(&mut self, board: &Board, hero: usize) {
        // The board of the game before may go first.
        self.mind = None;
        self.mind = Some(Mind::new(self.options, self.commons.terrains.of(board), hero));
        self.game = self.commons.games.fetch_add(1, Ordering::Relaxed) + 1;
    }

    fn meet(&mut self, names: [&str; HEROES]) -> Option<Team> {
        self.mind.as_mut()?.meet(self.alliance.as_ref()?, names)
    }

    fn due(&mut self, until: Instant) {
        self.due = Some(until);
    }

    fn decide(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Dir {
        let Some(mind) = &mut self.mind else { return Dir::Stay };
        let mut place = self.commons.lending.borrow(self.game, self.due.unwrap_or_else(Instant::now));
        let known = std::mem::replace(&mut place.game, self.game) == self.game;
        let dir = place.bot.decide_for(mind, known, state, stop);
        self.commons.lending.give_back(place);
        dir
    }

    fn end(&mut self) {
        self.mind = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Bot;
    use crate::generator;
    use crate::rules::Order;
    use std::thread;

    /// The moves of a player that plays all four heroes' seats in turn: its own by decision, the others' by chance.
    fn moves(mut player: Box<dyn Player>, seed: u64, games: u64) -> Vec<Dir> {
        let mut moves = Vec::new();
        for game in 0..games {
            let mut rng = fastrand::Rng::with_seed(seed / 3 + game);
            let map = generator::generate(&mut rng).unwrap();
            let hero = usize::try_from((seed + game) % 4).unwrap();
            let mut state = map.start(120, false);
            player.begin(&map.board, hero);
            player.meet(["alice", "bob", "carol", "dave"]);
            while !state.finished() {
                let dir = if state.mover() == hero {
                    player.due(Instant::now());
                    moves.push(player.decide(&state, &|| false));
                    moves[moves.len() - 1]
                } else {
                    Dir::AROUND[rng.usize(0..4)]
                };
                state.play(&map.board, Order::Go(dir));
            }
            player.end();
        }
        moves
    }

    /// Twelve players, of whom four are of an alliance, and their depths.
    fn kinds() -> impl Iterator<Item = (u64, Options, Option<Alliance>)> {
        (0..12).map(|seed| {
            let options = Options { depth: 1 + u8::try_from(seed % 3).unwrap(), ..Options::default() };
            let names = vec!["alice".into(), "carol".into()];
            (seed, options, (seed % 3 == 0).then_some(Alliance { names, captain: None }))
        })
    }

    #[test]
    fn twelve_players_on_two_places_play_as_each_does_alone() {
        let commons = Commons::new(2);
        let players: Vec<_> = kinds()
            .map(|(seed, options, alliance)| {
                let player = Box::new(Borrower::new(Arc::clone(&commons), options, alliance));
                thread::spawn(move || moves(player, seed, 3))
            })
            .collect();
        for ((seed, options, alliance), player) in kinds().zip(players) {
            let alone = moves(Box::new(Bot::new(options).allied(alliance)), seed, 3);
            assert!(player.join().unwrap() == alone, "player {seed}");
        }
    }

    #[test]
    fn a_team_meets() {
        let map = generator::generate(&mut fastrand::Rng::with_seed(1)).unwrap();
        let alliance = Alliance { names: vec!["bob".into(), "dave".into()], captain: Some("dave".into()) };
        let mut player = Borrower::new(Commons::new(1), Options::default(), Some(alliance));
        assert_eq!(player.meet(["alice", "bob", "carol", "dave"]), None, "there is no game yet");
        player.begin(&map.board, 1);
        let team = player.meet(["alice", "bob", "carol", "dave"]).unwrap();
        assert_eq!((team.captain(), team.has(1), team.has(0)), (3, true, false));
    }
}
