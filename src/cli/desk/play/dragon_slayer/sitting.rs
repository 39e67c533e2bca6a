//! A game as it is played: who sits where, whose dice, and what has been done so far. It draws
//! nothing and asks nobody.

use super::guest::{Guest, Names};
use crate::games::dragon_slayer::battle::Battle;
use crate::games::dragon_slayer::chatter::Chatter;
use crate::games::dragon_slayer::dice::below;
use crate::games::dragon_slayer::mind::{Decision, Mind};
use crate::games::dragon_slayer::rules::{Action, Event, Game, Illegal, Seat};
use crate::games::dragon_slayer::tally::Tally;
use crate::games::dragon_slayer::tally::{Played, Who};
use crate::games::dragon_slayer::variant::Variant;
use fastrand::Rng;

/// An action and all that came of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// Who has acted.
    pub seat: Seat,
    /// The game before.
    pub before: Game,
    /// The game after.
    pub after: Game,
    /// What was done.
    pub action: Action,
    /// The rolls, if it was a fight.
    pub battle: Option<Battle>,
    /// What it has led to.
    pub event: Event,
}

/// A game with its players.
pub struct Sitting {
    seed: u64,
    guests: Vec<Guest>,
    names: Names,
    minds: Vec<Option<Mind>>,
    dice: Rng,
    game: Game,
    steps: Vec<Step>,
    tally: Tally,
}

impl Sitting {
    /// A new game of two to six: the seed says who of them begins, in which order they sit
    /// already. The same seed gives the same dice and the same characters' decisions.
    #[must_use]
    pub fn new(seed: u64, variant: Variant, mut guests: Vec<Guest>) -> Self {
        let first = below(guests.len().max(1), &mut Rng::with_seed(seed));
        guests.rotate_left(first);
        Self::seated(seed, variant, guests)
    }

    /// A new game in which the first of the guests begins.
    #[must_use]
    pub fn seated(seed: u64, variant: Variant, guests: Vec<Guest>) -> Self {
        // Apart from the draw for the first seat, so that it does not matter here.
        let mut seeds = Rng::with_seed(!seed);
        let dice = seeds.fork();
        let minds = Guest::minds(&guests, variant, || seeds.u64(..));
        let (names, game) = (Names::of(&guests), Game::new(variant, guests.len()));
        let mut sitting = Self { seed, guests, names, minds, dice, game, steps: Vec::new(), tally: Tally::new() };
        (0..sitting.guests.len()).for_each(|seat| sitting.teach(seat));
        sitting
    }

    /// What dice and decisions come from.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Who plays, by seats.
    #[must_use]
    pub fn guests(&self) -> &[Guest] {
        &self.guests
    }

    /// What they are called.
    #[must_use]
    pub const fn names(&self) -> &Names {
        &self.names
    }

    /// Whether somebody of flesh and blood plays.
    #[must_use]
    pub fn peopled(&self) -> bool {
        self.guests.iter().any(|guest| guest.character.is_none())
    }

    /// How the game stands.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// All that has been done so far.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The characters as speakers, before the first word.
    #[must_use]
    pub fn chatter(&self) -> Chatter {
        let speaker = |seat: Seat| (self.guests[seat].character, self.names.vocative(seat).map(str::to_string));
        Chatter::new((0..self.guests.len()).map(speaker).collect(), self.seed)
    }

    /// The game for the statistics, once it is over; `who` says who sat where.
    #[must_use]
    pub fn played(&self, who: &[Who]) -> Option<Played> {
        self.tally.played(&self.game, who)
    }

    /// What the character decides who is asked; `None` if somebody else is asked, or the game
    /// is over. To be called once for each question: a decision draws from the character's own
    /// randomness.
    pub fn decide(&mut self) -> Option<Decision> {
        let (seat, _) = self.game.asked()?;
        self.minds[seat].as_mut()?.decide(&self.game)
    }

    /// Does what whoever is asked has decided, with the dice that fall.
    ///
    /// # Errors
    ///
    /// The action is not possible now; nothing has changed.
    pub fn play(&mut self, action: Action) -> Result<&Step, Illegal> {
        let (seat, _) = self.game.asked().ok_or(Illegal)?;
        let (before, mut battle) = (self.game.clone(), None);
        let event = self.game.play(action, |warriors, dragon| {
            let rolled = Battle::rolled(dragon, warriors, &mut self.dice);
            battle.insert(rolled).left
        })?;
        let step = Step { seat, before, after: self.game.clone(), action, battle, event };
        self.observe(&step);
        self.steps.push(step);
        self.steps.last().ok_or(Illegal)
    }

    /// Every action of the game comes by here once, also when a saved game is resumed: whoever
    /// learns or counts looks at it here.
    fn observe(&mut self, step: &Step) {
        self.tally.take(&step.before, step.action, step.event);
        if matches!(step.action, Action::Challenge | Action::Pass) {
            self.teach(step.seat);
        }
    }

    /// Tells all characters what is known of somebody of flesh and blood.
    fn teach(&mut self, seat: Seat) {
        let Guest { character: None, habits: before, .. } = &self.guests[seat] else { return };
        let known = self.tally.habits(seat).map(|habits| before.and(habits));
        for mind in self.minds.iter_mut().flatten() {
            *mind.habits(seat) = known;
        }
    }
}

impl Step {
    /// Whether a turn begins with it.
    #[must_use]
    pub const fn begins_turn(&self) -> bool {
        // Whoever has slain a dragon in this turn has points.
        self.before.turn().points == 0
    }
}
