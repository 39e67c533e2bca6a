//! The table as all players see it, and the possible choices.
//!
//! | of the view | |
//! |---|---|
//! | `goal`, `bonus`, `doubling` | what is played for |
//! | `players` | by seats: `score`, whether the `token` is there, what the `last` turn brought, the `ghost`: the score if the turn stopped now, or null |
//! | `round`, `last_round`, `active`, `winner` | from 1; whether it may be the last; seats or null |
//! | `turn` | dragons `alive` and `slain`, `warriors` there and `lost`, `points`, the `challenger` once the challenge is accepted, what blue, green and red are `worth` |
//! | `asked` | who (`seat`), what (`question`: `fight`, `fight or stop`, `challenge`, `answer`), about whom (`rival`) |
//! | `rolled` | the last roll of the last fight: `seat`, `dragon`, `throw`, warriors `left` |
//! | `said` | what was said before the first choice |

use super::events;
use super::table::Table;
use crate::chatter::Said;
use crate::dice::Dragon;
use crate::rules::{Action, Game, Player, Question};
use serde_json::{Value, json};

/// Warriors at the beginning of a turn.
const WARRIORS: u8 = 3;

/// The view of a game, perhaps at a table; `said` are the remarks before the first choice, until that is made.
pub fn of(game: &Game, table: Option<&Table>, said: &[Said]) -> Value {
    let (turn, variant) = (game.turn(), game.variant());
    let player = |(seat, Player { score, token, last }): (usize, &Player)| json!({ "score": score, "token": token, "last": last, "ghost": game.ghost(seat) });
    let names = |alive: bool| -> Vec<&str> {
        Dragon::ALL.into_iter().filter(|dragon| turn.alive.has(*dragon) == alive).map(Dragon::name).collect()
    };
    let rolled = table.and_then(|table| table.fight.as_ref()).and_then(|(seat, battle)| {
        let throw = events::throw(battle.dragon, battle.throws.last()?);
        Some(json!({ "seat": seat, "dragon": battle.dragon.name(), "throw": throw, "left": battle.left }))
    });
    json!({
        "goal": variant.goal,
        "bonus": variant.bonus,
        "doubling": variant.doubling,
        "players": game.players().iter().enumerate().map(player).collect::<Value>(),
        "round": game.round(),
        "last_round": game.last_round(),
        "active": game.winner().is_none().then(|| game.active()),
        "winner": game.winner(),
        "turn": {
            "alive": names(true),
            "slain": names(false),
            "warriors": turn.warriors,
            "lost": WARRIORS - turn.warriors,
            "points": turn.points,
            "challenger": turn.challenger,
            "worth": Dragon::ALL.map(|dragon| worth(game, dragon)),
        },
        "asked": game.asked().map(|(seat, asked)| {
            let rival = match asked {
                Question::Answer(challenger) => Some(challenger),
                Question::Challenge => Some(game.active()),
                Question::Fight | Question::FightOrStop => None,
            };
            json!({ "seat": seat, "question": word(asked), "rival": rival })
        }),
        "rolled": rolled,
        "said": said.iter().map(events::said).collect::<Value>(),
    })
}

/// The word for a question.
const fn word(question: Question) -> &'static str {
    match question {
        Question::Fight => "fight",
        Question::FightOrStop => "fight or stop",
        Question::Challenge => "challenge",
        Question::Answer(_) => "answer",
    }
}

/// The points for this dragon in the present turn.
fn worth(game: &Game, dragon: Dragon) -> u8 {
    let factor = if game.turn().challenger.is_some() { game.variant().factor() } else { 1 };
    factor * dragon.points()
}

/// A choice as JSON.
pub fn choice(game: &Game, action: Action) -> Value {
    let (turn, active, text) = (game.turn(), game.active(), action.to_string());
    let total = game.players()[active].score.saturating_add(turn.points);
    match action {
        Action::Fight(dragon) => {
            json!({ "choice": text, "kind": "fight", "dragon": dragon.name(), "points": worth(game, dragon) })
        }
        Action::Stop => json!({ "choice": text, "kind": "stop", "points": turn.points, "total": total }),
        Action::Challenge => {
            let bonus = game.variant().bonus;
            json!({ "choice": text, "kind": "challenge", "rival": active, "total": total, "bonus": bonus })
        }
        Action::Pass => json!({ "choice": text, "kind": "pass", "rival": active, "total": total }),
        Action::Accept => json!({ "choice": text, "kind": "accept", "doubling": game.variant().doubling }),
        Action::Refuse => {
            let bonus = game.variant().bonus;
            json!({ "choice": text, "kind": "refuse", "points": turn.points / 2, "bonus": bonus })
        }
    }
}
