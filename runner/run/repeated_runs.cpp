#include "runner/run/repeated_runs.h"

#include <algorithm>
#include <numeric>

namespace warpscope::runner {
namespace {

double kernel_s(const CaseRun& run) {
  return std::accumulate(
      run.launches.begin(), run.launches.end(), 0.0,
      [](double sum, const device::LaunchEnded& of) { return sum + of.launch.duration_s; });
}

double copy_s(const CaseRun& run) {
  return std::accumulate(
      run.transfers.begin(), run.transfers.end(), 0.0,
      [](double sum, const device::TransferEnded& of) { return sum + of.transfer.duration_s; });
}

bool is_same(const record::Launch& a, const record::Launch& b) {
  return a.kernel_mangled == b.kernel_mangled && a.grid == b.grid && a.block == b.block &&
         a.dynamic_shared_bytes == b.dynamic_shared_bytes;
}

/// The same kernels in the same order. Launches that run side by side begin in any order: those of
/// one kernel and shape are the same here.
bool did_the_same(const CaseRun& a, const CaseRun& b) {
  return std::ranges::equal(a.launches, b.launches, [](const auto& of_a, const auto& of_b) {
    return is_same(of_a.launch, of_b.launch);
  });
}

/// Of the launch at this place in each of the runs, which are sorted by their time.
record::RepeatedTimes times_of(const std::vector<CaseRun>& runs, std::size_t place) {
  const double first_s = runs.front().launches[place].launch.duration_s;
  record::RepeatedTimes times{static_cast<std::uint32_t>(runs.size()), first_s, first_s};
  for (const auto& run : runs) {
    const double time_s = run.launches[place].launch.duration_s;
    times.shortest_s = std::min(times.shortest_s, time_s);
    times.longest_s = std::max(times.longest_s, time_s);
  }
  return times;
}

record::ColdTimes cold_times_of(const std::vector<CaseRun>& runs, std::size_t place) {
  std::vector<double> times_s;
  for (const auto& run : runs) times_s.push_back(run.launches[place].launch.duration_s);
  std::ranges::sort(times_s);
  return {static_cast<std::uint32_t>(runs.size()), times_s[times_s.size() / 2], times_s.front(),
          times_s.back()};
}

}  // namespace

void RepeatedRuns::add(CaseRun run) {
  run.is_cold = is_next_cold();
  (run.is_cold && !are_cold_ ? cold_ : runs_).push_back(std::move(run));
}

bool RepeatedRuns::has_something() const {
  return !runs_.empty() && !(runs_.front().launches.empty() && runs_.front().transfers.empty());
}

double RepeatedRuns::all_s() const {
  double sum = 0;
  for (const auto& run : runs_) sum += kernel_s(run) + copy_s(run);
  for (const auto& run : cold_) sum += kernel_s(run) + copy_s(run);
  return sum;
}

bool RepeatedRuns::wants_timed() const {
  if (runs_.empty()) return true;
  if (!has_something()) return false;
  std::vector<double> times;
  for (std::size_t i = 1; i < runs_.size(); ++i) times.push_back(kernel_s(runs_[i]));
  if (times.size() >= kMostTimed) return false;
  if (all_s() > kMostSeconds) return times.empty();
  if (times.size() < kLeastTimed) return true;
  std::ranges::sort(times);
  const double median = times[times.size() / 2];
  return times[times.size() * 3 / 4] - times[times.size() / 4] > kSpread * median;
}

bool RepeatedRuns::wants_cold() const {
  return !are_cold_ && has_something() && !runs_.front().launches.empty() && cold_.size() < kCold &&
         all_s() <= kMostSeconds;
}

CaseRun RepeatedRuns::take() {
  auto runs = std::exchange(runs_, {});
  auto cold = std::exchange(cold_, {});
  if (runs.size() < 2) return runs.empty() ? CaseRun{} : std::move(runs.front());
  const auto counted = std::move(runs.front());
  runs.erase(runs.begin());
  std::ranges::stable_sort(runs, {}, kernel_s);
  CaseRun result = runs[runs.size() / 2];
  const bool are_same =
      std::ranges::all_of(runs, [&](const CaseRun& run) { return did_the_same(run, result); });
  for (std::size_t i = 0; are_same && i < result.launches.size(); ++i)
    result.launches[i].launch.repeated = times_of(runs, i);
  const bool are_same_cold =
      std::ranges::all_of(cold, [&](const CaseRun& run) { return did_the_same(run, result); });
  for (std::size_t i = 0; are_same_cold && !cold.empty() && i < result.launches.size(); ++i)
    result.launches[i].launch.cold = cold_times_of(cold, i);
  if (did_the_same(counted, result)) {
    for (std::size_t i = 0; i < result.launches.size(); ++i) {
      auto& launch = result.launches[i].launch;
      launch.counters = counted.launches[i].launch.counters;
      launch.dram_bytes = counted.launches[i].launch.dram_bytes;
    }
  }
  return result;
}

}  // namespace warpscope::runner
