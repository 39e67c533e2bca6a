//! Actions: what each phase takes, and what the author of a player is told.

use crate::action::{Action, Aim, Blow, EndOfTurn, Means, Movement, Phase, Reaction, Shot, Step, Weapons};
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::notation::action::{read, write};

fn side(number: u8) -> Side {
    Side::from_number(number).unwrap()
}

/// Words as lines.
fn lines(text: &str) -> String {
    text.split(" / ").fold(String::new(), |all, line| all + line + "\n")
}

/// What a phase makes of these lines, which is written again as the same.
fn taken(phase: Phase, text: &str) -> Action {
    let text = lines(text);
    let action = read("accionJ0.sbt", text.as_bytes(), phase).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(String::from_utf8(write(&action)).unwrap(), text);
    assert_eq!(read("a", text.replace('\n', "\r\n").as_bytes(), phase).unwrap(), action);
    action
}

fn refused(phase: Phase, text: &str) -> String {
    read("a", lines(text).as_bytes(), phase).unwrap_err().to_string()
}

#[test]
fn movements() {
    assert_eq!(taken(Phase::Movement, "Inmovil"), Action::Movement(Movement::Still));
    assert_eq!(
        taken(Phase::Movement, "Saltar / 1507 / 6"),
        Action::Movement(Movement::Jump { to: Hex::new(14, 6), facing: side(6) })
    );
    let steps = "Levantarse / 4 / Adelante / 3 / Izquierda / 1 / Derecha / 2 / Atras / 1 / Cuerpo a Tierra / 1";
    let steps_read =
        vec![Step::Stand(side(4)), Step::Forward(3), Step::Left(1), Step::Right(2), Step::Backward(1), Step::Prone];
    for (word, run, masc) in [("Andar", false, false), ("Correr", true, true)] {
        let masc_word = if masc { "True" } else { "False" };
        assert_eq!(
            taken(Phase::Movement, &format!("{word} / 0101 / 1 / {masc_word} / 6 / {steps}")),
            Action::Movement(Movement::Go {
                run,
                to: Hex::new(0, 0),
                facing: side(1),
                masc,
                steps: steps_read.clone()
            })
        );
    }
}

#[test]
fn reactions() {
    for (word, turn) in [("Igual", Reaction::Same), ("Izquierda", Reaction::Left), ("Derecha", Reaction::Right)] {
        assert_eq!(taken(Phase::Reaction, word), Action::Reaction(turn));
    }
}

#[test]
fn shots() {
    assert_eq!(taken(Phase::Weapons, "True"), Action::Weapons(Weapons::TakeClub));
    assert_eq!(taken(Phase::Weapons, "False / 0000 / 0"), Action::idle(Phase::Weapons));
    let shot = Shot {
        location: Location::RightArm,
        slot: 4,
        double: false,
        ammunition: None,
        target: Some(Hex::new(8, 13)),
        aim: Aim::Mech,
    };
    let second = Shot {
        location: Location::LeftTorso,
        slot: 11,
        double: true,
        ammunition: Some((Location::Head, 3)),
        target: None,
        aim: Aim::Nothing,
    };
    let third = Shot { aim: Aim::Hex, ..shot };
    assert_eq!(
        taken(
            Phase::Weapons,
            "False / 0914 / 3 / BD / 4 / False / -1 / -1 / 0914 / Mech \
             / TI / 11 / True / CAB / 3 / 0000 / Ninguno / BD / 4 / False / -1 / -1 / 0914 / Hexagono"
        ),
        Action::Weapons(Weapons::Fire { primary: Some(Hex::new(8, 13)), shots: vec![shot, second, third] })
    );
}

#[test]
fn blows() {
    assert_eq!(taken(Phase::Physical, "0"), Action::idle(Phase::Physical));
    let target = Hex::new(0, 1);
    let blow = |limb, means, aim| Blow { limb, means, target, aim };
    assert_eq!(
        taken(
            Phase::Physical,
            "4 / BI / 1000 / 0102 / Mech / PD / 2000 / 0102 / Hexagono / BIBD / 3000 / 0102 / Mech \
             / BD / 11 / 0102 / Mech"
        ),
        Action::Physical(vec![
            blow(Location::LeftArm, Means::Punch, Aim::Mech),
            blow(Location::RightLeg, Means::Kick, Aim::Hex),
            blow(Location::LeftArm, Means::Club, Aim::Mech),
            blow(Location::RightArm, Means::Blade(11), Aim::Mech),
        ])
    );
}

#[test]
fn ends_of_turns() {
    assert_eq!(taken(Phase::End, "0 / 0 / False / 0"), Action::idle(Phase::End));
    assert_eq!(
        taken(Phase::End, "2 / 12 / True / 2 / TI / 4 / PD / 5"),
        Action::End(EndOfTurn {
            sinks_off: 2,
            sinks_on: 12,
            drop_club: true,
            dump: vec![(Location::LeftTorso, 4), (Location::RightLeg, 5)]
        })
    );
}

