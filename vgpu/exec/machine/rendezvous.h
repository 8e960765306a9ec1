// A `.sync` instruction that lanes of one warp perform together from different places.
#pragma once

#include <cstdint>

#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// What its lanes give each other. The machine has the operation at each place executed twice, with
/// WarpContext::rendezvous set: first each takes the source of its own lanes here, then, with
/// is_gathered, each acts for its own lanes with what all have given.
struct Rendezvous {
  std::uint32_t members = 0;  ///< all lanes that take part
  bool is_gathered = false;
  std::uint32_t predicates = 0;       ///< of a source that is a predicate
  std::uint64_t values[kWarpSize]{};  ///< by lane, of any other source
};

}  // namespace warpscope::exec
