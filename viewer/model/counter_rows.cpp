#include "viewer/model/counter_rows.h"

#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/quantity.h"
#include "record/derived.h"
#include "record/metrics.h"

namespace warpscope::viewer {
namespace {

namespace derived = record::derived;
namespace metric = record::metric;

struct MainMetric {
  std::string_view name;
  /// What the value would be at best: that counter over `best_over`, or nothing.
  std::string_view best{}, best_over{};
  std::string_view suffix{};
};

/// In the order in which one asks: memory first, then what else a warp wastes.
constexpr std::array kMainMetrics{
    MainMetric{metric::kLoadRequests},
    MainMetric{metric::kLoadSectors},
    MainMetric{derived::kSectorsPerLoadRequest, metric::kLoadSectorsIdeal, metric::kLoadRequests},
    MainMetric{metric::kStoreRequests},
    MainMetric{metric::kStoreSectors},
    MainMetric{derived::kSectorsPerStoreRequest, metric::kStoreSectorsIdeal,
               metric::kStoreRequests},
    MainMetric{metric::kAtomicRequests},
    MainMetric{metric::kReductionRequests},
    MainMetric{metric::kSharedConflicts},
    MainMetric{metric::kLocalLoadInstructions},
    MainMetric{metric::kLocalStoreInstructions},
    MainMetric{metric::kDivergentBranches},
    MainMetric{derived::kLanesPerInstruction, {}, {}, " of 32"},
};

std::uint64_t count_of(const record::Counters& counters, std::string_view name) {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : found->second;
}

std::string value_text(const record::Counters& counters, const MainMetric& main, double value) {
  const bool is_count = record::find_derived_metric(main.name) == nullptr;
  std::string text = is_count ? count_text(static_cast<std::uint64_t>(value)) : ratio_text(value);
  text += main.suffix;
  if (main.best.empty()) return text;
  const auto requests = static_cast<double>(count_of(counters, main.best_over));
  const double best = static_cast<double>(count_of(counters, main.best)) / requests;
  // Of what is best already one need not say it.
  return best > 0 && value > best * 1.005 ? text + " (" + ratio_text(best) + " would do)" : text;
}

}  // namespace

std::vector<CounterRow> main_rows(const record::Counters& counters) {
  std::vector<CounterRow> rows;
  for (const auto& main : kMainMetrics) {
    const auto value = record::metric_value(main.name, counters);
    if (!value || *value == 0) continue;
    rows.push_back({std::string(record::metric_short_name(main.name)),
                    value_text(counters, main, *value), std::string(main.name)});
  }
  return rows;
}

std::vector<CounterRow> all_rows(const record::Counters& counters) {
  std::vector<CounterRow> rows;
  for (const auto& ratio : record::derived_metrics()) {
    if (const auto value = record::evaluate(ratio, counters)) {
      rows.push_back({std::string(ratio.short_name),
                      ratio_text(*value) + " " + std::string(ratio.unit), std::string(ratio.name)});
    }
  }
  for (const auto& [name, value] : counters) {
    if (value == 0) continue;
    rows.push_back({std::string(record::metric_short_name(name)),
                    count_text(value) + " " + std::string(record::metric_unit(name)), name});
  }
  return rows;
}

std::string load_requests_per_warp(const record::Launch& launch) {
  const auto requests = count_of(launch.counters, metric::kLoadRequests);
  const auto volume = [](const record::Dim3& size) {
    return static_cast<double>(size.x) * size.y * size.z;
  };
  const double warps = volume(launch.grid) * std::ceil(volume(launch.block) / 32);
  if (requests == 0 || warps <= 0) return {};
  return ratio_text(static_cast<double>(requests) / warps) + " per warp";
}

}  // namespace warpscope::viewer
