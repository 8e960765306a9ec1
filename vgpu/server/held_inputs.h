// For the time of a launch, memory that the program and the device share holds what the device is
// to have of inputs that are exchanged (exchanged_inputs.h). The program waits meanwhile.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "vgpu/server/machine.h"

namespace warpscope::device {

class HeldInputs {
 public:
  explicit HeldInputs(Machine& machine) {
    const auto& inputs = machine.progress.exchanged_inputs;
    if (inputs.is_empty()) return;
    for (const auto& [address, region] : machine.shared) {
      if (region.borrowed) region.borrowed->use();
      const auto memory = region.bytes_of(address);
      if (auto changes = inputs.exchange_in_place(memory); !changes.empty())
        regions_.emplace_back(memory, std::move(changes));
    }
  }
  ~HeldInputs() {
    for (const auto& [memory, changes] : regions_) ExchangedInputs::put_back(memory, changes);
  }
  HeldInputs(const HeldInputs&) = delete;
  HeldInputs& operator=(const HeldInputs&) = delete;

 private:
  std::vector<std::pair<std::span<std::byte>, std::vector<ExchangedInputs::Change>>> regions_;
};

}  // namespace warpscope::device
