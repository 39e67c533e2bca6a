//! Who can be compared with whom: players that results connect.

/// Players, and which of them have met, directly or by way of others.
pub(crate) struct Groups {
    /// Each player's way to the one that stands for his group.
    up: Vec<usize>,
}

impl Groups {
    /// This number of players, of whom none has met another.
    pub(crate) fn new(players: usize) -> Self {
        Self { up: (0..players).collect() }
    }

    /// These two have met. The lower number stands for both.
    pub(crate) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.head(one), self.head(other));
        self.up[one.max(other)] = one.min(other);
    }

    /// Who stands for this player's group: the lowest number in it.
    pub(crate) fn head(&mut self, player: usize) -> usize {
        let mut at = player;
        while self.up[at] != at {
            self.up[at] = self.up[self.up[at]];
            at = self.up[at];
        }
        at
    }

    /// For each player the number of his group, from 0 in the order of their lowest players, and
    /// for each group the player from whom its ratings are counted: the anchor or else the lowest.
    pub(crate) fn numbered(mut self, anchor: usize) -> (Vec<usize>, Vec<usize>) {
        let heads: Vec<usize> = (0..self.up.len()).map(|player| self.head(player)).collect();
        let mut from: Vec<usize> = (0..heads.len()).filter(|&player| heads[player] == player).collect();
        let numbers: Vec<usize> = heads.iter().map(|head| from.partition_point(|other| other < head)).collect();
        if let Some(&number) = numbers.get(anchor) {
            from[number] = anchor;
        }
        (numbers, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_that_met_over_others_are_in_one_group() {
        let mut groups = Groups::new(6);
        for (one, other) in [(5, 3), (1, 4), (3, 1)] {
            groups.join(one, other);
        }
        assert_eq!(groups.numbered(4), (vec![0, 1, 2, 1, 1, 1], vec![0, 4, 2]));
        assert_eq!(Groups::new(0).numbered(0), (vec![], vec![]));
    }
}
