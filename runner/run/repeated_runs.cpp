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

}  // namespace

std::vector<double> RepeatedRuns::timed_s() const {
  std::vector<double> times;
  for (std::size_t i = 1; i < runs_.size(); ++i) times.push_back(kernel_s(runs_[i]));
  return times;
}

bool RepeatedRuns::wants_another() const {
  if (runs_.empty()) return true;
  // Nothing to be measured.
  if (runs_.front().launches.empty() && runs_.front().transfers.empty()) return false;
  auto times = timed_s();
  if (times.size() >= kMostTimed) return false;
  double all_s = 0;
  for (const auto& run : runs_) all_s += kernel_s(run) + copy_s(run);
  if (all_s > kMostSeconds) return times.empty();
  if (times.size() < kLeastTimed) return true;
  std::ranges::sort(times);
  const double median = times[times.size() / 2];
  return times[times.size() * 3 / 4] - times[times.size() / 4] > kSpread * median;
}

CaseRun RepeatedRuns::take() {
  auto runs = std::exchange(runs_, {});
  if (runs.size() < 2) return runs.empty() ? CaseRun{} : std::move(runs.front());
  const auto counted = std::move(runs.front());
  runs.erase(runs.begin());
  std::ranges::stable_sort(runs, {}, kernel_s);
  CaseRun result = runs[runs.size() / 2];
  const bool are_same =
      std::ranges::all_of(runs, [&](const CaseRun& run) { return did_the_same(run, result); });
  for (std::size_t i = 0; are_same && i < result.launches.size(); ++i)
    result.launches[i].launch.repeated = times_of(runs, i);
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
