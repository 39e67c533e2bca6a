//! `boardbots battletech map`: a random map as the simulator's file and as a picture.

use crate::desk::failures::write;
use crate::exit::CliError;
use crate::output::print;
use boardbots_battletech::generator::parameters::{RELIEFS, ROADS, WATERS, WOODS};
use boardbots_battletech::generator::{Parameters, Size, generate};
use boardbots_battletech::notation::map;
use boardbots_battletech::simulator::drawing::draw_map;
use boardbots_ops::logging;
use clap::builder::RangedI64ValueParser;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// The end of the text of `--help`.
const HELP: &str = "\
From every place where a fight may start a mech can walk to every other one. The same options and seed \
give the same map on every machine. Where two roads meet there is a village. --map \
random:KEY=VALUE,… of fight, suite and match draws such maps for fights, with the options as keys: \
random:size=24x17,relief=6,seed=7 for one of them, without seed= another one for each fight.";

/// The options of `boardbots battletech map`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Columns and rows, 8 to 99 of each
    #[arg(long, value_name = "WxH", default_value_t = Parameters::default().size)]
    size: Size,

    /// Level of the highest hills, 0 to 9
    #[arg(long, value_name = "N", default_value_t = Parameters::default().relief, value_parser = within(&RELIEFS))]
    relief: u8,

    /// Percent of the hexes that have woods, 0 to 60
    #[arg(long, value_name = "N", default_value_t = Parameters::default().woods, value_parser = within(&WOODS))]
    woods: u8,

    /// Percent of the hexes that are water, 0 to 40
    #[arg(long, value_name = "N", default_value_t = Parameters::default().water, value_parser = within(&WATERS))]
    water: u8,

    /// Roads from edge to edge, 0 to 4
    #[arg(long, value_name = "N", default_value_t = Parameters::default().roads, value_parser = within(&ROADS))]
    roads: u8,

    /// Seed of the map [default: a new one each time, named on stderr]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Write the simulator's file here [default: stdout, if there is no --svg either]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw the map into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn within(range: &RangeInclusive<u8>) -> RangedI64ValueParser<u8> {
    RangedI64ValueParser::new().range(i64::from(*range.start())..=i64::from(*range.end()))
}

/// Draws a map and writes it.
///
/// # Errors
/// [`crate::exit::Exit::Configuration`] if a file cannot be written.
pub fn run(args: &Args) -> Result<(), CliError> {
    let Args { size, relief, woods, water, roads, .. } = *args;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
    let command = format!(
        "boardbots battletech map --size {size} --relief {relief} --woods {woods} --water {water} --roads {roads} --seed {seed}"
    );
    if args.seed.is_none() {
        // The file has no room for it.
        logging::tell(&format!("{command}\n"));
    }
    let drawn = generate(Parameters { size, relief, woods, water, roads }, seed);
    if let Some(path) = &args.svg {
        write("svg", path, draw_map(&drawn, &command).as_bytes())?;
    }
    match &args.output {
        Some(path) => write("output", path, &map::write(&drawn)),
        None if args.svg.is_none() => print(|out| out.write_all(&map::write(&drawn))),
        None => Ok(()),
    }
}
