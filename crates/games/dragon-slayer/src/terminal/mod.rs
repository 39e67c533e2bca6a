//! The game in the terminal: for two to six, people and characters.
//!
//! | file | holds |
//! |---|---|
//! | `guests` | the players, and their names in sentences |
//! | `story` | the game in sentences |
//! | `board`, `dice` | the table and the dice, drawn |
//! | `keys`, `help` | what is typed, what there is to know |
//! | `saved` | a game in a file |

mod board;
mod dice;
mod guests;
mod help;
mod keys;
mod saved;
mod story;

use crate::bot::Contestant;
use crate::chatter::{Chatter, Said};
use crate::dice::below;
use crate::game::DragonSlayer;
use crate::game::player::DragonPlayer;
use crate::game::state::DragonState;
use crate::game::table::{Guest, Table};
use crate::rules::{Action, Event, Game, Question, Turn};
use crate::variant::Variant;
use boardbots_base::entries::LineError;
use boardbots_base::invalid::InputError;
use boardbots_game::picture::Picture;
use boardbots_game::player::Player;
use boardbots_game::state::{Choice, GameState, Seat};
use boardbots_game::terminal::argument::{Argument, Given};
use boardbots_game::terminal::session::Session;
use boardbots_game::terminal::{Beat, Canvas, Missing, Narrator, Opened, SetupError, Terminal};
use fastrand::Rng;
use guests::{NAMELESS, Names, OPPONENTS, listed};
use std::time::Duration;

/// Between one roll and the next, so that people can follow.
const BETWEEN_ROLLS: Duration = Duration::from_millis(700);

impl Terminal for DragonSlayer {
    fn about(&self) -> String {
        "Dragon Slayer: two to six people and characters at one table".into()
    }

    fn usage(&self) -> &'static str {
        "Type a letter and Enter; ? says which. Ctrl-C asks whether to save the game and leave. Colours are \
         used on terminals, unless NO_COLOR is set."
    }

    fn arguments(&self) -> Vec<Argument> {
        let Variant { goal, bonus, .. } = Variant::STANDARD;
        let [goals, bonuses] = [Variant::GOALS, Variant::BONUSES].map(|of| (*of.start()).into()..=(*of.end()).into());
        let new = &["resume"];
        vec![
            Argument::text("with", "NAME", "An opponent, once for each: Abel, Beatriu, Carla or Daniel")
                .or("asks")
                .many()
                .without(new),
            Argument::text("human", "NAME", "A person who plays here, once for each").or(NAMELESS).many().without(new),
            Argument::switch("watch", "No person plays: the opponents play among themselves")
                .without(&["human", "resume"])
                .with("with"),
            Argument::number("goal", "N", goals, "Points that end the game after a whole round, 2 to 120")
                .or(goal)
                .without(new),
            Argument::number(
                "bonus",
                "N",
                bonuses,
                "Points for a challenger whose challenge is refused or not met, 0 to 20",
            )
            .or(bonus)
            .without(new),
            Argument::switch("no-doubling", "Dragons count once after an accepted challenge, not double").without(new),
            Argument::number(
                "seed",
                "N",
                0..=u64::MAX,
                "The same dice and decisions again, by nothing that is known of earlier games",
            )
            .or("others every time; the game says which")
            .without(new),
            Argument::switch("quiet", "The characters say nothing"),
            Argument::switch("no-statistics", "Nothing is kept of this game for the statistics").without(&["database"]),
            Argument::file("database", "Where games are kept")
                .or("~/.local/share/boardbots/dragon-slayer.db, or as XDG says"),
        ]
    }

    fn saves(&self) -> bool {
        true
    }

    fn has_steps(&self) -> bool {
        true
    }

    fn set_up(&self, given: &Given) -> Result<Opened, SetupError> {
        let about = |option: &'static str| {
            move |error: InputError| SetupError::Usage(error.at(format_args!("--{option}")), Some(option))
        };
        let people = given.texts("human").map(|name| guests::human(name).map_err(about("human")));
        let mut all = people.collect::<Result<Vec<Guest>, SetupError>>()?;
        if all.is_empty() && !given.has("watch") {
            all.extend(guests::human(NAMELESS));
        }
        let others = given.texts("with").map(|name| guests::character(name).map_err(about("with")));
        all.extend(others.collect::<Result<Vec<Guest>, SetupError>>()?);
        if all.len() == 1 && !given.has("watch") {
            return Err(SetupError::Missing(Missing {
                question: format!("Whom do you play against? {}", OPPONENTS.join(", ")),
                option: "with",
                check: |name| guests::character(name).map(drop),
                unanswered: format!("there is no opponent; write --with and {}", listed(&OPPONENTS)),
            }));
        }
        let mut all = guests::company(all).map_err(|error| SetupError::Usage(error, None))?;
        let seed = given.number("seed").unwrap_or_else(|| fastrand::u64(..));
        // The seed says who begins; the order stays.
        let first = below(all.len().max(1), &mut Rng::with_seed(seed));
        all.rotate_left(first);
        let Variant { goal, bonus, .. } = Variant::STANDARD;
        let variant = Variant {
            goal: given.number("goal").unwrap_or(goal),
            bonus: given.number("bonus").unwrap_or(bonus),
            doubling: !given.has("no-doubling"),
        };
        Ok(opened(seed, variant, all, given.has("quiet")))
    }

    fn resume(&self, text: &[u8], given: &Given) -> Result<Opened, LineError> {
        saved::resumed(text, given.has("quiet"))
    }
}

