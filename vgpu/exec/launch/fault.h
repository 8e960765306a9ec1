// Why a launch stopped before its end, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/launch/index_use.h"
#include "vgpu/exec/launch/protocol.h"
#include "vgpu/exec/launch/source_line.h"
#include "vgpu/ptx/types.h"

namespace warpscope::exec {

struct Fault {
  enum class Kind : std::uint8_t {
    out_of_bounds,              ///< an address in no live allocation
    misaligned_address,         ///< an address that is not a multiple of the access size
    host_pointer,               ///< an address that looks like the host's
    unsupported_instruction,    ///< the machine has no such instruction (yet)
    trap,                       ///< trap, __assertfail
    missing_cooperation,        ///< a barrier of the grid in a launch that is not cooperative
    assertion,                  ///< __assertfail: a false assert() in the kernel
    stack_overflow,             ///< a chain of calls that is deeper than the thread's stack
    deadlock,                   ///< every thread waits
    instruction_budget,         ///< more instructions than the launch was allowed
    invalid_sync_mask,          ///< a lane runs a .sync instruction without being in its own mask
    endless_loop,               ///< a loop that nothing ends, with checks
    spin_without_progress,      ///< threads wait in loops for what nobody will do, with checks
    grid_larger_than_resident,  ///< blocks wait for others that begin only when these end, likewise
    barrier_thread_count,       ///< a barrier for threads that are not whole warps
    invalid_free,               ///< free() of what a malloc of kernels has not given, or again
    canceled,                   ///< LaunchOptions::is_canceled said so
  };
  Kind kind = Kind::out_of_bounds;
  std::string message;                              ///< one sentence
  std::string instruction;                          ///< e.g. "st.global.f32"
  std::optional<std::uint32_t> instruction_number;  ///< in the kernel, where the machine knows it
  std::string kernel;                               ///< mangled
  SourceLine where;                                 ///< innermost; line 0 when unknown
  std::vector<SourceLine> inlined_at;
  Dim3 block_index{0, 0, 0};
  std::uint32_t warp = 0;       ///< in the block
  std::uint32_t lane_mask = 0;  ///< the lanes that did it
  Dim3 thread_index{0, 0, 0};   ///< of the first such lane
  std::uint64_t address = 0;    ///< of the first such lane; 0 when there is none
  std::uint32_t access_bytes = 0;
  bool is_store = false;
  ptx::Space space = ptx::Space::global;  ///< whose address it is: global, shared or local
  IndexUse index_use;                     ///< out_of_bounds of global memory, with what follows
  std::uint64_t array_address = 0;        ///< what the parameter holds; 0 when it is not known
  Protocol protocol = Protocol::block_barrier;  ///< of threads that wait: the kernel's
  std::string assertion_text;  ///< assertion: what CUDA prints, one line per thread
};

/// The kind's finding in findings/findings.toml: "out-of-bounds". (Of a canceled launch there is
/// none.)
constexpr std::string_view finding_id(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::out_of_bounds:
      return "out-of-bounds";
    case Fault::Kind::misaligned_address:
      return "misaligned-address";
    case Fault::Kind::host_pointer:
      return "host-pointer-in-kernel";
    case Fault::Kind::unsupported_instruction:
      return "unsupported-instruction";
    case Fault::Kind::trap:
      return "trap";
    case Fault::Kind::missing_cooperation:
      return "missing-cooperative-launch";
    case Fault::Kind::assertion:
      return "assertion-failed";
    case Fault::Kind::stack_overflow:
      return "stack-overflow";
    case Fault::Kind::deadlock:
      return "deadlock";
    case Fault::Kind::instruction_budget:
      return "instruction-budget";
    case Fault::Kind::invalid_sync_mask:
      return "invalid-sync-mask";
    case Fault::Kind::endless_loop:
      return "endless-loop";
    case Fault::Kind::spin_without_progress:
      return "spin-without-progress";
    case Fault::Kind::grid_larger_than_resident:
      return "grid-larger-than-resident";
    case Fault::Kind::barrier_thread_count:
      return "barrier-thread-count";
    case Fault::Kind::invalid_free:
      return "free-mismatch";
    case Fault::Kind::canceled:
      return "canceled";
  }
  return "";
}

}  // namespace warpscope::exec
