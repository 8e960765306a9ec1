// Picks the handler of a load or store from its state space, type and register width.
#pragma once

#include "vgpu/exec/program/operation.h"
#include "vgpu/ptx/types.h"

namespace warpscope::exec::memory_access {

struct AccessForm {
  ptx::Space space = ptx::Space::global;  ///< global, shared, local, constant, param or generic
  ptx::Type type = ptx::Type::b32;
  std::uint32_t lane_bytes = 4;          ///< of the data registers
  std::uint32_t vector_length = 1;       ///< 1, 2 or 4
  std::uint32_t address_lane_bytes = 8;  ///< of the address register
  bool is_store = false;
  bool is_observed = false;  ///< without the short ways
};

/// nullptr for a combination that PTX does not have.
Handler select_access(const AccessForm& form);

/// Copies a register of 2, 4, 8 or 16 bytes per lane; nullptr otherwise.
Handler select_copy(std::uint32_t lane_bytes);

}  // namespace warpscope::exec::memory_access
