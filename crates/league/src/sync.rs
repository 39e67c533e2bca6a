//! Players of files, brought into the database: those who are new come, those whose files are gone go, and another
//! program is another version.

use crate::settings::Wanted;
use crate::store::{self, Origin, Player, Stage, State, Version};
use boardbots_base::names::alike;
use boardbots_base::store::Stored;
use boardbots_game::spec::Spec;
use rusqlite::Connection;

/// Players and versions as the database has them.
pub type Roster = (Vec<Player>, Vec<Version>);

/// The players and versions of the database.
///
/// # Errors
/// If the database fails, or a row is damaged.
pub fn roster(db: &Connection) -> Stored<Roster> {
    Ok((store::players(db)?, store::versions(db)?))
}

/// Brings the players that files of one kind name into the database; those of `kept` names stay as they are, because
/// their files cannot be read now. What could not be done is in the second part.
///
/// # Errors
/// If the database fails.
pub fn bring(
    db: &Connection,
    origin: Origin,
    (wanted, kept): (&[Wanted], &[String]),
    tests: bool,
    now: i64,
) -> Stored<(Roster, Vec<String>)> {
    let (players, _) = roster(db)?;
    let mut refused = Vec::new();
    for one in wanted {
        let known = players.iter().find(|player| player.name == one.name);
        let number = match known {
            Some(player) if player.key.is_some() || player.origin != origin && player.state == State::Active => {
                refused.push(format!("{}: another player has this name", one.name));
                continue;
            }
            Some(player) => {
                let state = if player.state == State::Away { State::Active } else { player.state };
                store::set_player(db, &Player { origin, state, ..player.clone() })?;
                player.number
            }
            None => {
                let other =
                    players.iter().find(|player| player.state != State::Removed && alike(&player.name, &one.name));
                if let Some(other) = other {
                    refused.push(format!("{}: this name looks like {}", one.name, other.name));
                    continue;
                }
                store::add_player(db, &one.name, origin, None, now)?
            }
        };
        renew(db, number, (one.version.as_deref(), Some(&one.spec)), tests, now)?;
    }
    let is_named = |name: &String| wanted.iter().any(|one| one.name == *name) || kept.contains(name);
    let gone = |player: &&Player| player.origin == origin && player.state == State::Active && !is_named(&player.name);
    for player in players.iter().filter(gone) {
        store::set_player(db, &Player { state: State::Away, ..player.clone() })?;
    }
    Ok((roster(db)?, refused))
}

/// The version of a player with this label, or what is run: the one that there is, or a new one, which is a candidate
/// if there is another and new ones are tested. Its number.
///
/// # Errors
/// If the database fails.
pub fn renew(
    db: &Connection,
    player: i64,
    (label, spec): (Option<&str>, Option<&Spec>),
    tests: bool,
    now: i64,
) -> Stored<i64> {
    let versions: Vec<Version> = store::versions(db)?.into_iter().filter(|version| version.player == player).collect();
    let is_it = |version: &&Version| version.spec.as_ref() == spec && label.is_none_or(|label| label == version.label);
    // The newest one plays, or was found weaker: it is not tested again.
    if let Some(newest) = versions.last().filter(is_it) {
        return Ok(newest.number);
    }
    let current = versions.iter().any(|version| version.stage == Stage::Current);
    let stage = if tests && current { Stage::Candidate } else { Stage::Current };
    let label = label.map_or_else(|| (versions.len() + 1).to_string(), str::to_string);
    store::add_version(db, player, &label, spec, stage, now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(name: &str, spec: &str) -> Wanted {
        Wanted { name: name.into(), spec: spec.parse().expect("a player"), version: None }
    }

    #[test]
    fn files_come_go_and_change() {
        let db = Connection::open_in_memory().expect("memory");
        store::prepare(&db, 1).expect("made");
        let bring = |wanted: &[Wanted], kept: &[&str], now| {
            let kept: Vec<String> = kept.iter().map(ToString::to_string).collect();
            let ((players, versions), refused) =
                bring(&db, Origin::Folder, (wanted, &kept), true, now).expect("stored");
            let players = players.into_iter().map(|player| format!("{} {}", player.name, player.state));
            let versions = versions.iter().map(|it| format!("{}.{} {}", it.player, it.label, it.stage));
            (players.collect::<Vec<_>>().join(", "), versions.collect::<Vec<_>>().join(", "), refused)
        };
        let (ada, bob) = (wanted("ada", "cmd:ada"), wanted("bob", "tron:strong"));
        let both = [ada.clone(), bob.clone()];
        for now in [1, 2] {
            let (players, versions, _) = bring(&both, &[], now);
            assert_eq!((players.as_str(), versions.as_str()), ("ada active, bob active", "1.1 current, 2.1 current"));
        }
        let next = [wanted("ada", "cmd:ada --better"), bob.clone()];
        assert_eq!(bring(&next, &[], 3).1, "1.1 current, 2.1 current, 1.2 candidate");
        // Back again, which is a version of its own; and away, and here again.
        assert_eq!(bring(&both, &[], 4).1, "1.1 current, 2.1 current, 1.2 past, 1.3 candidate");
        assert_eq!(bring(std::slice::from_ref(&bob), &["ada"], 5).0, "ada active, bob active");
        assert_eq!(bring(std::slice::from_ref(&bob), &[], 6).0, "ada away, bob active");
        assert_eq!(bring(&both, &[], 7).0, "ada active, bob active");
        // Names of others are theirs.
        store::add_player(&db, "eve", Origin::Page, Some([1; 32]), 8).expect("stored");
        let (players, _, refused) = bring(&[wanted("eve", "cmd:x"), wanted("ADA", "cmd:x"), bob], &["ada"], 9);
        assert_eq!(players, "ada active, bob active, eve active");
        assert!(
            refused.len() == 2 && refused[0].contains("eve:") && refused[1].contains("looks like ada"),
            "{refused:?}"
        );
    }
}
