// Routines of the toolkit that few operands need: a block of machine code asks whether any lane's
// does, and lanes of which it is true call.
#include <algorithm>
#include <bit>
#include <map>

#include "vgpu/machine_code/walk.h"

namespace warpscope::machine_code {

/// A question ends with a branch around a block that calls a routine, or around that block and
/// another one, which is the usual way.
void Walk::find_questions() {
  for (std::uint32_t number = 0; number < function_.blocks.size(); ++number) {
    const MachineBlock& asking = function_.blocks[number];
    if (asking.successors.size() != 2) continue;
    for (const std::uint32_t calling : asking.successors) {
      const MachineBlock& with_call = function_.blocks[calling];
      if (!with_call.calls_routine() || with_call.successors.size() != 1) continue;
      const std::uint32_t meeting = with_call.successors.front();
      const std::uint32_t other = asking.successors[asking.successors.front() == calling ? 1 : 0];
      const auto call = std::ranges::find_if(with_call.calls, &Call::is_routine);
      Question question{function_.code[call->instruction].ptx, calling, meeting, {}};
      if (other != meeting) {
        if (function_.blocks[other].successors != std::vector{meeting}) continue;
        question.usual = other;
      }
      questions_[number].push_back(question);
    }
  }
}

void Walk::answer_questions(std::uint32_t block, std::uint32_t lanes) {
  const auto found = questions_.find(block);
  if (found == questions_.end()) return;
  for (const Question& question : found->second) {
    // The first execution of the instruction that is not behind where the warp is.
    const auto is_asked = [&](const RareOperands& rare) {
      return rare.ptx == question.ptx && rare.entry <= entries_.last_entry &&
             (rare.lanes & lanes) != 0;
    };
    const auto first = std::ranges::find_if(rare_, is_asked);
    if (first == rare_.end()) continue;
    const std::uint32_t entry = first->entry;
    const std::uint32_t callee =
        *std::ranges::find_if(function_.blocks[question.calling].calls, &Call::is_routine)->callee;
    std::map<std::uint32_t, RareGroup> groups;  // by the length of their way
    for (RareOperands& rare : rare_) {
      if (!is_asked(rare) || rare.entry != entry) continue;
      const RoutineWay& way = routine_ways_.way(callee, rare.instructions);
      if (!rare.is_certain || way.instructions != rare.instructions) issued_.uncertain += warps_;
      RareGroup& group = groups[way.instructions];
      group.lanes |= rare.lanes & lanes;
      group.way = way.blocks;
      rare.lanes &= ~lanes;
    }
    std::erase_if(rare_, [](const RareOperands& rare) { return rare.lanes == 0; });
    std::vector<RareGroup> together;
    for (const auto& [length, group] : groups) together.push_back(group);
    answer(question, std::move(together), lanes);
  }
}

/// `groups` call, the other lanes do not.
void Walk::answer(const Question& question, std::vector<RareGroup> groups, std::uint32_t lanes) {
  std::uint32_t calling = 0;
  std::vector<RareGroup*> all;
  for (RareGroup& group : groups) {
    calling |= group.lanes;
    all.push_back(&group);
  }
  const auto threads = static_cast<std::uint64_t>(std::popcount(calling));
  const MachineBlock& with_call = function_.blocks[question.calling];
  const std::uint32_t behind =
      std::ranges::find_if(with_call.calls, &Call::is_routine)->instruction + 1;
  issued_.warps[question.calling] += warps_;
  count_threads(question.calling, threads);
  write_part(question.calling, with_call.first, behind);
  std::uint32_t ends = 0;
  go_together(all, 0, -1, ends);
  write_part(question.calling, behind, with_call.end);
  // Lanes that come back apart issue the rest apart, and each comes to where all meet.
  issued_.further_instructions += std::uint64_t{ends - 1} * (with_call.end - behind) * warps_;
  const bool all_call = calling == lanes;
  // The walk lets all lanes pass the usual way.
  if (question.usual && all_call) skipped_.push_back(*question.usual);
  if (question.usual && !all_call) issued_.threads[*question.usual] -= threads * warps_;
  const std::uint32_t arriving = ends + (all_call ? 0 : 1);
  if (function_.code[function_.blocks[question.meeting].first].ends_reconvergence) {
    issued_.warps[question.meeting] += (arriving - 1) * warps_;
    for (std::uint32_t i = 1; i < arriving; ++i)
      write_part(question.meeting, function_.blocks[question.meeting].first,
                 function_.blocks[question.meeting].first + 1);
  }
}

/// Lanes that are at the same place, with so many BSSY open, until the BSYNC that leaves `closes`
/// of them open, or to the end: `ends` counts those that come there. Lanes that part meet at the
/// BSYNC of the last BSSY before.
void Walk::go_together(std::vector<RareGroup*> groups, int open, int closes, std::uint32_t& ends) {
  while (true) {
    std::map<std::uint32_t, std::vector<RareGroup*>> next;  // by block
    std::uint32_t at_end = 0;
    for (RareGroup* group : groups) {
      if (group->at < group->way.size())
        next[group->way[group->at]].push_back(group);
      else
        ++at_end;
    }
    if (next.empty()) {
      ends += at_end != 0 ? 1 : 0;
      return;
    }
    if (next.size() > 1) {
      for (auto& [block, parted] : next) go_together(parted, open, open - 1, ends);
      if (open == 0) return;
      --open;
      if (open == closes) return;
      continue;
    }
    const std::uint32_t block = next.begin()->first;
    std::uint32_t lanes = 0;
    for (RareGroup* group : groups) {
      lanes |= group->lanes;
      ++group->at;
    }
    issued_.warps[block] += warps_;
    count_threads(block, static_cast<std::uint64_t>(std::popcount(lanes)));
    write_part(block, function_.blocks[block].first, function_.blocks[block].end);
    for (const MachineInstruction& instruction : function_.instructions(function_.blocks[block])) {
      open += instruction.begins_reconvergence ? 1 : 0;
      open -= instruction.ends_reconvergence ? 1 : 0;
    }
    if (open == closes) return;
  }
}

}  // namespace warpscope::machine_code
