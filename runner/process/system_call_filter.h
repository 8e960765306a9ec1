// A seccomp filter for programs that we do not trust.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <cstddef>
#include <span>
#include <vector>

namespace warpscope::runner {

/// Instructions of the classic BPF machine that the kernel runs at each system call.
struct SystemCallFilter {
  std::vector<sock_filter> instructions;
  /// Instructions that compare with the one process id that tgkill may name; none when any may be
  /// named.
  std::vector<std::size_t> process_id_at;

  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(instructions)); }
};

/// Refuses, with EPERM: new processes (threads are allowed), sockets (those that it has it may
/// use), signals to other processes and other processes' limits, tracing, other processes' memory,
/// System V memory, message queues, keys, files without a name, mounts and new namespaces. Calls of
/// another architecture end the process. In a process namespace of its own a program sees no other
/// process, so its filter needs no process id. Throws std::system_error when it cannot be made.
/// `has_local_sockets`: a GPU's driver opens one (AF_UNIX); others stay refused.
SystemCallFilter confining_filter(bool has_own_process_namespace, bool has_local_sockets = false);

/// Gives up new privileges and installs the filter for this process, for good, with its own id.
/// Async-signal-safe. False, with errno set, when the kernel refuses.
bool install(SystemCallFilter& filter);

}  // namespace warpscope::runner
