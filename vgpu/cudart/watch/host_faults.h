// The program's own accesses to memory of a device crash. Whoever does that by mistake shall be
// told where.
#pragma once

#include <cstdint>

namespace warpscope::cudart {

/// From now on SIGSEGV at an address in [base, base + bytes) is told to the device before it goes
/// on to whoever handled it before: the program's own handler, or the end. One at a page that
/// HostGuards has protected is no crash: the program goes on. SIGFPE of a division by 0 is told in
/// the same way. Once per process; a handler that the
/// program installs later takes its place.
void watch_host_faults(std::uint64_t base, std::uint64_t bytes);

/// True on the thread that looks at faults: the one that had the fault may hold any lock.
bool is_serving_fault();
/// True while our handler is there.
bool handles_host_faults();

}  // namespace warpscope::cudart
