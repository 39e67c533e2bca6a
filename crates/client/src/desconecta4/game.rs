//! One game over a connection, the same for client and server.

use super::player::Player;
use super::wire::{Fault, Wire};
use boardbots_desconecta4::rules::Position;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::referee::Referee;
use boardbots_game::two_player::side::Side;
use boardbots_game::two_player::state::joined;
use std::fmt;
use std::time::Duration;

/// The end of a game.
#[derive(Debug)]
pub enum End {
    /// By the rules: who has won, `None` if the board is full.
    Decided(Option<Side>),
    /// Broken off after as many plies as were wanted.
    Plies,
    /// Something came between.
    Fault(Fault),
}

impl End {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        match self {
            Self::Decided(winner) => *winner,
            Self::Plies | Self::Fault(_) => None,
        }
    }

    /// One word for programs: `line`, `full`, `plies`, or that of the fault.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Decided(Some(_)) => "line",
            Self::Decided(None) => "full",
            Self::Plies => "plies",
            Self::Fault(fault) => fault.word(),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(Some(winner)) => write!(out, "{} has a line", winner.other().colour()),
            Self::Decided(None) => out.write_str("the board is full"),
            Self::Plies => out.write_str("as many plies as were wanted"),
            Self::Fault(fault) => fault.fmt(out),
        }
    }
}

/// A game that was played, to its end or not.
#[derive(Debug)]
pub struct Played {
    /// The side that was ours.
    pub ours: Side,
    /// All actions that went over the wire, as digits.
    pub moves: String,
    /// Its end.
    pub end: End,
    /// Our longest decision.
    pub slowest: Duration,
}

impl Played {
    /// Plies played.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.moves.len()
    }
}

/// Plays a game whose greetings have been exchanged, and parts.
#[must_use]
pub fn play(mut wire: Wire, ours: Side, player: &mut Player) -> Played {
    player.forget();
    let mut game = Referee::new(Position::default());
    let end = loop {
        let position = game.position;
        if let Some(winner) = position.winner() {
            break End::Decided(winner);
        }
        if position.ply() >= wire.limits.plies {
            break End::Plies;
        }
        let exchanged = if position.mover() == ours {
            let action = player.choose(&position, &game.keys);
            wire.send_action(action).map(|()| action)
        } else {
            wire.receive_action(&position)
        };
        match exchanged {
            Ok(action) => {
                log::debug!("ply {}: {} plays {}", position.ply(), position.mover().colour(), action);
                game.play(action);
            }
            Err(fault) => break End::Fault(fault),
        }
    };
    if !matches!(end, End::Fault(_)) {
        wire.part();
    }
    let moves = joined::<Position>(&game.moves);
    Played { ours, moves, end, slowest: player.slowest }
}
