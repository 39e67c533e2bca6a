//! Dragon Slayer in the protocol: decisions are asked with their situation, and made at once,
//! so that lines are answered one after the other.
//!
//! `position SITUATION` takes the line of [`boardbots_dragon_slayer::notation`], where the
//! variant may be left out for that of the options, or `startpos`. `go` is answered by the win
//! probability of every choice, `info q ACTION P`, by `info pause MS` for those who want to see
//! the opponent think, and by `bestmove ACTION`, which is what the chosen personality does.

use super::command::Command;
use super::report::Report;
use boardbots_base::lines::Lines;
use boardbots_dragon_slayer::advice::Adviser;
use boardbots_dragon_slayer::book::Book;
use boardbots_dragon_slayer::mind::Mind;
use boardbots_dragon_slayer::personality::Personality;
use boardbots_dragon_slayer::rules::Game;
use boardbots_dragon_slayer::values::Values as _;
use boardbots_dragon_slayer::variant::Variant;
use boardbots_game::options::{GameOption, Values};
use std::io::{self, BufRead, Write};
use std::sync::{Arc, LazyLock};

/// What the game is called.
pub const NAME: &str = "dragon-slayer";

/// Words of a situation without its variant.
const SHORT: usize = 8;

/// Everybody's names, Abel's first.
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| Personality::all().iter().map(|of| of.name).collect());

