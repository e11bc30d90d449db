//! The solution file: whatever its bytes, a clear error or the right answer.
