//! The state of a game and what one turn does to it.
//!
//! Source: the behaviour of the original server, turn by turn, as recorded from it.

use super::board::{Board, Cell, Dir, HEROES, MAX_CELLS, OFF_BOARD, Tile};

/// Life of a hero at the start, after a respawn, and at most.
pub const MAX_LIFE: u8 = 100;
/// Gold that a beer costs.
pub const BEER_PRICE: u32 = 2;
/// Life that a beer gives.
pub const BEER_LIFE: u8 = 50;
/// Life that a goblin, or a hit by a hero, takes.
pub const HIT: u8 = 20;
/// Single moves in a game of normal length: 300 for each hero.
pub const NORMAL_TURNS: i32 = 1200;
/// Most respawns that one death can cause in a row. Normal maps end sooner; maps whose
/// spawns coincide never would.
const MAX_CHAIN: usize = 4;

/// Owner of a mine: the index of a hero (0 to 3), [`NEUTRAL`], or the digit of a hero who
/// does not play (4 to 8 for `$5` to `$9`, 9 for `$0`), which map texts can name.
pub type Owner = u8;
/// The owner of a free mine.
pub const NEUTRAL: Owner = u8::MAX;

/// The turn of the hero to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The hero moves (or stays).
    Go(Dir),
    /// The answer did not come in time.
    Crash,
}

/// The progress of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Moves are accepted.
    Running,
    /// The last turn has been played.
    TurnMax,
    /// Everybody (in training: the player) has crashed.
    AllCrashed,
}

/// One hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hero {
    /// Gold gathered so far.
    pub gold: u32,
    /// The turn in which the hero last returned to its spawn; [`Hero::NEVER`] before.
    pub respawned: u32,
    /// The cell on which the hero stands.
    pub pos: Cell,
    /// Number of mines the hero owns.
    pub mines: u16,
    /// 1 to 100 between turns.
    pub life: u8,
    /// True if the hero missed a turn; the server moves it from then on.
    pub crashed: bool,
    /// The last order, unknown before the first.
    pub last_dir: Option<Dir>,
}

impl Hero {
    /// Value of [`Hero::respawned`] for a hero who never died.
    pub const NEVER: u32 = u32::MAX;

    /// A hero at the beginning of a game.
    const fn at(pos: Cell) -> Self {
        Self { gold: 0, respawned: Self::NEVER, pos, mines: 0, life: MAX_LIFE, crashed: false, last_dir: None }
    }
}

/// A whole game at one moment. Plain data: copying it is one short `memcpy`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The four heroes in order of their numbers.
    pub heroes: [Hero; HEROES],
    /// Single moves played.
    pub turn: u32,
    /// Single moves in the whole game; 0 or less still lets one move be played.
    pub max_turns: i32,
    /// Its progress: running, or over and by what.
    pub status: Status,
    /// True if the first crash ends the game.
    pub training: bool,
    /// A key of all ownerships, kept up with every change: see [`State::mines_key`].
    pub mines_key: u64,
    owners: [Owner; MAX_CELLS],
}

impl std::fmt::Debug for State {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "State turn {}/{} {:?} {:?}", self.turn, self.max_turns, self.status, self.heroes)
    }
}

impl State {
    /// The state before the first move, with every mine neutral.
    #[must_use]
    pub fn new(board: &Board, max_turns: i32, training: bool) -> Self {
        Self {
            heroes: board.starts.map(Hero::at),
            turn: 0,
            max_turns,
            status: Status::Running,
            training,
            mines_key: 0,
            owners: [NEUTRAL; MAX_CELLS],
        }
    }

    /// The index (0 to 3) of the hero whose turn it is.
    #[must_use]
    pub fn mover(&self) -> usize {
        self.turn as usize % HEROES
    }

