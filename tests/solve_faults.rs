//! tourne-solve when things go wrong: no folder, no permission, no space, killed.
