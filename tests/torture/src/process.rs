//! What the system tells of a process.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;

/// A line of its status, in kibibytes.
fn status(pid: u32, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}

/// Most memory that a process had in MiB.
pub fn peak_memory(pid: u32) -> f64 {
    mebibytes(status(pid, "VmHWM:"))
}

/// The memory that a process has in MiB.
pub fn memory(pid: u32) -> f64 {
    mebibytes(status(pid, "VmRSS:"))
}

#[allow(clippy::cast_precision_loss)]
fn mebibytes(kibibytes: Option<u64>) -> f64 {
    kibibytes.unwrap_or_default() as f64 / 1024.0
}

/// File descriptors that a process has open.
pub fn descriptors(pid: u32) -> usize {
    fs::read_dir(format!("/proc/{pid}/fd")).map_or(0, Iterator::count)
}

/// Sends a signal to a process.
pub fn signal(pid: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}

/// The processes that run and whose command line holds this text.
pub fn found(mark: &str) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter(|pid| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            *pid != std::process::id() && line.windows(mark.len()).any(|window| window == mark.as_bytes())
        })
        .collect()
}
