//! What commands print. All of it is made printable here; only [`Styled`] brings colours.

use crate::colours::Styled;
use crate::exit::{Exit, Failure};
use boardbots_base::printable::{self, Printer};
use boardbots_ops::logging;
use serde::Serialize;
use std::io::{self, BufWriter, StdoutLock, Write};

/// A JSON object whose keys stay in the order given here.
macro_rules! object {
    ($($key:ident: $value:expr),+ $(,)?) => {{
        // A type for each value, named like its key.
        #[allow(non_camel_case_types)]
        let object = {
            #[derive(serde::Serialize)]
            struct Object<$($key),+> {
                $($key: $key),+
            }
            Object { $($key: $value),+ }
        };
        object
    }};
}
pub(crate) use object;

/// Prints what `write` writes. A reader that has closed the pipe is not an error.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = Printer::new(BufWriter::new(io::stdout().lock()), logging::to_journal());
    done(write(&mut out).and_then(|()| out.flush()))
}

fn done(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(Exit::Unexpected, format!("stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a text.
pub fn text(text: &str) -> Result<(), Failure> {
    print(|out| out.write_all(text.as_bytes()))
}

/// Prints a text with its colours.
pub fn styled(text: &Styled) -> Result<(), Failure> {
    done(text.write(&mut io::stdout().lock()))
}

/// Standard output for a conversation, line by line.
pub fn conversation() -> Printer<StdoutLock<'static>> {
    Printer::new(io::stdout().lock(), false)
}

/// Says a line on stderr that is no part of the log.
#[cfg(any(feature = "desk", feature = "server"))]
pub fn note(line: impl std::fmt::Display) {
    logging::tell(&(printable::line(&line.to_string()) + "\n"));
}

/// Prints a line while games are played, which go on whether or not it can be written.
pub fn line(line: &str) {
    let _ = print(|out| writeln!(out, "{}", line.trim_end()));
}

/// Prints a line of JSON.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    print(|out| writeln!(out, "{}", json_text(value)))
}

/// A value as JSON, without a line break.
pub fn json_text(value: &impl Serialize) -> String {
    printable::json(&serde_json::to_string(value).expect("numbers, texts and lists always have a JSON form"))
}

#[cfg(test)]
mod tests {
    use super::json_text;

    #[test]
    fn keys_stay_in_their_order() {
        let inner = object! { z: 1, a: [object! { y: "1", b: () }] };
        let outer = object! { seed: 7_u64, inner: &inner, best: None::<u8> };
        let text = r#"{"seed":7,"inner":{"z":1,"a":[{"y":"1","b":null}]},"best":null}"#;
        assert_eq!(json_text(&outer), text);
    }
}
