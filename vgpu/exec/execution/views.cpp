#include "vgpu/exec/execution/views.h"

#include <algorithm>
#include <cstring>

#include "vgpu/exec/instructions/step.h"

namespace warpscope::exec {
namespace {

bool is_in(const Kernel& kernel, const Operation* operation) {
  const Operation* begin = kernel.operations.data();
  return operation >= begin && operation < begin + kernel.operations.size();
}

// The instruction that lanes execute next which go on at `next`: behind the last operation of an
// instruction that is the next one.
std::uint32_t instruction_at(const Kernel& kernel, const Operation* next) {
  const Operation* begin = kernel.operations.data();
  const Operation* end = begin + kernel.operations.size();
  for (const Operation* before = next; before != begin;) {
    --before;
    if (before->instruction != next->instruction) break;
    if (!step::is_step(*before)) continue;
    const Operation* behind = next;
    while (behind != end && behind->instruction == next->instruction) ++behind;
    return behind != end ? behind->instruction : next->instruction;
  }
  return next->instruction;
}

class Warp {
 public:
  Warp(const BlockContext& block, const WarpContext& warp, const Standing& standing)
      : block_(block), kernel_(*block.kernel), warp_(warp) {
    if (standing.warp == &warp) operation_ = standing.operation;
  }

  WarpView view() const {
    WarpView result;
    result.warp = warp_.warp_index;
    result.exited = ~warp_.alive;
    for (std::size_t i = 0; i < warp_.nodes.size(); ++i) {
      const DivergenceNode& node = warp_.nodes[i];
      const bool is_running =
          operation_ != nullptr && static_cast<std::int32_t>(i) == warp_.running;
      if (node.state == DivergenceNode::State::free) continue;
      LaneGroup group = node.state == DivergenceNode::State::waiting_for_children
                            ? meeting(i)
                            : leaf(node, is_running);
      if (group.lanes == 0) continue;
      add_calls(node, group);
      result.groups.push_back(std::move(group));
    }
    return result;
  }

 private:
  LaneGroup leaf(const DivergenceNode& node, bool is_running) const {
    LaneGroup group;
    group.frame = node.frame;
    group.lanes = is_running ? warp_.path_mask : node.mask;
    const Operation* next = is_running ? operation_ : node.next;
    switch (node.state) {
      case DivergenceNode::State::at_barrier:
        group.state = LaneGroup::State::at_barrier;
        group.barrier = node.barrier.id;
        group.barrier_threads = node.barrier.threads;
        --next;  // it goes on behind the barrier
        break;
      case DivergenceNode::State::at_sync:
        group.state = LaneGroup::State::at_sync;
        group.awaited = node.sync.mask;
        break;
      case DivergenceNode::State::at_mbarrier:
        group.state = LaneGroup::State::at_mbarrier;
        group.mbarrier_offset = node.mbarrier.offset;
        break;
      default:
        group.state = is_running ? LaneGroup::State::running : LaneGroup::State::ready;
    }
    const bool is_waiting = node.state != DivergenceNode::State::ready;
    if (is_in(kernel_, next))
      group.place =
          place(is_waiting || is_running ? next->instruction : instruction_at(kernel_, next));
    group.enabled = enabled(group);
    return group;
  }

  LaneGroup meeting(std::size_t index) const {
    const DivergenceNode& node = warp_.nodes[index];
    LaneGroup group;
    group.state = LaneGroup::State::at_reconvergence;
    group.lanes = group.enabled = warp_.lanes_at_reconvergence(static_cast<std::int32_t>(index));
    group.frame = node.frame;
    if (is_in(kernel_, node.next)) group.place = place(instruction_at(kernel_, node.next));
    return group;
  }

  void add_calls(const DivergenceNode& node, LaneGroup& group) const {
    for (std::int32_t up = node.parent; up >= 0;
         up = warp_.nodes[static_cast<std::size_t>(up)].parent) {
      const DivergenceNode& caller = warp_.nodes[static_cast<std::size_t>(up)];
      if (caller.callee_frame >= 0 && is_in(kernel_, caller.next - 1))
        group.calls.push_back(place((caller.next - 1)->instruction));
    }
  }

  std::uint32_t enabled(const LaneGroup& group) const {
    if (group.place.instruction == nullptr || !group.place.instruction->guard) return group.lanes;
    const ptx::Guard& guard = *group.place.instruction->guard;
    Frame& frame = *warp_.frames[static_cast<std::size_t>(group.frame)];
    if (guard.index >= frame.function->registers.size()) return group.lanes;
    const Slot slot = frame.function->registers[guard.index];
    if (slot == kNoSlot) return group.lanes;
    std::uint32_t lanes = 0;
    std::memcpy(&lanes, frame.registers() + slot, sizeof lanes);
    return group.lanes & (guard.negated ? ~lanes : lanes);
  }

  CodePlace place(std::uint32_t number) const { return place_of(*block_.program, kernel_, number); }

  const BlockContext& block_;
  const Kernel& kernel_;
  const WarpContext& warp_;
  const Operation* operation_ = nullptr;  // of the running path
};

}  // namespace

CodePlace place_of(const Program& program, const Kernel& kernel, std::uint32_t number) {
  const ptx::Function& function = *kernel.function_of(number).function;
  if (function.body.empty()) return {};
  const ptx::Instruction& instruction = kernel.instruction(number);
  return {number, function.name, &instruction, attribute(program, function, instruction)};
}

BlockView view_of(const BlockRunner& runner, const Standing& standing) {
  const BlockContext& block = runner.context();
  BlockView view;
  const Dim3& grid = block.configuration->grid;
  const Dim3& at = block.block_index;
  view.number = (std::uint64_t{at.z} * grid.y + at.y) * grid.x + at.x;
  view.index = at;
  view.shared = block.shared;
  view.warps.resize(runner.warps_per_block());
  for (std::uint32_t warp = 0; warp < runner.warps_per_block(); ++warp) {
    view.warps[warp].warp = warp;
    const bool has_begun = runner.has_begun(warp);
    view.warps[warp].state = has_begun ? WarpView::State::exited : WarpView::State::not_begun;
    view.warps[warp].exited = has_begun ? kFullMask : 0;
  }
  for (const auto& warp : runner.warps()) {
    if (warp->is_finished()) continue;
    view.warps[warp->context.warp_index] = Warp(block, warp->context, standing).view();
  }
  return view;
}

std::vector<RegisterView> registers_of(Frame& frame) {
  std::vector<RegisterView> result;
  const LoweredFunction& function = *frame.function;
  for (std::size_t i = 0; i < function.registers.size(); ++i) {
    const ptx::Register& given = function.function->registers[i];
    RegisterView& view = result.emplace_back();
    view.name = given.full_name();
    view.type = given.type;
    view.is_kept = function.registers[i] != kNoSlot;
    if (!view.is_kept) continue;
    const std::byte* at = frame.registers() + function.registers[i];
    const std::uint32_t size_bytes = ptx::size_bytes(given.type);
    const std::uint32_t lane_bytes = std::max(size_bytes, 2u);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if (given.type == ptx::Type::pred) {
        std::uint32_t mask = 0;
        std::memcpy(&mask, at, sizeof mask);
        view.values.at(lane) = mask >> lane & 1u;
        continue;
      }
      const std::byte* from = at + std::size_t{lane} * lane_bytes;
      std::memcpy(&view.values.at(lane), from, std::min(size_bytes, 8u));
      if (size_bytes == 16) std::memcpy(&view.high_values.at(lane), from + 8, 8);
    }
  }
  return result;
}

}  // namespace warpscope::exec
