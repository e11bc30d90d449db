//! Random seeds, for users who give none.

use anyhow::Context as _;
use rand::TryRng as _;
use rand::rngs::SysRng;

/// Draws a seed of at most six digits, which is short enough to type.
pub(crate) fn drawn() -> anyhow::Result<u64> {
    let drawn = SysRng
        .try_next_u32()
        .context("cannot get a random seed from the system")?;
    Ok(u64::from(drawn % 1_000_000))
}
