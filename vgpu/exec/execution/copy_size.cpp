#include "vgpu/exec/execution/copy_size.h"

namespace warpscope::exec {

std::uint64_t bytes_of(const InOrder::State& blocks) {
  std::uint64_t bytes = 0;
  for (const BlockState& block : blocks.blocks) {
    bytes += block.values.shared.size();
    for (const WarpState& warp : block.warps) {
      bytes += warp.local.size();
      for (const WarpState::Frame& frame : warp.frames) bytes += frame.bytes.size();
    }
  }
  return bytes;
}

}  // namespace warpscope::exec
