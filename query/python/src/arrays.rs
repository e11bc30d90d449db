//! Arrays that Python cannot change.

use numpy::ndarray::{Array, Dim, Dimension, IntoDimension};
use numpy::{Element, IntoPyArray as _, PyArray, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::errors::raise;

/// Creates a read-only array of this shape without copying the elements.
pub(crate) fn shaped<T: Element, const N: usize>(
    py: Python<'_>,
    elements: Vec<T>,
    shape: [usize; N],
) -> PyResult<Bound<'_, PyArray<T, Dim<[usize; N]>>>>
where
    Dim<[usize; N]>: Dimension,
    [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
{
    let array = shaped_anew(py, elements, shape)?;
    array.readwrite().make_nonwriteable();
    Ok(array)
}

/// Creates an array of this shape, which Python may change, without copying the elements.
pub(crate) fn shaped_anew<T: Element, const N: usize>(
    py: Python<'_>,
    elements: Vec<T>,
    shape: [usize; N],
) -> PyResult<Bound<'_, PyArray<T, Dim<[usize; N]>>>>
where
    Dim<[usize; N]>: Dimension,
    [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
{
    let array = Array::from_shape_vec(shape, elements).map_err(raise)?;
    Ok(array.into_pyarray(py))
}
