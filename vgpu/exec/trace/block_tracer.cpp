#include "vgpu/exec/trace/block_tracer.h"

#include <algorithm>
#include <utility>

namespace warpscope::exec {

void BlockTracer::begin(std::uint64_t block) {
  block_ = block;
  is_wanted_ = launch_.wants(block);
}

WarpTrace* BlockTracer::begin_warp(std::uint32_t warp) {
  if (!is_wanted_) return nullptr;
  warps_[warp].begin(sites_);
  return &warps_[warp];
}

void BlockTracer::end() {
  if (!is_wanted_) return;
  if (std::ranges::any_of(warps_, &WarpTrace::is_too_long)) return launch_.give_up();
  BlockTrace trace;
  trace.number = block_;
  std::size_t bytes = 0;
  for (const WarpTrace& warp : warps_) trace.warp_end.push_back(bytes += warp.size_bytes());
  trace.bytes.reserve(bytes);
  for (const WarpTrace& warp : warps_)
    trace.bytes.insert(trace.bytes.end(), warp.data(), warp.data() + warp.size_bytes());
  launch_.take(std::move(trace));
}

}  // namespace warpscope::exec
