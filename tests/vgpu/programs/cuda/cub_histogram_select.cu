// CUB's histogram, selection and run-length encoding, against the standard library.
#include <algorithm>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_select.cuh>

#include "numbers.h"

namespace {

struct IsOdd {
  __host__ __device__ bool operator()(int value) const { return value % 2 != 0; }
};

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
  const auto input = random_numbers<int>(static_cast<std::size_t>(count), 0, 99);
  const int* in = on_device(input);
  int* out = on_device(input);
  int* lengths = on_device(input);
  int* selected = on_device(std::vector<int>(1));

  constexpr int kBins = 10;
  int* bins = on_device(std::vector<int>(kBins));
  run(
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceHistogram::HistogramEven(scratch, bytes, in, bins, kBins + 1, 0, 100,
                                                   count);
      },
      "histogram");
  std::vector<int> counts(kBins);
  for (const int value : input) ++counts[static_cast<std::size_t>(value / 10)];
  report("histogram", from_device(bins, kBins), counts);

  run(
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSelect::If(scratch, bytes, in, out, selected, count, IsOdd{});
      },
      "odd");
  std::vector<int> odd;
  std::copy_if(input.begin(), input.end(), std::back_inserter(odd), IsOdd{});
  const auto found = static_cast<std::size_t>(from_device(selected, 1)[0]);
  report("odd", from_device(out, found), odd);

  run(
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceRunLengthEncode::Encode(scratch, bytes, in, out, lengths, selected,
                                                  count);
      },
      "runs");
  std::vector<int> values, runs;
  for (const int value : input) {
    if (values.empty() || values.back() != value) {
      values.push_back(value);
      runs.push_back(0);
    }
    ++runs.back();
  }
  const auto run_count = static_cast<std::size_t>(from_device(selected, 1)[0]);
  report("run values", from_device(out, run_count), values);
  report("run lengths", from_device(lengths, run_count), runs);
  return 0;
}
