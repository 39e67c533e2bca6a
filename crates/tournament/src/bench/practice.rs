//! Games played for their decisions, one after another for ever.

use super::searches::player;
use boardbots_game::listed::{Measured, Practice as Manner};
use boardbots_game::player::{Begin, Player, Stop, Think};
use boardbots_game::state::{Answer, Choice, GameState, Log, Seat};
use fastrand::Rng;

/// A player in the midst of a game, whose turn it is.
pub struct Practice {
    game: &'static dyn Measured,
    size: Option<u8>,
    manner: Manner,
    state: Box<dyn GameState>,
    seat: Seat,
    decisions: u16,
    bot: Box<dyn Player>,
    others: Vec<Box<dyn Player>>,
    /// The choice that was decided and is not yet played.
    decided: Option<Choice>,
    legal: Vec<Choice>,
    rng: Rng,
}

impl Practice {
    /// A player that searches this deep with this many threads.
    #[must_use]
    pub fn new(game: &'static dyn Measured, size: Option<u8>, depth: u8, threads: usize, seed: u64) -> Self {
        let manner = game.practice();
        let mut rng = Rng::with_seed(seed);
        let seats = game.players();
        let other = |seat: usize| {
            let depth = (manner.depth > 0).then(|| depth.min(manner.depth));
            player(game, manner.others[seat % manner.others.len()], "", depth)
        };
        let mut practice = Self {
            state: game.game(size, rng.u64(..)),
            game,
            size,
            manner,
            seat: 0,
            decisions: 0,
            bot: player(game, game.scale().bot, &format!(",threads={threads}"), Some(depth)),
            others: (0..seats).map(other).collect(),
            decided: None,
            legal: Vec::new(),
            rng,
        };
        practice.begin();
        practice
    }

    /// Makes the decision; it may be broken off.
    pub fn decide(&mut self, stop: Stop<'_>) {
        self.decided = match self.bot.decide(self.state.as_ref(), Think::until(stop)) {
            Ok(Answer::Choice(choice)) => Some(choice),
            _ => None,
        };
    }

    /// Plays what was decided, lets the others play, and begins another game when this one is over or
    /// was played long enough: until it is the player's turn again.
    pub fn go_on(&mut self) {
        if let Some(choice) = self.decided.take() {
            self.play(choice);
            self.decisions += 1;
        }
        self.others_play();
        if self.state.turn().is_none() || self.decisions >= self.manner.decisions {
            self.begin();
        }
    }

    fn play(&mut self, choice: Choice) {
        self.state.play(Answer::Choice(choice), &mut Log::none()).expect("bots keep to the rules");
    }

    fn begin(&mut self) {
        loop {
            self.state = self.game.game(self.size, self.rng.u64(..));
            let seats = u8::try_from(self.others.len()).expect("few seats");
            self.seat = self.rng.u8(0..seats).into();
            self.decisions = 0;
            let (state, seed) = (self.state.as_ref(), self.rng.u64(..));
            let others = self.others.iter_mut().enumerate();
            for (seat, player) in others.chain([(self.seat, &mut self.bot)]) {
                player.forget();
                player.begin(&Begin { state, seat, seed, opening: None, names: &[] }).expect("a bot of the game");
            }
            for _ in 0..self.rng.u16(0..=self.manner.opening) {
                if self.state.turn().is_none() {
                    break;
                }
                self.other_plays(self.manner.by_chance);
            }
            self.others_play();
            if self.state.turn().is_some() {
                return;
            }
        }
    }

    /// Lets the others play until it is the player's turn, or the game is over.
    fn others_play(&mut self) {
        while self.state.turn().is_some_and(|turn| turn != self.seat) {
            let blunders = self.manner.blunder > 0 && self.rng.u8(0..self.manner.blunder) == 0;
            self.other_plays(blunders);
        }
    }

    /// Lets a bot of the other seats choose, or chance.
    fn other_plays(&mut self, by_chance: bool) {
        let Some(turn) = self.state.turn() else { return };
        if by_chance {
            self.legal.clear();
            self.state.legal(&mut self.legal);
            let count = u8::try_from(self.legal.len()).expect("few choices");
            let choice = self.legal[usize::from(self.rng.u8(0..count))];
            return self.play(choice);
        }
        if let Ok(Answer::Choice(choice)) = self.others[turn].decide(self.state.as_ref(), Think::until(&|| false)) {
            self.play(choice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_always_to_decide_in_a_running_game() {
        for (subject, game) in boardbots_catalog::parts::<&dyn Measured>() {
            let mut practice = Practice::new(game, None, 1, 1, 7);
            let (mut games, mut last) = (0, 0);
            for _ in 0..400 {
                assert_eq!(practice.state.turn(), Some(practice.seat), "{subject}");
                games += usize::from(practice.decisions < last);
                last = practice.decisions;
                practice.decide(&|| false);
                practice.go_on();
            }
            assert!(games > 5, "{subject}: {games}");
        }
    }
}
