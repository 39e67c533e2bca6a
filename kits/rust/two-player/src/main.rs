//! A bot for games for two that speaks UGI, the Universal Game Interface, on stdin and stdout.
//!
//! The program on the other side keeps the rules: before each move it sends the position and all legal moves.
//! To make a better bot, change `choose`.

use std::io;

/// Up, down, left, right, as TRON numbers them.
const SIDES: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The move to make, one of `moves`. The game can be told by the form of its positions.
fn choose<'a>(position: &str, moves: &[&'a str]) -> &'a str {
    let words: Vec<&str> = position.split_whitespace().collect();
    let worth = |text: &str| match (&words[..], words.first().map_or(0, |cells| cells.len())) {
        ([cells], 42) => connect_four(cells, number(text)),
        ([cells, _], 64) => reversi(cells, text),
        ([cells, own, _], 49) => desconecta4(cells, own, number(text)),
        ([cells, mover, green, blue, ..], _) if words.len() == 7 && green.contains(',') => {
            tron(cells, if *mover == "1" { green } else { blue }, number(text))
        }
        _ => 0, // a game that this bot does not know: the first of its moves
    };
    moves.iter().rev().max_by_key(|text| worth(text)).expect("a legal move")
}

fn number(text: &str) -> i32 {
    text.parse().expect("a number")
}

/// Long lines of own pieces, then cells where the other side would make one, then the middle.
fn connect_four(cells: &str, column: i32) -> i32 {
    let first = cells.matches('1').count() == cells.matches('2').count();
    let (own, other) = if first { ("1", "2") } else { ("2", "1") };
    (10 * line(cells, column, own)).max(10 * line(cells, column, other) - 5) - (column - 3).abs()
}

/// Short lines, since four in a line lose. The bomb, 7, is better than to make a line of three.
fn desconecta4(cells: &str, own: &str, column: i32) -> i32 {
    let pieces = if own == "1" { "14" } else { "25" };
    if column == 7 { -5 } else { -2 * line(cells, column, pieces) }
}

/// The longest line that one of these pieces makes where it lands, on a board of seven columns.
fn line(cells: &str, column: i32, pieces: &str) -> i32 {
    let at = |row: i32, column: i32| {
        let is_inside = row >= 0 && (0..7).contains(&column);
        cells.chars().nth((7 * row + column) as usize).filter(|_| is_inside)
    };
    let landing = (0..7).find(|row| at(*row, column) == Some('0')).expect("a column that is not full");
    // The number of such pieces from there on in one direction.
    let beyond = |up: i32, right: i32| {
        let is_one =
            |away: &i32| at(landing + away * up, column + away * right).is_some_and(|piece| pieces.contains(piece));
        (1..).take_while(is_one).count() as i32
    };
    let lines = LINES.map(|(up, right)| beyond(up, right) + beyond(-up, -right));
    1 + lines.into_iter().max().unwrap_or(0)
}

/// Corners, then edges, then the rest; what lies next to an empty corner comes last.
fn reversi(cells: &str, text: &str) -> i32 {
    let [letter @ b'a'..=b'h', digit @ b'1'..=b'8'] = *text.as_bytes() else { return 0 };
    let (row, column) = (digit - b'1', letter - b'a');
    let (top, left) = (if row < 4 { 0 } else { 7 }, if column < 4 { 0 } else { 7 });
    let corner = cells.as_bytes()[usize::from(8 * top + left)];
    match (row.abs_diff(top), column.abs_diff(left)) {
        (0, 0) => 3,
        (0 | 1, 0 | 1) if corner == b'-' => -1,
        (0, _) | (_, 0) => 1,
        _ => 0,
    }
}

/// Dirt, and free cells around, so that there is a way on.
fn tron(cells: &str, place: &str, side: i32) -> i32 {
    let Some((rows, columns)) = SIDES.get(side as usize) else { return 0 };
    let size = cells.len().isqrt() as i32;
    let (row, column) = place.split_once(',').expect("ROW,COLUMN");
    let (row, column) = (number(row) + rows, number(column) + columns);
    let at = |row: i32, column: i32| char::from(cells.as_bytes()[(size * row + column) as usize]);
    let is_free = |(down, right): &(i32, i32)| !"#va".contains(at(row + down, column + right));
    let free = SIDES.iter().filter(|side| is_free(side)).count() as i32;
    let dirt = at(row, column).to_digit(36).unwrap_or(0) as i32;
    dirt + 2 * free - if free == 0 { 9 } else { 0 }
}

/// The conversation. Words that a bot need not know are skipped.
fn main() -> io::Result<()> {
    let mut legal = String::new();
    for line in io::stdin().lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "ugi" => println!("id name Kit in Rust\nid author you\nsetoption name SendPosition value true\nugiok"),
            "isready" => println!("readyok"),
            "legal" => legal = rest.to_string(),
            "go" => {
                let (position, moves) = legal.split_once("moves").unwrap_or_default();
                let moves: Vec<&str> = moves.split_whitespace().collect();
                let position = position.strip_prefix("fen ").unwrap_or(position);
                println!("bestmove {}", if moves.is_empty() { "none" } else { choose(position, &moves) });
            }
            "quit" => break,
            _ => {}
        }
    }
    Ok(())
}
