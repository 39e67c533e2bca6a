//! What a terminal shows before a game.

use super::table::play;
use super::terminal::Terminal;

#[test]
fn every_game_opens_with_its_rules_and_keys_in_the_language_asked_for() {
    let cases = [
        ("desconecta4", "es", "quien hace cuatro en raya pierde", "explota tu bomba"),
        ("tron", "ca", "aspiradores", "left (esquerra)"),
        ("connect-four", "ru", "четыре фишки в ряд", "— последняя"),
        ("dragon-slayer", "es", "Lucha contra un dragón", "con s te plantas"),
        ("dragon-slayer", "en", "Fight one dragon after the other", "b, g and r fight"),
        ("desconecta4", "en", "a later turn you can set it off", "b or boom sets off your bomb"),
    ];
    for (game, language, rules, keys) in cases {
        let mut words = vec![game, "--lang", language];
        if game == "dragon-slayer" {
            words.extend(["--with", "Abel", "--no-delay", "--no-statistics"]);
        }
        let mut terminal = Terminal::open(&words, 100);
        let shown = terminal.question().0;
        terminal.line("quit");
        let link = format!("Rules: boardbots rules {game} --lang {language}");
        for part in [rules, &link, keys] {
            assert!(shown.replace('\n', " ").contains(part), "{part}: {shown}");
        }
    }
    let refused = play(&["tron", "--lang", "de"], b"");
    assert!(refused.err.contains("--lang: write one of en, es, ca, ru"), "{}", refused.err);
}

#[test]
fn rules_come_before_the_first_question() {
    let mut terminal = Terminal::open(&["dragon-slayer", "--no-statistics", "--lang", "es"], 100);
    let shown = terminal.question().0.replace('\n', " ");
    terminal.line("quit");
    let (rules, name) = (shown.find("Lucha contra un dragón"), shown.find("Whom do you play against?"));
    assert!(rules.is_some() && rules < name, "{shown}");
}
