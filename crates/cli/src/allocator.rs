//! The allocator and its options.
//!
//! Large texts are processed in turn, each on a thread that ends after it. What such a thread freed is given back to the
//! system only if an option of the allocator says so, and the allocator reads its options from the environment when a
//! process starts. So a process that serves replaces itself by the same program with that option.

use std::env;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The option that gives back the memory of threads when they end.
const OPTION: &str = "MIMALLOC_ABANDONED_PAGE_PURGE";

/// Replaces the process by one with the allocator's option, unless the environment has a value for it. Must be called
/// before the process does anything. Returns if it is set, or if the program can't be started again: then the server
/// takes more memory.
#[expect(clippy::disallowed_methods, reason = "the option is the allocator's, not the server's")]
pub(crate) fn restart_with_options() {
    if env::var_os(OPTION).is_some() {
        return;
    }
    let (Ok(program), mut arguments) = (env::current_exe(), env::args_os()) else { return };
    let mut again = Command::new(program);
    if let Some(name) = arguments.next() {
        again.arg0(name);
    }
    // It returns only if it failed.
    let _ = again.args(arguments).env(OPTION, "1").exec();
}
