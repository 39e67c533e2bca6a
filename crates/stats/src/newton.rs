//! The top of a concave likelihood, by Newton's method with step halving.
//!
//! Matrices are symmetric, and dense squares: those of ratings have as many rows as players.

/// Steps at most: a top that exists takes about ten.
const STEPS: u32 = 100;

/// Halvings of one step at most.
const HALVINGS: u32 = 40;

/// A step that promises less than this much likelihood is the last.
const ENOUGH: f64 = 1e-13;

/// A variance, in squared nats, that only a likelihood without a top has: about 3000 Elo.
const FLAT: f64 = 300.0;

/// A log-likelihood at one place.
pub(crate) struct Slope {
    /// The log-likelihood.
    pub(crate) value: f64,
    /// Its derivatives.
    pub(crate) gradient: Vec<f64>,
    /// Its second derivatives, negated.
    pub(crate) information: Matrix,
}

impl Slope {
    /// No observations yet, of this number of parameters.
    pub(crate) fn new(parameters: usize) -> Self {
        Self { value: 0.0, gradient: vec![0.0; parameters], information: Matrix::zero(parameters) }
    }
}

/// The maximum of a log-likelihood.
pub(crate) struct Top {
    /// The place.
    pub(crate) at: Vec<f64>,
    /// The inverse of the information there.
    pub(crate) inverse: Matrix,
}

/// Climbs a concave log-likelihood. `None` if it has no top: it rises for ever, or is level in some
/// direction.
pub(crate) fn climb(mut at: Vec<f64>, slope: impl Fn(&[f64]) -> Slope) -> Option<Top> {
    let mut here = slope(&at);
    for _ in 0..STEPS {
        let factor = here.information.factor()?;
        let step = factor.solve(&here.gradient);
        let promise: f64 = here.gradient.iter().zip(&step).map(|(gradient, step)| gradient * step).sum();
        if promise < ENOUGH {
            at.iter_mut().zip(&step).for_each(|(at, step)| *at += step);
            return top(at, &factor);
        }
        // Sums of many logarithms are only so exact.
        let slack = 1e-13 * (1.0 + here.value.abs());
        let mut part = 1.0;
        for _ in 0..HALVINGS {
            let there: Vec<f64> = at.iter().zip(&step).map(|(at, step)| at + part * step).collect();
            let next = slope(&there);
            if next.value >= here.value + 1e-4 * part * promise - slack {
                (at, here) = (there, next);
                break;
            }
            part /= 2.0;
        }
    }
    None
}

/// This place, unless it is no top but the beginning of a plain.
fn top(at: Vec<f64>, factor: &Factor) -> Option<Top> {
    let inverse = factor.inverse();
    let sharp = (0..inverse.size).all(|row| inverse.at(row, row) < FLAT);
    sharp.then_some(Top { at, inverse })
}

/// A square of numbers that is its own mirror image.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    /// The number of rows, which is that of columns.
    pub size: usize,
    cells: Vec<f64>,
}

/// The lower triangle `L` of `L Lᵀ` (Cholesky), and `Lᵀ`, so that rows of both lie together in memory.
pub(crate) struct Factor(Matrix, Matrix);

impl Matrix {
    /// All zero, with this number of rows.
    pub(crate) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    /// A cell.
    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to one cell; the mirror image is the caller's.
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Adds `weight` times the square of a vector that is zero but for these cells.
    pub(crate) fn add_square(&mut self, weight: f64, vector: &[(usize, f64)]) {
        for &(row, left) in vector {
            for &(column, right) in vector {
                self.add(row, column, weight * left * right);
            }
        }
    }

    /// A cell, which is zero then.
    pub(crate) fn take(&mut self, row: usize, column: usize) -> f64 {
        std::mem::take(&mut self.cells[row * self.size + column])
    }

    /// All cells times this.
    pub(crate) fn scale(&mut self, by: f64) {
        self.cells.iter_mut().for_each(|cell| *cell *= by);
    }

