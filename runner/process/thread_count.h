// How many threads a process has, together with those of all that it started.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace warpscope::runner {

/// 0 when the process is gone or the kernel does not tell. Processes that were started by other
/// threads than the first of their parent are not found.
std::uint64_t thread_count(pid_t process);

}  // namespace warpscope::runner
