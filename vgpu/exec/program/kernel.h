// A kernel lowered to operations.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vgpu/counting/l1_use.h"
#include "vgpu/exec/analysis/access_ranges.h"
#include "vgpu/exec/analysis/without_use.h"
#include "vgpu/exec/observation/access_event.h"
#include "vgpu/exec/program/code_pattern.h"
#include "vgpu/exec/program/operation.h"
#include "vgpu/exec/program/value_flow.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// A value that every lane shares and that is known at launch or per block.
struct EnvironmentEntry {
  enum class Kind : std::uint8_t {
    constant,
    parameter,
    block_dimension,
    grid_dimension,
    block_index
  };
  Kind kind = Kind::constant;
  std::uint64_t bits = 0;  ///< constant: the value; parameter: byte offset; otherwise axis 0, 1, 2
  std::uint32_t lane_bytes = 4;  ///< 2, 4 or 8: how wide a lane is
  std::uint32_t value_bytes =
      4;  ///< parameter: how many bytes are read (zero- or sign-extended to lane_bytes)
  bool is_signed = false;
  Slot slot = kNoSlot;
};

/// A per-lane value that is the same for the warp's whole life.
struct WarpEntry {
  enum class Kind : std::uint8_t {
    thread_index,
    lane,
    warp,
    lane_mask_eq,
    lane_mask_le,
    lane_mask_lt,
    lane_mask_ge,
    lane_mask_gt
  };
  Kind kind = Kind::lane;
  std::uint32_t axis = 0;  ///< thread_index
  Slot slot = kNoSlot;
};

/// What an entry of the access counters belongs to.
struct AccessSite {
  enum class Kind : std::uint8_t {
    global_load,
    global_store,
    global_atomic,
    global_reduction,  ///< an atomic of which nobody reads the old value
    asynchronous_copy,
    shared_load,
    shared_store,
    shared_atomic,
    matrix_load,   ///< ldmatrix
    matrix_store,  ///< stmatrix
    local_load,
    local_store,
    constant_load,        ///< at an address in a register
    fixed_constant_load,  ///< at an address that is known before the launch
    branch,
    barrier,
    image,            ///< a texture or a surface
    image_reduction,  ///< of a surface
    bulk_copy,        ///< between global and shared memory
    bulk_reduction
  };
  Kind kind = Kind::global_load;
  std::uint32_t instruction = 0;
  L1Use l1_use = L1Use::allocating;  ///< loads of global memory
  /// Atomics: updates with the same number commute, whoever makes them; 0: with none.
  std::uint8_t reduction = 0;
  bool computes_floats = false;  ///< atomics: they add or compare numbers with a fraction
  Ordering ordering = Ordering::weak;
  Scope scope = Scope::system;
  // For observers:
  std::int32_t shared_array = -1;  ///< AccessEvent::shared_array
  // Of loads and stores by registers, for observers; of surfaces the bytes of a lane:
  std::uint8_t element_bytes = 0, register_bytes = 0;  ///< 0: not known
  bool is_only_copied = false;                         ///< AccessEvent::is_only_copied
  std::uint32_t used_bytes = ~0u;                      ///< AccessEvent::used_bytes
  // Of atomics, for observers:
  enum class Swap : std::uint8_t { none, always, if_equal };
  Swap swap = Swap::none;
  bool is_result_used = true;  ///< AccessEvent::is_result_used; of loads: see lower.cpp
  bool is_contact = false;     ///< blocks see each other's work by it; where Kernel::has_contacts
};

/// A basic block of the PTX, for instruction counts.
struct BasicBlock {
  std::uint32_t first = 0, end = 0;  ///< instructions [first, end)
};

/// A variable in param space of a function that is called, or of its caller: lane l's bytes begin
/// at offset + l * stride_bytes of the frame.
struct ParameterArea {
  std::uint32_t offset = 0, stride_bytes = 0, size_bytes = 0;
};

/// The kernel's entry function or one that it may call.
struct LoweredFunction {
  const ptx::Function* function = nullptr;
  std::uint32_t first_instruction = 0;  ///< number of its first instruction in the kernel
  std::uint32_t entry = 0;              ///< index of its first operation
  std::uint32_t frame_bytes = 0;        ///< registers and param variables
  std::uint32_t local_bytes = 0;        ///< per thread, of its own variables
  /// 64-bit register that holds where its local variables begin; kNoSlot in the entry function,
  /// where they begin at 0.
  Slot local_base = kNoSlot;
  std::vector<ParameterArea> parameters, returns;
  /// What a thread may read before it has set it, as bytes of the frame. Zeroed when it begins.
  struct Range {
    std::uint32_t offset = 0, size_bytes = 0;
  };
  std::vector<Range> unset;
  /// KernelUse::stepped: by index of ptx::Function::registers where each is; kNoSlot for one that
  /// only loads set which ptxas leaves out. Of the others empty.
  std::vector<Slot> registers;
};

/// What a call takes of the thread's stack besides the function's own variables: the return address
/// and saved registers that the hardware keeps there.
inline constexpr std::uint32_t kCallBytes = 32;

/// Special registers with places in the shared memory that the system reserves, PTX ISA manual
/// section 10: from `begin` up to `end`, `cap` bytes in all.
inline constexpr std::string_view kReservedSharedRegisters = "reserved_smem_offset_";

/// The arguments of one `call`, in the caller's frame. Calls name it by CallOperands::site.
struct CallSite {
  std::vector<ParameterArea> arguments, returns;
};

/// What a kernel is lowered for.
enum class KernelUse : std::uint8_t {
  plain,
  observed,  ///< every access goes through vgpu/exec/access, where an observer is told of it
  stepped    ///< observed, and observers are told of each PTX instruction (InstructionBegin)
};

