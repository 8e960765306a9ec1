#include "vgpu/machine_code/homes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "vgpu/machine_code/loop_control.h"
#include "vgpu/machine_code/ptx_class.h"

namespace warpscope::machine_code {
namespace {

/// A machine instruction that comes from a PTX instruction.
struct Descendant {
  const MachineInstruction* instruction = nullptr;
  std::uint32_t block = 0;
};

using Descendants = std::map<std::uint32_t, std::vector<Descendant>>;  // by number of PTX
using Counts = std::map<std::uint32_t, std::uint32_t>;                 // by machine block

Descendants descendants_of(const MachineFunction& function) {
  Descendants found;
  for (std::uint32_t block = 0; block < function.blocks.size(); ++block) {
    for (const MachineInstruction& instruction : function.instructions(function.blocks[block]))
      found[instruction.ptx].push_back({&instruction, block});
  }
  return found;
}

/// Those of the form that more than half of them have, which is what became of the instruction;
/// others are constants and conditions that ptxas put beside it. None where no form has so many.
std::vector<Descendant> of_usual_form(const std::vector<Descendant>& descendants) {
  Counts forms;
  for (const Descendant& one : descendants) ++forms[one.instruction->form];
  std::vector<Descendant> usual;
  for (const Descendant& one : descendants) {
    if (std::size_t{2} * forms[one.instruction->form] > descendants.size()) usual.push_back(one);
  }
  return usual;
}

/// Whether a call is of a function with blocks, or through a register.
bool calls_one_of(const ptx::Instruction& call, std::span<const PtxBlock> blocks) {
  constexpr std::size_t kCallee = 1;
  if (call.operands.size() <= kCallee) return false;
  const ptx::Operand& callee = call.operands[kCallee];
  return callee.kind == ptx::Operand::Kind::reg ||
         std::ranges::any_of(blocks, [&](const PtxBlock& block) {
           return !block.function->is_entry && block.function->name == callee.name;
         });
}

bool is_flow(PtxClass of) { return of == PtxClass::branch || of == PtxClass::exit; }

/// Accesses, barriers and shuffles: an instruction of the same class is what became of them.
bool is_anchor(PtxClass of) {
  return of != PtxClass::other && of != PtxClass::vote && !is_flow(of);
}

/// Of which ptxas makes more than one instruction of the class without copying anything.
bool may_be_several(PtxClass of) {
  return of == PtxClass::global_atomic || of == PtxClass::asynchronous_copy;
}

/// What is known of one PTX block.
class BlockMatch {
 public:
  BlockMatch(const PtxBlock& block, const InstructionNumbers& numbers,
             const Descendants& descendants) {
    const auto control = loop_control(*block.function, block.first, block.end);
    is_loop_ = !control.empty();
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const ptx::Instruction& instruction = block.function->body[i];
      const auto found = descendants.find(numbers.number(*block.function, i));
      const bool is_control = std::ranges::find(control, i) != control.end();
      if (found != descendants.end())
        parts_.push_back({class_of(instruction), &found->second, is_control});
    }
  }

  /// `is_anchored`: MatchedBlock's.
  std::vector<Home> homes(bool& is_anchored) const {
    Counts anchors, all;
    std::vector<std::uint32_t> order;  // of machine blocks, as they were met
    const auto add = [&](Counts& counts, std::uint32_t block) {
      ++counts[block];
      if (std::ranges::find(order, block) == order.end()) order.push_back(block);
    };
    std::uint32_t copies = 1;
    std::set<std::uint32_t> leaving;  // where its branch became an EXIT with a guard
    for (const Part& part : parts_) {
      for (const Descendant& one : *part.descendants) ++all[one.block];
      if (is_anchor(part.of)) {
        std::uint32_t same = 0;
        std::set<std::uint32_t> where;
        for (const Descendant& one : *part.descendants) {
          if (!has_class(*one.instruction, part.of)) continue;
          ++same;
          where.insert(one.block);
        }
        if (!may_be_several(part.of)) copies = std::max(copies, same);
        for (const std::uint32_t block : where) add(anchors, block);
      } else if (is_flow(part.of)) {
        for (const Descendant& one : *part.descendants) {
          if (has_class(*one.instruction, PtxClass::branch) ||
              has_class(*one.instruction, PtxClass::exit))
            add(anchors, one.block);
          if (part.of == PtxClass::branch && has_class(*one.instruction, PtxClass::exit))
            leaving.insert(one.block);
        }
      }
    }
    is_anchored = !anchors.empty();
    if (all.empty()) return {};
    if (copies == 1 && most_have_copies()) copies = 2;
    const Counts& candidates = anchors.empty() ? all : anchors;
    if (copies == 1) return {{most_common(candidates, order, leaving), 1}};
    return copied_homes(candidates);
  }

