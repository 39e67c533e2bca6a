//! Bots of games for two: what their words mean at a table, and what they find.

use super::board::Board;
use boardbots_game::referee::Referee;
use boardbots_game::spec::{Kind, Spec};
use boardbots_search::alpha_beta::{Limits, Options, Outcome};
use boardbots_search::game::{MAX_DEPTH, ends_in};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// What can be set for a bot at a table: nothing that reads files or takes more than one core.
const KEYS: [&str; 2] = ["depth", "movetime"];
/// Milliseconds that a bot may be given for a choice; the most of them end every thought.
const MOVE_TIMES: RangeInclusive<u64> = 1..=1000;
/// The best that can be said of a match of which the end is not seen.
const MOST: i32 = 900;

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thinker {
    judge: String,
    depth: u8,
    time: Duration,
}

impl Thinker {
    /// What a player's words mean in this game.
    ///
    /// # Errors
    /// What is wrong with them, as a line.
    pub fn new<D: Board>(spec: &Spec) -> Result<Self, String> {
        let Kind::House { game, name, .. } = &spec.kind else {
            return Err(format!("{spec}: programs do not sit at tables"));
        };
        if *game != D::GAME {
            return Err(format!("{spec} does not play {}", D::NAME));
        }
        if !D::JUDGES.contains(&name.as_str()) {
            let judges = D::JUDGES.join(", ");
            return Err(format!("{spec}: {} has no player \"{name}\"; there are {judges}", D::NAME));
        }
        spec.only(&KEYS)?;
        let (depth, time) = (spec.number("depth", 1..=MAX_DEPTH)?, spec.number("movetime", MOVE_TIMES)?);
        // Who is given time uses it.
        let usual = if time.is_some() { MAX_DEPTH } else { D::DEPTH };
        let time = Duration::from_millis(time.unwrap_or(*MOVE_TIMES.end()));
        Ok(Self { judge: name.clone(), depth: depth.unwrap_or(usual), time })
    }

    /// What it finds for whoever is to move; `None` if the match is over.
    #[must_use]
    pub fn search<D: Board>(&self, referee: &Referee<D>, stop: &(dyn Fn() -> bool + Sync)) -> Option<Outcome<D::Move>> {
        if referee.verdict().is_some() {
            return None;
        }
        let mut bot = D::bot(&self.judge, Options::default())?;
        let began = Instant::now();
        let stop = || stop() || began.elapsed() >= self.time;
        let limits = Limits { depth: self.depth, stop: &stop };
        Some(bot.think(referee.position(), referee.keys(), limits, &mut |_| ()))
    }
}

/// How good a value is, -1000 to 1000: a bound end stands within a hundred of those, at less the
/// farther it is, and nothing else does; a clear advantage is half of the way there.
#[must_use]
pub fn squashed<D: Board>(value: i32) -> i16 {
    let squashed = match ends_in(value) {
        Some(plies @ 1..) => 1000 - plies,
        Some(plies) => -1000 - plies,
        None => value * MOST / (value.abs() + D::ADVANTAGE),
    };
    i16::try_from(squashed).expect("at most 1000 either way")
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_desconecta4::rules::Position as Desconecta4;
    use boardbots_search::game::{MAX_JUDGEMENT, WIN};
    use boardbots_tron::rules::Position as Tron;

    #[test]
    fn values_keep_their_order_and_ends_stand_apart() {
        let values = [
            -WIN,
            3 - WIN,
            i32::from(MAX_DEPTH) - WIN,
            -MAX_JUDGEMENT,
            -400,
            -40,
            0,
            40,
            400,
            4000,
            MAX_JUDGEMENT,
            WIN - i32::from(MAX_DEPTH),
            WIN - 1,
        ];
        let shown = values.map(squashed::<Desconecta4>);
        assert!(shown.is_sorted(), "{shown:?}");
        assert_eq!(shown, [-1000, -997, -936, -899, -450, -81, 0, 81, 450, 818, 899, 936, 999]);
    }

    #[test]
    fn only_bots_of_the_game_with_bounded_thought_sit_down() {
        let of = |text: &str| Thinker::new::<Desconecta4>(&text.parse().expect("a player"));
        let thinker = |judge: &str, depth, time| {
            Ok(Thinker { judge: judge.to_string(), depth, time: Duration::from_millis(time) })
        };
        assert_eq!(of("desconecta4:strong"), thinker("strong", 8, 1000));
        assert_eq!(of("desconecta4:course,depth=3"), thinker("course", 3, 1000));
        assert_eq!(of("desconecta4:strong,movetime=50"), thinker("strong", MAX_DEPTH, 50));
        for text in [
            "tron:strong",
            "cmd:./bot",
            "desconecta4:nobody",
            "desconecta4:strong,depth=0",
            "desconecta4:strong,depth=65",
            "desconecta4:strong,movetime=1001",
            "desconecta4:strong,threads=2",
            "desconecta4:strong,table=262144",
            "desconecta4:strong,parameters=/etc/passwd",
        ] {
            assert!(of(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_bot_that_is_offered_can_sit_down() {
        fn offered<D: Board>() {
            for (player, name) in D::OFFERS {
                let spec = player.parse().expect(player);
                assert!(Thinker::new::<D>(&spec).is_ok() && !name.is_empty(), "{player}");
            }
        }
        offered::<Desconecta4>();
        offered::<Tron>();
    }
}
