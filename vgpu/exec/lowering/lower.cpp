// Lowers a function: cuts it into basic blocks, emits operations for each instruction, resolves
// branches.
#include "vgpu/exec/lowering/lower.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "vgpu/exec/analysis/closed_loops.h"
#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/ordering.h"
#include "vgpu/exec/analysis/shared_bases.h"
#include "vgpu/exec/analysis/stored_sums.h"
#include "vgpu/exec/analysis/undefined_registers.h"
#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/builder/sizes.h"
#include "vgpu/exec/instructions/call.h"
#include "vgpu/exec/instructions/clock.h"
#include "vgpu/exec/instructions/contacts.h"
#include "vgpu/exec/instructions/control.h"
#include "vgpu/exec/instructions/instruction_table.h"
#include "vgpu/exec/instructions/joined.h"
#include "vgpu/exec/instructions/observed.h"
#include "vgpu/exec/instructions/others_words.h"
#include "vgpu/exec/instructions/stack.h"
#include "vgpu/exec/instructions/step.h"
#include "vgpu/exec/instructions/traced.h"
#include "vgpu/exec/instructions/turns.h"
#include "vgpu/exec/instructions/value_flow.h"
#include "vgpu/exec/instructions/watched_sums.h"
#include "vgpu/exec/lowering/reachable.h"
#include "vgpu/exec/lowering/shared_layout.h"
#include "vgpu/exec/patterns/code_patterns.h"

namespace warpscope::exec {
namespace {

class Lowering {
 public:
  Lowering(const Program& program, const SharedLayout& shared, LoweredFunction& lowered,
           Kernel& kernel, bool has_stack)
      : lowered_(lowered),
        function_(*lowered.function),
        kernel_(kernel),
        builder_(program, shared, lowered, kernel,
                 {clock::select, clock::narrow(), call::add_address}),
        flow_(control_flow(function_)),
        has_stack_(has_stack) {
    // nvcc -G has ptxas keep them.
    if (kernel.use == KernelUse::observed) {
      follow_undefined(!program.module().is_debug);
      number_sums();
    }
    if (!program.module().is_debug) unread_ = unread_loads(function_, read_registers(function_));
  }

  void run() {
    const std::size_t first_site = kernel_.sites.size();
    lowered_.entry = builder_.operation_count();
    builder_.find_aliases();
    if (builder_.is_entry()) refuse_clusters();
    if (has_stack_) enter_stack();
    if (!builder_.is_entry()) copy_parameters();
    builder_.find_simplified(flow_);
    if (kernel_.has_turns) builder_.find_of_data(flow_);
    for (std::uint32_t i = 0; i < flow_.size(); ++i) lower_block(i);
    // A body that does not end in ret ends all the same.
    begin_synthetic();
    if (builder_.is_entry()) {
      control::emit_exit(builder_);
    } else {
      leave_stack();
      call::build_return(builder_);
    }
    builder_.find_unset(flow_);
    mark_carrying(first_site);
    if (is_stepped()) name_registers();
    if (kernel_.use == KernelUse::observed && !kernel_.shared_arrays.empty())
      name_shared_arrays(first_site);
    resolve_branches();
    if (!is_stepped()) {
      join_operations(std::span(kernel_.operations).subspan(lowered_.entry), function_,
                      lowered_.first_instruction);
    }
    if (builder_.is_entry()) {
      for (std::uint32_t i = 0; i < flow_.size(); ++i) {
        if (only_exits(flow_[i])) kernel_.exits.push_back(entry_[i]);
        if (flow_[i].reconvergence != kExitBlock &&
            flow_[i].reconvergence != flow_[i].post_dominator)
          kernel_.early_reconvergence.push_back(entry_[flow_[i].reconvergence]);
      }
      if (kernel_.use == KernelUse::observed) {
        for (const std::uint32_t i : endless_blocks(function_, flow_))
          kernel_.endless.push_back({flow_[i].first, flow_[i].end});
        find_closed_loops();
      }
    }
  }

 private:
  bool is_stepped() const { return kernel_.use == KernelUse::stepped; }

