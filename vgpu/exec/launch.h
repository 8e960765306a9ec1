// Running a kernel: the public face of the SIMT machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vgpu/exec/counters.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

/// A place in the source, resolved to the file's name.
struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
  auto operator<=>(const SourceLine&) const = default;
};

/// Why a launch stopped before its end.
struct Fault {
  enum class Kind : std::uint8_t {
    out_of_bounds,            ///< an address in no live allocation
    misaligned_address,       ///< an address that is not a multiple of the access size
    host_pointer,             ///< an address that looks like the host's
    unsupported_instruction,  ///< the machine has no such instruction (yet)
    trap,                     ///< trap, __assertfail
    assertion,                ///< __assertfail: a false assert() in the kernel
    stack_overflow,           ///< a chain of calls that is deeper than the thread's stack
    deadlock,                 ///< every thread waits
    instruction_budget,       ///< more instructions than the launch was allowed
    invalid_sync_mask,        ///< a lane runs a .sync instruction without being in its own mask
    canceled,                 ///< LaunchOptions::is_canceled said so
  };
  Kind kind = Kind::out_of_bounds;
  std::string message;      ///< one sentence
  std::string instruction;  ///< e.g. "st.global.f32"
  std::string kernel;       ///< mangled
  SourceLine where;         ///< innermost; line 0 when unknown
  std::vector<SourceLine> inlined_at;
  Dim3 block_index{0, 0, 0};
  std::uint32_t warp = 0;       ///< in the block
  std::uint32_t lane_mask = 0;  ///< the lanes that did it
  Dim3 thread_index{0, 0, 0};   ///< of the first such lane
  std::uint64_t address = 0;    ///< of the first such lane; 0 when there is none
  std::uint32_t access_bytes = 0;
  bool is_store = false;
  ptx::Space space = ptx::Space::global;  ///< whose address it is: global, shared or local
  std::string assertion_text;             ///< assertion: what CUDA prints, one line per thread
};

/// What one source line did in one launch.
struct LineCounters {
  SourceLine where;
  CounterValues values;
};

struct LaunchConfiguration {
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::span<const std::byte> parameters;  ///< the parameter buffer, laid out as the PTX declares it
};

/// A grid that a kernel has launched.
struct ChildLaunch {
  std::string kernel;  ///< mangled
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::byte> parameters;  ///< laid out as the PTX declares them
  bool is_tail = false;               ///< in cudaStreamTailLaunch: behind all others of its parent
};

class TextureTable;  // textures/texture.h
struct WorkerPool;   // machine/worker_pool.h

struct LaunchOptions {
  std::uint64_t instruction_budget = 0;  ///< warp instructions; 0 is no limit
  std::function<bool()> is_canceled;  ///< asked now and then, by one thread at a time; may be empty
  std::uint32_t worker_threads = 1;   ///< threads of the host that run blocks
  /// What several of them may save of the memory that they write to, so that it can be put back.
  std::uint64_t most_undo_bytes = std::uint64_t{64} << 20;
  WorkerPool* worker_pool = nullptr;  ///< their threads and memory; nullptr: made for the launch
  bool is_cooperative = false;        ///< all blocks are resident together
  /// Of each thread, for recursion and calls through pointers.
  std::uint64_t stack_bytes = 16384;
  /// Registers and local memory of all warps that exist at a time, in this process. The H200 has 33
  /// MiB of registers; the rest is room for local memory, and for what ptxas would have kept in
  /// fewer registers.
  std::uint64_t most_state_bytes = std::uint64_t{4} << 30;
  std::uint64_t output_bytes = 1 << 20;    ///< that printf on the device may write in this launch
  const TextureTable* textures = nullptr;  ///< texture and surface objects; may be none
  std::uint32_t sm_count = 132;            ///< of the device, for %smid and %nsmid
  /// Size of each multiprocessor's L1 cache in this launch. When it is not 0, hits and misses are
  /// counted, and one thread runs all blocks.
  std::uint64_t l1_bytes = 0;
  std::uint64_t grid_number = 1;  ///< of the launch, for %gridid
  /// Whether a kernel may launch that grid, as CUDA's error code: 0 if so. Empty: it may not. The
  /// parameters are not known yet.
  std::function<std::int32_t(const ChildLaunch&)> check_child;
};

struct LaunchResult {
  CounterValues counters;  ///< summed over the launch
  std::vector<LineCounters>
      lines;  ///< sorted by file and line; lines that executed nothing are absent
  /// Distinct 32-byte sectors and 64-byte granules of global memory that the launch read and wrote,
  /// for the time model: what a perfect cache would move.
  std::uint64_t distinct_read_sectors = 0, distinct_written_sectors = 0;
  std::uint64_t distinct_read_granules = 0;  ///< of 64 bytes: DRAM moves no less
  std::string output;  ///< of printf, in the order of execution; its end, if it is too long
  std::vector<ChildLaunch> children;  ///< in the order in which they were launched; not run yet
  std::optional<Fault> fault;
};

/// A kernel ready to run, as the driver API's CUfunction would know it.
struct KernelInfo {
  std::string name;  ///< mangled
  std::uint32_t parameter_bytes = 0;
  struct Parameter {
    std::uint32_t offset = 0, size_bytes = 0;
  };
  std::vector<Parameter> parameters;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t local_bytes = 0;  ///< per thread
  std::uint32_t max_threads_per_block = 1024;
  std::uint32_t ptx_registers = 0;  ///< virtual registers; not what ptxas would allocate
};

class Program;  // the lowered module

/// Where managed variables lie, by their PTX names: addresses that the host has as well.
using ManagedAddresses = std::map<std::string, std::uint64_t, std::less<>>;

/// Lowers a module and puts its module variables into `memory`; a managed one that has an address
/// in `managed` lies there, in an allocation that must hold it. Throws std::runtime_error with a
/// sentence when the module itself is broken. An instruction that the machine does not know does
/// not make this fail: a kernel that reaches one stops with Fault::unsupported_instruction.
std::shared_ptr<const Program> load(ptx::Module module, memory::DeviceMemory& memory,
                                    const ManagedAddresses& managed = {});

std::vector<KernelInfo> kernels(const Program& program);
/// Device address and size of a module variable by its PTX name; nothing when there is none.
struct Symbol {
  std::uint64_t address = 0, size_bytes = 0;
};
std::optional<Symbol> symbol(const Program& program, std::string_view name);

/// Runs a kernel to its end or to its first fault; after a fault it is open what the blocks have
/// left in memory that the host does not see. `kernel` is the mangled name; the configuration has
/// been checked against the device's limits. The result does not depend on timing or addresses of
/// this process.
LaunchResult launch(const Program& program, std::string_view kernel,
                    const LaunchConfiguration& configuration, memory::DeviceMemory& memory,
                    const LaunchOptions& options);

/// Name of a fault kind as findings and error texts use it, e.g. "out-of-bounds".
std::string_view name(Fault::Kind kind);

}  // namespace warpscope::exec
