#include "cupti/wanted_counters.h"

#include "record/metrics.h"

namespace warpscope::cupti {

std::vector<std::string> wanted_counters() {
  std::vector<std::string> names;
  for (const auto& metric : record::metrics()) {
    // What only the virtual GPU counts.
    if (!metric.name.starts_with("warpscope__")) names.emplace_back(metric.name);
  }
  for (const auto name : {kDuration, kDramRead, kDramWritten}) names.emplace_back(name);
  return names;
}

}  // namespace warpscope::cupti
