// What a block of a launch needs of its multiprocessor, from the record.
#pragma once

#include "arch/occupancy.h"
#include "record/record.h"

namespace warpscope::runner {

/// Registers are those that ptxas allocated, where the record knows them.
inline arch::BlockNeeds needs_of_block(const record::Launch& launch) {
  return {std::uint64_t{launch.block.x} * launch.block.y * launch.block.z,
          std::uint64_t{launch.static_shared_bytes} + launch.dynamic_shared_bytes,
          launch.machine_code ? launch.machine_code->registers : 0};
}

}  // namespace warpscope::runner
