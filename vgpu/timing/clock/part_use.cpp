#include "vgpu/timing/clock/part_use.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpscope::timing {

std::vector<PartUse> part_use(const std::vector<std::unique_ptr<Multiprocessor>>& sms, const L2& l2,
                              const StallAccount& stalls, double cycles) {
  constexpr std::array<std::pair<Unit, std::string_view>, 7> kPipes = {
      {{Unit::fma, "fma"},
       {Unit::alu, "alu"},
       {Unit::fp64, "fp64"},
       {Unit::xu, "xu"},
       {Unit::reduction, "reduction"},
       {Unit::uniform, "uniform"},
       {Unit::tensor, "tensor"}}};
  const double sub_cores = static_cast<double>(sms.size()) * Multiprocessor::kSubCores;
  const double ticks = cycles * static_cast<double>(kTicksPerCycle);
  const auto busy = [&](Unit unit) {
    Ticks sum = 0;
    for (const auto& sm : sms) sum += sm->busy(unit);
    return static_cast<double>(sum);
  };
  std::vector<PartUse> use;
  // A request may end behind the last store that the launch waits for.
  const auto add = [&](std::string_view part, double share) {
    if (share > 0) use.push_back({std::string(part), std::min(share, 1.0)});
  };
  add("dram",
      static_cast<double>(l2.dram().moved_bytes()) / (l2.dram().peak_bytes_per_cycle() * cycles));
  add("l2", static_cast<double>(l2.busy()) / ticks);
  add("l1", busy(Unit::address) / (ticks * static_cast<double>(sms.size())));
  const auto issued = stalls.sum()[static_cast<std::size_t>(Stall::selected)];
  add("issue", static_cast<double>(issued) / (cycles * sub_cores));
  for (const auto& [unit, name] : kPipes) {
    // Of the two pipes that FP32 instructions go to, integer multiplications have the second alone.
    const double sum = unit == Unit::fma
                           ? (busy(Unit::fma) + busy(Unit::fma_heavy) + busy(Unit::fma_light)) / 2
                           : busy(unit);
    add(name, sum / (ticks * sub_cores));
  }
  return use;
}

}  // namespace warpscope::timing
