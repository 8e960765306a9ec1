// CUB's radix sort of keys with values, against the standard library.
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <numeric>

#include "numbers.h"

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100000;
  const auto size = static_cast<std::size_t>(count);
  // Many keys come more than once: the sort must be stable.
  const auto keys = random_numbers<std::int32_t>(size, -5000, 5000);
  std::vector<std::uint32_t> places(size);
  std::iota(places.begin(), places.end(), 0U);
  const std::int32_t* keys_in = on_device(keys);
  const std::uint32_t* values_in = on_device(places);
  std::int32_t* keys_out = on_device(keys);
  std::uint32_t* values_out = on_device(places);

  std::size_t bytes = 0;
  check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys_in, keys_out, values_in, values_out,
                                        count),
        "size");
  void* scratch = nullptr;
  check(cudaMalloc(&scratch, bytes), "scratch");
  check(cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_in, keys_out, values_in, values_out,
                                        count),
        "sort");
  check(cudaDeviceSynchronize(), "sort");

  std::vector<std::uint32_t> expected = places;
  std::stable_sort(expected.begin(), expected.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  report("values", from_device(values_out, size), expected);
  std::vector<std::int32_t> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  report("keys", from_device(keys_out, size), sorted);
  return 0;
}
