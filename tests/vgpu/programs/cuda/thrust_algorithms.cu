// Thrust's vectors and algorithms, against the standard library.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "numbers.h"

namespace {

struct Square {
  __host__ __device__ long long operator()(int value) const {
    return static_cast<long long>(value) * value;
  }
};
struct IsNegative {
  __host__ __device__ bool operator()(int value) const { return value < 0; }
};

std::vector<int> on_host(const thrust::device_vector<int>& values) {
  std::vector<int> result(values.size());
  thrust::copy(values.begin(), values.end(), result.begin());
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  const auto count = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 100000);
  const auto input = random_numbers<int>(count, -300, 300);
  const thrust::device_vector<int> in(input.begin(), input.end());

  thrust::device_vector<int> sorted = in;
  thrust::sort(sorted.begin(), sorted.end(), thrust::greater<int>());
  std::vector<int> expected = input;
  std::sort(expected.begin(), expected.end(), std::greater<>());
  report("sort, descending", on_host(sorted), expected);

  const long long squares =
      thrust::transform_reduce(in.begin(), in.end(), Square{}, 0LL, thrust::plus<long long>());
  const long long host_squares = std::transform_reduce(
      input.begin(), input.end(), 0LL, std::plus<>(), [](int value) { return Square{}(value); });
  report("sum of squares", std::vector{squares}, {host_squares});

  thrust::device_vector<int> sums(count);
  thrust::inclusive_scan(in.begin(), in.end(), sums.begin());
  std::partial_sum(input.begin(), input.end(), expected.begin());
  report("running sum", on_host(sums), expected);

  thrust::device_vector<int> ones(count, 1), keys(count), counts(count);
  thrust::sort(sorted.begin(), sorted.end());
  const auto ends = thrust::reduce_by_key(sorted.begin(), sorted.end(), ones.begin(), keys.begin(),
                                          counts.begin());
  keys.resize(static_cast<std::size_t>(ends.first - keys.begin()));
  counts.resize(keys.size());
  std::map<int, int> occurrences;
  for (const int value : input) ++occurrences[value];
  std::vector<int> expected_keys, expected_counts;
  for (const auto& [value, times] : occurrences) {
    expected_keys.push_back(value);
    expected_counts.push_back(times);
  }
  report("keys", on_host(keys), expected_keys);
  report("counts by key", on_host(counts), expected_counts);

  thrust::device_vector<int> parted = in;
  thrust::stable_partition(parted.begin(), parted.end(), IsNegative{});
  expected = input;
  std::stable_partition(expected.begin(), expected.end(), IsNegative{});
  report("stable partition", on_host(parted), expected);
  return 0;
}
