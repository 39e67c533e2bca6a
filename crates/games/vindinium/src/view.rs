//! One hero's view of a game as a game of rounds: what the bot's search asks.

use super::board::{Board, Dir, HEROES, MAX_CELLS, NOWHERE, OFF_BOARD, Tile};
use super::eval::{Evaluator, Weights};
use super::memory::Memory;
use super::opponent::{self, Opponent};
use super::rules::{BEER_LIFE, BEER_PRICE, MAX_LIFE, Order, State, others};
use super::team::{Alliance, Alone, Team};
use super::terrain::Terrain;
use arrayvec::ArrayVec;
use boardbots_search::best_reply::{Ply, Rounds};
use boardbots_search::position::INFINITE;
use std::sync::Arc;

/// Steps within which an opponent's moves are considered, not only the expected one, unless another reach is asked
/// for.
pub const REACH: u8 = 3;
/// Steps by which an opponent that may wait where it stands can be farther than one whose every move is considered:
/// one that comes no nearer is not struck first.
const WAITING: u8 = 2;
/// Steps within which an opponent comes beside the own hero by one move, so that only moves that do this matter.
/// Of one farther away, those that bring it nearer do.
const STRIKING: u8 = 2;
/// Directions, staying included.
const DIRS: usize = Dir::ALL.len();
/// Most replies: what is expected, and all that each opponent can do.
const MAX_PLIES: usize = 1 + (HEROES - 1) * DIRS;

/// One hero's view of one game: what the search asks.
///
/// All its room is taken when it is made; surveying another board allocates nothing, unless the board before is
/// shared with other views.
#[must_use]
pub struct View {
    /// Shared with the views of other heroes, or its own.
    terrain: Arc<Terrain>,
    weights: Weights,
    reach: u8,
    hero: usize,
    /// The model of each hero, which predicts its orders.
    opponents: [Opponent; HEROES],
    memory: Memory,
    /// Orders seen, and changes of the captain: what a search knew before is worth nothing after.
    learned: u64,
    /// The own hero's team.
    team: Option<Team>,
}

/// The orders of the three opponents in a row: at most one of them leaves the expected order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Index of a hero; [`HEROES`] if none does.
    pub who: usize,
    /// Its order.
    pub dir: Dir,
}

/// All do what is expected.
const EXPECTED: Reply = Reply { who: HEROES, dir: Dir::Stay };

/// The position after a round in which the own hero was not on the board, and the others did what is expected;
/// `None` if the game is over or one of them has died.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    next: Option<State>,
}

impl View {
    /// A view with these weights, of an empty board until it is turned to a real one.
    pub fn new(weights: Weights) -> Self {
        Self::of(Arc::new(Terrain::with_capacity()), weights, 0)
    }

    /// A view with these weights of a board that others see as well, seen by `hero` (index 0 to 3).
    pub fn of(terrain: Arc<Terrain>, weights: Weights, hero: usize) -> Self {
        let (opponents, memory) = Default::default();
        Self { terrain, weights, reach: REACH, hero, opponents, memory, learned: 0, team: None }
    }

    /// The same view with another reach: steps within which it considers an opponent's moves, at most 4. Beyond
    /// [`opponent::SIGHT`] the own hero changes nothing of what others do.
    pub fn reaching(self, reach: u8) -> Self {
        Self { reach: reach.min(opponent::SIGHT - WAITING), ..self }
    }

    /// Turns the view to a board, seen by `hero` (index 0 to 3), and forgets what it learned of opponents.
    pub fn survey(&mut self, board: &Board, hero: usize) {
        match Arc::get_mut(&mut self.terrain) {
            Some(terrain) => terrain.survey(board),
            None => self.terrain = Arc::new(Terrain::of(board)),
        }
        self.hero = hero;
        (self.opponents, self.memory) = Default::default();
        self.learned = 0;
        self.team = None;
    }

    /// Hears the names of the heroes; plays with those of its alliance from now on, if it is with any.
    pub fn meet(&mut self, alliance: &Alliance, names: [&str; HEROES]) -> Option<Team> {
        let team = alliance.team(self.hero, names);
        if team.is_some() {
            self.join(team);
        }
        team
    }

