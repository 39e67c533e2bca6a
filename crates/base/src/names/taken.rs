//! Names that are taken, with all that look like them.

use super::letters::skeletons;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// The number of parts, by the first byte of a hash, so that a new one moves few others.
const PARTS: usize = 256;
/// The number of hashes for which a full part makes room.
const ROOM: usize = 32;

/// A set of names in which those that look alike are one. It keeps 8 to 16 bytes of each, and asks
/// the same effort whatever the names are: hashes differ from process to process.
pub struct Taken {
    parts: Vec<Vec<u64>>,
    state: RandomState,
}

impl Default for Taken {
    fn default() -> Self {
        Self { parts: vec![Vec::new(); PARTS], state: RandomState::new() }
    }
}

impl Taken {
    /// True if this name, or one that looks like it, is taken.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.hashes(name).into_iter().any(|hash| self.part(hash).binary_search(&hash).is_ok())
    }

    /// Takes a name, unless it or one that looks like it is taken. Returns true if it was free.
    pub fn insert(&mut self, name: &str) -> bool {
        let hashes = self.hashes(name);
        let free = !hashes.iter().any(|hash| self.part(*hash).binary_search(hash).is_ok());
        if free {
            self.note(hashes);
        }
        free
    }

    fn note(&mut self, hashes: [u64; 2]) {
        for hash in hashes {
            let part = &mut self.parts[place(hash)];
            if let Err(index) = part.binary_search(&hash) {
                if part.len() == part.capacity() {
                    part.reserve_exact(ROOM);
                }
                part.insert(index, hash);
            }
        }
    }

    fn part(&self, hash: u64) -> &[u64] {
        &self.parts[place(hash)]
    }

    fn hashes(&self, name: &str) -> [u64; 2] {
        skeletons(name).map(|skeleton| self.state.hash_one(skeleton))
    }
}

/// Takes names that are there already, whether they look alike or not.
impl<'a> Extend<&'a str> for Taken {
    fn extend<T: IntoIterator<Item = &'a str>>(&mut self, names: T) {
        for name in names {
            self.note(self.hashes(name));
        }
    }
}

/// The part of a hash.
fn place(hash: u64) -> usize {
    usize::from(hash.to_be_bytes()[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_thousand_names_are_kept_in_two_megabytes() {
        let mut taken = Taken::default();
        for number in 0..100_000 {
            // Both skeletons of these differ.
            assert!(taken.insert(&format!("БИ{number:x}ВЯ")));
        }
        let bytes: usize = taken.parts.iter().map(|part| size_of_val(part) + part.capacity() * size_of::<u64>()).sum();
        assert!(bytes <= 2 << 20, "{bytes} bytes");
        assert!((0..100_000).all(|number| taken.contains(&format!("БИ{number:x}ВЯ"))));
    }
}
