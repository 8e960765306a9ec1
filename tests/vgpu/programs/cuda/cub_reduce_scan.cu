// CUB's reductions and scans of the whole device, against the standard library.
#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <numeric>

#include "numbers.h"

namespace {

template <typename Call>
void run(Call&& call, const char* what) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), what);
  void* scratch = nullptr;
  check(cudaMalloc(&scratch, bytes), what);
  check(call(scratch, bytes), what);
  check(cudaDeviceSynchronize(), what);
  cudaFree(scratch);
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100000;
  const auto input = random_numbers<int>(static_cast<std::size_t>(count), -1000, 1000);
  const int* in = on_device(input);
  int* out = on_device(input);

  run([&](void* scratch,
          std::size_t& bytes) { return cub::DeviceReduce::Sum(scratch, bytes, in, out, count); },
      "sum");
  report("sum", from_device(out, 1), {std::accumulate(input.begin(), input.end(), 0)});
  run([&](void* scratch,
          std::size_t& bytes) { return cub::DeviceReduce::Max(scratch, bytes, in, out, count); },
      "maximum");
  report("maximum", from_device(out, 1), {*std::max_element(input.begin(), input.end())});

  std::vector<int> expected(input.size());
  run(
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceScan::ExclusiveSum(scratch, bytes, in, out, count);
      },
      "exclusive sum");
  std::exclusive_scan(input.begin(), input.end(), expected.begin(), 0);
  report("exclusive sum", from_device(out, input.size()), expected);
  run(
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveScan(scratch, bytes, in, out, cuda::maximum<>{}, count);
      },
      "running maximum");
  std::inclusive_scan(input.begin(), input.end(), expected.begin(),
                      [](int a, int b) { return std::max(a, b); });
  report("running maximum", from_device(out, input.size()), expected);
  return 0;
}
