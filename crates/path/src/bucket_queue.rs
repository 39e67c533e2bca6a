//! A monotone priority queue of nodes: a ring of buckets, one for each key of a window.
//!
//! The keys that wait in a search with small costs lie close together, above the key that was
//! taken last. So a ring of buckets replaces a heap, as in R. B. Dial, *Algorithm 360: shortest
//! path forest with topological ordering*, CACM 12 (1969): adding and taking are `O(1)`, finding
//! the next bucket that holds something looks at two words of a bitmap. Within a bucket, what came
//! last is taken first.
//!
//! Nothing is moved or removed: a node to which a cheaper path is found is added again, and the caller
//! recognises an entry that is out of date by its cost, and skips it. So the entries, linked lists with one
//! list of those that are free, stay as few as the search has open ends and close together, where
//! a place for each node would be one more look at far memory. If they run out,
//! [`sweep`](BucketQueue::sweep) throws out all that are out of date; there is room for a quarter more
//! than there are nodes, so that this is `O(1)` for each that was added.
//!
//! A key beyond the window waits in a list apart, which is looked through when its least key is
//! due, at most once for each width of the window. A key below the one taken last counts as that
//! one.

#![expect(clippy::inline_always, reason = "a call takes as long as what is called, and the optimiser leaves some")]

/// The most keys in a window: one word of the summary has a bit for each word of the bitmap.
const MOST: usize = 64 * 64;
/// The end of a list, and a node that is none.
const NONE: u32 = u32::MAX;

/// A node that waits.
#[derive(Clone, Copy, Debug)]
struct Entry {
    node: u32,
    /// The cost of the path to the node when the entry was added.
    cost: u32,
    key: u32,
    /// The next entry of its list.
    next: u32,
}

/// The queue.
///
/// ```
/// use boardbots_path::bucket_queue::BucketQueue;
/// let mut queue = BucketQueue::default();
/// queue.fit(100, 10);
/// queue.begin();
/// for (node, cost, key) in [(42, 2, 3), (7, 1, 1), (42, 0, 1)] {
///     assert!(queue.add(node, cost, key));
/// }
/// assert_eq!((queue.take(), queue.key()), (Some((42, 0)), 1));
/// assert_eq!((queue.take(), queue.key()), (Some((7, 1)), 1));
/// // Out of date: 42 has been reached for 0.
/// assert_eq!((queue.take(), queue.key()), (Some((42, 2)), 3));
/// assert_eq!(queue.take(), None);
/// ```
#[derive(Clone, Debug)]
pub struct BucketQueue {
    entries: Vec<Entry>,
    /// The first entry of the list of those that are free; as many as there are: none is.
    free: u32,
    /// Entries below this one may have been in use.
    used: u32,
    /// The last of those that were added with no key above the one taken last, and what it cost to
    /// reach: it comes next, and most often it never sees a list. [`NONE`]: there is none.
    held: u32,
    held_cost: u32,
    /// The first entry of each bucket.
    heads: Box<[u32; MOST]>,
    /// The first entry of those with keys beyond the window.
    far: u32,
    /// No more than any of these keys; `u32::MAX` if there are none.
    far_least: u32,
    /// A bit for each bucket that may hold something: all that do, and perhaps that of the key taken last.
    occupied: [u64; 64],
    /// A bit for each word of `occupied` that may not be 0.
    summary: u64,
    /// The key taken last.
    key: u32,
    /// Buckets less one; a power of two less one.
    mask: u32,
}

impl Default for BucketQueue {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            free: 0,
            used: 0,
            held: NONE,
            held_cost: 0,
            heads: Box::new([NONE; MOST]),
            far: NONE,
            far_least: u32::MAX,
            occupied: [0; 64],
            summary: 0,
            key: 0,
            mask: 63,
        }
    }
}

impl BucketQueue {
    /// Room for these numbers of nodes and, up to 4096, of keys in the window at least; takes
    /// memory only if there was never room for as many. The queue must be empty, or
    /// [`begin`](BucketQueue::begin) comes next.
    pub fn fit(&mut self, nodes: usize, keys: u32) {
        let limit = nodes + nodes / 4 + 64;
        let more = limit.saturating_sub(self.entries.len());
        self.entries.reserve_exact(more);
        for entry in self.entries.len()..limit {
            let next = u32::try_from(entry + 1).expect("2^23 nodes at most");
            self.entries.push(Entry { node: 0, cost: 0, key: 0, next });
        }
        self.mask = keys.clamp(64, 4096).next_power_of_two() - 1;
    }

    /// Empties the queue; keys start at 0.
    pub fn begin(&mut self) {
        for (entry, next) in self.entries[..self.used as usize].iter_mut().zip(1..) {
            entry.next = next;
        }
        (self.free, self.used) = (0, 0);
        self.held = NONE;
        // Few words are not 0 after most queries.
        while self.summary != 0 {
            let word = self.summary.trailing_zeros() as usize;
            self.summary &= self.summary - 1;
            self.occupied[word] = 0;
            self.heads[word * 64..(word + 1) * 64].fill(NONE);
        }
        (self.far, self.far_least) = (NONE, u32::MAX);
        self.key = 0;
    }

