//! `boardbots dragon-slayer advise`: what every choice is worth in a situation.

use super::rules::Rules;
use crate::exit::CliError;
use crate::output::{self, print};
use boardbots_dragon_slayer::advice::Adviser;
use boardbots_dragon_slayer::dice::Dragon;
use boardbots_dragon_slayer::notation::SituationError;
use boardbots_dragon_slayer::outlook::{Answers, Offer};
use boardbots_dragon_slayer::rules::{Action, Game, Question};
use boardbots_dragon_slayer::solution::Solution;
use boardbots_dragon_slayer::variant::Variant;
use serde::Serialize;
use std::io::{self, Write};

/// The end of the text of `--help`.
const FORM: &str = "\
A situation is one line, as the engine protocol has it:
  PLAYERS ACTIVE ALIVE WARRIORS POINTS CHALLENGER QUESTION ROUND [GOAL BONUS FACTOR]
  12T,20 1 BG 2 6 - choose 3
PLAYERS are scores, T for a token; ACTIVE is 1 or 2; CHALLENGER is - or the player whose challenge has been accepted; \
QUESTION is fight, choose, challengeN or answerN; FACTOR is 2 with doubling and 1 without.";

/// The options of `boardbots dragon-slayer advise`.
#[derive(clap::Args)]
#[command(after_help = FORM)]
pub struct Args {
    /// The situation as a line of text [default: as the options below describe it]
    #[arg(value_name = "SITUATION")]
    situation: Vec<String>,

    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    rules: Rules,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A situation of two players by options, seen by the one who asks.
#[derive(clap::Args)]
#[group(conflicts_with = "situation", multiple = true)]
struct Options {
    /// Your score [default: 0]
    #[arg(long, value_name = "N")]
    own: Option<u16>,

    /// The opponent's score [default: 0]
    #[arg(long, value_name = "N")]
    other: Option<u16>,

    /// Whether you move first or second in a round [default: first]
    #[arg(long, value_name = "ROLE", value_parser = ["first", "second"])]
    role: Option<String>,

    /// Dragons left to fight, letters of BGR [default: BGR]
    #[arg(long, value_name = "DRAGONS")]
    alive: Option<String>,

    /// Warriors left, 1 to 3 [default: 3]
    #[arg(long, value_name = "N")]
    warriors: Option<u8>,

    /// Points of this turn [default: the fewest that the slain dragons allow]
    #[arg(long, value_name = "N")]
    points: Option<u16>,

    /// You have spent your token
    #[arg(long)]
    no_own_token: bool,

    /// The opponent has spent the token before this turn
    #[arg(long)]
    no_other_token: bool,

    /// The decision: to fight, to fight or stop, to challenge the opponent who stops, to answer a challenge
    /// [default: fight with 0 points, else choose]
    #[arg(long, value_name = "QUESTION", value_parser = ["fight", "choose", "challenge", "answer"])]
    question: Option<String>,

    /// The opponent has challenged you in this turn and you have accepted
    #[arg(long, requires = "points")]
    doubled: bool,
}

impl Options {
    /// The line of text that says the same.
    fn text(&self, variant: Variant) -> String {
        let alive = self.alive.as_deref().unwrap_or("BGR");
        let points = self.points.unwrap_or_else(|| {
            let living: u16 =
                alive.chars().filter_map(Dragon::of_letter).map(|dragon| u16::from(dragon.points())).sum();
            12_u16.saturating_sub(living)
        });
        let asked = self.question.as_deref().unwrap_or(if points == 0 { "fight" } else { "choose" });
        // A challenger is asked in the opponent's turn, and has no token after the challenge.
        let spent = self.no_other_token || self.doubled || asked == "answer";
        let player =
            |score: Option<u16>, token: bool| format!("{}{}", score.unwrap_or(0), if token { "T" } else { "" });
        let (own, other) = (player(self.own, !self.no_own_token), player(self.other, !spent));
        let (players, seat) = match self.role.as_deref() {
            Some("second") => (format!("{other},{own}"), 2),
            _ => (format!("{own},{other}"), 1),
        };
        let (active, question) = match asked {
            "challenge" => (3 - seat, format!("challenge{seat}")),
            "answer" => (seat, format!("answer{}", 3 - seat)),
            _ => (seat, asked.to_string()),
        };
        let challenger = if self.doubled { (3 - seat).to_string() } else { "-".to_string() };
        let warriors = self.warriors.unwrap_or(3);
        let Variant { goal, bonus, .. } = variant;
        format!(
            "{players} {active} {alive} {warriors} {points} {challenger} {question} 1 {goal} {bonus} {}",
            variant.factor()
        )
    }

