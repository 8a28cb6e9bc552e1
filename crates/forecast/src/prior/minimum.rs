//! Minimises a smooth function of a few variables by BFGS with backtracking line search. It is deterministic.

use nalgebra::{DMatrix, DVector};

const STEPS_MAX: usize = 500;
const GRADIENT_TOLERANCE: f64 = 1e-6;
/// Armijo constant: required part of the decrease that the gradient predicts.
const SUFFICIENT_DECREASE: f64 = 1e-4;
const HALVINGS_MAX: usize = 40;

/// Value and gradient of a function at one point.
pub(super) struct Evaluation {
    pub(super) value: f64,
    pub(super) gradient: DVector<f64>,
}

pub(super) fn minimum(start: DVector<f64>, function: impl Fn(&DVector<f64>) -> Evaluation) -> DVector<f64> {
    let size = start.len();
    let mut at = start;
    let mut current = function(&at);
    let mut inverse_curvature = DMatrix::identity(size, size);
    for _ in 0..STEPS_MAX {
        if current.gradient.amax() < GRADIENT_TOLERANCE {
            break;
        }
        let direction = -(&inverse_curvature * &current.gradient);
        let Some((step, candidate)) = descend(&at, &current, &direction, &function) else { break };
        let gradient_change = &candidate.gradient - &current.gradient;
        update(&mut inverse_curvature, &step, &gradient_change);
        at += step;
        current = candidate;
    }
    at
}

/// Backtracking line search: halves the step until it satisfies the Armijo condition. `None` at a minimum.
fn descend(
    at: &DVector<f64>,
    current: &Evaluation,
    direction: &DVector<f64>,
    function: impl Fn(&DVector<f64>) -> Evaluation,
) -> Option<(DVector<f64>, Evaluation)> {
    let directional_derivative = direction.dot(&current.gradient);
    let mut length = 1.0;
    for _ in 0..HALVINGS_MAX {
        let step = direction * length;
        let candidate = function(&(at + &step));
        if candidate.value <= current.value + SUFFICIENT_DECREASE * length * directional_derivative {
            return Some((step, candidate));
        }
        length /= 2.0;
    }
    None
}

/// BFGS update, skipped if the curvature condition fails, so that directions stay descent directions.
fn update(inverse: &mut DMatrix<f64>, step: &DVector<f64>, gradient_change: &DVector<f64>) {
    let curvature = step.dot(gradient_change);
    if curvature <= 1e-12 {
        return;
    }
    let identity = DMatrix::identity(step.len(), step.len());
    let left = &identity - step * gradient_change.transpose() / curvature;
    *inverse = &left * &*inverse * left.transpose() + step * step.transpose() / curvature;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_of_rosenbrocks_function_is_found() {
        // Rosenbrock's function, with its minimum at (1, 1).
        let rosenbrock = |at: &DVector<f64>| {
            let (x, y) = (at[0], at[1]);
            Evaluation {
                value: (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2),
                gradient: DVector::from_vec(vec![-2.0 * (1.0 - x) - 400.0 * x * (y - x * x), 200.0 * (y - x * x)]),
            }
        };
        let bottom = minimum(DVector::from_vec(vec![-1.2, 1.0]), rosenbrock);
        assert!((bottom[0] - 1.0).abs() < 1e-4 && (bottom[1] - 1.0).abs() < 1e-4, "{bottom}");
    }
}
