//! Files that are whole but wrong: only the mathematics can notice.