/// The ways of lowering a kernel.
struct KernelForm {
  KernelUse use = KernelUse::plain;
  bool is_traced = false;  ///< Kernel::is_traced
  bool has_turns = false;  ///< Kernel::has_turns
  static constexpr std::size_t kCount = 12;
  std::size_t number() const {
    return static_cast<std::size_t>(use) * 4 + (is_traced ? 2U : 0U) + (has_turns ? 1U : 0U);
  }
};

/// How launches on several workers went so far. It decides how fast a launch is, not what it gives.
struct SharingHistory {
  std::atomic<bool> has_succeeded{false};  ///< the last one that several workers ran
  std::atomic<bool> needs_exact_footprints{false};
  std::atomic<std::uint32_t> failures{0};                ///< in a row: blocks were not independent
  std::atomic<std::uint32_t> launches_to_skip{0};        ///< before several workers are tried again
  std::atomic<std::uint64_t> instructions_per_block{0};  ///< of the last launch; 0: not known
};

/// All numbers of instructions count through the functions in their order.
struct Kernel {
  const ptx::Function* function = nullptr;                               ///< the entry
  std::vector<LoweredFunction> functions;                                ///< the entry first
  std::unordered_map<std::uint64_t, std::uint32_t> function_by_address;  ///< index into functions
  std::vector<CallSite> calls;
  /// Targets of `brx`, as indices of operations; instructions name them by JumpOperands::table.
  std::vector<std::vector<std::uint32_t>> branch_tables;
  std::vector<Operation> operations;
  /// Operations of the entry from which nothing but the thread's exit follows, in their order:
  /// lanes need not reconverge there.
  std::vector<std::uint32_t> exits;
  /// Those at which lanes reconverge although others may leave the function on the way there.
  std::vector<std::uint32_t> early_reconvergence;
  std::vector<BasicBlock> blocks;
  std::vector<AccessSite> sites;
  std::vector<CodePattern> code_patterns;
  /// Variables in shared memory, by their offset.
  struct SharedArray {
    std::string_view name;                     ///< mangled
    std::uint64_t offset = 0, size_bytes = 0;  ///< size 0: up to the end of dynamic shared memory
  };
  std::vector<SharedArray> shared_arrays;
  std::vector<EnvironmentEntry> environment;
  std::vector<WarpEntry> warp_entries;
  std::uint32_t warp_bytes = 0;             ///< of the values in warp_entries
  std::uint32_t environment_bytes = 0;      ///< of those in environment
  std::uint32_t shared_bytes = 0;           ///< static, and reserved
  std::uint32_t reserved_shared_bytes = 0;  ///< at its beginning; 0 when nothing there is used
  /// Per thread, of the entry and the deepest chain of calls. With unbounded_calls the chain's
  /// length is not known and the launch adds a stack.
  std::uint32_t local_bytes = 0;
  bool has_unbounded_calls = false;  ///< recursion, or calls through pointers
  bool has_barrier = false;
  /// Blocks may see each other's work while they run (atomics whose result is used, volatile
  /// accesses, fences, output): they run in a fixed order.
  bool is_ordered = false;
  /// What its blocks do may depend on what others have done so far; then it is ordered as well.
  bool sees_other_blocks = false;
  bool may_wait_for_blocks = false;  ///< analysis/ordering.h; a launch then needs all of them
  /// What the operations that follow undefined values name, of observed kernels.
  std::vector<ValueFlow> value_flows;
  std::uint32_t sum_lines = 0;  ///< source lines of sums that are watched, of observed kernels
  /// Of the entry, registers that a thread may read before it sets them; of observed kernels.
  std::vector<std::uint32_t> unset_registers;
  /// Of the entry, blocks from which no way leads to an exit; of observed kernels.
  std::vector<BasicBlock> endless;
  /// Of the entry, loops of which registers alone decide (analysis/closed_loops.h), and where these
  /// are in the frame; of observed kernels.
  struct ClosedLoop {
    std::vector<BasicBlock> blocks;
    std::vector<LoweredFunction::Range> deciding;
  };
  std::vector<ClosedLoop> closed_loops;
  KernelUse use = KernelUse::plain;
  bool is_observed() const { return use != KernelUse::plain; }
  /// Operations stand in between that take down what warps do (LaunchOptions::trace).
  bool is_traced = false;
  /// Warps may end their turn in front of accesses by which blocks see each other's work, so that
  /// they make these in the order of their times (scheduling/by_time.h): a traced kernel that may
  /// wait for other blocks, and has no mbarriers.
  bool has_contacts = false;
  /// Warps may lose their turn in front of an access, and resident blocks take turns
  /// (LaunchOptions::interleaves).
  bool has_turns = false;
  /// Where the blocks read and write, if that can be told.
  std::optional<AccessRanges> access_ranges;
  mutable SharingHistory sharing;
  mutable UseInRuns use_in_runs;
  /// Nothing is left to find about its barriers (patterns/barrier_use.h), or it takes too long.
  mutable std::atomic<bool> are_barriers_known{false};
  /// Texts of unsupported instructions, which their operations name.
  std::vector<std::string> messages;

  /// Of the preface of each frame; see Slot.
  std::uint32_t preface_bytes() const { return environment_bytes + kWarpValueBytes; }
  const LoweredFunction& function_of(std::uint32_t instruction) const;
  const ptx::Instruction& instruction(std::uint32_t number) const {
    const LoweredFunction& owner = function_of(number);
    return owner.function->body[number - owner.first_instruction];
  }
};

}  // namespace warpscope::exec
