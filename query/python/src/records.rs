//! Conversion of the library's records to Python objects. The field names are the same as in the JSON.

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// Converts a JSON value to a Python object. A JSON object becomes a dictionary.
pub(crate) fn python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(flag) => flag.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_bound_py_any(py),
            (None, Some(whole)) => whole.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(values) => {
            let converted = values.iter().map(|value| python(py, value));
            let items: Vec<_> = converted.collect::<PyResult<_>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
        Value::Object(fields) => {
            let dictionary = PyDict::new(py);
            for (name, value) in fields {
                dictionary.set_item(name, python(py, value)?)?;
            }
            Ok(dictionary.into_any())
        }
    }
}