  void find_closed_loops() {
    for (const ClosedLoop& found : closed_loops(function_, flow_)) {
      Kernel::ClosedLoop loop;
      for (const std::uint32_t i : found.blocks)
        loop.blocks.push_back({flow_[i].first, flow_[i].end});
      for (const std::uint32_t reg : found.registers) {
        const Slot slot = builder_.register_slots()[reg];
        const ptx::Type type = function_.registers[reg].type;
        if (slot < 0) continue;  // a known value
        loop.deciding.push_back({static_cast<std::uint32_t>(slot),
                                 type == ptx::Type::pred ? 4 : lane_bytes_of(type) * kWarpSize});
      }
      kernel_.closed_loops.push_back(std::move(loop));
    }
  }

  // Whoever looks sees zeros in registers that are not set yet, not what another warp had there.
  void name_registers() {
    lowered_.unset = {{0, lowered_.frame_bytes}};
    lowered_.registers = builder_.register_slots();
    for (std::size_t i = 0; i < unread_.size(); ++i) {
      if (!unread_[i]) continue;
      for_each_written(function_.body[i],
                       [this](std::uint32_t reg) { lowered_.registers[reg] = kNoSlot; });
    }
  }

  // Loads of which nothing is used: they carry to other memory. Not those of which others must know
  // when they are made.
  void mark_carrying(std::size_t first_site) {
    std::vector<bool> used;
    for (std::size_t i = first_site; i < kernel_.sites.size(); ++i) {
      AccessSite& site = kernel_.sites[i];
      const std::size_t index = site.instruction - lowered_.first_instruction;
      if (site.kind != AccessSite::Kind::global_load || site.ordering != Ordering::weak ||
          index >= function_.body.size())
        continue;
      if (used.empty()) used = used_otherwise_than_carried(function_);
      const ptx::Instruction& instruction = function_.body[index];
      bool is_used = false;
      for_each_written(instruction, [&](std::uint32_t reg) { is_used = is_used || used[reg]; });
      site.is_result_used = is_used;
    }
  }

  // Through which shared variable each access goes.
  void name_shared_arrays(std::size_t first_site) {
    const SharedBases bases(function_);
    for (std::size_t i = first_site; i < kernel_.sites.size(); ++i) {
      AccessSite& site = kernel_.sites[i];
      if (site.instruction < lowered_.first_instruction ||
          site.instruction - lowered_.first_instruction >= function_.body.size())
        continue;
      const std::string_view name =
          bases.of(function_.body[site.instruction - lowered_.first_instruction]);
      for (std::size_t k = 0; !name.empty() && k < kernel_.shared_arrays.size(); ++k) {
        if (kernel_.shared_arrays[k].name == name) site.shared_array = static_cast<std::int32_t>(k);
      }
    }
  }

  bool only_exits(const FlowBlock& block) const {
    const ptx::Instruction& last = function_.body[block.first];
    const Flow flow = meaning_of(last).flow;
    return block.end == block.first + 1 && !last.guard &&
           (flow == Flow::leave || flow == Flow::exit);
  }

  void begin_synthetic() {
    static const ptx::Instruction kNothing{};
    const std::uint32_t last =
        function_.body.empty() ? 0 : static_cast<std::uint32_t>(function_.body.size() - 1);
    builder_.begin(function_.body.empty() ? kNothing : function_.body.back(), last);
  }

  // Each block is a cluster here; a kernel that is compiled for larger ones would go wrong.
  void refuse_clusters() {
    const auto size = function_.directives.find("reqnctapercluster");
    if (size == function_.directives.end() ||
        std::all_of(size->second.begin(), size->second.end(),
                    [](std::uint32_t blocks) { return blocks <= 1; }))
      return;
    begin_synthetic();
    kernel_.messages.emplace_back(
        "a kernel with .reqnctapercluster (__cluster_dims__): clusters of more than one block");
    control::emit_unsupported(builder_, kernel_.messages.size() - 1);
  }

  void enter_stack() {
    begin_synthetic();
    saved_stack_ = stack::emit_enter(builder_, !builder_.is_entry() && stack::is_used(function_));
  }

  // Of parameters whose address the function takes.
  void copy_parameters() {
    begin_synthetic();
    for (const ptx::Variable& parameter : function_.parameters) {
      ptx::Space space = ptx::Space::param;
      const auto local = builder_.symbol_value(parameter.name, &space);
      const auto area = builder_.frame_parameter(parameter.name);
      if (local && area && space == ptx::Space::local)
        call::emit_local_parameter(builder_, *area, lowered_.local_base, *local);
    }
  }

