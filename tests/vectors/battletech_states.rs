//! The player in the states that the simulator wrote, as they are and with the mechs set down near
//! each other: whatever it answers is allowed, has a chance, and is read as it was written.

use crate::shared::folder;
use boardbots_battletech::action::{Action, Phase, Weapons};
use boardbots_battletech::arms::arsenal;
use boardbots_battletech::hex::{Hex, Side};
use boardbots_battletech::map::{Map, Terrain};
use boardbots_battletech::movement::cost::WoodsCost;
use boardbots_battletech::movement::legal;
use boardbots_battletech::movement::points::Points;
use boardbots_battletech::notation::action;
use boardbots_battletech::notation::files::File;
use boardbots_battletech::player::{Player, Style};
use boardbots_battletech::simulator::folder::Folder;
use boardbots_battletech::situation::{Mode, RuleError, Situation};
use boardbots_battletech::{ending, gunnery, physical};
use std::fs;

/// A state of a player.
struct State {
    name: String,
    player: usize,
    situation: Situation,
}

/// All of them, in the order of their names; `None` if they are not here.
fn states() -> Option<Vec<State>> {
    let root = folder("data/battletech/samples")?;
    let mut folders: Vec<_> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let mut states = Vec::new();
    for folder in folders {
        for player in (0..32).filter(|&player| folder.join(File::Mechs.name(player)).exists()) {
            let name = format!("{} of {player}", folder.file_name().unwrap().display());
            let situation = Folder::new(&folder, player).read().unwrap_or_else(|error| panic!("{name}: {error}"));
            states.push(State { name, player, situation });
        }
    }
    assert!(states.len() >= 5, "{} states", states.len());
    Some(states)
}

/// What an action is refused for, or what of it cannot succeed.
fn faults(situation: &Situation, player: usize, action: &Action) -> Result<Vec<RuleError>, RuleError> {
    match action {
        Action::Movement(movement) => legal::check(situation, player, movement, WoodsCost::Added).map(|_| Vec::new()),
        Action::Reaction(_) => Ok(Vec::new()),
        Action::Weapons(weapons) => {
            Ok(gunnery::check(situation, player, weapons)?.iter().filter_map(gunnery::Aimed::warning).collect())
        }
        Action::Physical(blows) => {
            Ok(physical::check(situation, player, blows)?.iter().filter_map(physical::Struck::warning).collect())
        }
        Action::End(end) => ending::check(situation, player, end).map(|()| Vec::new()),
    }
}

/// What a player answers, which must be allowed, have a chance, and be read as it was written.
fn answer(player: &mut Player, situation: &Situation, me: usize, phase: Phase, what: &str) -> Action {
    let answer = player.decide(situation, me, phase, &|| false);
    assert_eq!(answer.phase(), phase, "{what}");
    let faults = faults(situation, me, &answer).unwrap_or_else(|fault| panic!("{what}: {fault} in {answer:?}"));
    assert_eq!(faults, [], "{what}: {answer:?}");
    let written = action::write(&answer);
    let read = action::read("action", &written, phase).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(read, answer, "{what}");
    answer
}

/// How many shots, and how many blows.
fn attacks(action: &Action) -> (usize, usize) {
    match action {
        Action::Weapons(Weapons::Fire { shots, .. }) => (shots.len(), 0),
        Action::Physical(blows) => (0, blows.len()),
        _ => (0, 0),
    }
}

pub fn every_answer_is_allowed() -> Option<()> {
    for State { name, player: me, situation } in states()? {
        for style in Style::ALL {
            // Asked anew each time, as by the simulator, and one that goes on.
            let mut same = Player::new(style);
            for phase in Phase::ALL {
                let what = format!("{name}, {style} in {phase}");
                let one = answer(&mut Player::new(style), &situation, me, phase, &what);
                let other = answer(&mut same, &situation, me, phase, &what);
                if phase != Phase::Weapons && phase != Phase::Reaction {
                    assert_eq!(one, other, "{what}");
                }
            }
        }
    }
    Some(())
}

/// Nothing there keeps mechs from striking: dry, bare and even.
fn is_plain(map: &Map, one: Hex, other: Hex) -> bool {
    let bare = |hex: Hex| map.cell(hex).terrain != Terrain::Water && map.cell(hex).object.is_none();
    bare(one) && bare(other) && map.cell(one).level == map.cell(other).level
}

