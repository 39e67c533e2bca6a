//! What is held, added up at every node of the tree of owners.

use super::owner::{LEVELS, Node, Owner};
use std::collections::HashMap;

/// Amounts at all nodes at which there is one.
#[derive(Default)]
pub struct Tree(HashMap<Node, Branch>);

#[derive(Default)]
struct Branch {
    amount: usize,
    children: Vec<Node>,
}

impl Tree {
    /// The amount at a node and below it.
    pub fn amount(&self, node: Node) -> usize {
        self.0.get(&node).map_or(0, |branch| branch.amount)
    }

    /// The nodes below a node at which there is something.
    pub fn children(&self, node: Node) -> &[Node] {
        self.0.get(&node).map_or(&[], |branch| &branch.children)
    }

    /// Adds to what an owner has.
    pub fn add(&mut self, owner: Owner, amount: usize) {
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
    pub fn take(&mut self, owner: Owner, amount: usize) {
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