  void leave_stack() {
    if (saved_stack_ != kNoSlot) stack::emit_leave(builder_, saved_stack_);
  }

  // A return of the lanes that pass the guard, if there is one.
  void lower_return(const InstructionRow& row) {
    if (saved_stack_ == kNoSlot || !builder_.instruction().guard) {
      leave_stack();
    } else {
      bool negated = false;
      const Slot predicate = guard(negated);
      const std::uint32_t begin = builder_.operation_count();
      control::emit_begin_guard(builder_, predicate, negated);
      leave_stack();
      control::emit_end_guard(builder_);
      kernel_.operations[begin].jump.target = builder_.operation_count();
    }
    row.build(builder_);
    builder_.finish();
  }

  void lower_block(std::uint32_t index) {
    const FlowBlock& block = flow_[index];
    entry_.push_back(builder_.operation_count());
    builder_.begin(function_.body[block.first], block.first);
    control::emit_enter_block(builder_, static_cast<std::uint32_t>(kernel_.blocks.size()),
                              block.end - block.first);
    kernel_.blocks.push_back(
        {lowered_.first_instruction + block.first, lowered_.first_instruction + block.end});
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      builder_.begin(function_.body[i], i);
      if (is_stepped()) step::emit(builder_);
      if (builder_.is_left_out(i)) continue;
      if (kernel_.has_turns) turns::emit_in_front(builder_);
      if (kernel_.has_contacts) contacts::emit_in_front(builder_);
      const std::size_t first_site = kernel_.sites.size();
      lower_instruction(index, i);
      if (kernel_.has_contacts) contacts::mark(kernel_, first_site, function_.body[i]);
    }
  }

  void lower_instruction(std::uint32_t block, std::uint32_t index) {
    const ptx::Instruction& instruction = function_.body[index];
    const std::uint32_t first_operation = builder_.operation_count();
    const std::size_t first_site = kernel_.sites.size();
    try {
      if (kernel_.use == KernelUse::observed) value_flow::emit_guard(builder_, undefined_);
      const InstructionRow* row = find_instruction(instruction.opcode);
      if (row == nullptr) builder_.unsupported("the virtual GPU does not have this instruction");
      const Flow flow = row->meaning.flow;
      if (flow == Flow::branch) {
        lower_branch(block);
      } else if (flow == Flow::branch_by_table && !instruction.guard) {
        lower_indexed_branch(block);
      } else if (flow == Flow::leave) {
        lower_return(*row);
      } else if (!instruction.guard || flow == Flow::exit) {
        build(*row);
      } else {
        lower_guarded(*row);
      }
      // It was built all the same, because a form that is not supported is one whether or not
      // anybody reads what it loads.
      if (!unread_.empty() && unread_[index]) {
        kernel_.operations.resize(first_operation);
        kernel_.sites.resize(first_site);
      }
    } catch (const Unsupported& error) {
      // Only a launch that reaches the instruction stops, with its name and place.
      kernel_.operations.resize(first_operation);
      kernel_.sites.resize(first_site);
      kernel_.messages.emplace_back(error.what());
      lower_unsupported();
    }
  }

  void build(const InstructionRow& row) {
    if (kernel_.use == KernelUse::observed) {
      value_flow::emit_before(builder_, undefined_);
      if (const auto line = sum_lines_.find(&builder_.instruction()); line != sum_lines_.end())
        watched_sums::emit_before(builder_, line->second);
    }
    if (kernel_.has_turns) turns::emit_begin(builder_);
    if (kernel_.has_turns) others_words::emit_begin(builder_);
    const auto first_site = static_cast<std::uint32_t>(kernel_.sites.size());
    row.build(builder_);
    builder_.finish();
    if (kernel_.has_turns) others_words::emit_end(builder_);
    if (kernel_.has_turns) turns::emit_end(builder_);
    if (kernel_.is_observed()) observed::emit_event(builder_);
    if (kernel_.is_traced) traced::emit_end(builder_, first_site);
  }

