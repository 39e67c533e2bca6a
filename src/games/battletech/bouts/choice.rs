//! Maps, mechs and players by name or file, and the limits of programs.

use crate::exit::{Exit, Failure};
use boardbots_battletech::battle::Place;
use boardbots_battletech::definition::Definition;
use boardbots_battletech::generator::RandomMap;
use boardbots_battletech::hex::{Hex, Side};
use boardbots_battletech::movement::cost::WoodsCost;
use boardbots_battletech::simulator::field::{self, Maps};
use boardbots_battletech::simulator::fight::FightError;
use boardbots_battletech::simulator::runner::Limits;
use boardbots_battletech::simulator::seat::Contestant;
use boardbots_ops::signals;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use boardbots_battletech::simulator::field::{USUAL_MAP as DEFAULT_MAP, USUAL_MECH as DEFAULT_MECH};

/// The player without a choice, and its opponent.
pub const STRONG: &str = "strong";
/// The opponent without a choice.
pub const COURSE: &str = "course";

/// The players if none are chosen.
pub fn default_players() -> Vec<Contestant> {
    [STRONG, COURSE].iter().filter_map(|name| name.parse().ok()).collect()
}

/// The map of a name or a file, or random maps.
pub fn load_maps(name: &str) -> Result<Maps, Failure> {
    let exit = if RandomMap::is_asked(name) { Exit::Usage } else { Exit::Configuration };
    field::maps_of(name).map_err(|error| Failure::new(exit, error.at("--map")).about("map"))
}

/// The mech of a name or a file.
pub fn load_mech(name: &str) -> Result<Definition, Failure> {
    field::mech_of(name).map_err(|error| Failure::configuration(error).about("mech"))
}

/// `CCRR:SIDE`, such as `0203:4`.
pub fn place(text: &str) -> Result<Place, String> {
    let wrong = || format!("`{text}` is no place; use a hex and a side, such as 0203:4");
    let (hex, side) = text.split_once(':').ok_or_else(wrong)?;
    if hex.len() != 4 || !hex.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    let number = |digits: &str| u8::from_str(digits).ok().and_then(|number| number.checked_sub(1));
    let hex = number(&hex[..2]).zip(number(&hex[2..])).map(|(column, row)| Hex::new(column, row));
    let side = u8::from_str(side).ok().and_then(Side::from_number);
    hex.zip(side).map(|(hex, facing)| Place { hex, facing }).ok_or_else(wrong)
}

/// How to read the movement costs of woods.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Woods {
    /// Added to the cost of the ground, the usual reading of the manual
    Added,
    /// The total cost, as in the manual's example
    Total,
}

impl From<Woods> for WoodsCost {
    fn from(woods: Woods) -> Self {
        match woods {
            Woods::Added => Self::Added,
            Woods::Total => Self::Total,
        }
    }
}

/// What a call of a program may take.
#[derive(Clone, Copy, clap::Args)]
pub struct Bounds {
    /// Seconds a program may take for a phase
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    wall: f64,

    /// MiB of memory a program and its child processes may use together
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
}

impl Bounds {
    /// The limits of the runner.
    pub fn limits(self) -> Limits {
        Limits { wall: Duration::from_secs_f64(self.wall), memory: u64::from(self.memory) << 20 }
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    if (0.01..=3600.0).contains(&seconds) { Ok(seconds) } else { Err("0.01 to 3600".to_string()) }
}

/// The flag that Ctrl-C raises: what was started is ended, and folders are removed. Programs have been started once
/// before.
///
/// # Errors
/// [`Exit::Configuration`] for a program that cannot be started.
pub fn stop_flag(contestants: &[Contestant]) -> Result<Arc<AtomicBool>, Failure> {
    contestants
        .iter()
        .try_for_each(Contestant::try_start)
        .map_err(|error| Failure::configuration(error).about("player"))?;
    signals::stop_flag().map_err(Failure::unexpected)
}

/// How the process ends if a fight does not.
pub fn failed(error: &FightError) -> Failure {
    let refused = matches!(error, FightError::Refused(_));
    Failure::new(if refused { Exit::Configuration } else { Exit::Unexpected }, error)
}
