//! Values that are known to many digits.

use super::standard::standard;
use crate::solution::Solution;
use crate::values::{Role, State, Tokens, Values};
use crate::variant::Variant;

/// What the start is worth to the first player if both have a token.
fn start(variant: Variant) -> f64 {
    Solution::of(variant).value(State { role: Role::First, first: 0, second: 0, tokens: Tokens::new(true, true) })
}

#[test]
fn variants_have_their_values() {
    let standard = Variant::STANDARD;
    for (variant, value) in [
        (standard, 0.457_979_250_8),
        (Variant { goal: 41, ..standard }, 0.458_170_798_5),
        (Variant { bonus: 0, ..standard }, 0.460_530_054_3),
        (Variant { doubling: false, ..standard }, 0.450_977_801_7),
    ] {
        assert!((start(variant) - value).abs() < 1e-9, "{variant}");
    }
}

#[test]
fn small_goals_have_their_values() {
    for (goal, value) in [
        (4, 0.410_247_805_4),
        (8, 0.427_744_614_5),
        (10, 0.434_345_647_3),
        (12, 0.441_852_353_4),
        (20, 0.446_613_153_4),
        (30, 0.453_687_380_4),
    ] {
        assert!((start(Variant { goal, ..Variant::STANDARD }) - value).abs() < 1e-9, "goal {goal}");
    }
}

/// By tokens: both players, the first, the second, nobody.
type ByTokens = [f64; 4];

/// By scores: what it is worth to the first player that he moves, and that the second does.
const SCORES: [((u16, u16), ByTokens, ByTokens); 10] = [
    (
        (0, 0),
        [0.457_979_251, 0.509_550_673, 0.395_979_924, 0.447_434_470],
        [0.349_313_709, 0.392_020_080, 0.288_195_353, 0.327_656_015],
    ),
    (
        (0, 20),
        [0.144_075_714, 0.165_170_019, 0.102_696_501, 0.117_489_178],
        [0.082_345_032, 0.093_923_603, 0.052_218_505, 0.059_122_005],
    ),
    (
        (20, 0),
        [0.798_357_857, 0.841_402_615, 0.757_056_437, 0.809_408_088],
        [0.692_955_093, 0.740_335_317, 0.636_248_750, 0.691_743_259],
    ),
    (
        (10, 10),
        [0.453_687_380, 0.506_698_099, 0.388_361_330, 0.439_307_145],
        [0.330_626_551, 0.371_277_904, 0.265_867_102, 0.301_797_291],
    ),
    (
        (15, 25),
        [0.241_354_734, 0.275_407_984, 0.184_737_754, 0.212_031_795],
        [0.138_433_955, 0.157_006_414, 0.093_186_486, 0.106_135_236],
    ),
    (
        (25, 15),
        [0.670_013_081, 0.723_308_112, 0.604_473_025, 0.667_583_209],
        [0.524_035_462, 0.568_779_163, 0.444_976_058, 0.492_836_256],
    ),
    (
        (30, 30),
        [0.434_345_647, 0.481_834_131, 0.366_367_639, 0.407_227_529],
        [0.221_380_904, 0.244_025_472, 0.152_749_332, 0.168_712_324],
    ),
    (
        (35, 35),
        [0.421_768_159, 0.482_720_036, 0.341_264_346, 0.374_340_504],
        [0.184_884_520, 0.206_111_989, 0.076_348_402, 0.083_748_272],
    ),
    (
        (39, 39),
        [0.410_247_805, 0.465_015_199, 0.318_259_275, 0.346_374_778],
        [0.144_074_738, 0.157_471_276, 0.011_343_045, 0.012_345_107],
    ),
    (
        (33, 37),
        [0.295_161_358, 0.329_080_866, 0.232_491_048, 0.250_642_492],
        [0.066_034_141, 0.073_622_687, 0.028_480_910, 0.030_704_521],
    ),
];

/// By scores of which one has reached the goal: what it is worth to the first player that the
/// second moves.
const DECIDING: [((u16, u16), ByTokens); 8] = [
    ((40, 20), [0.884_679_346, 0.884_679_346, 0.847_822_755, 0.847_822_755]),
    ((40, 30), [0.583_408_051, 0.593_759_412, 0.514_706_539, 0.520_020_536]),
    ((40, 36), [0.327_934_832, 0.327_934_832, 0.214_136_760, 0.218_369_081]),
    ((44, 30), [0.763_006_165, 0.763_006_165, 0.694_169_477, 0.694_169_477]),
    ((46, 34), [0.698_159_539, 0.711_025_847, 0.610_385_714, 0.615_811_353]),
    ((60, 30), [0.968_239_716, 0.970_153_838, 0.959_775_915, 0.960_645_589]),
    ((30, 41), [0.0; 4]),
    ((38, 44), [0.0; 4]),
];

#[track_caller]
fn check(role: Role, (first, second): (u16, u16), known: ByTokens) {
    for (tokens, known) in Tokens::ALL.into_iter().rev().zip(known) {
        let state = State { role, first, second, tokens };
        let value = standard().value(state);
        // They are known to nine or ten digits.
        assert!((value - known).abs() < 1e-9, "{state:?}: {value} is not {known}");
    }
}

#[test]
fn pairs_of_scores_have_their_values() {
    for (scores, first, second) in SCORES {
        check(Role::First, scores, first);
        check(Role::Second, scores, second);
    }
}

#[test]
fn deciding_turns_have_their_values() {
    for (scores, known) in DECIDING {
        check(Role::Second, scores, known);
    }
}

#[test]
fn new_games_and_ties_have_their_values() {
    let new = [0.457_979_250_8, 0.509_550_672_6, 0.395_979_924_4, 0.447_434_469_5];
    check(Role::First, (0, 0), new);
    let tie = [0.410_247_805_4, 0.465_015_198_5, 0.318_259_275_0, 0.346_374_778_2];
    check(Role::First, (40, 40), tie);
    // All ties are worth the same.
    check(Role::First, (57, 57), tie);
}

#[test]
fn the_last_dragon_decides() {
    // One point behind a blue dragon is enough, two behind a green one, without tokens.
    for (scores, defeat) in [((40, 39), 0.035_640_894_083), ((40, 38), 0.122_503_253_432)] {
        let state = State { role: Role::Second, first: scores.0, second: scores.1, tokens: Tokens::new(false, false) };
        assert!((standard().value(state) - defeat).abs() < 1e-11, "{state:?}");
    }
}
