//! A monotone priority queue of nodes: a ring of buckets, one for each key of a window.
//!
//! The keys that wait in a search with small costs lie close together, above the key that was
//! taken last. So a ring of buckets replaces a heap, as in R. B. Dial, *Algorithm 360: shortest
//! path forest with topological ordering*, CACM 12 (1969): adding, moving and taking are `O(1)`,
//! finding the next bucket that holds something looks at two words of a bitmap. The nodes of
//! a bucket are a doubly linked list inside an array, so a node is in the queue at most once,
//! and once sized nothing is allocated. Within a bucket, what came last is taken first.
//!
//! A key beyond the window waits in a list apart, which is looked through when its least key is
//! due, at most once for each width of the window. A key below the one taken last counts as that
//! one.

/// The most keys in a window: one word of the summary has a bit for each word of the bitmap.
const MOST: u32 = 64 * 64;
/// No node: the end of a list.
const NONE: u32 = u32::MAX;
/// The bucket of the keys beyond the window.
const FAR: u32 = FIRST - 2;
/// Marks a link that names a bucket: the node is the first of it.
const FIRST: u32 = 1 << 31;

/// The neighbours of a node in its bucket.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The one before it, or the bucket and [`FIRST`], or [`NONE`] while it is not in the queue.
    before: u32,
    after: u32,
}

/// The queue.
///
/// ```
/// use boardbots_core::path::buckets::Buckets;
/// let mut queue = Buckets::default();
/// queue.fit(100, 10);
/// queue.begin();
/// queue.add(42, 3);
/// queue.add(7, 1);
/// queue.add(99, 8);
/// queue.change(42, 1);
/// assert_eq!((queue.take(), queue.key()), (Some(42), 1));
/// assert_eq!((queue.take(), queue.key()), (Some(7), 1));
/// assert_eq!((queue.take(), queue.key()), (Some(99), 8));
/// assert_eq!(queue.take(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Buckets {
    links: Vec<Link>,
    /// The first node of each bucket; means something only where the bit is set.
    heads: Vec<u32>,
    /// Which buckets hold something.
    occupied: [u64; 64],
    /// Which words of `occupied` are not 0.
    summary: u64,
    /// The first of the nodes beyond the window, in the same kind of list, or [`NONE`].
    far: u32,
    /// No more than any key of theirs; `u32::MAX` if there are none.
    far_least: u32,
    /// The keys of those nodes, by node.
    far_keys: Vec<u32>,
    /// The key taken last.
    key: u32,
    /// Buckets less one; a power of two less one.
    mask: u32,
}

impl Default for Buckets {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            heads: vec![0; 64],
            occupied: [0; 64],
            summary: 0,
            far: NONE,
            far_least: u32::MAX,
            far_keys: Vec::new(),
            key: 0,
            mask: 63,
        }
    }
}

impl Buckets {
    /// Room for so many nodes, and a window of at least so many keys, up to 4096;
    /// takes memory only if there was never room for as much.
    ///
    /// # Panics
    /// If there are 2³¹ nodes or more.
    pub fn fit(&mut self, nodes: usize, keys: u32) {
        assert!(nodes < FIRST as usize, "{nodes} nodes are too many");
        if self.links.len() < nodes {
            self.links.resize(nodes, Link { before: NONE, after: NONE });
            self.far_keys.resize(nodes, 0);
        }
        let buckets = keys.clamp(64, MOST).next_power_of_two();
        if self.heads.len() < buckets as usize {
            self.heads.resize(buckets as usize, 0);
        }
        // Changes only between queries: the next one begins with an empty queue.
        self.mask = buckets - 1;
    }

    /// Empties the queue; keys start at 0.
    pub fn begin(&mut self) {
        self.occupied = [0; 64];
        self.summary = 0;
        (self.far, self.far_least) = (NONE, u32::MAX);
        self.key = 0;
    }

