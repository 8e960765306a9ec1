// One request of a warp to memory, kept as a sample: who asked for what, and how it was counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "vgpu/counting/bank_conflicts.h"
#include "vgpu/counting/sectors.h"
#include "vgpu/exec/launch/source_line.h"

namespace warpscope::exec {

struct WarpRequest {
  enum class Space : std::uint8_t { global, shared };
  enum class Kind : std::uint8_t { load, store, atomic, copy };
  Space space = Space::global;
  Kind kind = Kind::load;
  bool may_pair = false;  ///< as count_wavefronts() has it
  SharedAtomic how = SharedAtomic::none;
  std::uint32_t size_bytes = 0;  ///< per lane
  std::uint32_t lanes = 0;       ///< not 0
  std::uint64_t block = 0;       ///< linear in the grid
  std::uint32_t warp = 0;        ///< in the block
  /// By lane; of lanes that are not there 0. Global: of the device; shared: offsets behind what the
  /// system reserves, which holds whole lines.
  LaneAddresses addresses{};
  std::uint32_t sectors = 0;     ///< global
  std::uint32_t wavefronts = 0;  ///< shared; 0: of an atomic that is a loop, by the values
  std::uint32_t conflicts = 0;   ///< shared
  /// What the first lane's address lies in: an allocation, or an array in shared memory; size 0:
  /// not known.
  std::uint64_t array_address = 0, array_bytes = 0;
  std::string_view array{};  ///< of shared memory, mangled; as the program keeps it

  /// What it takes, by which the sampler calls one worse than another.
  std::uint32_t cost() const { return space == Space::global ? sectors : wavefronts; }
};

/// Of one line, in the order in which they were made; the first and the worst of each space and
/// kind are among them.
struct LineRequests {
  static constexpr std::size_t kMost = 8;
  SourceLine where;
  std::vector<WarpRequest> requests;
};

/// The requests of a launch that were kept.
struct SampledRequests {
  std::vector<LineRequests> lines;  ///< sorted by file and line
  std::uint64_t blocks = 0;         ///< that were watched for them
};

}  // namespace warpscope::exec