  void lower_guarded(const InstructionRow& row) {
    bool negated = false;
    const Slot predicate = guard(negated);
    if (row.meaning.is_collective) {
      const std::uint32_t branch = builder_.operation_count();
      control::emit_branch(builder_, predicate, !negated);  // lanes whose guard is false go around
      build(row);
      const std::uint32_t after = builder_.operation_count();
      control::emit_reconvergence(builder_);
      kernel_.operations[branch].jump.target = after;
      kernel_.operations[branch].jump.reconvergence = after;
      return;
    }
    const std::uint32_t begin = builder_.operation_count();
    control::emit_begin_guard(builder_, predicate, negated);
    build(row);
    control::emit_end_guard(builder_);
    kernel_.operations[begin].jump.target = builder_.operation_count();
  }

  // The newest message, for the lanes that pass the guard.
  void lower_unsupported() {
    const auto& given = builder_.instruction().guard;
    const bool is_guarded = given && function_.registers.at(given->index).type == ptx::Type::pred;
    const std::uint32_t begin = builder_.operation_count();
    if (is_guarded) {
      bool negated = false;
      const Slot predicate = guard(negated);
      control::emit_begin_guard(builder_, predicate, negated);
    }
    control::emit_unsupported(builder_, kernel_.messages.size() - 1);
    if (is_guarded) {
      control::emit_end_guard(builder_);
      kernel_.operations[begin].jump.target = builder_.operation_count();
    }
  }

  Slot guard(bool& negated) {
    const ptx::Guard& guard = *builder_.instruction().guard;
    ptx::Operand operand;
    operand.kind = ptx::Operand::Kind::reg;
    operand.index = guard.index;
    const Slot slot = builder_.predicate(operand, negated);
    negated = guard.negated;
    return slot;
  }

  void lower_branch(std::uint32_t block) {
    builder_.take("uni");
    builder_.finish();
    const ptx::Operand& label = builder_.operand(0);
    const std::uint32_t target = block_at(flow_, function_.labels.at(label.name));
    const std::uint32_t operation = builder_.operation_count();
    if (builder_.instruction().guard) {
      bool negated = false;
      const Slot predicate = guard(negated);
      control::emit_branch(builder_, predicate, negated);
      kernel_.operations[operation].site = builder_.add_site(AccessSite::Kind::branch);
    } else {
      control::emit_jump(builder_);
      kernel_.operations[operation].site = builder_.add_site(AccessSite::Kind::branch);
    }
    branches_.push_back({operation, target, flow_[block].reconvergence});
  }

  void lower_indexed_branch(std::uint32_t block) {
    builder_.take_all({"idx", "uni"});
    builder_.finish();
    const Slot index = builder_.source(0, ptx::Type::u32);
    const auto table = function_.branch_targets.find(builder_.operand(1).name);
    if (table == function_.branch_targets.end()) builder_.unsupported("an unknown branch table");
    std::vector<std::uint32_t> targets;
    for (const std::string_view label : table->second)
      targets.push_back(block_at(flow_, function_.labels.at(label)));
    const std::uint32_t operation = builder_.operation_count();
    control::emit_indexed_branch(builder_, index, kernel_.branch_tables.size());
    kernel_.operations[operation].site = builder_.add_site(AccessSite::Kind::branch);
    branches_.push_back({operation, kExitBlock, flow_[block].reconvergence});
    branches_.push_back({operation + 1, kExitBlock, flow_[block].reconvergence});
    tables_.push_back({kernel_.branch_tables.size(), targets});
    kernel_.branch_tables.emplace_back(targets.size());
  }

  // `has_registers`: nvcc -G keeps variables elsewhere.
  void follow_undefined(bool has_registers) {
    std::vector<bool> unset;
    if (builder_.is_entry() && has_registers) {
      unset = unset_registers(function_, flow_);
      for (std::uint32_t i = 0; i < unset.size(); ++i) {
        if (function_.registers[i].type == ptx::Type::pred) unset[i] = false;
        if (unset[i]) kernel_.unset_registers.push_back(i);
      }
    }
    undefined_ = undefined_registers(function_, unset);
  }

  // Sums of one line share what is known of them: a loop may be written out.
  void number_sums() {
    const std::vector<bool> sums = stored_sums(function_);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const ptx::SourceLocation& at = function_.body[i].location;
      if (!sums[i] || at.line == 0) continue;
      const auto [number, is_new] = numbers.try_emplace({at.file, at.line}, kernel_.sum_lines);
      if (is_new) ++kernel_.sum_lines;
      sum_lines_[&function_.body[i]] = number->second;
    }
  }