/// A mech on its feet and cool, on a hex, facing a side.
fn set_down(situation: &mut Situation, mech: usize, hex: Hex, facing: Side) {
    let mech = &mut situation.mechs[mech];
    let condition = &mut mech.condition;
    (condition.operative, condition.shut_down, condition.prone, condition.stuck) = (true, false, false, false);
    (condition.hex, condition.facing, condition.torso) = (hex, facing, facing);
    condition.heat = 0;
    (mech.mode, mech.moved) = (Mode::Still, 0);
    if let Some(own) = &mut condition.own {
        (own.conscious, own.fired) = (true, 0);
    }
}

pub fn who_stands_before_an_enemy_attacks_it() -> Option<()> {
    for State { name, player: me, situation } in states()? {
        let foe = situation.enemies(me).next().unwrap_or(1 - me);
        let map = &situation.map;
        let (mut places, mut idle) = (0, Vec::new());
        // The first mech that the simulator knows has nothing to shoot with.
        let armed = arsenal(&situation.mechs[me]).iter().any(|weapon| !weapon.rear && weapon.is_loaded());
        for (number, hex) in map.hexes().enumerate() {
            let side = Side::ALL[number % 6];
            let Some(next) = map.neighbour(hex, side).filter(|&next| is_plain(map, hex, next)) else { continue };
            if places == 25 {
                break;
            }
            let mut near = situation.clone();
            set_down(&mut near, me, hex, side);
            set_down(&mut near, foe, next, side.opposite());
            places += 1;
            for style in Style::ALL {
                let mut player = Player::new(style);
                for phase in Phase::ALL {
                    let what = format!("{name}, {style} in {phase} on {hex} before {next}");
                    let attacks = attacks(&answer(&mut player, &near, me, phase, &what));
                    let expected = (phase == Phase::Weapons && armed, phase == Phase::Physical);
                    if (attacks.0 > 0, attacks.1 > 0) != expected {
                        idle.push(what);
                    }
                }
            }
        }
        println!("{name}: {places} places");
        assert!(places > 3, "{name}: {places} places");
        assert!(idle.is_empty(), "{idle:#?}");
    }
    Some(())
}

pub fn in_every_pose_at_every_distance_answers_are_allowed() -> Option<()> {
    let mut rng = fastrand::Rng::with_seed(9);
    let (mut shots, mut blows) = (0, 0);
    let states = states()?;
    for State { name, player: me, situation } in states {
        let map = &situation.map;
        let foe = situation.enemies(me).next().unwrap_or(1 - me);
        let cells = u32::try_from(map.cells().len()).unwrap();
        let mut players = Style::ALL.map(Player::new);
        for number in 0..60 {
            let hexes = [(); 2].map(|()| map.hex(rng.u32(0..cells) as usize));
            if hexes[0] == hexes[1] {
                continue;
            }
            let mut wild = situation.clone();
            for (mech, hex) in [me, foe].into_iter().zip(hexes) {
                set_down(&mut wild, mech, hex, Side::ALL[usize::from(rng.u8(0..6))]);
                let mech = &mut wild.mechs[mech];
                mech.mode = Mode::ALL[usize::from(rng.u8(0..4))];
                let condition = &mut mech.condition;
                condition.heat = u16::from(rng.u8(0..25));
                condition.prone = rng.u8(0..4) == 0;
                if !condition.prone {
                    condition.torso = condition.facing.turned(rng.i8(-1..2));
                }
                condition.burning = rng.u8(0..9) == 0;
                condition.stuck = rng.u8(0..9) == 0;
                if let Some(own) = &mut condition.own {
                    own.fired = rng.u8(..) & rng.u8(..);
                }
            }
            // What the simulator tells of movement points depends on the heat just drawn.
            let points = Points::public(&wild.mechs[me]);
            if let Some(own) = &mut wild.mechs[me].condition.own {
                (own.walk, own.run, own.jump) = (points.walk, points.run, points.jump);
            }
            for player in &mut players {
                for phase in Phase::ALL {
                    let what = format!("{name}, {number} in {phase}: {:?}", wild.mechs[me].condition);
                    let attacks = attacks(&answer(player, &wild, me, phase, &what));
                    (shots, blows) = (shots + attacks.0, blows + attacks.1);
                }
            }
        }
    }
    println!("{shots} shots, {blows} blows");
    assert!(shots > 0 && blows > 0, "{shots} shots, {blows} blows");
    Some(())
}