    /// The key at which the last node was taken: it never falls.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u32 {
        self.key
    }

    /// Adds a node that costs so much to reach. `false`: there is no room, and
    /// [`sweep`](BucketQueue::sweep) must come first.
    #[must_use]
    #[inline(always)]
    pub fn add(&mut self, node: u32, cost: u32, key: u32) -> bool {
        if key > self.key {
            return self.insert(node, cost, key);
        }
        if self.held != NONE && !self.insert(self.held, self.held_cost, self.key) {
            return false;
        }
        (self.held, self.held_cost) = (node, cost);
        true
    }

    /// Adds a node whose key is not below the one taken last.
    #[inline(always)]
    fn insert(&mut self, node: u32, cost: u32, key: u32) -> bool {
        let place = self.free;
        let Some(entry) = self.entries.get_mut(place as usize) else { return false };
        self.free = entry.next;
        self.used = self.used.max(place + 1);
        let head = if key - self.key > self.mask {
            self.far_least = self.far_least.min(key);
            &mut self.far
        } else {
            let bucket = (key & self.mask) as usize & (MOST - 1);
            self.occupied[bucket / 64] |= 1 << (bucket % 64);
            self.summary |= 1 << (bucket / 64);
            &mut self.heads[bucket]
        };
        *entry = Entry { node, cost, key, next: *head };
        *head = place;
        true
    }

    /// Takes a node with the smallest key, and the cost of its path.
    #[inline(always)]
    pub fn take(&mut self) -> Option<(u32, u32)> {
        if self.held != NONE {
            return Some((std::mem::replace(&mut self.held, NONE), self.held_cost));
        }
        let mut bucket = (self.key & self.mask) as usize & (MOST - 1);
        if self.heads[bucket] == NONE {
            bucket = self.turn(bucket)?;
        }
        let place = self.heads[bucket];
        let entry = &mut self.entries[place as usize];
        self.heads[bucket] = std::mem::replace(&mut entry.next, self.free);
        self.free = place;
        Some((entry.node, entry.cost))
    }

    /// Goes on from a bucket that is empty to the next that is not; `None` if all are.
    #[inline(always)]
    fn turn(&mut self, bucket: usize) -> Option<usize> {
        self.vacate(bucket);
        let mut found = self.next(bucket);
        if self.far != NONE && found.is_none_or(|(_, key)| self.far_least <= key) {
            self.gather(found.map_or(u32::MAX, |(_, key)| key));
            found = self.next((self.key & self.mask) as usize);
        }
        let (next, key) = found?;
        self.key = key;
        Some(next & (MOST - 1))
    }

    /// The first bucket that holds something, from one on, and its key.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "4096 buckets")]
    fn next(&self, at: usize) -> Option<(usize, u32)> {
        let rest = self.occupied[at / 64 % 64] >> (at % 64);
        let bucket = if rest != 0 {
            at + rest.trailing_zeros() as usize
        } else if self.summary != 0 {
            // The next word round the ring, at last this one again: then the bit is before `at`.
            let turn = at as u32 / 64 + 1;
            let word = (turn + self.summary.rotate_right(turn).trailing_zeros()) as usize % 64;
            word * 64 + self.occupied[word].trailing_zeros() as usize
        } else {
            return None;
        };
        Some((bucket, self.key.wrapping_add((bucket as u32).wrapping_sub(at as u32) & self.mask)))
    }

    /// Notes that a bucket holds nothing.
    #[inline(always)]
    fn vacate(&mut self, bucket: usize) {
        let word = bucket / 64 % 64;
        self.occupied[word] &= !(1 << (bucket % 64));
        self.summary &= !(u64::from(self.occupied[word] == 0) << word);
    }

    /// Throws out every node, with its cost, that is not to be kept.
    #[cold]
    pub fn sweep(&mut self, keep: impl Fn(u32, u32) -> bool) {
        if self.held != NONE && !keep(self.held, self.held_cost) {
            self.held = NONE;
        }
        for bucket in 0..MOST {
            self.heads[bucket] = self.swept(self.heads[bucket], &keep);
            if self.heads[bucket] == NONE {
                self.vacate(bucket);
            }
        }
        self.far = self.swept(self.far, &keep);
        if self.far == NONE {
            self.far_least = u32::MAX;
        }
    }

    /// Throws out of one list, and gives back its first entry.
    fn swept(&mut self, head: u32, keep: impl Fn(u32, u32) -> bool) -> u32 {
        let (mut head, mut before, mut place) = (head, NONE, head);
        while place != NONE {
            let Entry { node, cost, next, .. } = self.entries[place as usize];
            if keep(node, cost) {
                before = place;
            } else {
                match self.entries.get_mut(before as usize) {
                    Some(entry) => entry.next = next,
                    None => head = next,
                }
                self.entries[place as usize].next = self.free;
                self.free = place;
            }
            place = next;
        }
        head
    }

    /// Moves the window to the least key there is, `next` in the ring or one beyond, and into the
    /// ring what is in the window now.
    #[cold]
    fn gather(&mut self, next: u32) {
        let first = std::mem::replace(&mut self.far, NONE);
        self.far_least = u32::MAX;
        let (mut least, mut place) = (next, first);
        while place != NONE {
            let Entry { key, next, .. } = self.entries[place as usize];
            least = least.min(key);
            place = next;
        }
        self.key = least;
        place = first;
        while place != NONE {
            // Out of this list, and into another or into this one anew.
            let Entry { node, cost, key, next } = self.entries[place as usize];
            self.entries[place as usize].next = self.free;
            self.free = place;
            let _room = self.insert(node, cost, key);
            place = next;
        }
    }
}