    /// True if the game is over.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.status != Status::Running
    }

    /// The owner of a mine, by the mine's number.
    #[must_use]
    pub fn owner(&self, mine: usize) -> Owner {
        self.owners[mine]
    }

    /// Gives a mine to an owner, keeping counts and key.
    pub fn set_owner(&mut self, mine: usize, owner: Owner) {
        let old = std::mem::replace(&mut self.owners[mine], owner);
        if let Some(hero) = self.heroes.get_mut(usize::from(old)) {
            hero.mines -= 1;
        }
        if let Some(hero) = self.heroes.get_mut(usize::from(owner)) {
            hero.mines += 1;
        }
        self.mines_key ^= ownership_key(mine, old) ^ ownership_key(mine, owner);
    }

    /// Turns that `hero` has still to play.
    #[must_use]
    pub fn turns_left(&self, hero: usize) -> u32 {
        let left = u32::try_from(self.max_turns).unwrap_or(0).saturating_sub(self.turn);
        let wait = u32::try_from((hero + HEROES - self.mover()) % HEROES).expect("below 4");
        (left + 3).saturating_sub(wait) / 4
    }

    /// Plays one turn of the hero to move. A finished game stays as it is.
    pub fn play(&mut self, board: &Board, order: Order) {
        if self.finished() {
            return;
        }
        let mover = self.mover();
        match order {
            Order::Go(dir) => self.go(board, mover, dir),
            Order::Crash => {
                self.heroes[mover].crashed = true;
                if self.training || self.heroes.iter().all(|h| h.crashed) {
                    self.status = Status::AllCrashed;
                }
            }
        }
        self.end_turn();
    }

    /// The end of every turn: thirst, income, and the next hero's turn.
    pub(super) fn end_turn(&mut self) {
        let mover = self.mover();
        let hero = &mut self.heroes[mover];
        // Thirst cannot kill.
        hero.life = hero.life.saturating_sub(1).max(1);
        // A foreign server may show any amount.
        hero.gold = hero.gold.saturating_add(u32::from(hero.mines));
        if self.status == Status::Running {
            self.turn += 1;
            if i64::from(self.turn) >= i64::from(self.max_turns) {
                self.status = Status::TurnMax;
            }
        }
    }

    /// The step and the fights of a turn.
    #[inline]
    fn go(&mut self, board: &Board, mover: usize, dir: Dir) {
        let hero = &mut self.heroes[mover];
        hero.last_dir = Some(dir);
        let target = board.step(hero.pos, dir);
        if target != OFF_BOARD && dir != Dir::Stay && self.hero_at(target).is_none() {
            self.enter(board, mover, target);
        }
        self.fight(board, mover);
    }

    fn enter(&mut self, board: &Board, mover: usize, target: Cell) {
        let hero = &mut self.heroes[mover];
        match board.tile(target) {
            Tile::Air => hero.pos = target,
            Tile::Wall => {}
            Tile::Tavern => {
                if hero.gold >= BEER_PRICE {
                    hero.gold -= BEER_PRICE;
                    hero.life = MAX_LIFE.min(hero.life + BEER_LIFE);
                }
            }
            Tile::Mine => {
                let mine = board.mine_at(target).expect("every mine tile has a number");
                if usize::from(self.owners[mine]) == mover {
                    return;
                }
                hero.life = hero.life.saturating_sub(HIT);
                if hero.life > 0 {
                    self.set_owner(mine, as_owner(mover));
                } else {
                    self.hand_over(board, mover, NEUTRAL);
                    self.respawn(board, mover);
                }
            }
        }
    }

    /// The mover hits every hero next to it; none hits back.
    #[inline]
    fn fight(&mut self, board: &Board, mover: usize) {
        let pos = self.heroes[mover].pos;
        let near = |other: &Hero| {
            let gap = usize::from(other.pos.abs_diff(pos));
            gap == 1 || gap == board.size()
        };
        if !self.heroes.iter().any(near) {
            return;
        }
        // Who stands there is settled before the first blow.
        let beside = Dir::AROUND.map(|dir| self.hero_at(board.step(pos, dir)));
        for enemy in beside.into_iter().flatten() {
            if self.heroes[mover].respawned == self.turn {
                return;
            }
            let victim = &mut self.heroes[enemy];
            if victim.respawned == self.turn {
                continue;
            }
            victim.life = victim.life.saturating_sub(HIT);
            if victim.life == 0 {
                self.hand_over(board, enemy, as_owner(mover));
                self.respawn(board, enemy);
            }
        }
    }

    /// Sends a hero to its spawn, and a hero who stands there to its own, and so on; each
    /// takes all mines of the one it drives away.
    fn respawn(&mut self, board: &Board, hero: usize) {
        let mut dying = hero;
        for _ in 0..MAX_CHAIN {
            let spawn = board.spawns[dying];
            let found = self.hero_at(spawn).filter(|&other| other != dying);
            let hero = &mut self.heroes[dying];
            hero.life = MAX_LIFE;
            hero.pos = spawn;
            hero.respawned = self.turn;
            let Some(other) = found else { return };
            self.hand_over(board, other, as_owner(dying));
            dying = other;
        }
    }

    /// All mines of a hero get this owner.
    fn hand_over(&mut self, board: &Board, from: usize, to: Owner) {
        for mine in 0..board.mines.len() {
            if self.heroes[from].mines == 0 {
                return;
            }
            if usize::from(self.owners[mine]) == from {
                self.set_owner(mine, to);
            }
        }
    }

    /// True if an order of `hero` changes anything that standing still does not: a step onto free ground, a mine to
    /// take, a beer that it can pay and that helps.
    #[inline]
    #[must_use]
    pub fn changes(&self, board: &Board, hero: usize, dir: Dir) -> bool {
        let own = &self.heroes[hero];
        let to = board.step(own.pos, dir);
        if to == OFF_BOARD {
            return false;
        }
        match board.tile(to) {
            Tile::Wall => false,
            Tile::Air => self.hero_at(to).is_none(),
            Tile::Tavern => own.gold >= BEER_PRICE && own.life < MAX_LIFE,
            Tile::Mine => board.mine_at(to).is_some_and(|mine| usize::from(self.owner(mine)) != hero),
        }
    }

    /// The hero on a cell, the first by number if there are several.
    #[must_use]
    pub fn hero_at(&self, cell: Cell) -> Option<usize> {
        self.heroes.iter().position(|h| h.pos == cell)
    }
}

/// The other three heroes, in the order in which they move after `hero` (index 0 to 3).
pub fn others(hero: usize) -> impl Iterator<Item = usize> {
    (1..HEROES).map(move |step| (hero + step) % HEROES)
}

/// The place of a hero by gold, 1 to 4; equals share the better one.
///
/// ```
/// use boardbots_vindinium::rules::place;
/// assert_eq!([0, 1, 2, 3].map(|hero| place(&[5, 9, 5, 0], hero)), [2, 1, 2, 4]);
/// ```
#[must_use]
pub fn place(gold: &[u32; HEROES], hero: usize) -> u8 {
    gold.iter().fold(1, |place, &other| place + u8::from(other > gold[hero]))
}

fn as_owner(hero: usize) -> Owner {
    Owner::try_from(hero).expect("hero indices are 0 to 3")
}

/// The share of one ownership in [`State::mines_key`]; a neutral mine has none.
fn ownership_key(mine: usize, owner: Owner) -> u64 {
    if owner == NEUTRAL {
        return 0;
    }
    // The finaliser of SplitMix64, a bijection with good avalanche.
    let mut z = (mine as u64 * 16 + u64::from(owner) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
