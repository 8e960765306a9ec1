// Copies of warps between two turns, by which a launch goes back.
#include <cstring>

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

WarpState WarpContext::save() const {
  WarpState state;
  state.warp_index = warp_index;
  state.alive = alive;
  state.cluster_arrived = cluster_arrived;
  state.nodes = nodes;
  for (const auto& each : frames) {
    WarpState::Frame& saved = state.frames.emplace_back();
    if (!each->in_use) continue;
    saved.function = each->function;
    saved.local_begin = each->local_begin;
    const std::byte* begin = each->bytes.data();
    saved.bytes.assign(begin, begin + each->preface_bytes + each->function->frame_bytes);
  }
  state.since_check = since_check;
  state.clock_reads = clock_reads;
  state.executed = executed;
  state.local_written = local_written;
  state.local.resize(local_written * kWarpSize);
  for (std::uint32_t lane = 0; local_written > 0 && lane < kWarpSize; ++lane)
    std::memcpy(state.local.data() + lane * local_written, local + lane * block->local_bytes,
                local_written);
  state.rotation = rotation_;
  state.places = places_;
  state.waited_slices = waited_slices_;
  return state;
}

bool WarpContext::restore(const WarpState& state) {
  warp_index = state.warp_index;
  alive = state.alive;
  cluster_arrived = state.cluster_arrived;
  nodes = state.nodes;
  running = -1;
  // What frames have of the warp that was here before does not belong to this one.
  ++life;
  while (frames.size() < state.frames.size()) frames.push_back(std::make_unique<Frame>());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    Frame& to = *frames[i];
    to.in_use = i < state.frames.size() && state.frames[i].function != nullptr;
    if (!to.in_use) continue;
    const WarpState::Frame& from = state.frames[i];
    if (!block->worker->launch().reserve_state(to.bytes, from.bytes.size())) return false;
    std::memcpy(to.bytes.data(), from.bytes.data(), from.bytes.size());
    to.function = from.function;
    to.local_begin = from.local_begin;
    to.preface_bytes = block->kernel->preface_bytes();
    to.preface_of = life;
  }
  for (std::uint32_t lane = 0; local_written > 0 && lane < kWarpSize; ++lane)
    std::memset(local + lane * block->local_bytes, 0, local_written);
  local_written = state.local_written;
  for (std::uint32_t lane = 0; local_written > 0 && lane < kWarpSize; ++lane)
    std::memcpy(local + lane * block->local_bytes, state.local.data() + lane * local_written,
                local_written);
  since_check = state.since_check;
  clock_reads = state.clock_reads;
  executed = state.executed;
  rotation_ = state.rotation;
  places_ = state.places;
  waited_slices_ = state.waited_slices;
  return true;
}

}  // namespace warpscope::exec
