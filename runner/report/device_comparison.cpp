#include "runner/report/device_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "record/kernel_name.h"
#include "record/metrics.h"
#include "record/warp_states.h"

namespace warpscope::runner {
namespace {

constexpr std::size_t kWidestKernel = 48, kMostStates = 3;
constexpr std::string_view kOwnPrefix = "warpscope__";

using Launches = std::vector<const record::Launch*>;

/// By case, in the order of the record; all in one where there are no cases.
std::map<std::uint32_t, Launches> launches_by_case(const record::RunRecord& record) {
  std::map<std::uint32_t, Launches> all;
  for (const auto& launch : record.launches) all[launch.case_index.value_or(0)].push_back(&launch);
  return all;
}

bool is_same(const record::Launch* a, const record::Launch* b) {
  return record::short_kernel_name(a->kernel) == record::short_kernel_name(b->kernel) &&
         a->grid == b->grid && a->block == b->block;
}

std::string stalls(const record::Launch& launch) {
  if (!launch.clock) return {};
  const auto& cycles = launch.clock->warp_cycles;
  return record::states_text(cycles, record::sum_of_states(cycles), kMostStates);
}

std::size_t right_cases(const record::RunRecord& record) {
  return static_cast<std::size_t>(std::ranges::count_if(
      record.cases, [](const auto& of) { return of.verdict == record::Case::Verdict::correct; }));
}

class Comparing {
 public:
  explicit Comparing(DeviceComparison& comparison) : all_(comparison) {
    for (const auto* device : {&all_.first, &all_.second}) {
      if (!device->capabilities) continue;
      const auto& names = device->capabilities->left_out_counters;
      not_counted_.insert(names.begin(), names.end());
    }
  }

  void add(const RecordPair& pair) {
    const auto& label = pair.first.program.label;
    all_.programs.push_back({label, std::max(pair.first.cases.size(), pair.second.cases.size()),
                             right_cases(pair.first), right_cases(pair.second)});
    const auto first = launches_by_case(pair.first);
    auto second = launches_by_case(pair.second);
    for (const auto& [index, launches] : first) {
      const auto place =
          index < pair.first.cases.size() ? pair.first.cases[index].name : std::string();
      if (!std::ranges::equal(launches, second[index], is_same)) {
        all_.left_out.push_back(fmt::format("{}{}: the two launched other kernels ({} and {}).",
                                            label, place.empty() ? "" : ", " + place,
                                            launches.size(), second[index].size()));
        continue;
      }
      for (std::size_t i = 0; i < launches.size(); ++i)
        add(label, place, *launches[i], *second[index][i]);
    }
  }

 private:
  void add(const std::string& program, const std::string& place, const record::Launch& first,
           const record::Launch& second) {
    ComparedLaunch launch;
    launch.program = program;
    launch.place = place;
    launch.kernel = record::short_kernel_name(first.kernel, kWidestKernel);
    launch.grid = first.grid;
    launch.block = first.block;
    launch.first_s = compared_s(first);
    launch.second_s = compared_s(second);
    all_.are_cold |= first.cold.has_value() || second.cold.has_value();
    launch.first_stalls = stalls(first);
    launch.second_stalls = stalls(second);
    for (const auto* of : {&first, &second}) {
      launch.is_about |=
          of->machine_instructions.value_or(record::Certainty::exact) != record::Certainty::exact;
    }
    // A launch without counters was not counted.
    if (!first.counters.empty() && !second.counters.empty()) {
      const auto put = [&](const std::string& name) {
        if (name.starts_with(kOwnPrefix) || not_counted_.contains(name)) return;
        // Of a launch that is too large to be followed they are not known.
        if (record::metric::is_of_machine_code(name) &&
            !(first.counters.contains(name) && second.counters.contains(name)))
          return;
        launch.counters[name] = {value(first, name), value(second, name)};
      };
      for (const auto& [name, count] : first.counters) put(name);
      for (const auto& [name, count] : second.counters) put(name);
    }
    all_.launches.push_back(std::move(launch));
  }

  /// A virtual GPU models a kernel that finds nothing in the L2 cache.
  static double compared_s(const record::Launch& launch) {
    return launch.cold ? launch.cold->median_s : launch.duration_s;
  }

  static std::uint64_t value(const record::Launch& launch, const std::string& name) {
    const auto found = launch.counters.find(name);
    return found == launch.counters.end() ? 0 : found->second;
  }

  DeviceComparison& all_;
  std::set<std::string> not_counted_;
};

}  // namespace

bool is_about(const ComparedLaunch& launch, std::string_view counter) {
  return launch.is_about && record::metric::is_of_machine_code(counter);
}

DeviceComparison compare_devices(const std::vector<RecordPair>& pairs) {
  DeviceComparison comparison;
  if (pairs.empty()) return comparison;
  comparison.first = pairs.front().first.device;
  comparison.second = pairs.front().second.device;
  Comparing comparing(comparison);
  for (const auto& pair : pairs) comparing.add(pair);
  return comparison;
}

}  // namespace warpscope::runner
