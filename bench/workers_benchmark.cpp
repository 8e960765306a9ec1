// What several workers gain: the launches of machine_benchmark, by turns with each number of
// workers, so that what else runs on the machine meets all of them alike.
//
//   workers_benchmark SECONDS WORKERS...     e.g. taskset -c 2,3 workers_benchmark 1.5 1 2
//
// One line for each kernel and number of workers: millions of warp instructions per second of wall
// time, best and median of groups of four launches, and in brackets over the first number's.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "bench/machine_launches.h"

namespace warpscope {
namespace {

constexpr int kLaunchesPerGroup = 4;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double rate_of_group(MachineLaunches& machine, std::string_view kernel, std::uint32_t workers) {
  const auto begin = std::chrono::steady_clock::now();
  std::uint64_t instructions = 0;
  for (int i = 0; i < kLaunchesPerGroup; ++i) instructions += machine.run(kernel, workers);
  return static_cast<double>(instructions) / seconds_since(begin) / 1e6;
}

void measure(std::string_view kernel, double seconds, const std::vector<std::uint32_t>& workers) {
  MachineLaunches machine;
  machine.run(kernel, 1);
  std::vector<std::vector<double>> rates(workers.size());
  const auto begin = std::chrono::steady_clock::now();
  do {
    for (std::size_t i = 0; i < workers.size(); ++i)
      rates[i].push_back(rate_of_group(machine, kernel, workers[i]));
  } while (seconds_since(begin) < seconds);
  for (auto& each : rates) std::sort(each.begin(), each.end());
  const auto median = [](const std::vector<double>& each) { return each[each.size() / 2]; };
  for (std::size_t i = 0; i < workers.size(); ++i) {
    std::printf("%-14.*s %2u workers: best %7.1f (%.2f), median %7.1f (%.2f) of %zu\n",
                static_cast<int>(kernel.size()), kernel.data(), workers[i], rates[i].back(),
                rates[i].back() / rates[0].back(), median(rates[i]),
                median(rates[i]) / median(rates[0]), rates[i].size());
  }
  std::fflush(stdout);
}

int run(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0;
  std::vector<std::uint32_t> workers;
  for (int i = 2; i < argc; ++i) {
    const int number = std::atoi(argv[i]);
    if (number < 1 || number > 256) break;
    workers.push_back(static_cast<std::uint32_t>(number));
  }
  if (seconds <= 0 || workers.empty() || workers.size() + 2 != static_cast<std::size_t>(argc)) {
    std::fputs("Usage: workers_benchmark SECONDS WORKERS...\n", stderr);
    return 2;
  }
  for (const std::string_view kernel : MachineLaunches::kernels())
    measure(kernel, seconds, workers);
  return 0;
}

}  // namespace
}  // namespace warpscope

int main(int argc, char** argv) {
  try {
    return warpscope::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
