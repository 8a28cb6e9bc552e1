//! The memory of this machine, or of the container in which the process runs, if that has less.

use sysinfo::{MemoryRefreshKind, System};

/// Amounts of memory, in MB of a million bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Memory {
    pub(super) total_mb: u64,
    pub(super) free_mb: u64,
}

/// Returns the memory; `None` if the system does not report it.
pub(super) fn memory() -> Option<Memory> {
    let mut system = System::new().ok()?;
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let (mut total, mut free) = (system.total_memory(), system.available_memory());
    // A container's limit may be lower than the machine's memory.
    if let Some(limits) = system.cgroup_limits() {
        let lower = |limit: u64, than: u64| if limit > 0 { limit.min(than) } else { than };
        (total, free) = (lower(limits.total_memory, total), lower(limits.free_memory, free));
    }
    Some(Memory { total_mb: total / 1_000_000, free_mb: free / 1_000_000 })
}