  void resolve_branches() {
    // A branch to the end of the body goes to the closing exit, which is the last operation.
    const std::uint32_t end = builder_.operation_count() - 1;
    for (const Branch& branch : branches_) {
      Operation& operation = kernel_.operations[branch.operation];
      operation.jump.target = branch.target == kExitBlock ? end : entry_[branch.target];
      operation.jump.reconvergence =
          branch.reconvergence == kExitBlock ? kNoOperation : entry_[branch.reconvergence];
    }
    for (const Table& table : tables_) {
      std::transform(
          table.targets.begin(), table.targets.end(), kernel_.branch_tables[table.index].begin(),
          [&](std::uint32_t block) { return block == kExitBlock ? end : entry_[block]; });
    }
  }

  struct Branch {
    std::uint32_t operation, target, reconvergence;
  };
  struct Table {
    std::size_t index;                   // into Kernel::branch_tables
    std::vector<std::uint32_t> targets;  // blocks
  };
  LoweredFunction& lowered_;
  const ptx::Function& function_;
  Kernel& kernel_;
  Builder builder_;
  std::vector<FlowBlock> flow_;
  bool has_stack_;  // a function of the kernel uses the stack
  Slot saved_stack_ = kNoSlot;
  std::map<const ptx::Instruction*, std::uint32_t> sum_lines_;  // number_sums()
  std::vector<bool> undefined_;       // registers: undefined_registers(), of observed kernels
  std::vector<bool> unread_;          // instructions: loads that ptxas leaves out
  std::vector<std::uint32_t> entry_;  // operation at which a block begins
  std::vector<Branch> branches_;
  std::vector<Table> tables_;
};

}  // namespace

// Local memory of all functions that a kernel reaches. The sum must not overflow; a launch limits
// what threads really take.
constexpr std::uint32_t kMostChainBytes = std::uint32_t{256} << 20;

std::unique_ptr<Kernel> lower(const Program& program, const ptx::Function& function,
                              const KernelForm& form) {
  auto kernel = std::make_unique<Kernel>();
  kernel->use = form.use;
  kernel->is_traced = form.is_traced;
  kernel->has_turns = form.has_turns;
  kernel->function = &function;
  const Reachable reachable = find_reachable(program, function);
  const SharedLayout shared = lay_out_shared(reachable, program.reserved_shared_bytes(), *kernel);
  const bool has_stack = std::ranges::any_of(
      reachable.functions, [](const ptx::Function* reached) { return stack::is_used(*reached); });
  kernel->has_unbounded_calls = reachable.has_recursion || reachable.has_indirect_call || has_stack;
  kernel->functions.resize(reachable.functions.size());
  std::uint32_t instructions = 0;
  kernel->is_ordered = is_ordered(reachable);
  kernel->sees_other_blocks = sees_other_blocks(reachable);
  kernel->may_wait_for_blocks = may_wait_for_blocks(reachable);
  kernel->has_contacts = form.is_traced && has_contacts(reachable);
  for (std::size_t i = 0; i < reachable.functions.size(); ++i) {
    kernel->functions[i].function = reachable.functions[i];
    kernel->functions[i].first_instruction = instructions;
    if (i > 0)
      kernel->function_by_address.emplace(program.address_of(*reachable.functions[i]),
                                          static_cast<std::uint32_t>(i));
    instructions += static_cast<std::uint32_t>(reachable.functions[i]->body.size());
  }
  for (LoweredFunction& lowered : kernel->functions) {
    Lowering(program, shared, lowered, *kernel, has_stack).run();
    kernel->local_bytes += lowered.local_bytes;
    if (lowered.local_base != kNoSlot) kernel->local_bytes += kCallBytes;
    if (kernel->local_bytes > kMostChainBytes)
      throw std::runtime_error("Kernel " + std::string(function.name) +
                               " and what it calls declare more local memory than any GPU has.");
  }
  if (kernel->functions.size() == 1 && !kernel->is_ordered) {
    const std::vector<FlowBlock> blocks = control_flow(function);
    kernel->access_ranges = find_access_ranges(function, blocks, unset_registers(function, blocks));
  }
  kernel->has_barrier = std::ranges::find(kernel->sites, AccessSite::Kind::barrier,
                                          &AccessSite::kind) != kernel->sites.end();
  kernel->code_patterns = patterns::find_code_patterns(program, *kernel);
  return kernel;
}

}  // namespace warpscope::exec
