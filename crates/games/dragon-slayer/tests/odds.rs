//! How fights end: known values, and dice that are rolled.

use crate::dice::{Dragon, Scale, Warrior};
use crate::fight::Fight;
use crate::odds::{Left, odds};
use fastrand::Rng;

/// By dragon and warriors: how often 0 (a defeat), 1, 2 and 3 are left.
const KNOWN: [(Dragon, u8, Left); 9] = [
    (Dragon::Blue, 3, [0.035_640_894_083, 0.111_387_814_352, 0.233_428_438_194, 0.619_542_853_372]),
    (Dragon::Blue, 2, [0.112_903_514_679, 0.288_641_081_702, 0.598_455_403_619, 0.0]),
    (Dragon::Blue, 1, [0.381_935_625_794, 0.618_064_374_206, 0.0, 0.0]),
    (Dragon::Green, 3, [0.122_503_253_432, 0.150_533_341_927, 0.230_580_437_952, 0.496_382_966_689]),
    (Dragon::Green, 2, [0.268_032_680_279, 0.275_351_354_281, 0.456_615_965_439, 0.0]),
    (Dragon::Green, 1, [0.570_232_004_620, 0.429_767_995_380, 0.0, 0.0]),
    (Dragon::Red, 3, [0.226_728_178_961, 0.165_498_199_711, 0.211_426_939_288, 0.396_346_682_040]),
    (Dragon::Red, 2, [0.409_641_249_854, 0.240_962_614_880, 0.349_396_135_266, 0.0]),
    (Dragon::Red, 1, [0.694_444_444_444, 0.305_555_555_556, 0.0, 0.0]),
];

#[test]
fn odds_are_the_known_ones() {
    for (dragon, warriors, known) in KNOWN {
        let odds = odds(dragon, warriors.into());
        for (odds, known) in odds.iter().zip(known) {
            assert!((odds - known).abs() < 1e-11, "{warriors} against {}: {odds} is not {known}", dragon.name());
        }
        assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-14);
    }
    for dragon in Dragon::ALL {
        assert!(odds(dragon, 0)[0] > 1.0 - 1e-15, "nobody wins without warriors");
    }
}

#[test]
fn dice_fall_as_the_odds_say() {
    let fights = 40_000_u32;
    let mut rng = Rng::with_seed(9);
    for (dragon, warriors, known) in KNOWN {
        let mut counts = [0_u32; 4];
        for _ in 0..fights {
            counts[usize::from(Fight::new(dragon, warriors).outcome(&mut rng))] += 1;
        }
        for (left, (count, p)) in counts.into_iter().zip(known).enumerate() {
            let off = f64::from(count) - f64::from(fights) * p;
            // 4.5 standard errors, squared.
            let most = 20.25 * f64::from(fights) * p * (1.0 - p);
            assert!(off * off <= most, "{warriors} against {}, {left} left: {count}", dragon.name());
        }
    }
}

#[test]
fn every_roll_follows_the_rules() {
    let mut rng = Rng::with_seed(10);
    for (dragon, warriors, _) in KNOWN {
        for _ in 0..500 {
            let mut fight = Fight::new(dragon, warriors);
            assert!(!fight.over() && fight.unset == 3);
            while !fight.over() {
                let before = fight;
                let roll = fight.roll(&mut rng);
                assert_eq!(roll.warriors.len(), usize::from(before.warriors));
                assert_eq!(roll.scales.len(), usize::from(before.unset));
                let parts = roll.scales.iter().filter(|scale| **scale == Scale::Part).count();
                let fire = roll.scales.iter().filter(|scale| **scale == Scale::Flame).count();
                let shown = |side| roll.warriors.iter().filter(|warrior| **warrior == side).count();
                let burnt = (fire + shown(Warrior::Flame)).saturating_sub(shown(Warrior::Shield));
                assert_eq!(usize::from(roll.lost), burnt.min(roll.warriors.len()), "{roll:?}");
                assert_eq!(fight.warriors, before.warriors - roll.lost);
                assert_eq!(usize::from(fight.unset), usize::from(before.unset) - parts);
                // A blow needs an axe of this very roll.
                let slain = fight.warriors > 0 && fight.unset == 0 && shown(Warrior::Axe) > 0;
                assert_eq!(fight.over(), slain || fight.warriors == 0, "{roll:?}");
            }
        }
    }
}
