//! Every test file here is part of a package.
