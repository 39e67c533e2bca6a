//! The settings of an arena: addresses, clocks, policies, limits.

use crate::StartError;
use crate::retention::Keep;
use crate::web::Share;
use boardbots_base::invalid::InputError;
use boardbots_base::span::Span;
use boardbots_game::spec::{self, Spec};
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::kind::Kind;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The prefix of every house bot's name, where players of several games are named.
const PREFIX: &str = "vindinium:";

/// The longest time that a person can have for a move.
const LONGEST: Duration = Duration::from_hours(24);

/// Everything that an arena is told before it starts, beside what every server is told.
#[derive(Clone, Debug)]
pub struct Config {
    /// The time in which the answer of a hero has to come.
    pub turn_limit: Duration,
    /// The additional time for the first answer.
    pub first_turn_grace: Duration,
    /// The earliest moment, after the turn of a hero began, at which its move is played.
    pub min_turn: Duration,
    /// The time for which a person at the keyboard may think about a move; with 0 there are no seats for persons.
    pub person_limit: Duration,
    /// Makes maps, house bots and the rating's bonus reproducible.
    pub seed: Option<u64>,
    /// The database; in memory, and gone afterwards, if absent.
    pub db: Option<PathBuf>,
    /// The file with the key of the administration; the one beside the database if absent.
    pub admin_key_file: Option<PathBuf>,
    /// The keys that are accepted.
    pub keys: KeyPolicy,
    /// True if requests with a wrong parameter are refused with the reason; the original guessed what they meant.
    pub strict: bool,
    /// The time after which a waiting game is filled, and the house bots that fill it; `None` to wait for players.
    pub fill: Option<Fill>,
    /// True if arena games seat one player of each network at most, so that no team plays in them.
    pub one_per_owner: bool,
    /// A folder of maps, `NAME.txt` each, that training games can ask for by name.
    pub maps: Option<PathBuf>,
    /// True if the lobby of the tables is the front page, with the arena beside it.
    pub lobby_first: bool,
    /// The retention of games: the time for which they stay, and their disk space.
    pub keep: Keep,
    /// Limits on what clients can ask of the arena.
    pub limits: ArenaLimits,
}

impl Config {
    /// Checks that no option contradicts another.
    ///
    /// # Errors
    /// The first of [`Config::problems`].
    pub fn check(&self) -> Result<(), StartError> {
        self.problems().into_iter().next().map_or(Ok(()), Err)
    }

    /// All options that cannot be followed, a [`StartError::Option`] each.
    #[must_use]
    pub fn problems(&self) -> Vec<StartError> {
        let mut problems = Vec::new();
        let mut wrong = |option, why: &str| problems.push(StartError::Option(option, why.into()));
        if self.turn_limit.is_zero() {
            wrong("turn-limit", "a turn limit of 0 leaves no time to move; give at least 1ms");
        } else if self.min_turn > self.turn_limit {
            wrong("min-turn", "the shortest turn is longer than the turn limit");
        }
        if self.person_limit > LONGEST {
            wrong("person-limit", "a game that waits longer than 24h for a move never ends");
        }
        problems
    }

    /// The time after which a waiting game is filled, and its house bots: [`Config::fill`] with the files that it
    /// names.
    ///
    /// # Errors
    /// [`StartError::Option`].
    pub(super) fn filling(&self) -> Result<Option<(Duration, [Hero; 3])>, StartError> {
        let Some(fill) = &self.fill else { return Ok(None) };
        let heroes = fill.heroes().map_err(|error| StartError::Option("fill", error))?;
        Ok(Some((fill.after, heroes)))
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            turn_limit: Duration::from_secs(1),
            first_turn_grace: Duration::ZERO,
            min_turn: Duration::ZERO,
            person_limit: Duration::from_mins(1),
            seed: None,
            db: None,
            admin_key_file: None,
            keys: KeyPolicy::Open,
            fill: None,
            one_per_owner: false,
            strict: false,
            maps: None,
            lobby_first: false,
            keep: Keep::default(),
            limits: ArenaLimits::default(),
        }
    }
}

