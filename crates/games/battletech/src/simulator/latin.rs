//! Files of the simulator as lines of text. They are Latin-1: each byte is a letter.

/// The lines of a file of the simulator, which is Latin-1: each byte is a letter.
#[must_use]
pub fn lines(bytes: &[u8]) -> Vec<String> {
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    text.lines().map(|line| line.trim_end_matches('\r').to_string()).collect()
}

/// Lines as a file, which readers also take as UTF-8.
#[must_use]
pub fn bytes(lines: &[String]) -> Vec<u8> {
    let mut text = lines.join("\r\n");
    text.push_str("\r\n");
    text.into_bytes()
}
