//! Arrays that Python cannot change.

use numpy::ndarray::Array;
use numpy::{Element, IntoPyArray as _, PyArray, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::errors::raise;

/// Makes an array read-only for Python, and returns it.
pub(crate) fn read_only<T: Element, D: numpy::ndarray::Dimension>(
    array: Bound<'_, PyArray<T, D>>,
) -> Bound<'_, PyArray<T, D>> {
    array.readwrite().make_nonwriteable();
    array
}

/// Creates a read-only array of this shape without copying the elements.
pub(crate) fn shaped<T: Element, const N: usize>(
    py: Python<'_>,
    elements: Vec<T>,
    shape: [usize; N],
) -> PyResult<Bound<'_, PyArray<T, numpy::ndarray::Dim<[usize; N]>>>>
where
    numpy::ndarray::Dim<[usize; N]>: numpy::ndarray::Dimension,
    [usize; N]: numpy::ndarray::IntoDimension<Dim = numpy::ndarray::Dim<[usize; N]>>,
{
    Ok(read_only(shaped_anew(py, elements, shape)?))
}

/// Creates an array of this shape, which Python may change, without copying the elements.
pub(crate) fn shaped_anew<T: Element, const N: usize>(
    py: Python<'_>,
    elements: Vec<T>,
    shape: [usize; N],
) -> PyResult<Bound<'_, PyArray<T, numpy::ndarray::Dim<[usize; N]>>>>
where
    numpy::ndarray::Dim<[usize; N]>: numpy::ndarray::Dimension,
    [usize; N]: numpy::ndarray::IntoDimension<Dim = numpy::ndarray::Dim<[usize; N]>>,
{
    let array = Array::from_shape_vec(shape, elements).map_err(raise)?;
    Ok(array.into_pyarray(py))
}
