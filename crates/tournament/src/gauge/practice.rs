//! Games played for their decisions, one after another for ever.

use super::vindinium::{MAPS, named};
use boardbots_game::duel::{Bot, Duel};
use boardbots_search::alpha_beta::{Limits, Options};
use boardbots_search::game::{Line, Moves};
use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::bot::{Bot as Hero, Options as HeroOptions};
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::player::Player;
use boardbots_vindinium::rules::{NORMAL_TURNS, Order, State};
use fastrand::Rng;

/// What a search is asked between its nodes: whether to stop.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// A player in the midst of a game, whose turn it is.
pub trait Practice {
    /// Makes the decision; it may be broken off.
    fn decide(&mut self, stop: Stop<'_>);
    /// Plays what was decided, lets the others play, and begins another game after the last
    /// move of one: until it is the player's turn again.
    fn go_on(&mut self);
}

/// Random plies at most before a player has his first turn.
const OPENING: u8 = 10;
/// Plies after which a game for two is left: games of bombs need not end.
const LENGTH: usize = 120;
/// How deep the other side looks; it is not its time that is measured.
const OTHER_DEPTH: u8 = 4;
/// Of so many moves the other side makes one by chance.
const OTHER_BLUNDER: u8 = 4;

/// Draws what a game is played on.
type Draw<G> = Box<dyn FnMut(&mut Rng) -> <G as Duel>::Setup>;

/// Practice in a game for two.
pub struct Pair<G: Duel> {
    setup: Draw<G>,
    position: G,
    /// Keys of this game's positions.
    past: Vec<u64>,
    rng: Rng,
    depth: u8,
    bot: Box<dyn Bot<G>>,
    other: Box<dyn Bot<G>>,
    line: Line<G::Move>,
}

impl<G: Duel> Pair<G> {
    /// A player with the game's default judge who looks `depth` plies ahead with so many
    /// threads, on what `setup` draws.
    #[must_use]
    pub fn new(depth: u8, threads: usize, seed: u64, setup: impl FnMut(&mut Rng) -> G::Setup + 'static) -> Self {
        let bot = |options| G::bot(G::JUDGES[0], options).expect("a game has its judges");
        let mut pair = Self {
            setup: Box::new(setup),
            position: G::start(&G::Setup::default()),
            past: Vec::new(),
            rng: Rng::with_seed(seed),
            depth,
            bot: bot(Options { threads, ..Options::default() }),
            other: bot(Options::default()),
            line: Line::new(),
        };
        pair.begin();
        pair.go_on();
        pair
    }

    fn over(&self) -> bool {
        self.past.len() > LENGTH || self.position.ended().is_some()
    }

    fn play(&mut self, action: G::Move) {
        self.position.play(action);
        self.past.push(self.position.key());
    }

    fn play_by_chance(&mut self) {
        let mut moves = Moves::new();
        self.position.moves(&mut moves);
        let count = u8::try_from(moves.len()).expect("at most MAX_MOVES");
        let action = moves[usize::from(self.rng.u8(0..count))];
        self.play(action);
    }

    fn begin(&mut self) {
        self.position = G::start(&(self.setup)(&mut self.rng));
        self.past.clear();
        self.past.push(self.position.key());
        for _ in 0..self.rng.u8(0..=OPENING) {
            self.play_by_chance();
            if self.over() {
                break;
            }
        }
        self.bot.forget();
    }

    fn answer(&mut self) {
        if self.rng.u8(0..OTHER_BLUNDER) == 0 {
            return self.play_by_chance();
        }
        let limits = Limits { depth: self.depth.min(OTHER_DEPTH), stop: &|| false };
        if let Some(action) = self.other.think(&self.position, &self.past, limits, &mut |_| ()).best() {
            self.play(action);
        }
    }
}

impl<G: Duel> Practice for Pair<G> {
    fn decide(&mut self, stop: Stop<'_>) {
        self.line = self.bot.think(&self.position, &self.past, Limits { depth: self.depth, stop }, &mut |_| ()).line;
    }

    fn go_on(&mut self) {
        if let Some(action) = self.line.first().copied() {
            self.line.clear();
            self.play(action);
            if !self.over() {
                self.answer();
            }
        }
        while self.over() {
            self.begin();
        }
    }
}

/// Rounds at most before a hero has his first turn: decisions are slow at some times of a
/// game and quick at others.
const MISSED: u8 = 250;
/// Decisions of a hero in one game.
const STAY: u8 = 50;

/// Practice in Vindinium: a hero against three house bots, on the named maps.
pub struct Heroes {
    board: Board,
    state: State,
    hero: usize,
    decisions: u8,
    bot: Hero,
    others: [Box<dyn Player>; HEROES],
    rng: Rng,
}

/// Who plays the other heroes, and his own until his first turn.
const HOUSE: [Kind; HEROES] = [Kind::Miner, Kind::Hunter, Kind::Guard, Kind::Miner];

impl Heroes {
    /// A hero who looks `depth` rounds ahead with so many threads.
    #[must_use]
    pub fn new(depth: u8, threads: usize, seed: u64) -> Self {
        let map = named(MAPS[0]);
        let mut heroes = Self {
            state: map.start(0, false),
            board: map.board,
            hero: 0,
            decisions: 0,
            bot: Hero::new(HeroOptions { depth, threads, ..HeroOptions::default() }),
            others: std::array::from_fn(|seat| HOUSE[seat].player(seed)),
            rng: Rng::with_seed(seed),
        };
        heroes.begin();
        heroes
    }

    fn begin(&mut self) {
        let map = named(MAPS[usize::from(self.rng.u8(0..6))]);
        self.state = map.start(NORMAL_TURNS, false);
        self.board = map.board;
        self.hero = usize::from(self.rng.u8(0..4));
        self.bot.begin(&self.board, self.hero);
        for (seat, player) in self.others.iter_mut().enumerate() {
            player.begin(&self.board, seat);
        }
        for _ in 0..4 * u16::from(self.rng.u8(0..=MISSED)) {
            self.house_plays();
        }
        self.decisions = 0;
        self.others_play();
    }

    fn house_plays(&mut self) {
        let dir = self.others[self.state.mover()].decide(&self.state, &|| false);
        self.state.play(&self.board, Order::Go(dir));
    }

    fn others_play(&mut self) {
        while !self.state.finished() && self.state.mover() != self.hero {
            self.house_plays();
        }
    }
}

impl Practice for Heroes {
    fn decide(&mut self, stop: Stop<'_>) {
        let dir = self.bot.decide(&self.state, stop);
        self.state.play(&self.board, Order::Go(dir));
        self.decisions += 1;
    }

    fn go_on(&mut self) {
        self.others_play();
        if self.state.finished() || self.decisions >= STAY {
            self.begin();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_desconecta4::rules::Position;
    use boardbots_search::game::Game;

    #[test]
    fn a_player_for_two_is_always_to_decide_in_a_running_game() {
        let mut pair: Pair<Position> = Pair::new(2, 1, 7, |_| ());
        let (mut games, mut last) = (0, 0);
        for _ in 0..500 {
            assert!(pair.position.ended().is_none());
            games += usize::from(pair.past.len() < last);
            last = pair.past.len();
            pair.decide(&|| false);
            pair.go_on();
        }
        assert!(games > 5, "{games}");
    }

    #[test]
    fn a_hero_is_always_to_decide() {
        let mut heroes = Heroes::new(1, 1, 7);
        for _ in 0..700 {
            assert!(!heroes.state.finished());
            assert_eq!(heroes.state.mover(), heroes.hero);
            heroes.decide(&|| false);
            heroes.go_on();
        }
    }
}
