//! Comments of the bots at the table.
//!
//! Every personality has a voice with texts of its own for every [`Occasion`]. Texts tell what has happened, never win
//! probabilities or a bot's plans; the game does not depend on them. Each voice has a file: `[occasion]`, then one text
//! per line.

use super::dice::{Dragon, below};
use fastrand::Rng;
use std::fmt;

/// An occasion for a comment. The speaker is a bot; the rival is the other player it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// The game begins.
    Start,
    /// The speaker has lost the last warrior; the points are those that are lost.
    Bust,
    /// The speaker keeps 12 points or more.
    BigTurn,
    /// The speaker stops with these points.
    Stop,
    /// The speaker challenges the rival, who would stop with these points.
    Challenges,
    /// The rival challenges the speaker; the points are those of the turn.
    Challenged,
    /// The speaker has accepted the rival's challenge.
    Accepts,
    /// The speaker has refused the rival's challenge and keeps these points.
    Refuses,
    /// A challenge, the speaker's or the rival's, has ended well for the speaker.
    ChallengeWon,
    /// A challenge, the speaker's or the rival's, has ended badly for the speaker.
    ChallengeLost,
    /// The speaker's turn begins, this many points behind the rival, 8 or more.
    Behind,
    /// The speaker's turn begins in a round that may be the last.
    LastTurn,
    /// The speaker has won.
    Win,
    /// The rival has won.
    Loss,
}

// Names in the files.
boardbots_base::words! { Occasion::name:
    Start "start", Bust "bust", BigTurn "big turn", Stop "stop", Challenges "challenges", Challenged "challenged",
    Accepts "accepts", Refuses "refuses", ChallengeWon "challenge won", ChallengeLost "challenge lost",
    Behind "behind", LastTurn "last turn", Win "win", Loss "loss",
}

/// Voices by the first word of a personality's name: each of the four has one, and so has each
/// of the types, whose three factors share it.
const VOICES: [(&str, &str); 8] = [
    ("Abel", include_str!("comments/abel.txt")),
    ("Beatriu", include_str!("comments/beatriu.txt")),
    ("Carla", include_str!("comments/carla.txt")),
    ("Daniel", include_str!("comments/daniel.txt")),
    ("Killer", include_str!("comments/killer.txt")),
    ("Achiever", include_str!("comments/achiever.txt")),
    ("Socializer", include_str!("comments/socializer.txt")),
    ("Explorer", include_str!("comments/explorer.txt")),
];

/// Words to be filled into a text. Texts that need a missing word are skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words<'a> {
    /// The name of the other player that the text is about.
    pub rival: Option<&'a str>,
    /// The points that the [`Occasion`] is about. Fewer than two are not mentioned.
    pub points: Option<u16>,
    /// The dragon that has won or been slain.
    pub dragon: Option<Dragon>,
}

impl Words<'_> {
    /// True if all words that this text needs are there.
    fn fill(&self, text: &str) -> bool {
        let points = self.points.is_some_and(|points| points >= 2);
        (self.rival.is_some() || !text.contains("{rival}"))
            && (points || !text.contains("{points}"))
            && (self.dragon.is_some() || !text.contains("{dragon}"))
    }
}

/// The last comment of a bot on every occasion, so that it does not repeat itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory([Option<&'static str>; Occasion::ALL.len()]);

/// The name of a text: pages have the same lines in other languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    voice: &'static str,
    occasion: Occasion,
    /// Its index among the texts of the voice for the occasion.
    number: usize,
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}.{}", self.voice.to_lowercase(), self.occasion.name(), self.number)
    }
}

/// A comment; [`fmt::Display`] fills in the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    /// The text's name.
    pub line: Line,
    text: &'static str,
    words: Words<'a>,
}

impl fmt::Display for Comment<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.text;
        while let Some((before, after)) = rest.split_once('{') {
            let (word, after) = after.split_once('}').unwrap_or((after, ""));
            out.write_str(before)?;
            match (word, self.words) {
                ("rival", Words { rival: Some(rival), .. }) => out.write_str(rival)?,
                ("points", Words { points: Some(points), .. }) => write!(out, "{points}")?,
                ("dragon", Words { dragon: Some(dragon), .. }) => out.write_str(dragon.name())?,
                _ => {}
            }
            rest = after;
        }
        out.write_str(rest)
    }
}

