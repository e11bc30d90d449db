//! The threads that a command solves on.

/// Maximum number of threads: more only get in each other's way.
pub const MOST_THREADS: u16 = 256;

/// A pool of this number of threads, or of one for each core. Unlike `rayon`'s own default it heeds no environment
/// variable, and has no more than [`MOST_THREADS`].
///
/// # Errors
///
/// If the threads cannot be started.
pub fn threads(count: Option<u16>) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let count = count.map_or_else(cores, usize::from);
    let count = count.min(usize::from(MOST_THREADS));
    rayon::ThreadPoolBuilder::new().num_threads(count).build()
}
