#include "vgpu/exec/analysis/of_data.h"

#include <algorithm>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

bool is_parameter(const ptx::Function& function, const ptx::Instruction& instruction) {
  const auto& operands = instruction.operands;
  if (operands.size() < 2 || operands[1].elements.empty()) return false;
  const auto& name = operands[1].elements[0].name;
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const ptx::Variable& parameter) { return parameter.name == name; });
}

class OfData {
 public:
  OfData(const ptx::Function& function, const std::vector<FlowBlock>& blocks)
      : function_(function),
        blocks_(blocks),
        result_(function.body.size(), false),
        is_data_(function.registers.size(), false),
        definitions_(function.registers.size(), 0),
        is_apart_(blocks.size(), false),
        is_seen_(blocks.size(), false) {
    for (const ptx::Instruction& instruction : function.body)
      for_each_written(instruction, [&](std::uint32_t index) { ++definitions_[index]; });
  }

  std::vector<bool> run() {
    do {
      is_changed_ = false;
      for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
        for (std::uint32_t i = blocks_[b].first; i < blocks_[b].end; ++i) follow(b, i);
        part(b);
      }
    } while (is_changed_);
    return result_;
  }

 private:
  void set(std::vector<bool>::reference mark) {
    is_changed_ = is_changed_ || !mark;
    mark = true;
  }
  void set(bool& mark) {
    is_changed_ = is_changed_ || !mark;
    mark = true;
  }

  bool loads_data(const ptx::Instruction& instruction) const {
    if (has_space_of_parameters(instruction)) return !is_parameter(function_, instruction);
    if (is_of_shared_space(instruction)) return has_shared_data_;
    if (has_modifier(instruction, "local")) return has_local_data_;
    return true;
  }

  bool brings_data(const ptx::Instruction& instruction) const {
    switch (meaning_of(instruction).memory) {
      case Memory::none:
      case Memory::store:
      case Memory::reduction:
      case Memory::fence:
      case Memory::barrier:
      case Memory::of_block:
      case Memory::image_store:
        return false;
      case Memory::load:
      case Memory::atomic:
      case Memory::matrix_load:
        return loads_data(instruction);
      default:
        return true;
    }
  }

  // Somewhere in shared or local memory there is data then.
  void follow_to_memory(const ptx::Instruction& instruction) {
    const Memory memory = meaning_of(instruction).memory;
    const bool writes_nothing = memory == Memory::none || memory == Memory::load ||
                                memory == Memory::load_of_constants ||
                                memory == Memory::matrix_load || memory == Memory::fence ||
                                memory == Memory::image_load || memory == Memory::image_store;
    // A copy names both its spaces, in either order.
    const bool is_of_global = memory != Memory::copy && has_modifier(instruction, "global");
    if (writes_nothing || is_of_global) return;
    if (!has_modifier(instruction, "local")) set(has_shared_data_);
    if (!is_of_shared_space(instruction)) set(has_local_data_);
  }

  void follow(std::uint32_t block, std::uint32_t index) {
    const ptx::Instruction& instruction = function_.body[index];
    bool reads = false;
    for_each_read_register(instruction,
                           [&](std::uint32_t read) { reads = reads || is_data_[read]; });
    const bool is_of_data = reads || is_apart_[block];
    const bool brings = brings_data(instruction);
    if (is_of_data) set(result_[index]);
    if (!is_of_data && !brings) return;
    follow_to_memory(instruction);
    for_each_written(instruction, [&](std::uint32_t written) {
      const bool is_only_place = definitions_[written] == 1 && !instruction.guard;
      if (reads || brings || !is_only_place) set(is_data_[written]);
    });
  }

  // What is between a branch that data decides and where its ways meet is executed or not.
  void part(std::uint32_t index) {
    const FlowBlock& block = blocks_[index];
    if (is_seen_[index] || block.successors.size() < 2 || block.end == block.first) return;
    if (!result_[block.end - 1]) return;
    is_seen_[index] = true;
    const auto apart = blocks_apart(blocks_, index);
    for (std::uint32_t each = 0; each < apart.size(); ++each)
      if (apart[each]) set(is_apart_[each]);
  }

  const ptx::Function& function_;
  const std::vector<FlowBlock>& blocks_;
  std::vector<bool> result_;   ///< by instruction
  std::vector<bool> is_data_;  ///< by register
  std::vector<std::uint32_t> definitions_;
  std::vector<bool> is_apart_, is_seen_;  ///< by block
  bool has_shared_data_ = false, has_local_data_ = false;
  bool is_changed_ = false;
};

}  // namespace

std::vector<bool> instructions_of_data(const ptx::Function& function,
                                       const std::vector<FlowBlock>& blocks) {
  if (!function.is_entry || blocks.size() > kMostBlocksToFollow)
    return std::vector<bool>(function.body.size(), true);
  return OfData(function, blocks).run();
}

}  // namespace warpscope::exec
