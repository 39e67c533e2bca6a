//! The last lines of an output, and lines that come in pieces of every length.

use super::*;
use boardbots_base::lines::Lines;

#[test]
fn the_last_lines_are_kept() {
    let mut tail = Tail::default();
    assert_eq!(tail.text(), "");
    tail.push(b"one\ntw\x1bo\xff\nthree");
    assert_eq!(tail.text(), "one\ntw\\u{1b}o\u{fffd}\nthree");
    for number in 0..100_000 {
        tail.push(format!("line {number}\n").as_bytes());
        assert!(tail.bytes.len() <= 3 * KEPT);
    }
    let text = tail.text();
    assert!(text.starts_with("line ") && text.ends_with("line 99998\nline 99999"), "{text}");
    assert!((KEPT - 20..=KEPT).contains(&text.len()), "{}", text.len());
    tail.push(&vec![b'x'; 1 << 20]);
    assert_eq!(tail.text(), "x".repeat(KEPT));
}

/// The lines of these bytes, which come in pieces of such a length.
fn all(bytes: &[u8], piece: usize) -> Vec<Option<String>> {
    let mut output = Output::new();
    let mut lines = Vec::new();
    let take = |output: &mut Output, lines: &mut Vec<_>| {
        while let Some(found) = output.take() {
            lines.push(output.text(&found).map(str::to_string));
        }
    };
    let mut rest = bytes;
    while !rest.is_empty() {
        let space = output.space();
        assert!(space.len() >= MAX_BYTES);
        let count = piece.min(rest.len()).min(space.len());
        space[..count].copy_from_slice(&rest[..count]);
        output.filled(count);
        rest = &rest[count..];
        take(&mut output, &mut lines);
    }
    output.finish();
    take(&mut output, &mut lines);
    lines
}

#[test]
fn agrees_with_lines_of_an_input() {
    let mut hostile = b"one\r\n\n\nthree\n\xff\xfe\na\0b\nbestmove 3".to_vec();
    let mut texts = vec![b"".to_vec(), b"\n".to_vec(), b"last\n".to_vec(), hostile.clone()];
    for length in [MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1, 2 * MAX_BYTES, 5 * MAX_BYTES] {
        hostile.push(b'\n');
        hostile.extend(vec![b'x'; length]);
        texts.push(hostile.clone());
        hostile.extend(b"\nfine");
        texts.push(hostile.clone());
    }
    for text in texts {
        let mut lines = Lines::new(text.as_slice());
        let expected: Vec<_> =
            std::iter::from_fn(|| lines.next_line().expect("bytes in memory")).map(Result::ok).collect();
        for piece in [1, 7, 4096, MAX_BYTES, 2 * MAX_BYTES + 2] {
            assert!(all(&text, piece) == expected, "{} bytes in pieces of {piece}", text.len());
        }
    }
}
