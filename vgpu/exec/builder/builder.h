// What the instruction handlers' builders use to turn one PTX instruction into operations.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "vgpu/counting/pieces.h"
#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec {

/// Thrown by a builder for a form that the machine does not have.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A register as an operand: its slot and how many bytes a lane has.
struct Sized {
  Slot slot = kNoSlot;
  std::uint32_t lane_bytes = 0;
};

/// Address operand: a register's slot (kNoSlot when absolute) and a constant offset.
struct AddressOperand {
  Slot slot = kNoSlot;
  std::uint32_t lane_bytes = 8;
  std::int64_t offset = 0;
};

/// Handlers of the operations that reading an operand can take, besides the instruction's own.
struct OperandHandlers {
  /// Of d = a special register that changes while a warp runs or that a launch decides, in lanes of
  /// `size_bytes`; nullptr when it is none of these in that width.
  Handler (*special_register)(std::string_view name, std::uint32_t size_bytes) = nullptr;
  Handler low_half = nullptr;     ///< d = the low 16 bits of a, which has 32
  Handler add_address = nullptr;  ///< d = a + b in 64 bits
};

/// Offsets of shared variables, by their declaration.
using SharedLayout = std::unordered_map<const ptx::Variable*, std::uint64_t>;

class Builder {
 public:
  /// Lowers the body of `lowered`, which belongs to `kernel`.
  Builder(const Program& program, const SharedLayout& shared, LoweredFunction& lowered,
          Kernel& kernel, const OperandHandlers& handlers);

  /// The instruction that is being lowered.
  void begin(const ptx::Instruction& instruction, std::uint32_t index);
  const ptx::Instruction& instruction() const { return *instruction_; }
  const ptx::Function& function() const { return function_; }
  const Program& program() const { return program_; }
  Kernel& kernel() { return kernel_; }

  // Modifiers. Each must be taken by the builder; finish() refuses an instruction with one that was
  // not.
  bool take(std::string_view modifier);
  std::optional<ptx::Type> take_type();  ///< the first type modifier that was not taken
  ptx::Type need_type();                 ///< the same; Unsupported when there is none
  void take_all(
      std::initializer_list<std::string_view> modifiers);  ///< those that change nothing here
  void finish();
  [[noreturn]] void unsupported(const std::string& why) const;

  // Operands, by position.
  std::size_t operand_count() const { return instruction_->operands.size(); }
  const ptx::Operand& operand(std::size_t index) const;
  Slot source(std::size_t index, ptx::Type type) { return source(operand(index), type); }
  Slot source(const ptx::Operand& operand, ptx::Type type);
  Sized any_source(const ptx::Operand& operand,
                   ptx::Type type);  ///< a register may be wider than the type
  Slot destination(std::size_t index, ptx::Type type) { return destination(operand(index), type); }
  Slot destination(const ptx::Operand& operand, ptx::Type type);
  Sized any_destination(const ptx::Operand& operand);
  Slot predicate(const ptx::Operand& operand, bool& negated);
  /// The same for one that is read, which may be a number: 0 is false.
  Slot predicate_source(const ptx::Operand& operand, bool& negated);
  AddressOperand address(std::size_t index, ptx::Space space);
  /// The integer an operand states; Unsupported when it is not a literal.
  std::int64_t literal(const ptx::Operand& operand) const;
  /// Slot of a 32-bit or 64-bit constant in every lane.
  Slot constant(std::uint64_t bits, std::uint32_t lane_bytes);
  /// Slot of the parameter bytes at `offset`, extended to lanes of `lane_bytes`; Unsupported when
  /// the kernel has no such parameter.
  Slot parameter(std::uint64_t offset, ptx::Type type, std::uint32_t lane_bytes);
  /// A scratch register of `bytes` bytes for this instruction's result where the PTX discards it.
  Slot scratch(std::uint32_t bytes);
  /// The carry flag of the function's lanes (PTX ISA section 9.7.2): a predicate.
  Slot carry();

  /// Appends an operation for this instruction.
  Operation& emit(Handler handler);
  std::uint32_t add_site(AccessSite::Kind kind, L1Use l1_use = L1Use::allocating);
  /// What has been added as `site`, to be completed.
  AccessSite& site(std::uint32_t site) { return kernel_.sites[site]; }
  /// True when every access must be seen by an observer.
  bool is_observed() const { return kernel_.is_observed(); }
  /// True when what a load sets is stored to memory and not used otherwise.
  bool is_only_copied(const ptx::Operand& destination);
  /// True when what a load sets is at most selected by a predicate, and not used otherwise.
  bool is_only_selected(const ptx::Operand& destination);
  /// Sets AccessSite::reduction.
  void set_reduction(std::uint32_t site, std::uint8_t reduction);
  std::uint32_t operation_count() const {
    return static_cast<std::uint32_t>(kernel_.operations.size());
  }

