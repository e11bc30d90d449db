//! Descendants of a process on Linux, including those that left its group or session.
//!
//! The system may give the id of an ended process to a new one. So each descendant is opened as a file descriptor, and
//! killed only through that descriptor. Before it is killed, a check that its parent was still alive makes sure that
//! the descriptor belongs to the descendant.

use std::collections::BTreeSet;
use std::fs;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, pidfd_open, pidfd_send_signal,
    set_child_subreaper, waitpid,
};

/// `true` once orphans become children of this process.
static ADOPTING: AtomicBool = AtomicBool::new(false);

/// Makes this process the parent of its orphaned descendants. Does nothing if the system refuses, or if this process
/// already has children, which could not be distinguished from orphans.
pub(super) fn adopt() {
    let adopts = children(getpid()).is_empty() && set_child_subreaper(Some(getpid())).is_ok();
    ADOPTING.fetch_or(adopts, Ordering::Relaxed);
}

/// Frees the process ids of orphans that have ended, without blocking. `others` are the ids of the children of this
/// process that are not orphans.
pub(super) fn reap(others: &BTreeSet<u32>) {
    if ADOPTING.load(Ordering::Relaxed) {
        for child in children(getpid()) {
            if !others.contains(&child.as_raw_nonzero().get().unsigned_abs()) {
                let _ = waitpid(Some(child), WaitOptions::NOHANG);
            }
        }
    }
}

/// Kills all children of this process and their descendants. Returns `true` if no child was left to kill. Must not be
/// called while an engine runs, since the engine would be killed too.
pub(super) fn kill() -> bool {
    reap(&BTreeSet::new());
    let mut is_done = true;
    if ADOPTING.load(Ordering::Relaxed) {
        for child in children(getpid()) {
            is_done &= !kill_descendants(child);
        }
    }
    is_done
}

/// Kills a child of this process, which must not have been waited for, and its descendants. Returns whether the child
/// could be killed.
pub(super) fn kill_descendants(child: Pid) -> bool {
    let Ok(held) = pidfd_open(child, PidfdFlags::empty()) else {
        return false;
    };
    let mut is_killed = false;
    let mut found = vec![(child, held)];
    while let Some((parent, held)) = found.pop() {
        // Stop the process first, so that it starts no others.
        if pidfd_send_signal(&held, Signal::STOP).is_err() {
            continue;
        }
        let children: Vec<(Pid, OwnedFd)> = children(parent)
            .into_iter()
            .filter_map(|child| Some((child, pidfd_open(child, PidfdFlags::empty()).ok()?)))
            .filter(|&(child, _)| parent_of(child) == Some(parent))
            .collect();
        // If this signal can be sent, the parent was alive until now. So its id belonged to no other process, and these
        // children are its own.
        if pidfd_send_signal(&held, Signal::KILL).is_ok() {
            found.extend(children);
            is_killed |= parent == child;
        }
    }
    is_killed
}

fn children(parent: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{parent}/task"));
    let lists = threads.into_iter().flatten().flatten();
    let lists = lists.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let ids = lists.flat_map(|list| {
        let ids = list.split_whitespace().map(str::parse);
        ids.filter_map(|id| Pid::from_raw(id.ok()?))
            .collect::<Vec<Pid>>()
    });
    ids.collect()
}

fn parent_of(child: Pid) -> Option<Pid> {
    let status = fs::read_to_string(format!("/proc/{child}/stat")).ok()?;
    // Search for the last parenthesis: the program's name stands in parentheses and may contain any character.
    let (_, rest) = status.rsplit_once(") ")?;
    Pid::from_raw(rest.split(' ').nth(1)?.parse().ok()?)
}