    /// Plays with others from now on, or on its own; until another board is surveyed.
    pub fn join(&mut self, team: Option<Team>) {
        self.team = team;
        self.learned += 1;
    }

    /// Looks who is captain of the team now.
    pub fn follow(&mut self, state: &State) {
        if self.team.as_mut().is_some_and(|team| team.choose(state)) {
            self.learned += 1;
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.terrain.board
    }

    /// Sees the order of the hero whose turn it is, and plays it: learns from an opponent's, remembers what it did.
    pub fn watch(&mut self, state: &mut State, dir: Dir) {
        let (before, mover) = (*state, state.mover());
        if mover != self.hero {
            self.opponents[mover].learn(&self.terrain, state, mover, dir);
        }
        state.play(&self.terrain.board, Order::Go(dir));
        self.memory.see(self.hero, self.terrain.board.mines.len(), &before, state);
        self.learned += 1;
    }

    /// The expected order of the hero to move.
    #[must_use]
    pub fn expected(&self, state: &State) -> Dir {
        let mover = state.mover();
        self.opponents[mover].expected(&self.terrain, state, mover)
    }

    /// The breadth of the game here: pairs of an own move and a reply to it in the second round, after every such pair
    /// in the first. A search takes longer by about as much.
    #[must_use]
    pub fn breadth(&self, state: &State) -> usize {
        let mut pairs = 0;
        self.moves(state, |own| {
            let mut moved = *state;
            self.play(&mut moved, own);
            if self.over(&moved) {
                return;
            }
            self.replies(&moved, |reply| {
                let mut round = moved;
                self.answer(&mut round, reply);
                let (mut moves, mut replies) = (0, 0);
                self.moves(&round, |_| moves += 1);
                self.replies(&round, |_| replies += 1);
                pairs += moves * replies;
            });
        });
        pairs
    }
}

impl Rounds for View {
    type Position = State;
    type Move = Dir;
    type Reply = Reply;
    type Sketch = Sketch;
    type Plies = ArrayVec<Ply<Dir, Reply>, MAX_PLIES>;
    const MOVES: usize = MAX_CELLS * DIRS;
    const REPLIES: usize = (HEROES + 1) * DIRS;

    fn moves(&self, state: &State, mut add: impl FnMut(Dir)) {
        let into_something = |&dir: &Dir| {
            let to = self.terrain.board.step(state.heroes[self.hero].pos, dir);
            to != OFF_BOARD && self.terrain.board.tile(to) != Tile::Air
        };
        let useful = |dir: &Dir| state.changes(&self.terrain.board, self.hero, *dir);
        Dir::AROUND.into_iter().filter(useful).filter(into_something).for_each(&mut add);
        Dir::AROUND.into_iter().filter(useful).filter(|dir| !into_something(dir)).for_each(&mut add);
        add(Dir::Stay);
    }

    fn replies(&self, state: &State, mut add: impl FnMut(Reply)) {
        let own = state.heroes[self.hero].pos;
        // A reply that spares the own hero must count as unlikely, or a retreat looks as good as a blow.
        let surprises = self.weights.surprise > 0;
        add(EXPECTED);
        for who in others(self.hero) {
            let foe = &state.heroes[who];
            let steps = self.terrain.atlas.steps(foe.pos, own);
            if foe.crashed || steps > self.reach + WAITING || self.team.is_some_and(|team| team.has(who)) {
                continue;
            }
            if steps > self.reach {
                add(Reply { who, dir: Dir::Stay });
                continue;
            }
            let beside = |cell| self.terrain.atlas.steps(cell, own) == 1;
            let engaged = beside(foe.pos);
            for dir in Dir::ALL {
                let to = self.terrain.board.step(foe.pos, dir);
                let threatens = |cell| match steps {
                    ..=STRIKING => surprises || beside(cell),
                    _ => dir == Dir::Stay || self.terrain.atlas.steps(cell, own) < steps,
                };
                let does = |to| self.terrain.board.tile(to) != Tile::Air || threatens(to);
                let matters = engaged || to != OFF_BOARD && does(to);
                if matters && (dir == Dir::Stay || state.changes(&self.terrain.board, who, dir)) {
                    add(Reply { who, dir });
                }
            }
        }
    }

