//! Fights on the maps that come with the program.

use crate::audit::audit;
use boardbots_base::process::call::ProcessLimits;
use boardbots_battletech::battle::{Battle, Options, StartPlace};
use boardbots_battletech::catalogue::{map_of, mech_of};
use boardbots_battletech::game::BattleTech;
use boardbots_battletech::game::fight::Fight;
use boardbots_battletech::hex::{Hex, Side};
use boardbots_battletech::simulator::setup::Setup;
use boardbots_battletech::simulator::sheet::Sheet;
use boardbots_battletech::situation::{Mech, Settings};
use boardbots_game::game::{Game, Terms, Usage};
use boardbots_game::player::{Begin, DecisionError, Player, Think};
use boardbots_game::state::{GameState, Log};

/// A fight of these mechs.
pub fn setup(map: &str, mechs: &[&str], turns: u32, seed: u64) -> Setup {
    Setup {
        map: map_of(map).expect("it comes with the program"),
        mechs: mechs.iter().map(|mech| mech_of(mech).expect("it comes with the program")).collect(),
        places: None,
        settings: Settings::default(),
        options: Options { turns, ..Options::default() },
        seed,
    }
}

/// Two mechs of a kind that stand face to face, some hexes apart.
pub fn close(turns: u32, seed: u64) -> Setup {
    let place = |column, row, side| StartPlace { hex: Hex::new(column, row), facing: Side::ALL[side] };
    Setup { places: Some(vec![place(3, 10, 0), place(3, 6, 3)]), ..setup("colinas", &["tejon", "tejon"], turns, seed) }
}

/// What came of a fight.
pub struct Report {
    pub turns: u32,
    pub sheets: Vec<Sheet>,
    /// The answers as records write them.
    pub moves: String,
    /// Who answered nothing that could be read, and the word for why.
    pub faults: Vec<(usize, String)>,
}

/// A player of a match, by its name or command.
pub fn player(name: &str, limits: ProcessLimits) -> Box<dyn Player> {
    let name = if name.starts_with("cmd:") { name.to_string() } else { format!("battletech:{name}") };
    let terms = Terms { deadline: limits.wall, memory: Some(limits.memory), ..Terms::default() };
    BattleTech.player(&name.parse().expect("a player"), Usage::Match(&terms)).expect("a player")
}

/// A fight to its end; the last player takes all mechs that are left. What happened in a turn is shown at its end.
pub fn fought(setup: &Setup, names: &[&str], limits: ProcessLimits, mut shown: impl FnMut(&Battle)) -> Report {
    let mut fight = Fight::in_match(setup.battle().expect("it can be fought"), "");
    let name = |seat: usize| names.get(seat).or(names.last()).expect("a player");
    let mut players: Vec<_> = (0..setup.mechs.len()).map(|seat| player(name(seat), limits)).collect();
    for (seat, player) in players.iter_mut().enumerate() {
        let begin = Begin { state: &fight, seat, seed: 0, opening: None, names: &[] };
        player.begin(&begin).expect("a folder can be made");
    }
    let (mut moves, mut faults, mut log) = (String::new(), Vec::new(), Log::story());
    while let Some(seat) = fight.turn() {
        match players[seat].decide(&fight, Think::until(&|| false)) {
            Ok(answer) => {
                fight.record(answer, &mut moves);
                fight.play(answer, &mut log).expect("a match takes every answer");
            }
            Err(DecisionError::Fault(fault)) => {
                assert!(fight.forfeit(&fault, &mut log));
                faults.push((seat, fault.kind.into_owned()));
            }
            Err(other) => panic!("{other}"),
        }
        moves.push(';');
        fight.turns.iter().for_each(&mut shown);
    }
    Report { turns: fight.battle.turn(), sheets: fight.sheets(), moves, faults }
}

/// Balances the books of every turn: keeps the mechs as they were when it began.
pub struct Auditor(Vec<Mech>);

impl Auditor {
    /// At the beginning of a fight.
    pub fn of(setup: &Setup) -> Self {
        Self(setup.battle().expect("it can be fought").situation().mechs.clone())
    }

    /// Looks at the end of a turn.
    pub fn turn(&mut self, battle: &Battle) {
        audit(battle, &self.0).unwrap_or_else(|error| panic!("turn {}: {error}", battle.turn()));
        self.0.clone_from(&battle.situation().mechs);
    }
}

/// A fight whose books balance in every turn.
pub fn audited(setup: &Setup, names: &[&str], limits: ProcessLimits) -> Report {
    let mut auditor = Auditor::of(setup);
    fought(setup, names, limits, |battle| auditor.turn(battle))
}