/// Every bound on what clients can make the arena hold or wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaLimits {
    /// Joins waiting for their first turn; more are answered with 503.
    pub pending_joins: usize,
    /// Games that run or wait for players; more are answered with 503.
    pub running_games: usize,
    /// Finished games that still answer late moves, and for how long without traffic.
    pub kept_games: usize,
    /// See [`ArenaLimits::kept_games`].
    pub keep_time: Duration,
    /// Users in the database; further unknown keys and names are refused.
    pub users: usize,
    /// Heroes, and seats of persons, of an address in games that wait or run; more: 429.
    pub seats: usize,
    /// Joins of an address waiting for their first turn; more: 429.
    pub joins: usize,
    /// New names of an address at once, and in an hour; more: 429.
    pub names: u32,
}

impl ArenaLimits {
    /// The same where one address may stand for as many players as `share` says.
    #[must_use]
    pub fn shared_by(self, share: Share) -> Self {
        Self { seats: share.seats(), joins: share.joins(), names: share.names(), ..self }
    }
}

impl Default for ArenaLimits {
    fn default() -> Self {
        let share = Share::default();
        Self {
            pending_joins: 800,
            running_games: 400,
            kept_games: 400,
            keep_time: Duration::from_mins(1),
            users: 100_000,
            seats: share.seats(),
            joins: share.joins(),
            names: share.names(),
        }
    }
}

/// The keys that are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyPolicy {
    /// Any key; an unknown one makes its user. Only the key `invalid` never does, so that
    /// authors of clients can see what happens then.
    #[default]
    Open,
    /// Only registered keys.
    Strict,
}

boardbots_base::words! { KeyPolicy::word: Open "open", Strict "strict" }

impl FromStr for KeyPolicy {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::named(text).ok_or_else(|| InputError::new(format_args!("{text:?} is not open or strict")))
    }
}

/// House bots for a game that waits too long, written `10s=miner,random,miner`; each as
/// matches name players: `vindinium:default,depth=6,parameters=FILE`, where `vindinium:` may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The time, from its first player, for which a game waits for others.
    pub after: Duration,
    /// The house bots that take the free seats, in this order.
    bots: Box<[Spec; 3]>,
}

impl Fill {
    /// The house bots, with the constants of the files that they name.
    ///
    /// # Errors
    /// A file that cannot be read, or says something wrong.
    pub fn heroes(&self) -> Result<[Hero; 3], InputError> {
        let hero = |spec: &Spec| Hero::new(spec, None, &spec.files()?);
        let [a, b, c] = self.bots.each_ref().map(hero);
        Ok([a?, b?, c?])
    }
}

impl fmt::Display for Fill {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |spec: &Spec| spec.to_string().trim_start_matches(PREFIX).to_string();
        write!(out, "{}={}", Span(self.after), self.bots.each_ref().map(short).join(","))
    }
}

impl FromStr for Fill {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let Some((after, bots)) = text.split_once('=') else {
            return Err(InputError::new(format_args!(
                "{text:?} is not AFTER=BOT,BOT,BOT, such as 10s=miner,random,miner"
            )));
        };
        let Span(after) = after.parse().map_err(InputError::new)?;
        Ok(Self { after, bots: Box::new(three_specs(bots)?) })
    }
}

/// Three house bots with what is set for them; all is checked but the files that they name.
fn three_specs(text: &str) -> Result<[Spec; 3], InputError> {
    let mut words: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim) {
        match words.last_mut() {
            // KEY=VALUE belongs to the bot before.
            Some(bot) if part.contains('=') => bot.extend([",", part]),
            _ if part.contains(':') => words.push(part.to_string()),
            _ => words.push(format!("{PREFIX}{part}")),
        }
    }
    let specs = words.iter().map(|word| {
        let spec: Spec = word.parse()?;
        if spec.option("threads").is_some() {
            return Err(format!("{spec}: house bots think on one thread each, beside those of other games").into());
        }
        let mut unread = spec.clone();
        if let spec::Kind::House { name, options, .. } = &mut unread.kind {
            // A bot that has no constants has no file of them either.
            options.retain(|(key, _)| key != "parameters" || *name != Kind::Default.name());
        }
        Hero::new(&unread, None, &BTreeMap::new()).map(|_| spec)
    });
    three(specs.collect::<Result<_, InputError>>()?)
}

fn three<T>(bots: Vec<T>) -> Result<[T; 3], InputError> {
    <[T; 3]>::try_from(bots)
        .map_err(|bots| InputError::new(format_args!("three bots are needed, {} given", bots.len())))
}