  /// Value of a symbol in its own state space: device address, or offset into shared, local or
  /// parameter space.
  std::optional<std::uint64_t> symbol_value(std::string_view name,
                                            ptx::Space* space = nullptr) const;
  /// The place of a param variable in the function's frame: an argument or result of a call, or a
  /// parameter of a function that is called. Nothing for the kernel's own parameters.
  std::optional<ParameterArea> frame_parameter(std::string_view name) const;
  /// False for a destination that no instruction reads.
  bool is_read(const ptx::Operand& destination);
  bool is_entry() const { return &lowered_ == kernel_.functions.data(); }

  /// Reads registers that only ever hold a known value from where the value is, without an
  /// operation. Called once, before the first instruction is lowered.
  void find_aliases();
  /// Finds what ptxas would do together: loads and stores side by side, atomics of all lanes on one
  /// address. Called once, after find_aliases().
  void find_simplified(const std::vector<FlowBlock>& flow);
  /// True when all lanes of a warp are known to have the same value, and ptxas makes use of it.
  bool is_uniform(const ptx::Operand& operand) const;
  /// Finds which instructions handle data. Called once, for kernels from which something is left
  /// out; without it all do.
  void find_of_data(const std::vector<FlowBlock>& flow);
  /// False for an instruction that handles only what a program can write down (analysis/of_data.h).
  bool is_of_data() const { return of_data_.empty() || of_data_[index_]; }
  /// The requests of this instruction, when ptxas merges it with others.
  const std::optional<Pieces>& merged() const { return merged_[index_]; }
  /// Finds what the function may read before it has set it: LoweredFunction::unset. Called once,
  /// when all instructions are lowered.
  void find_unset(const std::vector<FlowBlock>& flow);
  /// By register of the function: where it is.
  const std::vector<Slot>& register_slots() const { return registers_; }
  /// True when the instruction only defines such a register, so that nothing is to be emitted for
  /// it.
  bool is_left_out(std::uint32_t instruction_index) const { return left_out_[instruction_index]; }

 private:
  struct Layout;
  Slot register_slot(std::uint32_t index) const;
  Slot environment_slot(EnvironmentEntry entry);
  Slot special(std::string_view name, ptx::Type type);
  Slot local_address(std::uint64_t offset);
  bool is_read_at_run_time(std::string_view special_register) const;
  bool is_local_in_function(const ptx::Operand& symbol) const;
  Slot warp_slot(WarpEntry::Kind kind, std::uint32_t axis);
  std::optional<Slot> alias_of(const ptx::Instruction& instruction);
  void lay_out_registers();
  /// The offset of `bytes` new bytes of the frame, aligned to 64; std::runtime_error when the
  /// function has too many.
  std::uint32_t grow_frame(std::uint64_t bytes);
  void lay_out_variables(const SharedLayout& shared);
  static std::uint64_t immediate_bits(const ptx::Operand& operand, ptx::Type type);

  const Program& program_;
  LoweredFunction& lowered_;
  const ptx::Function& function_;
  Kernel& kernel_;
  OperandHandlers handlers_;
  const ptx::Instruction* instruction_ = nullptr;
  std::uint32_t index_ = 0;
  std::vector<bool> taken_;
  std::uint64_t parameter_bytes_ = 0;
  Slot carry_ = kNoSlot;
  std::vector<Slot> registers_;         ///< by register index; alias slots included
  std::vector<bool> read_registers_;    ///< by register; filled on first use
  std::vector<bool> used_registers_;    ///< by register: not only stored; filled on first use
  std::vector<bool> needed_registers_;  ///< by register: not only selected; filled on first use
  std::vector<bool> left_out_;          ///< by instruction
  std::vector<bool> uniform_;           ///< by register; empty when no instruction asks
  std::vector<bool> of_data_;           ///< by instruction; empty when no instruction asks
  std::vector<std::optional<Pieces>> merged_;  ///< by instruction
  std::map<std::tuple<int, std::uint64_t, std::uint32_t, std::uint32_t, bool>, Slot>
      environment_slots_;
  std::unordered_map<std::string_view, std::pair<ptx::Space, std::uint64_t>> variables_;
  std::unordered_map<std::string_view, ParameterArea> frame_parameters_;
};

}  // namespace warpscope::exec
