//! Owners: to whom a server's means are given, as a path in a tree.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};

/// Bits of an address that count at each level of the tree, of IPv6 and of IPv4 written as IPv6: a provider's customer
/// has a /48 or /56 and each of their networks a /64, a small provider's IPv4 addresses a /24.
const PREFIXES: [[u32; 2]; 3] = [[48, 120], [56, 128], [64, 128]];
/// Levels of the tree below its root: those of [`PREFIXES`], whether a key was shown, and the key.
pub const LEVELS: usize = PREFIXES.len() + 2;
/// The level of networks.
pub const NETWORK: usize = 1;
/// The level of addresses.
pub const ADDRESS: usize = PREFIXES.len();

/// The address that an address counts as: devices have whole networks of IPv6, so such addresses count by
/// their first 64 bits; an IPv4 address that is written as IPv6 is itself.
#[must_use]
pub fn network(addr: IpAddr) -> IpAddr {
    match addr.to_canonical() {
        IpAddr::V6(addr) if !addr.is_loopback() => IpAddr::V6(masked(addr, 64)),
        addr => addr,
    }
}

fn masked(addr: Ipv6Addr, bits: u32) -> Ipv6Addr {
    Ipv6Addr::from_bits(addr.to_bits() & !(u128::MAX.checked_shr(bits).unwrap_or(0)))
}

/// An owner: an address, or what has shown a key from there, such as the player of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Owner {
    /// The address, as [`network`] counts it.
    pub addr: IpAddr,
    key: Option<u64>,
}

/// A node of the tree of owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node {
    level: usize,
    prefix: u128,
    key: Option<u64>,
}

impl Node {
    /// The server, to which everything belongs.
    pub const ROOT: Self = Self { level: 0, prefix: 0, key: None };

    /// The name of a node of addresses in databases.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {:x}", self.level, self.prefix)
    }
}

impl Owner {
    /// All at an address who have shown no key.
    #[must_use]
    pub fn at(addr: IpAddr) -> Self {
        Self { addr: network(addr), key: None }
    }

    /// The owner of a key, at the same address.
    #[must_use]
    pub fn with_key(self, key: u64) -> Self {
        Self { key: Some(key), ..self }
    }

    /// The key that it has shown.
    #[must_use]
    pub const fn key(&self) -> Option<u64> {
        self.key
    }

    /// The node at a level, from 0, the root, to [`LEVELS`], this owner's own.
    #[must_use]
    pub fn node(&self, level: usize) -> Node {
        let (addr, family) = match self.addr {
            IpAddr::V4(addr) => (addr.to_ipv6_mapped(), 1),
            IpAddr::V6(addr) => (addr, 0),
        };
        let bits = level.checked_sub(1).map_or(0, |index| PREFIXES[index.min(ADDRESS - 1)][family]);
        let key = match level.saturating_sub(ADDRESS) {
            0 => None,
            // Owners with a key share among themselves, so that many of them do not outnumber newcomers.
            1 => self.key.map(|_| 0),
            _ => self.key,
        };
        Node { level, prefix: masked(addr, bits).to_bits(), key }
    }
}

/// Amounts at all nodes at which there is one.
#[derive(Default)]
pub(super) struct Tree(HashMap<Node, Branch>);

#[derive(Default)]
struct Branch {
    amount: usize,
    children: Vec<Node>,
}

impl Tree {
    /// The amount at a node and below it.
    pub(super) fn amount(&self, node: Node) -> usize {
        self.0.get(&node).map_or(0, |branch| branch.amount)
    }

    /// The nodes below a node at which there is something.
    pub(super) fn children(&self, node: Node) -> &[Node] {
        self.0.get(&node).map_or(&[], |branch| &branch.children)
    }

    /// Adds to what an owner has.
    pub(super) fn add(&mut self, owner: Owner, amount: usize) {
        for level in 0..=LEVELS {
            let node = owner.node(level);
            let branch = self.0.entry(node).or_default();
            let new = branch.amount == 0;
            branch.amount += amount;
            if new && level > 0 {
                self.0.entry(owner.node(level - 1)).or_default().children.push(node);
            }
        }
    }

    /// Takes from what an owner has.
    pub(super) fn take(&mut self, owner: Owner, amount: usize) {
        for level in (0..=LEVELS).rev() {
            let node = owner.node(level);
            let Some(branch) = self.0.get_mut(&node) else { continue };
            branch.amount = branch.amount.saturating_sub(amount);
            if branch.amount == 0 {
                self.0.remove(&node);
                if let Some(above) = level.checked_sub(1).and_then(|level| self.0.get_mut(&owner.node(level))) {
                    above.children.retain(|child| *child != node);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        for (addr, counts_as) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
            ("2001:db8:1:3::", "2001:db8:1:3::"),
            ("::1", "::1"),
        ] {
            assert_eq!(network(addr.parse().unwrap()), counts_as.parse::<IpAddr>().unwrap(), "{addr}");
        }
    }

    #[test]
    fn paths_part_where_owners_do() {
        let at = |text: &str| Owner::at(text.parse().unwrap());
        for (one, other, common) in [
            (at("192.0.2.1"), at("192.0.3.1"), 0),
            (at("192.0.2.1"), at("192.0.2.2"), 1),
            (at("192.0.2.1"), at("192.0.2.1").with_key(0), 3),
            (at("192.0.2.1").with_key(1), at("192.0.2.1").with_key(0), 4),
            (at("192.0.2.1").with_key(1), at("::ffff:192.0.2.1").with_key(1), 5),
            (at("2001:db8:1::"), at("2001:db8:2::"), 0),
            (at("2001:db8:1::"), at("2001:db8:1:100::"), 1),
            (at("2001:db8:1::"), at("2001:db8:1:1::"), 2),
            (at("2001:db8:1:1::5"), at("2001:db8:1:1::6"), 5),
            (at("::1"), at("127.0.0.1"), 0),
        ] {
            let same = (0..=LEVELS).filter(|&level| one.node(level) == other.node(level)).count();
            assert_eq!(same, common + 1, "{one:?} {other:?}");
            assert_eq!(one.node(0), Node::ROOT);
        }
    }
}