    /// The error in the words of the options.
    fn wrong(error: &SituationError) -> CliError {
        let option = match error.field {
            "ALIVE" => "alive",
            "WARRIORS" => "warriors",
            "POINTS" => "points",
            "CHALLENGER" => "doubled",
            "QUESTION" => "question",
            _ => "own, --other",
        };
        CliError::usage(format!("--{option}: {}", error.reason))
    }
}

/// Prints what every choice is worth.
///
/// # Errors
/// [`CliError::usage`] for what is no situation of a game of two that goes on.
pub fn run(args: &Args) -> Result<(), CliError> {
    let game: Game = if args.situation.is_empty() {
        args.options.text(args.rules.variant()).parse().map_err(|error| Options::wrong(&error))?
    } else {
        if args.rules.variant() != Variant::STANDARD {
            return Err(CliError::usage("a situation has its variant at its end: … GOAL BONUS FACTOR"));
        }
        args.situation.join(" ").parse().map_err(|error: SituationError| CliError::usage(error.to_string()))?
    };
    let advice = Advice::of(&game)?;
    if args.json { output::json(&advice) } else { print(|out| tell(&game, &advice, out)) }
}

/// The advice on a situation.
#[derive(Serialize)]
struct Advice {
    situation: String,
    /// The player who is asked, a seat from 1.
    asked: usize,
    /// Win probabilities of the player who is asked.
    choices: Vec<AdvisedChoice>,
    /// The active player, a seat from 1.
    active: usize,
    /// The win probability of this player when the turn began.
    turn: f64,
    /// The values of stopping, where there can be a challenge.
    stop: Option<Stop>,
}

#[derive(Serialize)]
struct AdvisedChoice {
    action: String,
    win: f64,
    best: bool,
}

/// Win probabilities of the player whose turn it is, and what both do about them.
#[derive(Serialize)]
struct Stop {
    kept: f64,
    accept: f64,
    refuse: f64,
    /// True if a challenge does harm.
    challenge: bool,
    /// The better answer.
    answer: &'static str,
}

impl Stop {
    /// If there can be a challenge.
    fn of(adviser: &Adviser) -> Option<Self> {
        let Offer { kept, answered, dared } = adviser.offer();
        let Answers { refuse, accept } = adviser.answers();
        let answer = if accept > refuse { "accept" } else { "refuse" };
        answered.map(|_| Self { kept, accept, refuse, challenge: dared, answer })
    }
}

impl Advice {
    fn of(game: &Game) -> Result<Self, CliError> {
        if game.players().len() > 2 {
            return Err(CliError::usage("what choices are worth is known for two players"));
        }
        let Some((asked, question)) = game.asked() else {
            let winner = game.winner().map_or(0, |seat| seat + 1);
            return Err(CliError::usage(format!("there is nothing to choose: player {winner} has won")));
        };
        let mut adviser = Adviser::new();
        adviser.study_game(&Solution::of(game.variant()), game);
        let choice =
            |action: Action| AdvisedChoice { action: action.to_string(), win: adviser.worth(action), best: false };
        let mut choices: Vec<AdvisedChoice> = game.actions().into_iter().map(choice).collect();
        let best = choices.iter().map(|choice| choice.win).fold(0.0, f64::max);
        if let Some(choice) = choices.iter_mut().find(|choice| choice.win >= best) {
            choice.best = true;
        }
        let stops =
            question == Question::Challenge || question == Question::FightOrStop && game.turn().challenger.is_none();
        Ok(Self {
            situation: game.to_string(),
            asked: asked + 1,
            choices,
            active: game.active() + 1,
            turn: adviser.whole,
            stop: stops.then(|| Stop::of(&adviser)).flatten(),
        })
    }
}

fn tell(game: &Game, advice: &Advice, out: &mut dyn Write) -> io::Result<()> {
    let Advice { situation, asked, choices, active, turn, stop } = advice;
    writeln!(out, "{situation}  ({})", game.variant())?;
    writeln!(out, "Player {asked} wins with probability")?;
    for AdvisedChoice { action, win, best } in choices {
        writeln!(out, "{} {action:<9}  {win:.4}", if *best { '*' } else { ' ' })?;
    }
    if let Some(Stop { kept, accept, refuse, challenge, answer }) = stop {
        let would = if *challenge { "it pays" } else { "it does not pay" };
        writeln!(out, "A challenge of the stop: {would}. Player {active} wins with {kept:.4} without one,")?;
        writeln!(
            out,
            "with {accept:.4} by accepting it, with {refuse:.4} by refusing it; the better answer is to {answer}."
        )?;
    }
    writeln!(out, "When the turn began, player {active} won with {turn:.4}.")
}
