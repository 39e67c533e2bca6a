//! Pictures are whole and show what there is.

use crate::setup::{fought, setup};
use boardbots_base::printable::escaped;
use boardbots_battletech::battle::{Battle, Event};
use boardbots_battletech::simulator::LIMITS;
use boardbots_battletech::simulator::drawing::{Scene, draw};

/// The elements of an XML text, each closed in its turn.
fn elements(text: &str) -> Vec<&str> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    for part in text.split('<').skip(1) {
        let (tag, rest) = part.split_once('>').expect("a tag ends");
        assert!(!rest.contains('>'), "{rest}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "in {tag}");
        } else {
            all.push(name);
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

/// Looks at the picture of every turn.
#[derive(Default)]
struct Onlooker {
    turns: u32,
    moves: usize,
    shots: usize,
}

impl Onlooker {
    fn turn(&mut self, battle: &Battle) {
        self.turns += 1;
        let scene =
            Scene { situation: battle.situation(), events: battle.events(), whole: &[], title: "A <turn> & more" };
        let svg = draw(&scene);
        let elements = elements(&svg);
        let count = |name: &str| elements.iter().filter(|element| **element == name).count();
        assert_eq!(svg.matches("class=\"h\"").count(), battle.situation().map.cells().len());
        assert_eq!(count("svg"), 1);
        assert!(svg.contains("A &lt;turn&gt; &amp; more"));
        let paths = |event: &&Event| matches!(event, Event::Move { path, .. } if path.len() > 1);
        let moves = battle.events().iter().filter(paths).count();
        assert_eq!(count("polyline"), moves);
        let shots = battle.events().iter().filter(|event| matches!(event, Event::Shot { target: Some(_), .. })).count();
        assert!(count("title") >= shots);
        self.moves += moves;
        self.shots += shots;
    }
}

#[test]
fn every_turn_is_drawn() {
    let mut onlooker = Onlooker::default();
    fought(&setup("laguna", &["gaviota", "encina"], 8, 7), &["strong", "course"], LIMITS, |battle| {
        onlooker.turn(battle);
    });
    fought(&setup("poblado", &["tejon", "nutria", "grillo", "faro"], 4, 8), &["course"], LIMITS, |battle| {
        onlooker.turn(battle);
    });
    assert!(onlooker.turns > 6 && onlooker.moves > 10 && onlooker.shots > 0, "something was seen");
}

#[test]
fn names_mean_themselves() {
    assert_eq!(escaped("a<b> & \"c\"\u{1}"), "a&lt;b&gt; &amp; &quot;c&quot; ");
}
