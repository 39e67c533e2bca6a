//! A game with its players, as it is played.

use crate::player::{Begin, DecisionError, Player, Think};
use crate::state::{Answer, Choice, Fault, GameState, Log, Seat};
use boardbots_base::invalid::InputError;

/// A game with its players, people and bots. Its choices can be numbered.
pub struct Session {
    /// The state before each choice, which stands beside it.
    past: Vec<(Box<dyn GameState>, Choice)>,
    state: Box<dyn GameState>,
    bots: Vec<Box<dyn Player>>,
    /// The bot of each seat; `None` for a person.
    seats: Vec<Option<usize>>,
    /// The source of each seat's chances.
    seeds: Vec<u64>,
}

impl Session {
    /// A game that begins with this state. `seats` says which of the bots plays where, `None` for people; a bot
    /// can play several seats. `seeds` are the sources of the bots' chances, by seat.
    #[must_use]
    pub fn new(
        start: Box<dyn GameState>,
        bots: Vec<Box<dyn Player>>,
        seats: Vec<Option<usize>>,
        seeds: Vec<u64>,
    ) -> Self {
        Self { past: Vec::new(), state: start, bots, seats, seeds }
    }

    /// Tells all bots that the game begins.
    ///
    /// # Errors
    /// Fails if a bot cannot play it.
    pub fn begin(&mut self) -> Result<(), DecisionError> {
        for (seat, bot) in self.seats.iter().enumerate() {
            let seed = self.seeds.get(seat).copied().unwrap_or_default();
            if let Some(bot) = bot.and_then(|bot| self.bots.get_mut(bot)) {
                bot.begin(&Begin { state: &*self.state, seat, seed, opening: None, names: &[] })?;
            }
        }
        Ok(())
    }

    /// Changes the state that the game begins with. All choices are taken back.
    ///
    /// # Errors
    /// Fails as the change does.
    pub fn prepare<E>(&mut self, change: impl FnOnce(&mut dyn GameState) -> Result<(), E>) -> Result<(), E> {
        self.rewind(0);
        change(&mut *self.state)
    }

    /// The state that the game began with.
    #[must_use]
    pub fn start(&self) -> &dyn GameState {
        self.past.first().map_or(&*self.state, |(state, _)| &**state)
    }

    /// All choices so far, each with the state that it was made in.
    #[must_use]
    pub fn choices(&self) -> impl ExactSizeIterator<Item = (&dyn GameState, Choice)> {
        self.past.iter().map(|(state, choice)| (&**state, *choice))
    }

    /// The game as it stands.
    #[must_use]
    pub fn state(&self) -> &dyn GameState {
        &*self.state
    }

    /// True if a person plays this seat.
    #[must_use]
    pub fn is_person(&self, seat: Seat) -> bool {
        self.seats.get(seat).is_some_and(Option::is_none)
    }

    /// True if a person plays.
    #[must_use]
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(Option::is_none)
    }

    /// Gives seats to other players; see [`Session::new`].
    pub fn reseat(&mut self, seats: Vec<Option<usize>>) {
        self.seats = seats;
    }

    /// Replaces all bots.
    pub fn set_bots(&mut self, bots: Vec<Box<dyn Player>>) {
        self.bots = bots;
    }

    /// The choice of the bot whose turn it is. Ask once for each turn: a bot may draw from its chances.
    ///
    /// # Errors
    /// Fails if the bot does not answer, or if a person has to choose.
    pub fn decide(&mut self, think: Think<'_>) -> Result<Choice, DecisionError> {
        let bot = self.state.turn().and_then(|seat| *self.seats.get(seat)?);
        let bot = bot.and_then(|bot| self.bots.get_mut(bot)).ok_or_else(Fault::unfit)?;
        let Answer::Choice(choice) = bot.decide(&*self.state, think)? else { return Err(Fault::unfit().into()) };
        Ok(choice)
    }

    /// Plays a choice.
    ///
    /// # Errors
    /// Fails if it is not legal; nothing has changed then.
    pub fn play(&mut self, choice: Choice) -> Result<(), InputError> {
        let seat = self.state.turn().unwrap_or_default();
        let before = self.state.copy();
        self.state.play(Answer::Choice(choice), &mut Log::none())?;
        self.past.push((before, choice));
        for bot in &mut self.bots {
            bot.observe(&*self.state, seat);
        }
        Ok(())
    }

    /// Goes back to the state after this many choices.
    pub fn rewind(&mut self, choices: usize) {
        if let Some((state, _)) = self.past.drain(choices.min(self.past.len())..).next() {
            self.state = state;
        }
    }
}
