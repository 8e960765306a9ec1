// For the time of a launch, memory that the program and the device share holds the inputs in place
// of their stand-ins. The program waits meanwhile.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "vgpu/origin/exchanged_inputs.h"

namespace warpscope::origin {

class HeldInputs {
 public:
  /// `shared`: memory that both see, as far as the operation may read it.
  HeldInputs(ExchangedInputs& inputs, std::span<const std::span<std::byte>> shared) {
    if (inputs.is_empty()) return;
    for (const auto memory : shared) {
      if (auto changes = inputs.exchange_in_place(memory); !changes->empty())
        regions_.emplace_back(memory, std::move(changes));
    }
  }
  ~HeldInputs() {
    for (const auto& [memory, changes] : regions_) ExchangedInputs::put_back(memory, *changes);
  }
  HeldInputs(const HeldInputs&) = delete;
  HeldInputs& operator=(const HeldInputs&) = delete;

 private:
  using Changes = std::shared_ptr<const std::vector<ExchangedInputs::Change>>;
  std::vector<std::pair<std::span<std::byte>, Changes>> regions_;
};

}  // namespace warpscope::origin
