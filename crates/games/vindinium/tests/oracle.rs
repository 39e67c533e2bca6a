//! The rules once more, written from their description with no thought of speed: the second
//! opinion on `rules.rs`. It reads map texts itself and knows nothing of the crate.

use std::collections::HashMap;

pub type Origin = (i32, i32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hero {
    pub place: Origin,
    pub spawn: Origin,
    pub life: i32,
    pub gold: i64,
    pub crashed: bool,
    pub last_dir: Option<&'static str>,
    respawned_in: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    NotYet,
    TurnMax,
    AllCrashed,
}

/// What has happened in a game, so that a test can see that it tried everything.
#[derive(Clone, Debug, Default)]
pub struct Events {
    pub kills: usize,
    pub goblin_deaths: usize,
    pub stomps: usize,
    pub long_chains: usize,
    pub attackers_stomped: usize,
    pub beers: usize,
    pub mines_taken: usize,
    pub crashes: usize,
}

#[derive(Clone, Debug)]
pub struct Game {
    pub size: i32,
    /// The two characters of every tile, without heroes; mines with their owner.
    pub tiles: HashMap<Origin, String>,
    pub heroes: Vec<Hero>,
    pub turn: i64,
    pub max_turns: i64,
    pub training: bool,
    pub end: End,
    pub events: Events,
}

const STEPS: [(&str, Origin); 5] =
    [("Stay", (0, 0)), ("North", (-1, 0)), ("South", (1, 0)), ("East", (0, 1)), ("West", (0, -1))];

fn step_of(name: &str) -> Origin {
    STEPS.iter().find(|(known, _)| *known == name).expect("a direction").1
}

impl Game {
    /// A game on a well-formed map text.
    pub fn new(text: &str, max_turns: i64, training: bool) -> Self {
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let width = rows.iter().map(Vec::len).max().expect("rows") / 2;
        let mut tiles = HashMap::new();
        let mut starts: Vec<(char, Origin)> = Vec::new();
        for x in 0..width {
            for y in 0..width {
                let char_at = |i: usize| rows.get(x).and_then(|row| row.get(i)).copied().unwrap_or(' ');
                let (first, second) = (char_at(2 * y), char_at(2 * y + 1));
                let place = (i32::try_from(x).unwrap(), i32::try_from(y).unwrap());
                let tile = match (first, second) {
                    ('@', digit) => {
                        starts.push((digit, place));
                        "  ".to_string()
                    }
                    ('$', digit) if !digit.is_ascii_digit() => "$-".to_string(),
                    _ => format!("{first}{second}"),
                };
                tiles.insert(place, tile);
            }
        }
        starts.sort_unstable();
        let size = i32::try_from(width).unwrap();
        let (x, y) = starts[0].1;
        let (mirrored_x, mirrored_y) = (size - 1 - x, size - 1 - y);
        let spawns = [(x, y), (mirrored_x, y), (mirrored_x, mirrored_y), (x, mirrored_y)];
        let heroes = starts.iter().zip(spawns).map(|(&(_, place), spawn)| Hero {
            place,
            spawn,
            life: 100,
            gold: 0,
            crashed: false,
            last_dir: None,
            respawned_in: None,
        });
        let heroes = heroes.collect();
        Self { size, tiles, heroes, turn: 0, max_turns, training, end: End::NotYet, events: Events::default() }
    }

    pub fn mover(&self) -> usize {
        usize::try_from(self.turn % 4).unwrap()
    }

    /// How many mines a hero owns.
    pub fn mines(&self, hero: usize) -> usize {
        let mark = format!("${}", hero + 1);
        self.tiles.values().filter(|tile| **tile == mark).count()
    }

    pub fn hero_on(&self, place: Origin) -> Option<usize> {
        (0..4).find(|&hero| self.heroes[hero].place == place)
    }

    /// The tiles as the protocol shows them, heroes drawn over.
    pub fn picture(&self) -> String {
        let mut text = String::new();
        for x in 0..self.size {
            for y in 0..self.size {
                let hero = self.hero_on((x, y)).map(|hero| format!("@{}", hero + 1));
                text.push_str(&hero.unwrap_or_else(|| self.tiles[&(x, y)].clone()));
            }
        }
        text
    }

    /// One turn: a direction's name, or `Crash`.
    pub fn play(&mut self, order: &'static str) {
        if self.end != End::NotYet {
            return;
        }
        let hero = self.mover();
        if order == "Crash" {
            self.events.crashes += 1;
            self.heroes[hero].crashed = true;
            if self.training || self.heroes.iter().all(|h| h.crashed) {
                self.end = End::AllCrashed;
            }
        } else {
            self.heroes[hero].last_dir = Some(order);
            self.step(hero, step_of(order));
            self.fights(hero);
        }
        let income = i64::try_from(self.mines(hero)).unwrap();
        self.heroes[hero].life = (self.heroes[hero].life - 1).max(1);
        self.heroes[hero].gold += income;
        if self.end == End::NotYet {
            self.turn += 1;
            if self.turn >= self.max_turns {
                self.end = End::TurnMax;
            }
        }
    }

    fn step(&mut self, hero: usize, (dx, dy): Origin) {
        let (x, y) = self.heroes[hero].place;
        let target = (x + dx, y + dy);
        if self.hero_on(target).is_some() {
            return;
        }
        let Some(tile) = self.tiles.get(&target).cloned() else { return };
        if tile == "  " {
            self.heroes[hero].place = target;
        } else if tile == "[]" && self.heroes[hero].gold >= 2 {
            self.events.beers += 1;
            self.heroes[hero].gold -= 2;
            self.heroes[hero].life = (self.heroes[hero].life + 50).min(100);
        } else if tile.starts_with('$') && tile != format!("${}", hero + 1) {
            self.heroes[hero].life = (self.heroes[hero].life - 20).max(0);
            if self.heroes[hero].life > 0 {
                self.events.mines_taken += 1;
                self.tiles.insert(target, format!("${}", hero + 1));
            } else {
                self.events.goblin_deaths += 1;
                self.give_mines(hero, "$-");
                self.respawn(hero);
            }
        }
    }

    fn fights(&mut self, attacker: usize) {
        let (x, y) = self.heroes[attacker].place;
        let around = ["North", "East", "South", "West"].map(step_of);
        let enemies: Vec<usize> = around.iter().filter_map(|(dx, dy)| self.hero_on((x + dx, y + dy))).collect();
        for enemy in enemies {
            let now = Some(self.turn);
            if self.heroes[attacker].respawned_in == now || self.heroes[enemy].respawned_in == now {
                continue;
            }
            self.heroes[enemy].life = (self.heroes[enemy].life - 20).max(0);
            if self.heroes[enemy].life == 0 {
                self.events.kills += 1;
                self.give_mines(enemy, &format!("${}", attacker + 1));
                self.respawn(enemy);
                if self.heroes[attacker].respawned_in == now {
                    self.events.attackers_stomped += 1;
                }
            }
        }
    }

    fn give_mines(&mut self, from: usize, to: &str) {
        let mark = format!("${}", from + 1);
        for tile in self.tiles.values_mut().filter(|tile| **tile == mark) {
            *tile = to.to_string();
        }
    }

    /// A hero returns to his spawn; a hero who stands there is driven to his own, four times at
    /// most.
    fn respawn(&mut self, hero: usize) {
        let mut returning = hero;
        for nth in 1..=4 {
            let spawn = self.heroes[returning].spawn;
            let stander = self.hero_on(spawn);
            let turn = self.turn;
            let who = &mut self.heroes[returning];
            (who.life, who.place, who.respawned_in) = (100, spawn, Some(turn));
            let Some(other) = stander.filter(|&other| other != returning) else { return };
            self.events.stomps += 1;
            if nth == 2 {
                self.events.long_chains += 1;
            }
            self.give_mines(other, &format!("${}", returning + 1));
            returning = other;
        }
    }
}
