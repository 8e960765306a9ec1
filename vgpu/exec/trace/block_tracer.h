// Writes the trace of the block that runs, and hands it over when the block ends.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/exec/trace/warp_trace.h"

namespace warpscope::exec {

/// Of one block at a time.
class BlockTracer {
 public:
  BlockTracer(LaunchTrace& launch, std::uint32_t warps, std::size_t sites)
      : launch_(launch), warps_(warps), sites_(sites) {}
  /// A block begins. What was written of another one that has not ended is forgotten.
  void begin(std::uint64_t block);
  /// nullptr: the block is not traced.
  WarpTrace* begin_warp(std::uint32_t warp);
  void end();

 private:
  LaunchTrace& launch_;
  std::vector<WarpTrace> warps_;
  std::size_t sites_;
  std::uint64_t block_ = 0;
  bool is_wanted_ = false;
};

}  // namespace warpscope::exec
