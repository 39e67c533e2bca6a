//! Help on every element of the table.

use super::guests::listed;
use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;

/// The elements, with other words for them and their help.
const ELEMENTS: &[(&str, &[&str], &str)] = &[
    (
        "keys",
        &["key", "commands"],
        "b, g and r fight the blue, green and red dragon, s stops; c challenges, p lets pass; a accepts a challenge, \
         f refuses it. Whole words work, too. Enter alone shows the question again, or goes on where the table waits.\n\
         log shows what has happened, show the table; save [FILE] saves the game, quit leaves; interactive and \
         automatic say whether the rivals' steps wait for you. Ctrl-C asks whether to save and leave.",
    ),
    (
        "rules",
        &["game", "turn"],
        "Your three warriors fight one dragon after the other. Each dragon slain gives its points; with the last \
         warrior lost you lose the points of the turn. After each dragon you may stop and keep them. A player who stops can be \
         challenged. The most points win at the end of the round in which a player reaches the goal; while the best \
         are level, another round is played.",
    ),
    (
        "fight",
        &["fights", "roll", "rolls"],
        "In every roll all your warriors and the dragon's dice that are not aside are rolled. Parts of the dragon are \
         set aside. Flames of both sides burn a warrior each, unless a shield of the same roll stops one. When head, \
         wings and tail lie aside and the same roll shows an axe, the dragon is slain. A fight goes on to its end.",
    ),
    (
        "dice",
        &["die", "axe", "shield", "flame", "mountain", "aside", "lost"],
        "A warrior die has three axes, two shields and a flame. A dragon die has its part on four sides; the other \
         two are mountains (blue), a mountain and a flame (green) or flames (red). \"aside\" is written under dice \
         that are set aside for the whole fight, \"lost\" under warriors that are lost for the whole turn.",
    ),
    (
        "dragons",
        &["dragon", "blue", "green", "red", "slain", "points"],
        "The blue dragon is worth 2 points, the green one 4, the red one 6. The slain lie aside; with the last of \
         the three all come back. Blue has no flames, green one on each die, red two.",
    ),
    (
        "warriors",
        &["warrior"],
        "You begin every turn with three warriors. A lost warrior does not come back within the turn, and with the last \
         one the points of the turn are gone.",
    ),
    (
        "scores",
        &["score", "bar", "ghost", "cubes"],
        "Scores cannot be lost any more. Behind the score of whose turn it is, fainter and after an arrow, stands \
         its ghost: what the player would have if the turn stopped now. The bars show the same, up to the goal. The \
         mark before a name says whose turn it is.",
    ),
    (
        "tokens",
        &["token", "challenge", "pass", "accept", "refuse", "bonus"],
        "Every player has one token (T behind the score) for one challenge in the whole game, to be spent when another \
         player stops. The challenged player either refuses, keeps half and gives the challenger the bonus; or accepts and \
         must slay one more dragon at least, for doubled points where that is agreed. If that fails the points are \
         lost and the challenger has the bonus; if not, the challenger has nothing. A turn is challenged once at most.",
    ),
    ("log", &[], "log shows what has happened in this game, roll by roll."),
    (
        "save",
        &["resume", "quit", "ctrl-c"],
        "save writes the game to a file that --resume goes on with, save FILE to another one. quit leaves without \
         saving; Ctrl-C asks.",
    ),
    (
        "seed",
        &["replay"],
        "The seed is where dice and rivals come from: with --seed and the same seats the same game can be had again, \
         as long as all players decide the same.",
    ),
    (
        "mode",
        &["modes", "interactive", "automatic"],
        "interactive: every step of a rival is announced and waits for Enter. automatic: the game runs on and the \
         log tells.",
    ),
    ("rivals", &["rival", "opponent", "opponents"], "All of them play to win, each in another way. You will find out."),
];

const OVERVIEW: &str = "\
b g r = fight a dragon, s = stop, c = challenge, p = pass, a = accept, f = refuse; log, show, save, quit, \
interactive, automatic. More with ? and one of: keys, rules, fight, dice, dragons, warriors, scores, tokens, log, \
save, seed, mode, rivals.";

/// The help on an element; an overview if none is named.
///
/// # Errors
///
/// An unknown element, with the known ones.
pub fn about(element: &str) -> Result<&'static str, InputError> {
    if element.is_empty() {
        return Ok(OVERVIEW);
    }
    let wanted = element.to_lowercase();
    let found = ELEMENTS.iter().find(|(name, others, _)| *name == wanted || others.contains(&wanted.as_str()));
    found.map(|(_, _, text)| *text).ok_or_else(|| {
        let names: Vec<&str> = ELEMENTS.iter().map(|(name, _, _)| *name).collect();
        format!("no help about \"{}\"; there is {}", printable(element, 40), listed(&names)).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_its_help_and_no_word_two() {
        let mut words = Vec::new();
        for (name, others, text) in ELEMENTS {
            assert!(OVERVIEW.contains(name), "{name}");
            for word in others.iter().chain([name]) {
                assert_eq!(about(&word.to_uppercase()), Ok(*text), "{word}");
                words.push(word);
            }
        }
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all);
        assert!(about("").expect("an overview").contains("? and one of"));
    }
}
