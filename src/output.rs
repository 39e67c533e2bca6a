//! What commands print on stdout.

use crate::exit::{Exit, Failure};
use serde::Serialize;
use std::io::{self, BufWriter, Write};

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
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(Exit::Unexpected, format!("stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints text as it is.
pub fn text(text: &str) -> Result<(), Failure> {
    print(|out| out.write_all(text.as_bytes()))
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
    serde_json::to_string(value).expect("numbers, texts and lists always have a JSON form")
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
