//! The `boardbots` program.

use std::process::ExitCode;

/// The allocator of glibc (seen with 2.36) does not use aligned memory again after it is freed: each search that a
/// server made and dropped cost up to half a megabyte. Boards have musl's, which does.
#[cfg(target_env = "gnu")]
#[global_allocator]
static MEMORY: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    boardbots::main()
}
