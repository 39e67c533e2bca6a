//! Lists of moves, as long as a game needs.

use arrayvec::ArrayVec;

/// The moves of one position, in the game's order, on the stack.
///
/// It is implemented for [`ArrayVec`]; its capacity is the most moves that a position of the game can have,
/// at most 255.
pub trait MoveList:
    std::ops::Deref<Target = [Self::Move]> + IntoIterator<Item = Self::Move> + FromIterator<Self::Move> + Clone
{
    /// A move.
    type Move: Copy;
    /// A number for each move that the list has room for.
    type Keys: AsRef<[u32]> + AsMut<[u32]>;

    /// An empty list.
    fn empty() -> Self;
    /// All 0.
    fn no_keys() -> Self::Keys;
    /// Appends a move.
    fn add(&mut self, action: Self::Move);
}

impl<M: Copy, const N: usize> MoveList for ArrayVec<M, N> {
    type Move = M;
    type Keys = [u32; N];

    #[inline]
    fn empty() -> Self {
        const { assert!(N > 0 && N < 256) };
        Self::new()
    }

    #[inline]
    fn no_keys() -> [u32; N] {
        [0; N]
    }

    #[inline]
    fn add(&mut self, action: M) {
        self.push(action);
    }
}