    /// The product of this and another, which is square but no longer its own mirror image.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.size);
        for row in 0..self.size {
            for inner in 0..self.size {
                let left = self.at(row, inner);
                for column in 0..self.size {
                    product.add(row, column, left * other.at(inner, column));
                }
            }
        }
        product
    }

    /// Its factor; `None` unless the matrix is positive definite, and clearly so: no pivot may lose
    /// twelve digits.
    pub(crate) fn factor(&self) -> Option<Factor> {
        let (mut lower, mut upper) = (Self::zero(self.size), Self::zero(self.size));
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let left = self.at(row, column) - known;
                if row == column {
                    if left.is_nan() || left <= 1e-12 * self.at(row, row) || left <= 0.0 {
                        return None;
                    }
                    lower.add(row, row, left.sqrt());
                } else {
                    lower.add(row, column, left / lower.at(column, column));
                }
                upper.add(column, row, lower.at(row, column));
            }
        }
        Some(Factor(lower, upper))
    }
}

impl Factor {
    /// The vector that the matrix turns into `right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Self(lower, upper) = self;
        let mut x = right.to_vec();
        for row in 0..lower.size {
            let known: f64 = (0..row).map(|k| lower.at(row, k) * x[k]).sum();
            x[row] = (x[row] - known) / lower.at(row, row);
        }
        for row in (0..lower.size).rev() {
            let known: f64 = (row + 1..lower.size).map(|k| upper.at(row, k) * x[k]).sum();
            x[row] = (x[row] - known) / lower.at(row, row);
        }
        x
    }

    /// The inverse of the matrix.
    pub(crate) fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::zero(size);
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These wins and losses of a player who is better by `x` nats.
    fn games(wins: f64, losses: f64, x: f64) -> Slope {
        let score = 1.0 / (1.0 + (-x).exp());
        let mut slope = Slope::new(1);
        slope.value = wins * score.ln() + losses * (1.0 - score).ln();
        slope.gradient[0] = wins - (wins + losses) * score;
        slope.information.add(0, 0, (wins + losses) * score * (1.0 - score));
        slope
    }

    #[test]
    fn finds_the_log_odds_from_anywhere() {
        for start in [-9.0, 0.0, 0.3, 12.0] {
            let top = climb(vec![start], |x| games(30.0, 10.0, x[0])).expect("a top");
            assert!((top.at[0] - 3.0_f64.ln()).abs() < 1e-9, "from {start}: {}", top.at[0]);
            assert!((top.inverse.at(0, 0) - 4.0 / 30.0).abs() < 1e-6);
        }
    }

    #[test]
    fn wins_alone_have_no_top() {
        assert!(climb(vec![0.0], |x| games(7.0, 0.0, x[0])).is_none());
        assert!(climb(vec![0.0], |x| games(0.0, 0.0, x[0])).is_none());
    }

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let mut matrix = Matrix::zero(3);
        for (weight, vector) in [(2.0, [(0, 1.0), (1, -1.0)]), (1.0, [(1, 1.0), (2, 0.5)]), (0.5, [(0, 1.0), (2, 2.0)])]
        {
            matrix.add_square(weight, &vector);
        }
        let factor = matrix.factor().expect("three independent squares");
        let one = matrix.times(&factor.inverse());
        for row in 0..3 {
            for column in 0..3 {
                let expected = if row == column { 1.0 } else { 0.0 };
                assert!((one.at(row, column) - expected).abs() < 1e-12);
            }
        }
        let x = factor.solve(&[1.0, 2.0, 3.0]);
        for (row, right) in [1.0, 2.0, 3.0].into_iter().enumerate() {
            let sum: f64 = (0..3).map(|column| matrix.at(row, column) * x[column]).sum();
            assert!((sum - right).abs() < 1e-12);
        }
        assert_eq!(matrix.size, 3);
    }

    #[test]
    fn a_matrix_that_is_not_definite_has_no_factor() {
        let mut flat = Matrix::zero(2);
        flat.add_square(1.0, &[(0, 1.0), (1, -1.0)]);
        assert!(flat.factor().is_none());
        flat.add(0, 0, f64::NAN);
        assert!(flat.factor().is_none());
        assert!(Matrix::zero(0).factor().is_some());
    }
}
