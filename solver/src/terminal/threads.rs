//! Runs a task on a chosen number of threads.

/// Maximum number of threads: more threads only slow each other down.
pub const MOST_THREADS: u16 = 256;

#[derive(Debug, thiserror::Error)]
pub enum NoThreads {
    #[error("cannot start {0} threads: ask for fewer with --threads")]
    Asked(u16),
    #[error("cannot start a thread for each core: the system allows this process fewer threads")]
    EachCore,
}

/// Runs a task on `count` threads, or on one thread for each core if `count` is `None`, but never on more than
/// [`MOST_THREADS`]. Environment variables such as `RAYON_NUM_THREADS` have no effect.
pub fn on_threads<T: Send>(
    count: Option<u16>,
    task: impl FnOnce() -> T + Send,
) -> Result<T, NoThreads> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let number = count.map_or_else(cores, usize::from);
    let number = number.min(usize::from(MOST_THREADS));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(number).build();
    let pool = pool.map_err(|_| count.map_or(NoThreads::EachCore, NoThreads::Asked))?;
    Ok(pool.install(task))
}