/// The occasion that a line begins; `None` for a text.
fn heading(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

/// The texts of a voice for an occasion.
fn texts(voice: &'static str, occasion: Occasion) -> impl Iterator<Item = &'static str> {
    voice
        .lines()
        .skip_while(move |line| heading(line) != Some(occasion.name()))
        .skip(1)
        .take_while(move |line| heading(line).is_none())
        .filter(|line| !line.is_empty())
}

/// The comment of the bot with this personality on an occasion, drawn from its texts other than the last one; `None` if
/// it has no voice. The same seed and memory give the same text.
pub fn say<'a>(
    personality: &str,
    occasion: Occasion,
    words: Words<'a>,
    memory: &mut Memory,
    rng: &mut Rng,
) -> Option<Comment<'a>> {
    let kind = personality.split(' ').next()?;
    let (name, voice) = VOICES.iter().find(|(name, _)| name.eq_ignore_ascii_case(kind))?;
    let last = &mut memory.0[occasion as usize];
    let possible = || (0..).zip(texts(voice, occasion)).filter(|(_, text)| words.fill(text) && Some(*text) != *last);
    let count = possible().count();
    let (number, text) = if count == 0 { return None } else { possible().nth(below(count, rng))? };
    *last = Some(text);
    Some(Comment { line: Line { voice: name, occasion, number }, text, words })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Most characters of a text, before anything is filled in.
    const LONGEST: usize = 90;

    fn all() -> impl Iterator<Item = (&'static str, Occasion, &'static str)> {
        VOICES.iter().flat_map(|(name, voice)| {
            Occasion::ALL.iter().flat_map(|at| texts(voice, *at).map(|text| (*name, *at, text)))
        })
    }

    #[test]
    fn every_voice_has_six_texts_and_more_for_every_occasion() {
        for (name, voice) in VOICES {
            for occasion in Occasion::ALL {
                let bare = |text: &&str| Words::default().fill(text);
                let (count, always) = (texts(voice, occasion).count(), texts(voice, occasion).filter(bare).count());
                assert!(count >= 6, "{name}, {}: {count}", occasion.name());
                assert!(always >= 2, "{name}, {}: {always} that can always be said", occasion.name());
            }
            let headings = voice.lines().filter(|line| line.starts_with('['));
            assert!(headings.eq(Occasion::ALL.map(|occasion| format!("[{occasion}]"))), "{name}");
        }
    }

    #[test]
    fn no_text_stands_twice() {
        let mut texts: Vec<&str> = all().map(|(_, _, text)| text).collect();
        let count = texts.len();
        texts.sort_unstable_by_key(|text| text.to_lowercase());
        texts.dedup_by_key(|text| text.to_lowercase());
        assert_eq!(texts.len(), count);
    }

    #[test]
    fn texts_are_short_and_need_nothing_unknown() {
        for (name, occasion, text) in all() {
            let place = format!("{name}, {}: {text}", occasion.name());
            assert!(text.chars().count() <= LONGEST && text.is_ascii() && text.trim() == text, "{place}");
            let bare =
                ["{rival}", "{points}", "{dragon}"].iter().fold(text.to_string(), |text, word| text.replace(word, ""));
            assert!(!bare.contains(['{', '}', '%']) && !bare.contains(|c: char| c.is_ascii_digit()), "{place}");
            for told in ["probab", "percent", "per cent", "chances", "odds", "expected value"] {
                assert!(!bare.to_lowercase().contains(told), "{place}");
            }
            assert!(text.ends_with(['.', '!', '?']), "{place}");
            // The dragon is named on no other occasion.
            assert!(!text.contains("{dragon}") || occasion == Occasion::Bust, "{place}");
        }
    }

    #[test]
    fn words_are_filled_in() {
        let words = Words { rival: Some("Ada {points}"), points: Some(14), dragon: Some(Dragon::Red) };
        let line = Line { voice: "Abel", occasion: Occasion::BigTurn, number: 2 };
        assert_eq!(line.to_string(), "abel.big turn.2");
        let comment = |text| Comment { line, text, words }.to_string();
        assert_eq!(comment("{points}, {rival}: the {dragon} one."), "14, Ada {points}: the red one.");
        for (_, _, text) in all() {
            let words = Words { rival: Some("Ada"), ..words };
            assert!(!Comment { line, text, words }.to_string().contains(['{', '}']));
        }
    }

    #[test]
    fn nobody_says_the_same_twice_in_a_row() {
        let everything = Words { rival: Some("Ada"), points: Some(8), dragon: Some(Dragon::Blue) };
        let (mut rng, mut again) = (Rng::with_seed(3), Rng::with_seed(3));
        for (words, least) in [(everything, 6), (Words::default(), 2), (Words { points: Some(1), ..everything }, 2)] {
            for (name, _) in VOICES {
                let (mut memory, mut same) = (Memory::default(), Memory::default());
                for occasion in Occasion::ALL {
                    let mut said: Vec<&str> = Vec::new();
                    for _ in 0..60 {
                        let comment = say(name, occasion, words, &mut memory, &mut rng).expect("there always is one");
                        assert_eq!(Some(comment), say(name, occasion, words, &mut same, &mut again));
                        assert_ne!(said.last(), Some(&comment.text));
                        assert!(words.fill(comment.text));
                        let Line { voice, occasion, number } = comment.line;
                        let (_, all) = VOICES.iter().find(|(name, _)| *name == voice).expect("a voice");
                        assert_eq!(texts(all, occasion).nth(number), Some(comment.text));
                        said.push(comment.text);
                    }
                    said.sort_unstable();
                    said.dedup();
                    assert!(said.len() >= least, "{name}, {}: only {said:?}", occasion.name());
                }
            }
        }
    }

    #[test]
    fn factors_share_the_voice_of_their_type() {
        let said = |name| say(name, Occasion::Win, Words::default(), &mut Memory::default(), &mut Rng::with_seed(1));
        assert!(said("Killer averse").is_some() && said("Killer averse") == said("killer impulsive"));
        assert_ne!(said("Killer averse"), said("Explorer averse"));
        assert_eq!((said("Somebody"), said("")), (None, None));
    }
}
