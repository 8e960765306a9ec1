// All opcodes that the protocol knows.
#pragma once

#include <cstddef>
#include <utility>

#include "vgpu/protocol/exchanges.h"

namespace warpscope::device {

template <std::size_t number>
concept IsOpcode = requires {
  exchange(Of<static_cast<Opcode>(number)>());
};

/// Calls `visit.template operator()<opcode>()` for each opcode.
template <typename Visit>
void for_each_opcode(Visit&& visit) {
  [&]<std::size_t... numbers>(std::index_sequence<numbers...>) {
    const auto visit_if_known = [&]<std::size_t number>() {
      if constexpr (IsOpcode<number>) visit.template operator()<static_cast<Opcode>(number)>();
    };
    (visit_if_known.template operator()<numbers>(), ...);
  }
  (std::make_index_sequence<256>());
}

}  // namespace warpscope::device