/// A new game in which the first of the guests begins. The same seed gives the same dice and the same decisions of
/// the characters.
fn opened(seed: u64, variant: Variant, guests: Vec<Guest>, quiet: bool) -> Opened {
    // Apart from the draw for the first seat, so that it does not matter here.
    let mut seeds = Rng::with_seed(!seed);
    let dice = seeds.fork();
    let own = guests.iter().map(|_| seeds.u64(..)).collect();
    let (mut bots, mut seats): (Vec<Box<dyn Player>>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for guest in &guests {
        seats.push(guest.character.map(|character| {
            bots.push(Box::new(DragonPlayer::new(Contestant::Personality(character), 0)));
            bots.len() - 1
        }));
    }
    let names = Names::of(&guests);
    let speaker = |seat: Seat| (guests[seat].character, names.vocative(seat).map(str::to_string));
    let chatter = if quiet { Chatter::silent() } else { Chatter::new((0..guests.len()).map(speaker).collect(), seed) };
    let game = Game::new(variant, guests.len());
    let table = Table::new(guests, chatter).with_first_turn(&game);
    let state = DragonState::new(game, dice).watched(table);
    let session = Session::new(Box::new(state), bots, seats, own);
    Opened { session, narrator: Box::new(DragonNarrator { seed, names }) }
}

/// The state of this game, and its table.
fn dragon(state: &dyn GameState) -> (&DragonState, &Table) {
    let state = state.of::<DragonState>().expect("a state of this game");
    (state, state.table().expect("games in the terminal are played at a table"))
}

/// Tells the game.
struct DragonNarrator {
    seed: u64,
    names: Names,
}

impl DragonNarrator {
    fn said<'a>(&'a self, said: &'a [Said]) -> impl Iterator<Item = Beat> + 'a {
        said.iter().map(|said| Beat::Said(story::comment(&self.names, said)))
    }
}

impl Narrator for DragonNarrator {
    fn picture(&self, state: &dyn GameState, canvas: Canvas) -> Picture {
        board::picture(&self.names, &dragon(state).0.game, canvas)
    }

    fn opening(&self, state: &dyn GameState, choices: usize) -> Vec<Beat> {
        let (state, table) = dragon(state);
        let all: Vec<&str> = (0..table.guests.len()).map(|seat| self.names.plain(seat)).collect();
        let (variant, order) = (state.game.variant(), all.join(", "));
        let mut text = format!("Dragon Slayer {variant}, seed {}.\nIn this order: {order}.", self.seed);
        if table.guests.iter().any(|guest| guest.character.is_none()) {
            text += " ? = help.";
        }
        let mut beats = Vec::new();
        if choices > 0 {
            text += " The game goes on; log shows what has been.";
        } else {
            beats.extend(self.said(&table.opening));
        }
        beats.insert(0, Beat::Shown(text));
        beats
    }

    fn before(&self, state: &dyn GameState, bot: bool, waits: bool) -> Vec<Beat> {
        let (state, table) = dragon(state);
        let game = &state.game;
        let Some((_, question)) = game.asked() else { return Vec::new() };
        let mut beats = Vec::new();
        if question == Question::Fight && *game.turn() == Turn::START {
            beats.extend([Beat::Gap, Beat::Told(story::turn(&self.names, game))]);
            beats.extend(self.said(&table.turn));
        }
        if !bot || waits && matches!(question, Question::Fight | Question::FightOrStop) {
            beats.push(Beat::Board);
        }
        beats
    }

    fn question(&self, state: &dyn GameState) -> String {
        let game = &dragon(state).0.game;
        game.asked().map_or_else(String::new, |(seat, asked)| story::question(&self.names, game, seat, asked))
    }

    fn asks_aloud(&self) -> bool {
        true
    }

    fn confirms(&self, state: &dyn GameState, choice: Choice) -> Option<(&'static str, &'static str)> {
        let challenges = dragon(state).0.action(choice) == Some(Action::Challenge);
        challenges
            .then_some(("Spend your only token on this challenge? y = yes, n = no", "y spends the token, n does not."))
    }

    fn account(&self, state: &dyn GameState, choice: Choice) -> String {
        let (state, _) = dragon(state);
        let deed = |(seat, action)| story::deed(&self.names, &state.game, seat, action);
        state.turn().zip(state.action(choice)).map_or_else(String::new, deed)
    }

    fn deed(&self, state: &dyn GameState, choice: Choice) -> Vec<Beat> {
        vec![Beat::Told(self.account(state, choice))]
    }

    fn outcome(&self, state: &dyn GameState) -> Vec<Beat> {
        let (state, table) = dragon(state);
        let Some(step) = &table.last else { return Vec::new() };
        let mut beats = Vec::new();
        let rolls = step.battle.as_ref().map_or(0, |battle| battle.throws.len());
        for (number, throw) in (1..).zip(step.battle.iter().flat_map(|battle| &battle.throws)) {
            let slain = matches!(step.event, Event::Slain { .. }) && number == rolls;
            let effect = match story::effect(throw) {
                effect if !effect.is_empty() => effect,
                _ if slain => "an axe strikes".into(),
                _ => "nothing changes".into(),
            };
            let (dragon, dice) = (step.battle.as_ref().map(|battle| battle.dragon), *throw);
            beats.push(Beat::Drawn {
                told: story::roll(number, throw),
                caption: format!("  Roll {number}: {effect}"),
                drawing: Box::new(move |canvas| dice::picture(dragon?, &dice, canvas)),
            });
            beats.push(Beat::Pause(BETWEEN_ROLLS));
        }
        beats.extend(story::outcome(&self.names, step, &state.game).map(Beat::Told));
        beats.extend(self.said(&table.said));
        beats
    }

    fn ending(&self, state: &dyn GameState) -> Vec<Beat> {
        let game = &dragon(state).0.game;
        let told = game.winner().map(|winner| Beat::Told(story::result(&self.names, game, winner)));
        told.map_or_else(Vec::new, |told| vec![Beat::Gap, told, Beat::Board])
    }

    fn parse(&self, state: &dyn GameState, line: &str, asked: bool) -> Result<Choice, InputError> {
        let possible = dragon(state).0.game.actions();
        let action = keys::parse(line, if asked { &possible } else { &[] })?;
        Ok(Choice(action.number()))
    }

    fn help(&self, topic: &str) -> Result<String, InputError> {
        help::about(topic).map(str::to_string)
    }

    fn saved(&self, session: &Session) -> Option<String> {
        saved::text(self.seed, session)
    }

    fn file(&self, _: &dyn GameState) -> String {
        format!("dragon-slayer-{}", self.seed)
    }
}
