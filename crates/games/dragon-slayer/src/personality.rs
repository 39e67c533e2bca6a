//! Personalities of opponents: numbers, each of which bends an exact judgement in its own way.
//!
//! No bot here plays badly. Every choice is one whose true win probability is near the best; the numbers only decide
//! which of these it is. The four with names are the opponents of a game; the other twelve combine a motive for playing
//! (R. Bartle's four types) with a temper.

/// The numbers of a personality. `V` is the openness of a game, `4 Q (1 - Q)` for the true win probability `Q` of the
/// best choice: 1 in an open game, 0 in a decided one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Personality {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// Risk aversion, -2 to 2: the penalty of a fight for its defeats, times `V`, and growing with the points at stake.
    /// A negative one seeks risks.
    pub aversion: f64,
    /// The most by which a choice may be below the best, in win probability times `V`; below 0.25, so that it never
    /// chooses a certain loss while there is anything else.
    pub tolerance: f64,
    /// Temperature at which it chooses among what it considers nearly equal, in win probability; 0 takes the best.
    pub noise: f64,
    /// Intuition, 0 to 1: the quality of its estimate of challenges.
    pub intuition: f64,
    /// Nerves, 0 to 2: the increase of daring, and decrease of care, when it is behind or the opponent has just had a
    /// good turn.
    pub nerves: f64,
    /// The least loss of win probability that a challenge must bring to the player who stops; a negative one challenges
    /// for the sake of it.
    pub spite: f64,
    /// The least points at which it challenges, if it challenges for the sake of it.
    pub prey: u16,
    /// The pause for an easy choice in milliseconds; close ones take up to five times as long.
    pub pause: u16,
}

/// The motives of a person in a game, before a temper is added.
const KILLER: Personality = Personality {
    name: "",
    aversion: 0.0,
    tolerance: 0.01,
    noise: 0.0,
    intuition: 0.9,
    nerves: 0.0,
    spite: -0.02,
    prey: 4,
    pause: 150,
};
const ACHIEVER: Personality =
    Personality { aversion: -0.5, tolerance: 0.03, intuition: 0.7, spite: 0.0, pause: 250, ..KILLER };
const SOCIALIZER: Personality =
    Personality { aversion: 0.2, tolerance: 0.04, noise: 0.004, intuition: 0.6, spite: 0.08, pause: 350, ..KILLER };
const EXPLORER: Personality =
    Personality { aversion: 0.0, tolerance: 0.06, noise: 0.03, intuition: 0.5, spite: 0.02, pause: 400, ..KILLER };

/// The same type, averse to risks.
const fn averse(name: &'static str, of: Personality) -> Personality {
    Personality { name, aversion: of.aversion + 1.1, tolerance: of.tolerance + 0.08, pause: of.pause * 2, ..of }
}

/// The same type, calculating well.
const fn intelligent(name: &'static str, of: Personality) -> Personality {
    Personality { name, intuition: 1.0, tolerance: of.tolerance * 0.5, noise: of.noise * 0.25, ..of }
}

/// The same type, acting on impulse.
const fn impulsive(name: &'static str, of: Personality) -> Personality {
    Personality {
        name,
        nerves: 1.2,
        intuition: of.intuition * 0.4,
        noise: of.noise + 0.004,
        spite: of.spite - 0.015,
        pause: of.pause / 2,
        ..of
    }
}

/// The four opponents with names, then the twelve types.
static ALL: [Personality; 16] = [
    // Plays for the win and nothing else.
    Personality { name: "Abel", tolerance: 0.0, intuition: 1.0, spite: 0.0, prey: 0, pause: 300, ..KILLER },
    // Takes what she has.
    Personality {
        name: "Beatriu",
        aversion: 1.2,
        tolerance: 0.12,
        intuition: 0.8,
        spite: 0.01,
        prey: 0,
        pause: 700,
        ..KILLER
    },
    // Wants it all.
    Personality {
        name: "Carla",
        aversion: -0.8,
        tolerance: 0.04,
        intuition: 0.8,
        spite: 0.0,
        prey: 0,
        pause: 120,
        ..KILLER
    },
    // Cannot bear to be behind.
    Personality {
        name: "Daniel",
        aversion: 0.35,
        tolerance: 0.02,
        noise: 0.003,
        intuition: 0.3,
        nerves: 1.2,
        spite: -0.03,
        prey: 6,
        pause: 100,
    },
    averse("Killer averse", KILLER),
    intelligent("Killer intelligent", KILLER),
    impulsive("Killer impulsive", KILLER),
    averse("Achiever averse", ACHIEVER),
    intelligent("Achiever intelligent", ACHIEVER),
    impulsive("Achiever impulsive", ACHIEVER),
    averse("Socializer averse", SOCIALIZER),
    intelligent("Socializer intelligent", SOCIALIZER),
    impulsive("Socializer impulsive", SOCIALIZER),
    averse("Explorer averse", EXPLORER),
    intelligent("Explorer intelligent", EXPLORER),
    impulsive("Explorer impulsive", EXPLORER),
];

impl Personality {
    /// All personalities: the four opponents with names, then the twelve types.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// Its strength among the bots of the lobby, 3 to 5: nobody here plays badly, but some choose further below
    /// the best.
    #[must_use]
    pub fn strength(&self) -> u8 {
        match self.tolerance + 2.0 * self.noise {
            below if below < 0.015 => 5,
            below if below < 0.06 => 4,
            _ => 3,
        }
    }

    /// Its way of playing, in a few words. The characters of those with names are for people to find out.
    #[must_use]
    pub fn character(&self) -> String {
        match self.name.split_once(' ') {
            Some((kind, temper)) => format!("an {temper} {}", kind.to_lowercase()),
            None => "plays well in a way of its own: find out by playing".into(),
        }
    }

    /// The personality of this name, in any case; `-` may stand for a blank.
    ///
    /// ```
    /// use boardbots_dragon_slayer::personality::Personality;
    /// assert_eq!(Personality::named("abel").map(|abel| abel.name), Some("Abel"));
    /// assert!(Personality::named("killer-averse").is_some());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        let same = |of: &&Self| {
            of.name.len() == name.len()
                && of
                    .name
                    .bytes()
                    .zip(name.bytes())
                    .all(|(a, b)| a.eq_ignore_ascii_case(&b) || (a == b' ' && b == b'-'))
        };
        ALL.iter().find(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_may_choose_a_certain_loss() {
        for of in Personality::all() {
            // Nerves widen the tolerance by up to a tenth of themselves.
            assert!(of.tolerance + 0.1 * of.nerves < 0.25, "{of:?}");
            assert!((0.0..=1.0).contains(&of.intuition) && of.noise >= 0.0, "{of:?}");
        }
    }

    #[test]
    fn the_best_is_among_the_strongest() {
        let strength = |name| Personality::named(name).map(Personality::strength);
        assert_eq!(["abel", "carla", "beatriu"].map(strength), [Some(5), Some(4), Some(3)]);
    }

    #[test]
    fn names_are_found_and_differ() {
        for of in Personality::all() {
            assert_eq!(Personality::named(&of.name.to_uppercase()), Some(of));
            assert_eq!(Personality::named(&of.name.replace(' ', "-")), Some(of));
        }
        assert_eq!(Personality::named("Abe"), None);
        assert_eq!(Personality::named(""), None);
    }
}
