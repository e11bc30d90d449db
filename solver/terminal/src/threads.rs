//! Runs a task on a chosen number of threads.

/// Maximum number of threads: more threads only slow each other down.
pub const MOST_THREADS: u16 = 256;

/// Runs a task on `count` threads, or on one thread for each core if `count` is `None`, but never on more than
/// [`MOST_THREADS`]. Environment variables such as `RAYON_NUM_THREADS` have no effect.
pub fn on_threads<T: Send>(
    count: Option<u16>,
    task: impl FnOnce() -> T + Send,
) -> Result<T, rayon::ThreadPoolBuildError> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let count = count.map_or_else(cores, usize::from);
    let count = count.min(usize::from(MOST_THREADS));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build()?;
    Ok(pool.install(task))
}