  /// Blocks that leave the function for it.
  void add_exits(std::vector<Home>& homes) const {
    for (const Part& part : parts_) {
      if (part.of != PtxClass::exit) continue;
      for (const Descendant& one : *part.descendants) {
        if (!has_class(*one.instruction, PtxClass::exit)) continue;
        if (std::ranges::find(homes, one.block, &Home::machine_block) == homes.end())
          homes.push_back({one.block, 1});
      }
    }
  }

 private:
  struct Part {
    PtxClass of = PtxClass::other;
    const std::vector<Descendant>* descendants = nullptr;
    bool is_loop_control = false;  ///< see loop_control()
  };

  /// Of equals one of `leaving`, or the first that was met.
  static std::uint32_t most_common(const Counts& counts, const std::vector<std::uint32_t>& order,
                                   const std::set<std::uint32_t>& leaving) {
    std::uint32_t best = counts.begin()->first;
    if (!order.empty() && counts.contains(order.front())) best = order.front();
    for (const auto& [block, count] : counts) {
      if (count > counts.at(best) || (count == counts.at(best) && leaving.contains(block)))
        best = block;
    }
    return best;
  }

  /// More than half of them, or all but those that count and end a loop: of a turn that ptxas puts
  /// in front of the loop it needs no more.
  bool most_have_copies() const {
    std::size_t single = 0, copied = 0, values = 0, copied_values = 0;
    for (const Part& part : parts_) {
      const auto usual = of_usual_form(*part.descendants);
      if (usual.empty()) continue;
      const bool has_copies = usual.size() > 1;
      ++single;
      copied += has_copies ? 1 : 0;
      if (part.is_loop_control) continue;
      ++values;
      copied_values += has_copies ? 1 : 0;
    }
    return copied * 2 > single || (is_loop_ && values > 0 && copied_values == values);
  }

  std::vector<Home> copied_homes(const Counts& candidates) const {
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_anchors, by_others;
    for (const Part& part : parts_) {
      Counts counts;
      const bool is_side = is_anchor(part.of) || part.of == PtxClass::vote;
      if (is_anchor(part.of) && !may_be_several(part.of)) {
        for (const Descendant& one : *part.descendants) {
          if (has_class(*one.instruction, part.of)) ++counts[one.block];
        }
      } else if (!is_flow(part.of)) {
        for (const Descendant& one : of_usual_form(*part.descendants)) ++counts[one.block];
      }
      for (const auto& [block, count] : counts)
        (is_side ? by_anchors : by_others)[block].push_back(count);
    }
    auto& chosen = by_anchors.empty() ? by_others : by_anchors;
    std::vector<Home> homes;
    for (auto& [block, counts] : chosen) {
      std::ranges::sort(counts);
      homes.push_back({block, counts[counts.size() / 2]});
    }
    if (chosen.empty()) {
      for (const auto& [block, count] : candidates) homes.push_back({block, 1});
    }
    return homes;
  }

