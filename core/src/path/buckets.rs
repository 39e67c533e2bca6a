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
/// The list of the nodes whose keys are beyond the window; those below it are the ring's.
const FAR: u32 = MOST;
/// The place of the first node; before it stand the ends of all lists.
const NODES: u32 = FAR + 1;
/// The neighbour of a node that is in no list.
const NONE: u32 = u32::MAX;

/// The neighbours in a list: a ring, closed by a place that is not a node. So nobody has to ask
/// whether there is a neighbour.
#[derive(Clone, Copy, Debug)]
struct Link {
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
    /// The ends of all lists, then the nodes.
    links: Vec<Link>,
    /// Which buckets hold something.
    occupied: [u64; 64],
    /// Which words of `occupied` are not 0.
    summary: u64,
    /// No more than any key beyond the window; `u32::MAX` if there are none.
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
        let links = (0..NODES).map(|end| Link { before: end, after: end }).collect();
        Self { links, occupied: [0; 64], summary: 0, far_least: u32::MAX, far_keys: Vec::new(), key: 0, mask: 63 }
    }
}

impl Buckets {
    /// Room for so many nodes, and a window of at least so many keys, up to 4096; takes memory only
    /// if there was never room for as many. The queue must be empty, or [`begin`](Buckets::begin)
    /// comes next.
    pub fn fit(&mut self, nodes: usize, keys: u32) {
        if self.far_keys.len() < nodes {
            self.links.resize(NODES as usize + nodes, Link { before: NONE, after: NONE });
            self.far_keys.resize(nodes, 0);
        }
        self.mask = keys.clamp(64, MOST).next_power_of_two() - 1;
    }

    /// Empties the queue; keys start at 0.
    pub fn begin(&mut self) {
        // Few words are not 0 after most queries.
        while self.summary != 0 {
            let word = self.summary.trailing_zeros();
            self.summary &= self.summary - 1;
            self.occupied[word as usize] = 0;
            for end in word * 64..(word + 1) * 64 {
                self.links[end as usize] = Link { before: end, after: end };
            }
        }
        self.links[FAR as usize] = Link { before: FAR, after: FAR };
        self.far_least = u32::MAX;
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
        self.occupied[word] |= 1 << (bucket & 63);
        self.summary |= 1 << word;
        self.insert(bucket, node);
    }

    /// Gives a node another key; adds it if it has been taken. It must have been added before.
    #[inline]
    pub fn change(&mut self, node: u32, key: u32) {
        let Link { before, after } = self.links[(NODES + node) as usize];
        if before != NONE {
            self.links[before as usize].after = after;
            self.links[after as usize].before = before;
            // It was alone: both are the end of the list.
            if before == after {
                if before == FAR { self.far_least = u32::MAX } else { self.vacate(before, true) }
            }
        }
        self.add(node, key);
    }

    /// Takes a node with the smallest key.
    #[inline]
    pub fn take(&mut self) -> Option<u32> {
        let (mut bucket, mut key) = self.next();
        if self.far_least < key || bucket == FAR {
            if self.links[FAR as usize].after == FAR {
                return None;
            }
            self.gather(key);
            (bucket, key) = self.next();
        }
        self.key = key;
        let place = self.links[bucket as usize].after;
        let link = &mut self.links[place as usize];
        link.before = NONE;
        let after = link.after;
        self.links[bucket as usize].after = after;
        self.links[after as usize].before = bucket;
        self.vacate(bucket, after == bucket);
        Some(place - NODES)
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

    /// Puts a node at the beginning of a list.
    #[inline]
    fn insert(&mut self, end: u32, node: u32) {
        let place = NODES + node;
        let after = self.links[end as usize].after;
        self.links[after as usize].before = place;
        self.links[place as usize] = Link { before: end, after };
        self.links[end as usize].after = place;
    }

    /// Notes that a bucket holds nothing, if that is so.
    #[inline]
    fn vacate(&mut self, bucket: u32, empty: bool) {
        let word = (bucket >> 6) as usize & 63;
        self.occupied[word] &= !(u64::from(empty) << (bucket & 63));
        self.summary &= !(u64::from(self.occupied[word] == 0) << word);
    }

    /// Adds a node whose key is beyond the window.
    #[cold]
    fn add_far(&mut self, node: u32, key: u32) {
        self.far_keys[node as usize] = key;
        self.far_least = self.far_least.min(key);
        self.insert(FAR, node);
    }

    /// Moves the window to the least key there is, `next` in the ring or one beyond, and into the
    /// ring what is in the window now.
    #[cold]
    fn gather(&mut self, next: u32) {
        let mut least = next;
        let mut place = self.links[FAR as usize].after;
        let first = place;
        while place != FAR {
            least = least.min(self.far_keys[(place - NODES) as usize]);
            place = self.links[place as usize].after;
        }
        self.key = least;
        self.links[FAR as usize] = Link { before: FAR, after: FAR };
        self.far_least = u32::MAX;
        place = first;
        while place != FAR {
            let after = self.links[place as usize].after;
            // What is still beyond the window goes into the list anew.
            self.add(place - NODES, self.far_keys[(place - NODES) as usize]);
            place = after;
        }
    }
}
