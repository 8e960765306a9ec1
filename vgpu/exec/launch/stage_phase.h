// What a warp did with the buffers that go round between warps of a block, from when to when.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope::exec {

/// Taken from the mbarriers that the program's library names (kernels/trace_layout): those at which
/// data is announced, and those at which buffers are given back.
struct StagePhase {
  enum class Kind : std::uint8_t {
    wait_to_fill,  ///< until a buffer is empty
    fill,          ///< from then to the arrival that announces its data
    wait_to_use,   ///< until data is there
    use,           ///< from then to the arrival that gives the buffer back
  };
  Kind kind = Kind::use;
  std::uint32_t warp = 0;          ///< in the block
  std::uint64_t block = 0;         ///< linear in the grid
  std::uint64_t begin_cycles = 0;  ///< of the block's clock
  std::uint64_t end_cycles = 0;
  std::string ring;  ///< its name; empty when it has none
};

}  // namespace warpscope::exec