  std::vector<Part> parts_;
  bool is_loop_ = false;
};

/// The innermost loops: blocks [first, last] by their number.
std::vector<std::pair<std::size_t, std::size_t>> innermost_loops(std::span<const PtxBlock> blocks) {
  std::vector<std::pair<std::size_t, std::size_t>> loops;
  for (std::size_t last = 0; last < blocks.size(); ++last) {
    const PtxBlock& block = blocks[last];
    if (block.first == block.end) continue;
    const auto to = jumps_to(*block.function, block.end - 1);
    if (!to || *to > block.first) continue;
    std::size_t first = last;
    while (first > 0 && blocks[first].first > *to) --first;
    if (blocks[first].first != *to || blocks[first].function != block.function) continue;
    if (!loops.empty() && loops.back().first == first)
      loops.back().second = last;  // by a continue
    else if (loops.empty() || loops.back().second < first)
      loops.emplace_back(first, last);
  }
  return loops;
}

/// Says of each block which innermost loop it is in. All blocks of one take as many turns in a
/// round: ptxas joins what is equal in several, so of some blocks fewer copies are left.
void match_loops(const MachineFunction& function, std::span<const PtxBlock> blocks,
                 std::vector<MatchedBlock>& matched) {
  for (const auto& [first, last] : innermost_loops(blocks)) {
    const auto body = std::span(matched).subspan(first, last - first + 1);
    for (MatchedBlock& block : body) {
      block.loop_first = static_cast<std::uint32_t>(first);
      block.loop_end = static_cast<std::uint32_t>(last) + 1;
    }
    std::map<std::uint32_t, std::uint32_t> turns;  // by machine block
    for (const MatchedBlock& block : body) {
      for (const Home& home : block.homes)
        turns[home.machine_block] = std::max(turns[home.machine_block], home.copies);
    }
    const auto is_unrolled = [&](const auto& of) {
      const auto& next = function.blocks[of.first].successors;
      return of.second > 1 && std::ranges::find(next, of.first) != next.end();
    };
    if (std::ranges::none_of(turns, is_unrolled)) continue;
    for (MatchedBlock& block : body) {
      for (Home& home : block.homes) home.copies = turns[home.machine_block];
    }
  }
}

}  // namespace

bool MatchedBlock::is_copied() const { return most_copies() > 1; }

std::uint32_t MatchedBlock::most_copies() const {
  std::uint32_t most = 0;
  for (const Home& home : homes) most = std::max(most, home.copies);
  return most;
}

const Home* MatchedBlock::home(std::uint32_t machine_block) const {
  const auto found = std::ranges::find(homes, machine_block, &Home::machine_block);
  return found == homes.end() ? nullptr : &*found;
}

std::vector<MatchedBlock> match(const MachineFunction& function, const InstructionNumbers& numbers,
                                std::span<const PtxBlock> blocks) {
  const Descendants descendants = descendants_of(function);
  std::vector<MatchedBlock> matched;
  for (const PtxBlock& block : blocks) {
    MatchedBlock& one = matched.emplace_back();
    const BlockMatch of(block, numbers, descendants);
    one.homes = of.homes(one.is_anchored);
    of.add_exits(one.homes);
    std::ranges::sort(one.homes, {}, &Home::machine_block);
    const auto body = std::span(block.function->body).subspan(block.first, block.end - block.first);
    const auto returns = [](const ptx::Instruction& instruction) {
      return class_of(instruction) == PtxClass::exit;
    };
    one.only_returns = std::ranges::all_of(body, returns);
    one.ends_with_return = !body.empty() && returns(body.back());
    one.all_return = one.ends_with_return && !body.back().guard;
    one.calls =
        static_cast<std::uint32_t>(std::ranges::count_if(body, [&](const auto& instruction) {
          return class_of(instruction) == PtxClass::call && calls_one_of(instruction, blocks);
        }));
    one.function = static_cast<std::uint32_t>(
        std::ranges::find(blocks, block.function, &PtxBlock::function) - blocks.begin());
    one.begins_function = !block.function->is_entry && block.first == 0;
    if (one.begins_function) {
      if (const Subroutine* called = function.subroutine(block.function->name))
        one.called_at = called->first;
    }
  }
  match_loops(function, blocks, matched);
  return matched;
}

}  // namespace warpscope::machine_code
