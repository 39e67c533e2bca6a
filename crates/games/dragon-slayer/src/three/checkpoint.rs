//! Checkpoints: files from which an interrupted solution continues.
//!
//! The first line gives the format, the variant, and the number of steps done. After it come the values of all sets of
//! tokens that have been begun, two doubles for each state, little-endian, and a checksum of everything before.

use super::solution::Solver;
use super::state::{Layout, TOKENS};
use super::values::Values;
use boardbots_base::{atomic_file, input};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// The beginning of every file.
const MAGIC: &str = "boardbots dragon-slayer, three players, format 1:";
/// The longest first line, in bytes.
const LINE: u64 = 200;

/// An error that makes a file unusable.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// It is not a checkpoint.
    #[error("is not a checkpoint of a solution for three players")]
    Foreign,
    /// It is for other rules.
    #[error("is the checkpoint of other rules: {0}")]
    Other(String),
    /// It has been cut off or changed.
    #[error("is damaged")]
    Damaged,
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        // A file that was cut off ends too early.
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Damaged } else { Self::Io(error) }
    }
}

/// A checksum of words (FNV-1a on 64 bits at a time).
struct Sum(u64);

impl Sum {
    fn new(line: &str) -> Self {
        let mut sum = Self(0xcbf2_9ce4_8422_2325);
        line.bytes().for_each(|byte| sum.add(byte.into()));
        sum
    }

    fn add(&mut self, word: u64) {
        // A multiplication alone would let the highest bits change nothing below.
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    }
}

/// The rules as the first line gives them.
fn rules(layout: Layout) -> String {
    format!("{}, at most {} points a turn", layout.variant, 12 * layout.cycles)
}

impl Solver {
    /// The number of values in the sets of tokens that have been begun.
    fn begun(&self) -> usize {
        let (done, all) = self.steps();
        let sets = done.div_ceil(all / u32::from(TOKENS));
        self.solution.layout().layer() * usize::try_from(sets).unwrap_or(0)
    }

    /// Writes the file atomically: it is this one or the one before, never a part.
    ///
    /// # Errors
    ///
    /// Any error of the file system.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let rules = rules(self.solution.layout());
        let line = format!("{MAGIC} {rules}; {} steps, {} unsettled\n", self.steps, self.unsettled);
        let mut sum = Sum::new(&line);
        atomic_file::write_with(path, |out| {
            out.write_all(line.as_bytes())?;
            for value in self.solution.cells[..self.begun()].as_flattened() {
                sum.add(value.to_bits());
                out.write_all(&value.to_le_bytes())?;
            }
            out.write_all(&sum.0.to_le_bytes())
        })
    }

    /// Continues from a file.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or that [`Solver::save`] did not write for these rules.
    pub fn load(layout: Layout, path: &Path) -> Result<Self, Error> {
        let mut file = BufReader::new(input::open(path)?);
        let mut line = Vec::new();
        file.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        let line = String::from_utf8(line).map_err(|_| Error::Foreign)?;
        let told = line.strip_prefix(MAGIC).ok_or(Error::Foreign)?;
        let (named, done) = told.trim_start().split_once("; ").ok_or(Error::Damaged)?;
        if named != rules(layout) {
            return Err(Error::Other(named.to_string()));
        }
        let numbers = done.strip_suffix(" unsettled\n").and_then(|numbers| numbers.split_once(" steps, "));
        let (steps, unsettled) = numbers.ok_or(Error::Damaged)?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| Error::Damaged);
        let mut solver = Self::with(layout);
        (solver.steps, solver.unsettled) = (number(steps)?, number(unsettled)?);
        if solver.steps > solver.steps().1 {
            return Err(Error::Damaged);
        }
        let mut sum = Sum::new(&line);
        let mut word = [0; 8];
        let begun = solver.begun();
        for value in solver.solution.cells[..begun].as_flattened_mut() {
            file.read_exact(&mut word)?;
            *value = f64::from_le_bytes(word);
            sum.add(value.to_bits());
        }
        file.read_exact(&mut word)?;
        let whole = u64::from_le_bytes(word) == sum.0 && file.read(&mut word)? == 0;
        if whole { Ok(solver) } else { Err(Error::Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    fn small() -> Layout {
        Layout::new(Variant { goal: 5, ..Variant::STANDARD }, 1)
    }

    #[test]
    fn a_checkpoint_goes_on_where_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("three");
        let mut solver = Solver::with(small());
        let whole = solver.clone().solve();
        let (mut before, all) = solver.states();
        while solver.step() {
            let (done, same) = solver.states();
            assert!(before < done && done <= all && all == same, "{before} {done} {all}");
            before = done;
            if solver.steps().0 % 10 == 3 {
                solver.save(&path).expect("a file");
                let again = Solver::load(small(), &path).expect("the same");
                assert_eq!(again.steps(), solver.steps());
                if solver.steps().0 % 30 == 3 {
                    assert!(again.solve() == whole);
                }
            }
        }
        assert_eq!(before, all);
        solver.save(&path).expect("a file");
        assert!(Solver::load(small(), &path).expect("the same") == solver);
    }

    #[test]
    fn a_checkpoint_is_whole_and_of_these_rules() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("three");
        let told = |layout, bytes: &[u8]| {
            std::fs::write(&path, bytes).expect("a file");
            Solver::load(layout, &path).expect_err("an error").to_string()
        };
        let mut solver = Solver::with(small());
        solver.step();
        solver.save(&path).expect("a file");
        let bytes = std::fs::read(&path).expect("a file");
        assert!(Solver::load(small(), &path).expect("the same") == solver);
        for cut in [bytes.len() - 1, bytes.len() - 9, bytes.len() / 2, 130, 60] {
            assert_eq!(told(small(), &bytes[..cut]), "is damaged", "{cut}");
        }
        for (place, bit) in [(bytes.len() - 1, 1), (bytes.len() - 20, 128), (bytes.len() / 2, 2)] {
            let mut changed = bytes.clone();
            changed[place] ^= bit;
            assert_eq!(told(small(), &changed), "is damaged", "{place}");
        }
        assert_eq!(told(small(), &[&bytes[..], b"x"].concat()), "is damaged");
        for foreign in [&b""[..], b"role,a,b\n", &[0xff; 300]] {
            assert_eq!(told(small(), foreign), "is not a checkpoint of a solution for three players");
        }
        let other = Layout::new(Variant { goal: 6, ..Variant::STANDARD }, 1);
        let rules = "to 5, bonus 5, doubled after a challenge, at most 12 points a turn";
        assert_eq!(told(other, &bytes), format!("is the checkpoint of other rules: {rules}"));
    }
}