    fn move_index(&self, state: &State, own: Dir) -> usize {
        usize::from(state.heroes[self.hero].pos) * DIRS + own as usize
    }

    fn reply_index(&self, _: &State, reply: Reply) -> usize {
        reply.who * DIRS + reply.dir as usize
    }

    fn play(&self, state: &mut State, own: Dir) {
        state.play(&self.terrain.board, Order::Go(own));
    }

    fn answer(&self, state: &mut State, reply: Reply) {
        for _ in 1..HEROES {
            let dir = if state.mover() == reply.who { reply.dir } else { self.expected(state) };
            state.play(&self.terrain.board, Order::Go(dir));
        }
    }

    fn over(&self, state: &State) -> bool {
        state.finished()
    }

    fn value(&self, state: &State) -> i32 {
        let (terrain, weights) = (&self.terrain, &self.weights);
        match &self.team {
            None => Evaluator { terrain, weights, sides: Alone }.value(state, self.hero),
            Some(team) => Evaluator { terrain, weights, sides: team }.value(state, self.hero),
        }
    }

    fn price(&self, state: &State, ply: Ply<Dir, Reply>) -> i32 {
        match ply {
            Ply::Own(own) => {
                self.memory.price(&self.terrain.board, &self.weights, &state.heroes[self.hero], own, state.turn)
            }
            Ply::Reply(EXPECTED) => 0,
            Ply::Reply(_) => -self.weights.surprise,
        }
    }

    fn sketch(&self, state: &State, sketch: &mut Sketch) {
        sketch.next = None;
        // A server can say anything.
        if state.mover() != self.hero {
            return;
        }
        let next = sketch.next.insert(*state);
        next.heroes[self.hero].pos = NOWHERE;
        next.end_turn();
        self.answer(next, EXPECTED);
        // A hero who returns to its spawn drives away the hero on it.
        let has_died = |foe: usize| next.heroes[foe].respawned != state.heroes[foe].respawned;
        if next.finished() || others(self.hero).any(has_died) {
            sketch.next = None;
        }
    }

    /// Exact for a move after which no other hero is in sight: then what is expected of the others is what they
    /// do without the own hero.
    fn ceiling(&self, state: &State, sketch: &mut Sketch, own: Dir) -> i32 {
        let Some(next) = &mut sketch.next else { return INFINITE };
        let before = &state.heroes[self.hero];
        let alone = next.heroes[self.hero];
        let to = self.terrain.board.step(before.pos, own);
        let mut hero = alone;
        match self.terrain.board.tile(to) {
            // On a map of no use, one may stand on anything.
            _ if own == Dir::Stay => hero.pos = to,
            Tile::Air => hero.pos = to,
            Tile::Tavern => {
                hero.pos = before.pos;
                hero.gold -= BEER_PRICE;
                hero.life = MAX_LIFE.min(before.life + BEER_LIFE) - 1;
            }
            Tile::Wall | Tile::Mine => return INFINITE,
        }
        let steps = |foe: usize| self.terrain.atlas.steps(state.heroes[foe].pos, hero.pos);
        if others(self.hero).any(|foe| steps(foe) <= opponent::SIGHT) {
            return INFINITE;
        }
        next.heroes[self.hero] = hero;
        let value = self.value(next);
        next.heroes[self.hero] = alone;
        value
    }

    fn key(&self, state: &State) -> u64 {
        let moment = u64::from(state.turn) | self.learned << 32;
        let mut key = state.mines_key ^ moment.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for (number, hero) in state.heroes.iter().enumerate() {
            // A crash, or the last order, changes what is expected of the hero in every later position.
            let last = if number == self.hero { 0 } else { hero.last_dir.map_or(5, |dir| dir as u64) };
            let place = last << 28 | u64::from(hero.crashed) << 24 | u64::from(hero.pos) << 8 | u64::from(hero.life);
            let word = u64::from(hero.gold) << 32 | place;
            key = (key.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
            key ^= key >> 32;
        }
        key
    }
}
