//! Lists of moves on the stack.

use arrayvec::ArrayVec;

/// A list of the moves of one position.
///
/// Use [`ArrayVec`], for which it is implemented. Its capacity is the most moves that a position of the game can have;
/// a capacity of 0 or of more than 255 is an error at compile time.
pub trait MoveList:
    std::ops::Deref<Target = [Self::Move]> + IntoIterator<Item = Self::Move> + FromIterator<Self::Move> + Clone
{
    /// A move.
    type Move: Copy;
    /// A number for each move that the list has room for.
    type Keys: AsRef<[u32]> + AsMut<[u32]>;

    /// An empty list.
    fn empty() -> Self;
    /// A list of zeros.
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
