//! Minimises a smooth function of a few variables by BFGS with backtracking line search. It is deterministic.

use nalgebra::{DMatrix, DVector};

const STEPS_MAX: usize = 500;
const GRADIENT_SMALL: f64 = 1e-6;
/// Armijo constant: required part of the decrease that the gradient predicts.
const DESCENT_PART: f64 = 1e-4;
const HALVINGS_MAX: usize = 40;

/// Value and gradient of a function at one point.
pub(super) struct Slope {
    pub(super) height: f64,
    pub(super) gradient: DVector<f64>,
}

pub(super) fn minimum(start: DVector<f64>, function: impl Fn(&DVector<f64>) -> Slope) -> DVector<f64> {
    let size = start.len();
    let mut at = start;
    let mut here = function(&at);
    let mut inverse_curvature = DMatrix::identity(size, size);
    for _ in 0..STEPS_MAX {
        if here.gradient.amax() < GRADIENT_SMALL {
            break;
        }
        let direction = -(&inverse_curvature * &here.gradient);
        let Some((step, there)) = descend(&at, &here, &direction, &function) else { break };
        let turn = &there.gradient - &here.gradient;
        update(&mut inverse_curvature, &step, &turn);
        at += step;
        here = there;
    }
    at
}

/// Backtracking line search: halves the step until it satisfies the Armijo condition. `None` at a minimum.
fn descend(
    at: &DVector<f64>,
    here: &Slope,
    direction: &DVector<f64>,
    function: impl Fn(&DVector<f64>) -> Slope,
) -> Option<(DVector<f64>, Slope)> {
    let promised = direction.dot(&here.gradient);
    let mut length = 1.0;
    for _ in 0..HALVINGS_MAX {
        let step = direction * length;
        let there = function(&(at + &step));
        if there.height <= here.height + DESCENT_PART * length * promised {
            return Some((step, there));
        }
        length /= 2.0;
    }
    None
}

/// BFGS update, skipped if the curvature condition fails, so that directions stay descent directions.
fn update(inverse: &mut DMatrix<f64>, step: &DVector<f64>, turn: &DVector<f64>) {
    let along = step.dot(turn);
    if along <= 1e-12 {
        return;
    }
    let identity = DMatrix::identity(step.len(), step.len());
    let left = &identity - step * turn.transpose() / along;
    *inverse = &left * &*inverse * left.transpose() + step * step.transpose() / along;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_bottom_of_a_bent_valley() {
        // Rosenbrock's function, with its minimum at (1, 1).
        let valley = |at: &DVector<f64>| {
            let (x, y) = (at[0], at[1]);
            Slope {
                height: (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2),
                gradient: DVector::from_vec(vec![-2.0 * (1.0 - x) - 400.0 * x * (y - x * x), 200.0 * (y - x * x)]),
            }
        };
        let bottom = minimum(DVector::from_vec(vec![-1.2, 1.0]), valley);
        assert!((bottom[0] - 1.0).abs() < 1e-4 && (bottom[1] - 1.0).abs() < 1e-4, "{bottom}");
    }
}
