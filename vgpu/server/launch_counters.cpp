#include "vgpu/server/launch_counters.h"

namespace warpscope::device {

record::Counters by_metric(const exec::CounterValues& values, bool has_l1) {
  record::Counters counters;
  for (const exec::CounterDescription& description : exec::counter_descriptions()) {
    if (!description.needs_l1 || has_l1)
      counters.emplace(description.metric, values[description.counter]);
  }
  return counters;
}

record::Counters by_metric_of_line(const exec::CounterValues& values) {
  record::Counters counters;
  for (const exec::CounterDescription& description : exec::counter_descriptions()) {
    const std::uint64_t value = values[description.counter];
    if (description.is_per_line && value != 0) counters.emplace(description.metric, value);
  }
  return counters;
}

}  // namespace warpscope::device
