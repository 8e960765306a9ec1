// A kernel lowered to operations, and the loaded program that owns it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vgpu/exec/launch.h"
#include "vgpu/exec/machine/operation.h"
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
  std::uint32_t offset = 0;  ///< of lane 0 in the environment
};

/// A per-lane value that is set when a warp starts.
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
  std::uint32_t axis = 0;    ///< thread_index
  std::uint32_t offset = 0;  ///< of lane 0 in the register file
};

/// What an entry of the access counters belongs to.
struct AccessSite {
  enum class Kind : std::uint8_t {
    global_load,
    global_store,
    global_atomic,
    shared_load,
    shared_store,
    shared_atomic,
    local_load,
    local_store,
    constant_load,
    branch,
    barrier
  };
  Kind kind = Kind::global_load;
  std::uint32_t instruction = 0;
};

/// A basic block of the PTX, for instruction counts.
struct BasicBlock {
  std::uint32_t first = 0, end = 0;  ///< instructions [first, end)
};

struct Kernel {
  const ptx::Function* function = nullptr;
  std::vector<Operation> operations;
  std::vector<BasicBlock> blocks;
  std::vector<AccessSite> sites;
  std::vector<EnvironmentEntry> environment;
  std::vector<WarpEntry> warp_entries;
  std::uint32_t register_file_bytes = 0;
  std::uint32_t environment_bytes = 0;
  std::uint32_t shared_bytes = 0;  ///< static
  std::uint32_t local_bytes = 0;   ///< per thread
  bool has_barrier = false;
  /// Texts of unsupported instructions, by Operation::immediate of their operations.
  std::vector<std::string> messages;
};

/// The lowered module. Kernels are lowered when they are first launched.
class Program {
 public:
  Program(ptx::Module module, memory::DeviceMemory& memory, const ManagedAddresses& managed = {});
  const ptx::Module& module() const { return module_; }
  /// Throws std::runtime_error when there is no such kernel or it cannot be lowered.
  const Kernel& kernel(std::string_view name) const;
  std::optional<Symbol> symbol(std::string_view name) const;

 private:
  void place_variables(memory::DeviceMemory& memory, const ManagedAddresses& managed);

  ptx::Module module_;
  std::unordered_map<std::string_view, Symbol> symbols_;
  std::unordered_map<std::string_view, const ptx::Function*> entries_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string_view, std::unique_ptr<Kernel>> lowered_;
};

/// Lowers one entry function.
std::unique_ptr<Kernel> lower(const Program& program, const ptx::Function& function);

/// The place to which an instruction's counts and faults are attributed: the innermost one in the
/// kernel's own source file, so that what was inlined from a library's header counts for the line
/// that called it.
SourceLine attribute(const Program& program, const ptx::Function& function,
                     const ptx::Instruction& instruction);

/// "st.global.f32" for messages.
std::string spelling(const ptx::Instruction& instruction);

}  // namespace warpscope::exec