/// Three house bots by name alone, with commas between, as clients may ask for them: files of this machine,
/// and how much of it a bot takes, are not theirs to name. `vindinium:miner` is `miner`.
///
/// # Errors
/// An unknown name, with the known ones, or a number of bots other than three.
pub fn three_bots(text: &str) -> Result<[Kind; 3], InputError> {
    let name = |name: &str| {
        let name = name.trim();
        name.strip_prefix(PREFIX).unwrap_or(name).parse().map_err(InputError::new)
    };
    three(text.split(',').map(name).collect::<Result<_, _>>()?)
}

/// Three house bots as a person at the keyboard may ask for them: `miner,default,depth=4,guard`. Files of this machine
/// are not theirs to name; a turn's time bounds how long any depth can take.
pub(super) fn three_heroes(text: &str) -> Result<[Hero; 3], InputError> {
    let hero = |spec: &Spec| {
        if spec.option("parameters").is_some() {
            return Err(InputError::new(format_args!(
                "{spec}: only the host of the arena can name files of constants"
            )));
        }
        Hero::new(spec, None, &BTreeMap::new())
    };
    let [a, b, c] = three_specs(text)?.each_ref().map(hero);
    Ok([a?, b?, c?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillings_name_a_time_and_three_bots() {
        let fill: Fill = "10s=miner,random,miner".parse().unwrap();
        assert_eq!(fill.to_string(), "10s=miner,random,miner");
        assert_eq!(fill.after, Duration::from_secs(10));
        assert_eq!(fill.heroes(), Ok([Kind::Miner, Kind::Random, Kind::Miner].map(Hero::from)));
        assert_eq!("10s=vindinium:miner, random,vindinium:miner".parse(), Ok(fill));
        for text in ["10s", "10s=miner", "10s=miner,miner,nobody", "x=miner,miner,miner", "1s=a,b,c,d"] {
            assert!(text.parse::<Fill>().is_err(), "{text}");
        }
    }

    #[test]
    fn house_bots_are_told_what_players_of_matches_are() {
        let text = "1s=default,depth=3,vindinium:default,depth=9,parameters=no/such/file,miner";
        let fill: Fill = text.parse().unwrap();
        assert_eq!(fill.to_string(), text.replace("vindinium:", ""));
        assert_eq!(fill.to_string().parse(), Ok(fill.clone()));
        // Files are read only when the arena starts.
        assert!(fill.heroes().is_err_and(|error| error.contains("no/such/file: ")));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("constants.txt");
        let constants = Kind::Default.parameters().table[0];
        std::fs::write(&file, format!("{} = {}\n", constants.name, constants.most)).unwrap();
        let fill: Fill = format!("1s=default,parameters={},default,depth=3,default", file.display()).parse().unwrap();
        let [told, deep, usual] = fill.heroes().unwrap();
        let mut set = Kind::Default.parameters();
        set.set(constants.name, constants.most).unwrap();
        assert_eq!((told, usual), (usual.with(&set), Hero::from(Kind::Default)));
        assert!(told != usual && matches!(deep, Hero::Searching(options) if options.depth == 3));
        for (text, part) in [
            ("1s=default,depth=0,miner,miner", "depth is a number from 1 to"),
            ("1s=default,colour=red,miner,miner", "no option \"colour\"; there are depth, parameters, threads"),
            ("1s=default,movetime=9,miner,miner", "say depth="),
            ("1s=default,threads=2,miner,miner", "think on one thread each"),
            ("1s=miner,depth=3,miner,miner", "has no options"),
            ("1s=miner,parameters=x,miner,miner", "has no options"),
            ("1s=depth=3,miner,miner", "depth"),
            ("1s=tron:strong,miner,miner", "tron:strong does not play vindinium"),
            ("1s=cmd:./bot,miner,miner", "over HTTP"),
            ("1s=default,depth=3,miner", "three bots are needed, 2 given"),
        ] {
            assert!(text.parse::<Fill>().is_err_and(|error| error.to_string().contains(part)), "{text}");
        }
    }

    #[test]
    fn persons_choose_bots_and_depth_but_no_files() {
        let heroes = three_heroes("miner,default,depth=3,vindinium:guard").unwrap();
        assert_eq!((heroes[0], heroes[2]), (Hero::from(Kind::Miner), Hero::from(Kind::Guard)));
        assert!(matches!(heroes[1], Hero::Searching(options) if options.depth == 3));
        for text in ["default,parameters=/etc/passwd,miner,miner", "default,threads=2,miner,miner", "miner", ""] {
            assert!(three_heroes(text).is_err(), "{text}");
        }
    }
}
