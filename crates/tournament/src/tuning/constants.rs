//! A list of the constants to tune and their ranges: a file that people write.
//!
//! A line is `name`, `name = start` or `name = start least most step`; `#` begins a comment. Defaults for omitted
//! parts are those of the player: its value, and the range and the step of its table. A file that a tuning has
//! written can be read again.

use boardbots_base::entries::LineError;
use boardbots_base::invalid::InputError;
use boardbots_game::parameters::{Parameter, ParameterError, Parameters};
use serde::{Deserialize, Serialize};

/// A constant to be tuned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constant {
    /// Its name in the player's table.
    pub name: String,
    /// The value that tuning begins with; in the range.
    pub start: i32,
    /// The least value that is tried.
    pub least: i32,
    /// The largest.
    pub most: i32,
    /// The change either way in the last iteration. At least 1, and no more than the range is wide.
    pub step: i32,
}

/// The constants that a text names, of a player that has these values.
///
/// # Errors
/// The first line that names no constant of the player, or one again, or values that it cannot have;
/// line 0 of a text that names nothing.
pub fn read(text: &[u8], values: &Parameters) -> Result<Vec<Constant>, LineError> {
    let mut constants: Vec<Constant> = Vec::new();
    for (number, bytes) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let wrong = |problem: InputError| LineError { line: number, problem: problem.into() };
        let line = std::str::from_utf8(bytes).map_err(|_| wrong("these bytes are no text (UTF-8)".into()))?;
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let constant = constant(line, values).map_err(wrong)?;
        if constants.iter().any(|other| other.name == constant.name) {
            return Err(wrong(format!("{} stands in a line before this one; keep one of them", constant.name).into()));
        }
        constants.push(constant);
    }
    if constants.is_empty() {
        return Err(LineError { line: 0, problem: "no constant in it; write a name on each line".into() });
    }
    Ok(constants)
}

/// The constant of a line.
fn constant(line: &str, values: &Parameters) -> Result<Constant, InputError> {
    let (name, rest) = line.split_once('=').map_or((line, None), |(name, rest)| (name.trim(), Some(rest)));
    let unknown = || ParameterError::Unknown(name.into(), values.table).to_string();
    let parameter = values.table.iter().find(|parameter| parameter.name == name).ok_or_else(unknown)?;
    let Parameter { least, most, step, .. } = *parameter;
    let value = values.get(name).unwrap_or(parameter.default);
    let given = rest.map_or(Ok(Vec::new()), |rest| numbers(name, rest))?;
    let (start, least, most, step) = match given[..] {
        [] => (value, least, most, step),
        [start] => (start, least, most, step),
        [start, own_least, own_most, step] => {
            if own_least < least || own_most > most {
                return Err(
                    format!("{name} may be from {least} to {most}, which {own_least} to {own_most} leaves").into()
                );
            }
            (start, own_least, own_most, step)
        }
        _ => return Err(format!("write {name}, {name} = START, or {name} = START LEAST MOST STEP").into()),
    };
    if least >= most {
        return Err(format!("{name} has nothing to be tuned within: {least} to {most}").into());
    }
    if !(least..=most).contains(&start) {
        return Err(format!("{name} begins with {start}; it must be a whole number from {least} to {most}").into());
    }
    if step < 1 || i64::from(step) > i64::from(most) - i64::from(least) {
        return Err(
            format!("{name} has a step of {step}; it must be at least 1 and fit between {least} and {most}").into()
        );
    }
    Ok(Constant { name: name.into(), start, least, most, step })
}

fn numbers(name: &str, text: &str) -> Result<Vec<i32>, InputError> {
    let number = |word: &str| word.parse().map_err(|_| format!("{name}: \"{word}\" is no whole number"));
    let numbers: Vec<i32> = text.split_whitespace().map(number).collect::<Result<_, _>>()?;
    if numbers.is_empty() {
        Err(format!("{name} has no value; write one, or the name alone").into())
    } else {
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::parameters::Constants;
    use boardbots_tron::eval::Weights;

    fn values() -> Parameters {
        let mut values = Weights::DEFAULT.parameters();
        values.set("disputed", 30).expect("in its range");
        values
    }

    #[test]
    fn what_is_left_out_is_what_the_player_has() {
        let text = b"# what I think of\r\ndisputed\r\n cell = 2 # more\napart = 30 20 60 5\n\n";
        let constants = read(text, &values()).expect("names and numbers");
        let of = |name: &str, start, least, most, step| Constant { name: name.into(), start, least, most, step };
        assert_eq!(constants, [of("disputed", 30, 1, 200, 3), of("cell", 2, 0, 50, 1), of("apart", 30, 20, 60, 5)]);
    }

    #[test]
    fn what_a_tuning_writes_can_be_tuned_on() {
        let constants = read(values().to_string().as_bytes(), &values()).expect("names and numbers");
        let starts: Vec<i32> = constants.iter().map(|constant| constant.start).collect();
        assert_eq!(starts, values().values);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, part) in [
            (&b""[..], ":0: no constant in it"),
            (b"# nothing", ":0: no constant"),
            (b"cell\nblast = 3", ":2: there is no parameter \"blast\"; the parameters are collected, disputed"),
            (b"cell\ncell = 3", ":2: cell stands in a line before"),
            (b"cell = ", ":1: cell has no value"),
            (b"cell = x", "\"x\" is no whole number"),
            (b"cell = 99999999999", "is no whole number"),
            (b"cell = 51", "begins with 51; it must be a whole number from 0 to 50"),
            (b"cell = 1 2", "write cell, cell = START, or"),
            (b"cell = 1 -1 50 1", "from 0 to 50, which -1 to 50 leaves"),
            (b"cell = 1 0 51 1", "which 0 to 51 leaves"),
            (b"cell = 5 6 10 1", "begins with 5"),
            (b"cell = 5 5 5 1", "nothing to be tuned within"),
            (b"cell = 5 6 4 1", "nothing to be tuned within"),
            (b"cell = 5 0 10 0", "a step of 0"),
            (b"cell = 5 0 10 11", "a step of 11"),
            (b"cell = 5 \xff", "no text"),
        ] {
            let error = read(text, &values()).expect_err("wrong").to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
