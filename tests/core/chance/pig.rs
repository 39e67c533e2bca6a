//! Pig to 100, by T. Neller, C. Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25(1),
//! 2004: a die is rolled again and again for the sum of the turn, which a 1 loses.

use boardbots_chance::{Tangent, solve};

const GOAL: usize = 100;

/// Who plays.
enum Player<'a> {
    /// Takes the best choice against the other player of this game.
    Best,
    /// Holds with this many points, or with enough to win.
    HoldsAt(usize),
    /// Does what is best against his like: these are the values of a game of two of them.
    Optimal(&'a Values),
}

/// What a new turn is worth to its player: by his own score and the other's.
type Values = Vec<Vec<f64>>;

fn zero() -> Values {
    vec![vec![0.0; GOAL]; GOAL]
}

/// A turn, if it is worth this to lose it and `theirs` is what the other's turns are worth.
fn turn(player: &Player, own: usize, other: usize, lost: f64, theirs: &Values) -> Tangent {
    let held = |values: &Values, points: usize| {
        if own + points >= GOAL { 1.0 } else { 1.0 - values[other][own + points] }
    };
    let most = GOAL - own;
    // By points of the turn; what lies beyond the goal is won.
    let mut nodes = vec![Tangent::constant(1.0); most + 7];
    // What an optimal player thinks that his nodes are worth.
    let mut thoughts = vec![1.0; most + 7];
    for points in (0..most).rev() {
        let die = 1.0 / 6.0;
        let rolled =
            (2..=6).fold(Tangent { value: die * lost, slope: die }, |sum, roll| sum.plus(die, nodes[points + roll]));
        let hold = Tangent::constant(held(theirs, points));
        nodes[points] = match player {
            _ if points == 0 => rolled,
            Player::Best => rolled.or(hold),
            Player::HoldsAt(enough) if points >= *enough => hold,
            Player::HoldsAt(_) => rolled,
            Player::Optimal(values) => {
                let roll =
                    die * (1.0 - values[other][own]) + (2..=6).map(|roll| die * thoughts[points + roll]).sum::<f64>();
                let keep = held(values, points);
                thoughts[points] = roll.max(keep);
                if roll > keep { rolled } else { hold }
            }
        };
    }
    nodes[0]
}

/// What the turns of two players are worth.
fn game(players: [&Player; 2]) -> [Values; 2] {
    let [mut ours, mut theirs] = [zero(), zero()];
    for sum in (0..2 * GOAL - 1).rev() {
        for own in (sum + 1).saturating_sub(GOAL)..GOAL.min(sum + 1) {
            let other = sum - own;
            let pair = solve(
                0.5,
                |lost| turn(players[0], own, other, lost, &theirs),
                |lost| turn(players[1], other, own, lost, &ours),
            );
            (ours[own][other], theirs[other][own]) = (pair.first, pair.second);
        }
    }
    [ours, theirs]
}

/// What the first player's first turn is worth.
fn start(first: &Player, second: &Player) -> f64 {
    game([first, second])[0][0][0]
}

#[track_caller]
fn near(found: f64, known: f64) {
    assert!((found - known).abs() < 1e-6, "{found} is not {known}");
}

#[test]
fn the_known_values_come_out() {
    let hold_20 = Player::HoldsAt(20);
    let [values, _] = game([&Player::Best, &Player::Best]);
    near(values[0][0], 0.530_593);
    near(start(&hold_20, &hold_20), 0.534_698);
    near(start(&Player::HoldsAt(25), &Player::HoldsAt(25)), 0.529_756);
    // The best reply to a player who holds at 20, moving first and second.
    near(start(&Player::Best, &hold_20), 0.587_368);
    near(1.0 - start(&hold_20, &Player::Best), 0.522_382);
    near(start(&Player::Best, &Player::HoldsAt(25)), 0.562_110);
    near(1.0 - start(&Player::HoldsAt(25), &Player::Best), 0.500_753);
}

#[test]
fn nothing_is_better_against_the_optimal_player_than_to_be_one() {
    let [values, _] = game([&Player::Best, &Player::Best]);
    let (optimal, hold_20) = (Player::Optimal(&values), Player::HoldsAt(20));
    near(start(&optimal, &optimal), values[0][0]);
    near(start(&Player::Best, &optimal), values[0][0]);
    near(1.0 - start(&optimal, &Player::Best), 1.0 - values[0][0]);
    // He wins against others, if not as often as a player who knows them.
    let won = start(&optimal, &hold_20);
    assert!(values[0][0] < won && won < start(&Player::Best, &hold_20), "{won}");
}