    /// The key at which the last node was taken: it never falls.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u32 {
        self.key
    }

    /// Adds a node that is not in the queue.
    #[inline]
    pub fn add(&mut self, node: u32, key: u32) {
        let distance = key.saturating_sub(self.key);
        if distance > self.mask {
            self.add_far(node, key);
            return;
        }
        let bucket = self.key.wrapping_add(distance) & self.mask;
        let word = (bucket >> 6) as usize & 63;
        let bit = 1 << (bucket & 63);
        let mut after = NONE;
        if self.occupied[word] & bit == 0 {
            self.occupied[word] |= bit;
            self.summary |= 1 << word;
        } else {
            after = self.heads[bucket as usize];
            self.links[after as usize].before = node;
        }
        self.links[node as usize] = Link { before: bucket | FIRST, after };
        self.heads[bucket as usize] = node;
    }

    /// Gives a node another key; adds it if it has been taken. It must have been added before.
    #[inline]
    pub fn change(&mut self, node: u32, key: u32) {
        self.remove(node);
        self.add(node, key);
    }

    /// Takes a node with the smallest key.
    #[inline]
    pub fn take(&mut self) -> Option<u32> {
        let (mut bucket, mut key) = self.next();
        if self.far_least < key || (bucket == FAR && self.far != NONE) {
            self.gather(key);
            (bucket, key) = self.next();
        }
        if bucket == FAR {
            return None;
        }
        self.key = key;
        let node = self.heads[bucket as usize];
        let link = &mut self.links[node as usize];
        link.before = NONE;
        let after = link.after;
        if after == NONE {
            self.vacate(bucket);
        } else {
            self.heads[bucket as usize] = after;
            self.links[after as usize].before = bucket | FIRST;
        }
        Some(node)
    }

    /// The first bucket of the ring that holds something, and its key; [`FAR`] if none does.
    #[inline]
    fn next(&self) -> (u32, u32) {
        let at = self.key & self.mask;
        let rest = self.occupied[(at >> 6) as usize & 63] >> (at & 63);
        let bucket = if rest != 0 {
            at + rest.trailing_zeros()
        } else if self.summary != 0 {
            // The next word round the ring, at last this one again: then the bit is before `at`.
            let turn = at / 64 + 1;
            let word = (turn + self.summary.rotate_right(turn).trailing_zeros()) & 63;
            word * 64 + self.occupied[word as usize].trailing_zeros()
        } else {
            return (FAR, u32::MAX);
        };
        (bucket, self.key.wrapping_add(bucket.wrapping_sub(at) & self.mask))
    }

    /// Takes a node out of its list, if it is in one.
    #[inline]
    fn remove(&mut self, node: u32) {
        let Link { before, after } = self.links[node as usize];
        if before == NONE {
            return;
        }
        if before & FIRST == 0 {
            self.links[before as usize].after = after;
        } else if before == FIRST | FAR {
            self.far = after;
            if after == NONE {
                self.far_least = u32::MAX;
            }
        } else if after == NONE {
            self.vacate(before & !FIRST);
        } else {
            self.heads[(before & !FIRST) as usize] = after;
        }
        if after != NONE {
            self.links[after as usize].before = before;
        }
    }

    /// Adds a node whose key is beyond the window.
    #[cold]
    fn add_far(&mut self, node: u32, key: u32) {
        self.far_keys[node as usize] = key;
        self.far_least = self.far_least.min(key);
        self.links[node as usize] = Link { before: FIRST | FAR, after: self.far };
        if self.far != NONE {
            self.links[self.far as usize].before = node;
        }
        self.far = node;
    }

    /// Moves the window to the least key there is, `next` in the ring or one beyond, and into the
    /// ring what is in the window now.
    #[cold]
    fn gather(&mut self, next: u32) {
        let mut least = next;
        let mut at = self.far;
        while at != NONE {
            least = least.min(self.far_keys[at as usize]);
            at = self.links[at as usize].after;
        }
        self.key = least;
        at = std::mem::replace(&mut self.far, NONE);
        self.far_least = u32::MAX;
        while at != NONE {
            let after = self.links[at as usize].after;
            // What is still beyond the window goes into the list anew.
            self.add(at, self.far_keys[at as usize]);
            at = after;
        }
    }

    /// Notes that a bucket holds nothing.
    #[inline]
    fn vacate(&mut self, bucket: u32) {
        let word = (bucket >> 6) as usize & 63;
        self.occupied[word] &= !(1 << (bucket & 63));
        if self.occupied[word] == 0 {
            self.summary &= !(1 << word);
        }
    }
}
