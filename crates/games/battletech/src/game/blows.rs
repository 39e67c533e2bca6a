//! Blows that a mech can strike, and what it can expect of them.

use super::text::means;
use super::volley::odds;
use crate::action::Blow;
use crate::odds::NEVER;
use crate::physical::{self, Struck, strikes};
use crate::situation::Situation;
use serde_json::{Value, json};

/// Blows that can be struck together, each with what it needs.
type Set = Vec<(Blow, Struck)>;

/// A set of blows, if it is allowed and each can hit.
fn allowed(seen: &Situation, seat: usize, blows: &[Blow]) -> Option<Set> {
    let struck = physical::check(seen, seat, blows).ok()?;
    let hits = struck.iter().all(|struck| struck.needed < NEVER.cast_signed());
    hits.then(|| blows.iter().copied().zip(struck).collect())
}

/// All sets of blows at mechs that are allowed: single ones, and two with both arms.
fn sets(seen: &Situation, seat: usize) -> Vec<Set> {
    let mech = &seen.mechs[seat];
    let able = strikes(mech, mech.condition.heat);
    let mut singles: Vec<Blow> = Vec::new();
    for enemy in seen.enemies(seat) {
        let target = seen.mechs[enemy].condition.hex;
        if mech.condition.hex.distance(target) == 1 {
            singles.extend(able.iter().map(|strike| strike.blow(target)));
        }
    }
    singles.retain(|blow| allowed(seen, seat, &[*blow]).is_some());
    let pairs = singles.iter().enumerate().flat_map(|(number, &one)| {
        // The check refuses what cannot be struck together.
        singles[number + 1..].iter().map(move |&other| vec![one, other])
    });
    let all = singles.iter().map(|&blow| vec![blow]).chain(pairs);
    all.filter_map(|blows| allowed(seen, seat, &blows)).collect()
}

/// True if there is no mech to strike.
pub fn none(seen: &Situation, seat: usize) -> bool {
    sets(seen, seat).is_empty()
}

/// The blows that a mech can strike, as its player sees the situation.
pub fn list(seen: &Situation, seat: usize) -> Vec<Value> {
    let mut choices = vec![json!({"choice": "pass"})];
    choices.extend(sets(seen, seat).iter().map(|set| offer(seen, set)));
    choices
}

fn offer(seen: &Situation, set: &Set) -> Value {
    let mut sum = 0;
    let (mut words, mut blows) = (Vec::new(), Vec::new());
    for (blow, struck) in set {
        let enemy = seen.mech_at(blow.target);
        let (chance, expected) = odds(struck.needed, u32::from(struck.damage) * 1000);
        sum += expected;
        let enemy_word = enemy.map_or_else(String::new, |enemy| enemy.to_string());
        words.push(format!("{}:{}@{enemy_word}", blow.limb, means(blow.means)));
        blows.push(json!({
            "at": blow.limb, "means": struck.kind, "mech": enemy, "needs": struck.needed, "chance": chance,
            "damage": struck.damage, "expected": expected,
        }));
    }
    json!({"choice": format!("strike {}", words.join(",")), "blows": blows, "expected": sum})
}