/// Answers lines of input until one says `quit` or the input ends.
///
/// # Errors
///
/// Output that fails, unless because nobody reads it any more: then the conversation is over.
pub fn run(input: impl BufRead, output: impl Write) -> io::Result<()> {
    let abel = Personality::all().first().expect("there are personalities");
    let game = Game::new(Variant::STANDARD, 2);
    let settings = Settings { personality: abel, seed: 1, variant: Variant::STANDARD };
    let mut session = Session { report: Report(output), settings, game, player: None, adviser: Adviser::new() };
    match session.converse(input) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// What the options are set to.
#[derive(Clone, Copy)]
struct Settings {
    personality: &'static Personality,
    seed: u64,
    variant: Variant,
}

impl Settings {
    fn declared() -> [GameOption; 5] {
        let Variant { goal, bonus, .. } = Variant::STANDARD;
        let range = |default: u8, of: std::ops::RangeInclusive<u8>| Values::Range {
            default: default.into(),
            least: (*of.start()).into(),
            most: (*of.end()).into(),
        };
        [
            GameOption { name: "Personality", values: Values::Words(&NAMES) },
            GameOption { name: "Seed", values: Values::Range { default: 1, least: 0, most: u64::MAX } },
            GameOption { name: "Goal", values: range(goal, Variant::GOALS) },
            GameOption { name: "Bonus", values: range(bonus, Variant::BONUSES) },
            GameOption { name: "Doubling", values: Values::Words(&["on", "off"]) },
        ]
    }

    /// These with one of them set.
    fn with(mut self, name: &str, value: &str) -> Result<Self, String> {
        let all = Self::declared();
        let Some(option) = all.iter().find(|option| option.is(name)) else {
            return Err(format!("no option \"{name}\"; there are {}", all.map(|option| option.name).join(", ")));
        };
        match option.name {
            "Personality" => {
                let found = Personality::named(value);
                self.personality =
                    found.ok_or_else(|| format!("Personality is one of {}, not \"{value}\"", NAMES.join(", ")))?;
            }
            "Seed" => self.seed = option.number(value)?,
            "Goal" => self.variant.goal = u8::try_from(option.number(value)?).unwrap_or(u8::MAX),
            "Bonus" => self.variant.bonus = u8::try_from(option.number(value)?).unwrap_or(u8::MAX),
            _ => self.variant.doubling = option.word(value)? == "on",
        }
        Ok(self)
    }
}

/// Who decides, and by what.
struct Player {
    mind: Mind,
    book: Arc<Book>,
}

struct Session<W> {
    report: Report<W>,
    settings: Settings,
    game: Game,
    /// Made when it is needed: another variant has to be solved first.
    player: Option<Player>,
    adviser: Adviser,
}

impl<W: Write> Session<W> {
    fn converse(&mut self, input: impl BufRead) -> io::Result<()> {
        let mut lines = Lines::new(input);
        loop {
            let line = match lines.next_line() {
                Ok(Some(Ok(line))) => line,
                Ok(Some(Err(error))) => {
                    self.report.error(&error.to_string())?;
                    continue;
                }
                Ok(None) => return Ok(()),
                Err(error) => return self.report.error(&format!("the input cannot be read: {error}")),
            };
            let trimmed = line.trim();
            let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
            let done = match Command::parse(&line) {
                // Here a position has another form than in games on boards.
                _ if word == "position" => self.place(rest),
                Ok(Command::Quit) => return Ok(()),
                Ok(command) => self.obey(command)?,
                Err(error) => Err(error),
            };
            if let Err(error) = done {
                self.report.error(&error)?;
            }
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<Result<(), String>> {
        match command {
            // A decision has been said before anybody could ask to stop.
            Command::Empty | Command::Quit | Command::Stop | Command::Position { .. } => {}
            Command::Hello => {
                self.report.line(format_args!("id name boardbots {NAME} {}", env!("CARGO_PKG_VERSION")))?;
                self.report.line("id author the boardbots authors")?;
                for option in Settings::declared() {
                    self.report.line(option)?;
                }
                self.report.line("uciok")?;
            }
            Command::IsReady => {
                self.wake();
                self.report.line("readyok")?;
            }
            Command::NewGame => {
                self.player = None;
                self.game = Game::new(self.settings.variant, 2);
            }
            Command::SetOption { name, value } => match self.settings.with(&name, &value) {
                Ok(new) => {
                    if new.variant != self.settings.variant {
                        self.game = Game::new(new.variant, 2);
                    }
                    self.settings = new;
                    self.player = None;
                }
                Err(error) => return Ok(Err(error)),
            },
            Command::Show => self.report.line(format_args!("situation {}", self.game))?,
            Command::Go(go) if go.infinite => {
                return Ok(Err("a decision takes no time, so go knows no infinite".to_string()));
            }
            Command::Go(_) => self.go()?,
        }
        Ok(Ok(()))
    }

    fn place(&mut self, text: &str) -> Result<(), String> {
        let words = text.split_whitespace().count();
        self.game = match text.trim() {
            "startpos" => Game::new(self.settings.variant, 2),
            "" => return Err("write position startpos, or position and a situation behind".to_string()),
            text if words == SHORT => {
                let variant = self.settings.variant;
                let whole = format!("{text} {} {} {}", variant.goal, variant.bonus, variant.factor());
                whole.parse().map_err(|error| format!("{error}"))?
            }
            text => text.parse().map_err(|error| format!("{error}"))?,
        };
        Ok(())
    }

    /// Makes the player for the variant that is played, if there is none.
    fn wake(&mut self) -> &mut Player {
        let variant = self.game.variant();
        let Settings { personality, seed, .. } = self.settings;
        let player = self.player.take().filter(|player| player.book.variant() == variant);
        self.player.insert(player.unwrap_or_else(|| {
            let book = Arc::new(Book::of(variant));
            Player { mind: Mind::new(personality, Arc::clone(&book), seed), book }
        }))
    }

    fn go(&mut self) -> io::Result<()> {
        let game = self.game.clone();
        let player = self.wake();
        let (decision, book) = (player.mind.decide(&game), Arc::clone(&player.book));
        let Some(decision) = decision else {
            if let Some(seat) = game.winner() {
                self.report.line(format_args!("info string the game has ended, won by player {}", seat + 1))?;
            }
            return self.report.line("bestmove none");
        };
        self.adviser.study_game(book.as_ref(), &game);
        for action in game.actions() {
            self.report.line(format_args!("info q {action} {:.4}", self.adviser.worth(action)))?;
        }
        self.report.line(format_args!("info pause {}", decision.pause.as_millis()))?;
        self.report.line(format_args!("bestmove {}", decision.action))
    }
}
