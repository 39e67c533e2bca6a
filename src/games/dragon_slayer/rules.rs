//! Options for the variant of Dragon Slayer.

use boardbots_dragon_slayer::variant::Variant;
use clap::builder::RangedI64ValueParser;
use std::ops::RangeInclusive;

/// The numbers of the rules.
#[derive(clap::Args)]
pub struct Rules {
    /// Points that end the game after a whole round, 2 to 120
    #[arg(long, value_name = "N", default_value_t = Variant::STANDARD.goal, value_parser = within(Variant::GOALS))]
    goal: u8,

    /// Points for a challenger whose challenge is refused or not met, 0 to 20
    #[arg(long, value_name = "N", default_value_t = Variant::STANDARD.bonus, value_parser = within(Variant::BONUSES))]
    bonus: u8,

    /// Dragons count once after an accepted challenge, not double
    #[arg(long)]
    no_doubling: bool,
}

fn within(range: RangeInclusive<u8>) -> RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(i64::from(*range.start())..=i64::from(*range.end()))
}

impl Rules {
    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        Variant { goal: self.goal, bonus: self.bonus, doubling: !self.no_doubling }
    }
}
