#include "vgpu/exec/machine/describe.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>
#include <vector>

#include "vgpu/exec/base/text.h"
#include "vgpu/exec/machine/barrier_name.h"
#include "vgpu/exec/program/protocol_of.h"

namespace warpscope::exec {
namespace {

const ptx::Instruction& instruction_of(const BlockContext& block, const Operation& operation) {
  return block.kernel->instruction(operation.instruction);
}

// Where the path stands: a waiting path's next operation follows the one that it waits at.
const Operation* position(const DivergenceNode& node, const WarpContext& warp) {
  if (node.next == nullptr) return nullptr;
  const bool is_past =
      node.state == DivergenceNode::State::at_barrier && node.next > warp.operations;
  return is_past ? node.next - 1 : node.next;
}

std::string text(const SourceLine& line) {
  if (line.line == 0) return "an unknown line (compile with -lineinfo)";
  const std::size_t slash = line.file.rfind('/');
  return (slash == std::string::npos ? line.file : line.file.substr(slash + 1)) + ":" +
         std::to_string(line.line);
}

// Whether the operation is in a loop without a way out in which that instruction is not: the loop
// reads nothing, whatever was read before it.
bool is_outside_endless(const Kernel& kernel, const Operation& operation,
                        std::uint32_t instruction) {
  const auto is_inside = [&](std::uint32_t number) {
    return std::any_of(kernel.endless.begin(), kernel.endless.end(), [&](const BasicBlock& block) {
      return number >= block.first && number < block.end;
    });
  };
  return is_inside(operation.instruction) && !is_inside(instruction);
}

// Behind "wait ".
std::string mbarrier_state(const BlockContext& block, const DivergenceNode& node) {
  const auto name = barrier_name(block, node.mbarrier.offset);
  std::string result = name ? "for " + name->awaited
                            : "at the mbarrier at offset " + std::to_string(node.mbarrier.offset) +
                                  " of shared memory";
  if (std::uint64_t{node.mbarrier.offset} + 8 > block.shared.size()) return result;
  const Mbarrier object = Mbarrier::load(block.shared.data() + node.mbarrier.offset);
  if (name && !name->progress.empty()) result += "; " + name->progress;
  const std::string pending = std::to_string(object.pending);
  result += name ? "; the barrier lacks " + pending + " of " + std::to_string(object.expected) +
                       " arrivals"
                 : ", which lacks " + pending + (object.pending == 1 ? " arrival" : " arrivals");
  if (object.bytes != 0) result += " and " + std::to_string(object.bytes) + " bytes";
  return result;
}

// Lanes that wait at one place, of warps in a row.
struct WaitingGroup {
  std::uint32_t first_warp = 0, last_warp = 0, lanes = 0;
  std::string place;
};

// Warps in a row that do the same become one group when there are too many groups to read, and the
// rest is only counted.
std::string list_of(std::vector<WaitingGroup> groups) {
  constexpr std::size_t kMostApart = 4, kMost = 8;
  if (groups.size() > kMostApart) {
    std::vector<WaitingGroup> merged;
    for (WaitingGroup& group : groups) {
      if (!merged.empty() && merged.back().lanes == group.lanes &&
          merged.back().place == group.place && merged.back().last_warp + 1 == group.first_warp) {
        merged.back().last_warp = group.last_warp;
      } else {
        merged.push_back(std::move(group));
      }
    }
    groups = std::move(merged);
  }
  std::string list;
  for (std::size_t i = 0; i < std::min(groups.size(), kMost); ++i) {
    const WaitingGroup& group = groups[i];
    list += list.empty() ? "" : "; ";
    list += group.first_warp == group.last_warp ? "warp " : "warps ";
    list += std::to_string(group.first_warp);
    if (group.first_warp != group.last_warp) list += "-" + std::to_string(group.last_warp);
    list += " lanes " + lane_list(group.lanes) + " " + group.place;
  }
  if (groups.size() > kMost)
    list += "; and " + std::to_string(groups.size() - kMost) + " more groups";
  return list;
}

// How many threads each barrier lacks, or has too many, that somebody waits at.
std::string wrong_numbers(const BlockContext& block, std::span<const WarpContext* const> warps) {
  std::uint32_t alive = 0;
  struct Barrier {
    std::uint32_t waiting = 0, expected = 0;
  };
  std::map<std::uint32_t, Barrier> barriers;
  for (const WarpContext* warp : warps) {
    alive += static_cast<std::uint32_t>(std::popcount(warp->alive));
    for (const DivergenceNode& node : warp->nodes) {
      if (node.state != DivergenceNode::State::at_barrier || node.barrier.id == kClusterBarrier)
        continue;
      barriers[node.barrier.id].waiting += static_cast<std::uint32_t>(std::popcount(node.mask));
      barriers[node.barrier.id].expected = node.barrier.threads;
    }
  }
  std::string text;
  for (const auto& [id, barrier] : barriers) {
    const std::uint32_t expected = barrier.expected == 0 ? alive : barrier.expected;
    const std::uint32_t present = barrier.waiting + block.arrived[id];
    const std::string name = " Barrier " + std::to_string(id);
    if (present < expected) {
      text += name + " lacks " + std::to_string(expected - present) + " of its " +
              std::to_string(expected) + " threads.";
    } else if (present > expected) {
      text += name + " is for " + std::to_string(expected) + " threads, but " +
              std::to_string(present) + " have come, of which PTX does not say what follows.";
    }
  }
  return text;
}

}  // namespace

SourceLine source_line(const BlockContext& block, const Operation& operation) {
  return attribute(*block.program, *block.kernel->function_of(operation.instruction).function,
                   instruction_of(block, operation));
}

void describe_position(const BlockContext& block, Fault& fault) {
  const WarpContext* warp = block.running;
  if (warp == nullptr) return;
  fault.warp = warp->warp_index;
  for (const DivergenceNode& node : warp->nodes) {
    if (node.state == DivergenceNode::State::free ||
        node.state == DivergenceNode::State::waiting_for_children)
      continue;
    const Operation* operation = position(node, *warp);
    if (operation == nullptr) continue;
    fault.lane_mask = node.mask;
    fault.where = source_line(block, *operation);
    fault.instruction = spelling(instruction_of(block, *operation));
    return;
  }
}

Fault describe_deadlock(const BlockContext& block, std::span<const WarpContext* const> warps) {
  Fault fault;
  fault.kind = Fault::Kind::deadlock;
  fault.protocol = protocol_of(*block.kernel, block.program->module());
  fault.kernel = std::string(block.kernel->function->name);
  fault.block_index = block.block_index;
  std::vector<WaitingGroup> groups;
  for (const WarpContext* warp : warps) {
    for (const DivergenceNode& node : warp->nodes) {
      const bool at_barrier = node.state == DivergenceNode::State::at_barrier;
      const bool at_mbarrier = node.state == DivergenceNode::State::at_mbarrier;
      if (!at_barrier && !at_mbarrier && node.state != DivergenceNode::State::at_sync) continue;
      const Operation* operation = position(node, *warp);
      if (operation == nullptr) continue;
      const SourceLine where = source_line(block, *operation);
      if (groups.empty()) {
        fault.where = where;
        fault.warp = warp->warp_index;
        fault.lane_mask = node.mask;
        fault.instruction = spelling(instruction_of(block, *operation));
      }
      std::string place = at_mbarrier ? mbarrier_state(block, node)
                          : at_barrier && node.barrier.id == kClusterBarrier
                              ? std::string("at the cluster's barrier")
                          : at_barrier
                              ? "at barrier " + std::to_string(node.barrier.id)
                              : "at a .sync instruction for lanes " + lane_list(node.sync.mask);
      groups.push_back(
          {warp->warp_index, warp->warp_index, node.mask, "wait " + place + " in " + text(where)});
    }
  }
  fault.message = "Every thread of the block that has not exited waits for another one: " +
                  list_of(std::move(groups)) + "." + wrong_numbers(block, warps);
  return fault;
}

Fault describe_loop(const BlockContext& block, std::span<const WarpContext* const> warps,
                    Fault::Kind kind, const std::string& why) {
  Fault fault;
  fault.kind = kind;
  fault.protocol = protocol_of(*block.kernel, block.program->module());
  fault.kernel = std::string(block.kernel->function->name);
  fault.block_index = block.block_index;
  std::vector<WaitingGroup> groups;
  bool has_place = false;
  for (const WarpContext* warp : warps) {
    for (const DivergenceNode& node : warp->nodes) {
      const bool goes_round = node.state == DivergenceNode::State::ready;
      const bool waits = node.state == DivergenceNode::State::at_barrier ||
                         node.state == DivergenceNode::State::at_sync;
      const Operation* operation = position(node, *warp);
      if (operation == nullptr || (!goes_round && !waits)) continue;
      std::uint32_t number = operation->instruction;
      const bool has_read = goes_round && warp->last_read != kNoInstruction &&
                            !is_outside_endless(*block.kernel, *operation, warp->last_read);
      if (has_read) number = warp->last_read;
      const ptx::Instruction& instruction = block.kernel->instruction(number);
      const SourceLine where =
          attribute(*block.program, *block.kernel->function_of(number).function, instruction);
      if (goes_round && !has_place) {
        has_place = true;
        fault.where = where;
        fault.warp = warp->warp_index;
        fault.lane_mask = node.mask;
        fault.instruction = spelling(instruction);
      }
      groups.push_back({warp->warp_index, warp->warp_index, node.mask,
                        (has_read     ? "read again and again in "
                         : goes_round ? "go round in "
                                      : "wait in ") +
                            text(where)});
    }
  }
  fault.message = why + " In this block " + list_of(std::move(groups)) + ".";
  return fault;
}

const Operation* raise(WarpContext& context, const Operation* operation, Fault::Kind kind,
                       std::uint32_t lanes, std::string message, std::uint64_t address,
                       std::uint32_t access_bytes, bool is_store) {
  BlockContext& block = *context.block;
  const ptx::Instruction& instruction = instruction_of(block, *operation);
  Fault fault;
  fault.kind = kind;
  fault.message = std::move(message);
  fault.instruction = spelling(instruction);
  fault.instruction_number = operation->instruction;
  fault.kernel = std::string(block.kernel->function->name);
  fault.where = source_line(block, *operation);
  const auto& files = block.program->module().files;
  for (const ptx::SourceLocation& site : instruction.inlined_at) {
    fault.inlined_at.push_back(
        {site.file < files.size() ? std::string(files[site.file]) : "", site.line});
  }
  fault.block_index = block.block_index;
  fault.warp = context.warp_index;
  fault.lane_mask = lanes;
  const Dim3& shape = block.configuration->block;
  const std::uint32_t first_lane =
      lanes == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(lanes));
  const std::uint32_t thread = context.warp_index * kWarpSize + first_lane;
  fault.thread_index = {thread % shape.x, thread / shape.x % shape.y, thread / (shape.x * shape.y)};
  fault.address = address;
  fault.access_bytes = access_bytes;
  fault.is_store = is_store;
  block.fault = std::move(fault);
  context.stop = Stop::fault;
  return nullptr;
}

}  // namespace warpscope::exec