#[test]
fn words_are_spelt_as_in_the_manual() {
    let kinds = "a:1: expected kind of movement: Inmovil, Saltar, Andar or Correr";
    let hint = " (exactly so: no accents, no spaces around it)";
    assert_eq!(refused(Phase::Movement, "Quieto"), format!("{kinds}; found \"Quieto\""));
    for near in ["Inmóvil", "inmovil", "Inmovil ", "INMÓVIL"] {
        assert_eq!(refused(Phase::Movement, near), format!("{kinds}{hint}; found \"{near}\""));
    }
    let latin = read("a", b"Inm\xf3vil\r\n", Phase::Movement).unwrap_err().to_string();
    assert_eq!(latin, format!("{kinds}{hint}; found \"Inmóvil\""));
    assert_eq!(
        refused(Phase::Weapons, "False / 0914 / 1 / BD / 4 / False / -1 / -1 / 0914 / Hexágono"),
        format!("a:10: expected what is aimed at: Mech, Hexagono or Ninguno{hint}; found \"Hexágono\"")
    );
}

#[test]
fn authors_are_told_the_line_and_what_could_stand_there() {
    let cases = [
        (Phase::Movement, "", "a:1: expected kind of movement: Inmovil, Saltar, Andar or Correr; found \"\""),
        (Phase::Movement, "Inmovil / 0", "a:2: expected the end of the file; found \"0\""),
        (
            Phase::Movement,
            "Saltar / 15-7 / 6",
            "a:2: expected where the jump ends: CCRR, column and row from 01 to 99; found \"15-7\"",
        ),
        (
            Phase::Movement,
            "Saltar / 0007 / 6",
            "a:2: expected where the jump ends: CCRR, column and row from 01 to 99; found \"0007\"",
        ),
        (
            Phase::Movement,
            "Saltar / 1507 / 7",
            "a:3: expected where the mech faces then: a number from 1 to 6; found \"7\"",
        ),
        (
            Phase::Movement,
            "Andar / 1507 / 1 / False / 0",
            "a:5: expected number of steps: a number from 1 to 99; found \"0\"",
        ),
        (
            Phase::Movement,
            "Andar / 1507 / 1 / False / 2 / Adelante / 1",
            "a:8: expected step: Adelante, Atras, Izquierda, Derecha, Levantarse or Cuerpo a Tierra; \
             found the end of the file",
        ),
        (
            Phase::Movement,
            "Andar / 1507 / 1 / False / 1 / Adelante / 0",
            "a:7: expected how often the step is taken: a number from 1 to 99; found \"0\"",
        ),
        (
            Phase::Movement,
            "Andar / 1507 / 1 / False / 1 / Cuerpo a Tierra / 2",
            "a:7: expected how often the step is taken: 1; found \"2\"",
        ),
        (
            Phase::Weapons,
            "False / 914 / 0",
            "a:2: expected the primary target: CCRR, column and row from 01 to 99, or 0000 for none; found \"914\"",
        ),
        (
            Phase::Weapons,
            "False / 0000 / 1 / BD / 4 / False / -1 / 0 / 0914 / Mech",
            "a:8: expected slot of the ammunition, where there is none: -1; found \"0\"",
        ),
        (
            Phase::Physical,
            "1 / BI / 3000 / 0102 / Mech",
            "a:3: expected BIBD before it, as a club takes both arms; found \"3000\"",
        ),
        (
            Phase::Physical,
            "1 / BIBD / 1000 / 0102 / Mech",
            "a:3: expected 3000, as both arms strike with a club: 3000; found \"1000\"",
        ),
        (
            Phase::Physical,
            "1 / BI / 12 / 0102 / Mech",
            "a:3: expected 0 to 11 for an axe or a sword in that slot, 1000 for a punch, 2000 for a kick; found \"12\"",
        ),
        (
            Phase::Physical,
            "1 / BI / 1000 / 0102 / Ninguno",
            "a:5: expected what is struck at: Mech or Hexagono; found \"Ninguno\"",
        ),
        (
            Phase::End,
            "-1 / 0 / False / 0",
            "a:1: expected heat sinks to switch off: a number from 0 to 9999; found \"-1\"",
        ),
        (
            Phase::End,
            "0 / 0 / False / 100",
            "a:4: expected loads of ammunition to dump: a number from 0 to 99; found \"100\"",
        ),
    ];
    for (phase, text, message) in cases {
        assert_eq!(refused(phase, text), message);
    }
    // Nothing of a stranger's file can draw on a terminal.
    assert_eq!(
        refused(Phase::Reaction, "\u{1b}[2J"),
        "a:1: expected where the torso turns: Igual, Izquierda or Derecha; found \"\\u{1b}[2J\""
    );
    assert_eq!(
        read("a", b"", Phase::Reaction).unwrap_err().to_string(),
        "a:1: expected where the torso turns: Igual, Izquierda or Derecha; found the end of the file"
    );
}
