//! The fixed positions of Desconecta4-BOOM.
//!
//! They were reached by random actions that do not lose at once, and are open for some plies
//! more: from the start to full boards, in every phase of the bombs.

use crate::rules::Position;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_search::position::Position as _;

/// Actions that lead from the start to each position.
const GAMES: [&str; 32] = [
    "",
    "3",
    "31",
    "666",
    "2020",
    "31531",
    "010201",
    "3424214",
    "02023201",
    "341016525",
    "5521330122",
    "01215116116",
    "030615563022",
    "6326062550660",
    "54114023602024",
    "203301562330133",
    "1246236265205104",
    "45240245611452471",
    "635003504002724716",
    "3526153131531326366",
    "02044352507414026150",
    "610514053106776600224",
    "3542234422611712260150",
    "062610636044173431246711",
    "60535063445322754016451743",
    "0423213660115523511112566077",
    "1001066341730322676340141172004",
    "4241604215116214447057252610655174",
    "2332045141427724630214320743624772366",
    "100332313646730253554571044567540566407123",
    "161636433307033464007103164643704163455010711204",
    "3240561410501756230674204040455225021372234567246665736",
];

/// The positions, the start first; the game goes on in all of them.
#[must_use]
pub fn positions() -> Vec<Position> {
    GAMES.iter().map(|game| after(game)).collect()
}

fn after(game: &str) -> Position {
    let mut position = Position::default();
    for at in 0..game.len() {
        let action = position.parse_move(&game[at..=at]).expect("a legal action, as the test below proves");
        position.play(action);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_legal_and_go_on() {
        let positions = positions();
        assert!(positions.iter().all(|position| position.ended().is_none()));
        for phase in 0..10 {
            assert!(positions.iter().any(|position| position.phase() == phase), "phase {phase}");
        }
    }
}
