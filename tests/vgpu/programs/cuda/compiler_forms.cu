// What nvcc makes of C++ that few kernels use: numbers of 128 bits, memory on the stack, virtual
// functions, atomics of 128 bits.
#include <alloca.h>

#include <cstring>

#include "numbers.h"

namespace {

using Wide = __int128;
using UnsignedWide = unsigned __int128;
constexpr int kThreads = 64, kNumbers = 1024, kResults = 6;

__host__ __device__ void compute(Wide a, Wide b, Wide* results) {
  results[0] = static_cast<Wide>(static_cast<UnsignedWide>(a) * static_cast<UnsignedWide>(b));
  results[1] = a / b;
  results[2] = a % b;
  results[3] = static_cast<Wide>(static_cast<UnsignedWide>(a) / static_cast<UnsignedWide>(b));
  results[4] = static_cast<Wide>(static_cast<UnsignedWide>(a) % static_cast<UnsignedWide>(b));
  results[5] = (a >> 77) - static_cast<Wide>(static_cast<UnsignedWide>(b) << 5);
}

__global__ void wide_numbers(const Wide* a, const Wide* b, Wide* results) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  compute(a[i], b[i], results + i * kResults);
}

/// Fills and sums n words on the stack, before and after it calls itself.
__host__ __device__ __noinline__ int sum_on_stack(int n, int seed) {
  int* words = static_cast<int*>(alloca(sizeof(int) * static_cast<unsigned>(n + 1)));
  for (int i = 0; i <= n; ++i) words[i] = seed + i * i;
  int sum = n > 0 ? sum_on_stack(n - 1, seed * 3 + 1) : 0;
  for (int i = n; i >= 0; --i) sum = sum * 5 + words[i];
  return sum;
}

__global__ void stacks(int* sums) {
  sums[threadIdx.x] =
      sum_on_stack(static_cast<int>(threadIdx.x) % 9, static_cast<int>(threadIdx.x));
}

struct Shape {
  __host__ __device__ virtual int area(int x) const { return x; }
  __host__ __device__ virtual ~Shape() {}
};
struct Square : Shape {
  __host__ __device__ int area(int x) const override { return x * x; }
};

__global__ void shapes(int* areas) {
  const int x = static_cast<int>(threadIdx.x);
  const Shape* shape = x % 3 == 0 ? new Square : new Shape;
  areas[x] = shape->area(x);
  delete shape;
}

struct Parcel {
  double weights[5];
  int count;
  char mark;
};

/// Takes the address of what it gets by value and changes it: that is a copy of the caller's.
__host__ __device__ __noinline__ Parcel changed(Parcel parcel, int depth) {
  double* weight = &parcel.weights[depth % 5];
  *weight += depth;
  parcel.count += 1;
  if (depth == 0) return parcel;
  const Parcel deeper = changed(parcel, depth - 1);
  parcel.count = parcel.count * 3 + deeper.count;
  parcel.mark = static_cast<char>(deeper.mark + depth);
  return parcel;
}

__host__ __device__ int parcel_number(int thread) {
  Parcel parcel{{1, 2, 3, 4, 5}, thread, 'a'};
  const Parcel other = changed(parcel, thread % 7);
  return other.count * 100 + other.mark + parcel.count +
         static_cast<int>(other.weights[thread % 5]);
}

__global__ void parcels(int* numbers) {
  numbers[threadIdx.x] = parcel_number(static_cast<int>(threadIdx.x));
}

/// Each thread adds (1, 2) to a pair with a compare-and-swap of 128 bits.
__global__ void pairs(UnsignedWide* pair) {
  UnsignedWide old = __nv_atomic_load_n(pair, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  const UnsignedWide step = UnsignedWide{2} << 64 | 1;
  while (!__nv_atomic_compare_exchange_n(pair, &old, old + step, true, __NV_ATOMIC_ACQ_REL,
                                         __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) {
  }
}

Wide random_wide(std::mt19937_64& generator) {
  const UnsignedWide bits = static_cast<UnsignedWide>(generator()) << 64 | generator();
  return static_cast<Wide>(bits) >> (generator() % 128);
}

}  // namespace

int main() {
  std::mt19937_64 generator(5);
  std::vector<Wide> a, b, expected(kNumbers * kResults);
  for (int i = 0; i < kNumbers; ++i) {
    a.push_back(random_wide(generator));
    b.push_back(random_wide(generator) | 1);
    compute(a.back(), b.back(), &expected[static_cast<std::size_t>(i * kResults)]);
  }
  Wide* results = on_device(std::vector<Wide>(expected.size()));
  wide_numbers<<<kNumbers / kThreads, kThreads>>>(on_device(a), on_device(b), results);
  report("128 bits", from_device(results, expected.size()), expected);

  std::vector<int> sums, areas, numbers;
  for (int i = 0; i < kThreads; ++i) {
    sums.push_back(sum_on_stack(i % 9, i));
    areas.push_back(i % 3 == 0 ? i * i : i);
    numbers.push_back(parcel_number(i));
  }
  int* words = on_device(std::vector<int>(kThreads));
  stacks<<<1, kThreads>>>(words);
  report("stacks", from_device(words, kThreads), sums);
  shapes<<<1, kThreads>>>(words);
  report("shapes", from_device(words, kThreads), areas);
  parcels<<<1, kThreads>>>(words);
  report("parcels", from_device(words, kThreads), numbers);

  auto* pair = on_device(std::vector<UnsignedWide>(1));
  pairs<<<3, kThreads>>>(pair);
  report("pairs", from_device(pair, 1), {UnsignedWide{6 * kThreads} << 64 | (3 * kThreads)});
  return 0;
}
