//! The fixed positions of Aspiradoras TRON: random maps of all sizes, by seed, and games on
//! them of two players who look two plies ahead and blunder now and then.

use crate::generator;
use crate::rules::Position;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::Position as _;

/// A game up to a position that is searched. Green moves first on maps of even seeds.
struct Game {
    /// The size of the map, as `boardbots tron map` has it.
    size: u8,
    /// The seed of the map, likewise.
    seed: u64,
    moves: &'static str,
}

const GAMES: [Game; 18] = [
    Game { size: 6, seed: 1, moves: "" },
    Game { size: 8, seed: 2, moves: "3010" },
    Game { size: 10, seed: 3, moves: "331122111" },
    Game { size: 12, seed: 4, moves: "01232320232012303330" },
    Game { size: 14, seed: 5, moves: "232323112123111" },
    Game { size: 16, seed: 6, moves: "202313102023002020101030132023" },
    Game { size: 20, seed: 7, moves: "" },
    Game { size: 20, seed: 8, moves: "022103013101" },
    Game { size: 20, seed: 9, moves: "01013133010333330333300331012320002" },
    Game { size: 20, seed: 10, moves: "311222121222020103013132323112300000000020200303000002222010" },
    Game { size: 24, seed: 11, moves: "1313210201211323202023230" },
    Game { size: 28, seed: 12, moves: "0303010101010101310101010121012111121131132320002003300200002020103010" },
    Game { size: 32, seed: 13, moves: "0333103000022000202310231032122222122111" },
    Game { size: 40, seed: 14, moves: "32320232" },
    Game {
        size: 40,
        seed: 15,
        moves: "231323232113232323032020121231122020202000003003230303033111330000003030020020030303010320",
    },
    Game { size: 50, seed: 16, moves: "1010101030101310103010101013103310201010103330002000323" },
    Game {
        size: 64,
        seed: 17,
        moves: "303310323232123200323200301232323232303230323102321211310331320202220201210202012123212101212121212111230003230303210133",
    },
    Game { size: 80, seed: 18, moves: "3303013101230300232321212123033" },
];

/// The positions; the game goes on in all of them.
#[must_use]
pub fn positions() -> Vec<Position> {
    GAMES.iter().map(after).collect()
}

fn after(game: &Game) -> Position {
    let first = if game.seed.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut position = Position::new(&generator::generate(game.size, game.seed).expect("one of the sizes"), first);
    for at in 0..game.moves.len() {
        let action = position.parse_move(&game.moves[at..=at]).expect("a legal move, as the test below proves");
        position.play(action);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_legal_and_go_on() {
        assert!(positions().iter().all(|position| position.ended().is_none()));
    }
}
