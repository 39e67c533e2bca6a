//! Names of people, and of the bots that they ask for.

use boardbots_base::invalid::InputError;
use boardbots_base::names::{self, alike};
use boardbots_game::game::{Game, Offer, Usage};
use boardbots_game::spec::{Kind, Spec};

/// Most bytes of a bot as it is asked for.
const LONGEST_PLAYER: usize = 80;

/// A name as it is shown, without blanks around it.
///
/// # Errors
/// A text that cannot be a name.
pub fn of_person(given: &str) -> Result<String, InputError> {
    names::check(given, 1, names::LONGEST).map_err(InputError::new)
}

/// Checks that a name can be told from those of the others at a table.
///
/// # Errors
/// The name that it looks like.
pub fn differs<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> Result<(), InputError> {
    match others.into_iter().find(|other| alike(name, other)) {
        Some(other) => Err(format!("this name looks like {other}, which is taken at this table").into()),
        None => Ok(()),
    }
}

/// A bot that a client out there asks for: nobody from the network runs programs, names files of
/// this machine, or takes more than a thread of it. However its numbers and their order were
/// written, it is one player with one text.
///
/// # Errors
/// A bot that cannot sit here.
pub fn bot(game: &dyn Game, player: &str) -> Result<(Spec, String), InputError> {
    if player.len() > LONGEST_PLAYER {
        return Err(format!("player has at most {LONGEST_PLAYER} bytes").into());
    }
    let mut spec: Spec = player.parse()?;
    let Kind::House { options, .. } = &mut spec.kind else {
        return Err("the server starts no programs; leave the seat open, and boardbots join takes it".into());
    };
    if options.iter().any(|(key, _)| key == "parameters") {
        return Err("bots at tables have no files of constants".into());
    }
    if options.iter().any(|(key, value)| key == "threads" && value != "1") {
        return Err("bots at tables think on one thread each".into());
    }
    for (_, value) in options.iter_mut() {
        // Leading zeros and signs are read as well.
        if let Ok(number) = value.parse::<u64>() {
            *value = number.to_string();
        }
    }
    options.sort_unstable();
    if spec.label.is_some() {
        return Err("bots at tables cannot have a label".into());
    }
    game.check(&spec, Usage::Table)?;
    let text = spec.to_string();
    let offered = game.offers().into_iter().find(|offer: &Offer| offer.player == text);
    let name = offered.map_or_else(|| spec.title(), |offer| offer.name);
    Ok((spec, name))
}

/// The usual bot of a game: it chooses when a clock runs out, gives hints and evaluates.
pub fn usual(game: &dyn Game) -> Option<Spec> {
    game.offers().first()?.player.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::trial::pile::Pile;
    use super::*;

    #[test]
    fn names_can_be_seen() {
        assert_eq!(of_person("  Ada "), Ok("Ada".into()));
        assert_eq!(of_person("<b>Núria & Олег</b>").map(|name| name.len()), Ok(24));
        for bad in [
            "",
            "   ",
            "a\nb",
            "a\u{202e}b",
            "\u{200b}",
            "a\u{0}",
            "\u{2067}x",
            "\u{3164}",
            "\u{2800}",
            "a\u{34f}",
            "123456789012345678901",
        ] {
            assert!(of_person(bad).is_err(), "{bad:?}");
        }
        assert!(of_person("12345678901234567890").is_ok());
    }

    #[test]
    fn names_can_be_told_apart() {
        assert!(differs("Ada", ["", "Eve", "Strong"]).is_ok());
        for other in ["Ada", "\u{410}da", "ADA"] {
            assert!(differs("Ada", ["Eve", other]).is_err_and(|why| why.contains(other)), "{other}");
        }
    }

    #[test]
    fn a_player_has_one_text() {
        for player in ["tron:strong,depth=+8,movetime=050", "tron:strong,movetime=50,depth=8"] {
            let (spec, name) = bot(&Pile, player).expect("it plays");
            assert_eq!(
                (spec.to_string().as_str(), name.as_str()),
                ("tron:strong,depth=8,movetime=50", "strong,depth=8,movetime=50")
            );
        }
        let long = |zeros| format!("tron:strong,depth={}1", "0".repeat(zeros));
        assert_eq!(bot(&Pile, &long(61)).map(|(_, name)| name).as_deref(), Ok("strong,depth=1"));
        for zeros in [62, 12_000] {
            assert_eq!(bot(&Pile, &long(zeros)), Err("player has at most 80 bytes".into()));
        }
    }

    #[test]
    fn nobody_out_there_runs_programs_or_reads_files() {
        assert_eq!(bot(&Pile, "tron:strong").map(|(_, name)| name).as_deref(), Ok("Strong"));
        assert_eq!(bot(&Pile, "tron:strong,threads=1").map(|(_, name)| name).as_deref(), Ok("strong,threads=1"));
        for (player, part) in [
            ("cmd:./evil", "programs"),
            ("x=cmd:./evil", "programs"),
            ("tron:strong,parameters=/etc/passwd", "files"),
            ("tron:strong,threads=2", "one thread"),
            ("Ada=tron:strong", "cannot have a label"),
            ("tron:weak", "does not play"),
            ("strong", "is no player"),
        ] {
            assert!(bot(&Pile, player).is_err_and(|error| error.contains(part)), "{player}");
        }
    }
}
