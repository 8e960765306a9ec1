// Routines that machine code calls: of the toolkit where an operand of a division or a root is
// rare, and of the program. Each probe is one warp; what is read is how many instructions it
// issues. Read on an NVIDIA H100 80GB HBM3 on 27 November 2026 (driver 580.159.04, CUDA 13.0,
// nvcc -O3 -std=c++17 -arch=sm_90 -lineinfo):
//   ../h200/read_counters.sh PROGRAM routine_probes_h100.csv 'smsp__(thread_)?inst_executed' 'sm__cycles_active'
#include <cmath>
#include <cstring>
#include <limits>

#include "../h200/probe.h"

namespace {

struct Divide {
  template <class T>
  __device__ static T of(T a, T b) {
    return a / b;
  }
};
struct Remainder {
  template <class T>
  __device__ static T of(T a, T b) {
    return a % b;
  }
};
struct Reciprocal {
  template <class T>
  __device__ static T of(T a, T) {
    return T{1} / a;
  }
};
struct Root {
  __device__ static float of(float a, float) { return sqrtf(a); }
  __device__ static double of(double a, double) { return sqrt(a); }
};
struct RootOfReciprocal {
  __device__ static double of(double a, double) { return rsqrt(a); }
};

template <class Op, class T>
__global__ void compute(T* out, const T* a, const T* b) {
  out[threadIdx.x] = Op::of(a[threadIdx.x], b[threadIdx.x]);
}

/// Two divisions, one of which needs what the other one gives.
template <class T>
__global__ void divide_twice(T* out, const T* a, const T* b) {
  const T first = a[threadIdx.x] / b[threadIdx.x];
  out[threadIdx.x] = b[threadIdx.x] / (first + T{1});
}

/// A division in each turn of a loop that ptxas unrolls.
__global__ void divide_in_turns(float* out, const float* a, const float* b, int turns) {
  float sum = 0;
  for (int turn = 0; turn < turns; ++turn) sum += a[turn] / b[threadIdx.x];
  out[threadIdx.x] = sum;
}

/// Half of the lanes divide.
__global__ void divide_in_some(float* out, const float* a, const float* b) {
  float value = a[threadIdx.x];
  if (threadIdx.x % 2 == 0) value = value / b[threadIdx.x] + 1;
  out[threadIdx.x] = value;
}

__device__ __noinline__ float step(float a, float by) { return a * by + 1; }
__device__ __noinline__ float two_steps(float a, float by) {
  return step(a, by) - step(-a, by) * .25f;
}
__device__ __noinline__ float sum_of(const float* from, int count) {
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += from[i];
  return sum;
}
__device__ __noinline__ float by_sign(float a, float by) {
  if (a < 0) return a / by;
  return a * by;
}
__device__ __noinline__ float met(float* shared, float a) {
  shared[threadIdx.x] = a;
  __syncthreads();
  const float other = shared[31 - threadIdx.x];
  __syncthreads();
  return other;
}
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __noinline__ float add_one(float a) { return a + 1; }
__device__ __noinline__ float halve(float a) { return a * .5f; }
__device__ __noinline__ float invert(float a) { return 1 / a; }
using Function = float (*)(float);
__device__ const Function functions[] = {add_one, halve, invert};

__global__ void calls_in_turns(float* out, float by, int turns) {
  float a = by;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) a = step(a, by);
  out[threadIdx.x] = a;
}
__global__ void calls_unrolled(float* out, float by, int turns) {
  float a = by;
  for (int turn = 0; turn < turns; ++turn) a = two_steps(a, by);
  out[threadIdx.x] = a;
}
__global__ void calls_one_by_one(float* out, const float* from, float by) {
  float a = from[threadIdx.x];
  a = step(a, by) + by_sign(a, by);
  out[threadIdx.x] = two_steps(a, by);
}
__global__ void calls_of_some(float* out, const float* from, float by) {
  float a = from[threadIdx.x];
  if (threadIdx.x % 4 == 1) a = two_steps(a, by);
  if (threadIdx.x >= 16) a += step(a, a);
  out[threadIdx.x] = a;
}
__global__ void calls_by_sign(float* out, const float* from, float by, int turns) {
  float a = from[threadIdx.x];
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) a = by_sign(a - 1, by) + 3;
  out[threadIdx.x] = a;
}
__global__ void calls_with_loops(float* out, const float* from, int apart) {
  out[threadIdx.x] = sum_of(from, 1 + apart * static_cast<int>(threadIdx.x));
}
__global__ void calls_with_barriers(float* out, const float* from, int turns) {
  __shared__ float tile[32];
  float a = from[threadIdx.x];
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) a += met(tile, a) * .5f;
  out[threadIdx.x] = a;
}
__global__ void recursion(int* out, int first, int apart) {
  out[threadIdx.x] = fibonacci(first + apart * static_cast<int>(threadIdx.x % 4));
}
__global__ void calls_by_pointer(float* out, const float* from, int which, int apart) {
  out[threadIdx.x] = functions[(which + apart * threadIdx.x) % 3](from[threadIdx.x]);
}

template <class T>
struct Named {
  const char* name;
  T value;
};

template <class T>
std::vector<Named<T>> usual_values() {
  using Limits = std::numeric_limits<T>;
  const T least = Limits::min(), most = Limits::max();
  const T eps = Limits::epsilon();
  return {{"zero", T{0}},
          {"least_denormal", Limits::denorm_min()},
          {"denormal", least / 2},
          {"least", least},
          {"small", least / eps / eps},
          {"one", T(1.5)},
          {"minus", T(-1.25)},
          {"large", most * eps * eps},
          {"very_large", most / 3},
          {"most", most},
          {"infinite", Limits::infinity()},
          {"nan", Limits::quiet_NaN()}};
}

template <class T>
class Operands {
 public:
  Operands()
      : a_(probe::zeros<T>(sizeof(T) * kLanes)),
        b_(probe::zeros<T>(sizeof(T) * kLanes)),
        out_(probe::zeros<T>(sizeof(T) * 2 * kLanes)) {}
  template <class F>
  void set(F&& of_lane) {
    T a[kLanes], b[kLanes];
    for (unsigned lane = 0; lane < kLanes; ++lane) of_lane(lane, a[lane], b[lane]);
    probe::check(cudaMemcpy(a_, a, sizeof a, cudaMemcpyHostToDevice), "cudaMemcpy");
    probe::check(cudaMemcpy(b_, b, sizeof b, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  T* out() const { return out_; }
  const T* a() const { return a_; }
  const T* b() const { return b_; }

 private:
  static constexpr unsigned kLanes = 32;
  T *a_, *b_, *out_;
};

template <class Op, class T>
void pairs(probe::List& list, const std::string& name, bool has_two) {
  Operands<T> operands;
  const auto values = usual_values<T>();
  for (const auto& a : values) {
    for (const auto& b : values) {
      if (!has_two && &b != &values.front()) continue;
      operands.set([&](unsigned, T& first, T& second) { first = a.value, second = b.value; });
      list.run(name + "/" + a.name + (has_two ? std::string("/") + b.name : ""),
               [&] { compute<Op, T><<<1, 32>>>(operands.out(), operands.a(), operands.b()); });
    }
  }
}

/// Lanes with operands of their own: a share of them rare ones.
template <class Op, class T>
void mixed(probe::List& list, const std::string& name) {
  Operands<T> operands;
  const auto values = usual_values<T>();
  for (unsigned number = 0; number < 16; ++number) {
    probe::Random random(number);
    const unsigned share = number % 4 + 1;  // of four
    const auto count = static_cast<std::uint32_t>(values.size());
    operands.set([&](unsigned lane, T& a, T& b) {
      const bool is_rare = number < 4 ? lane == 7 * number : random.below(4) < share;
      const T one = values[random.below(count)].value, two = values[random.below(count)].value;
      a = is_rare ? one : T(1) + T(lane);
      b = is_rare ? two : T(3);
    });
    list.run(name + "/mixed/" + std::to_string(number),
             [&] { compute<Op, T><<<1, 32>>>(operands.out(), operands.a(), operands.b()); });
  }
}

template <class Op, class T>
void integers(probe::List& list, const std::string& name) {
  Operands<T> operands;
  const T large = static_cast<T>(0x7123456789abcdefULL), small = 12345;
  const Named<T> values[] = {{"zero", 0},
                             {"one", 1},
                             {"small", small},
                             {"large", large},
                             {"minus", static_cast<T>(-small)},
                             {"minus_large", static_cast<T>(-large)}};
  for (const auto& a : values) {
    for (const auto& b : values) {
      operands.set([&](unsigned, T& first, T& second) { first = a.value, second = b.value; });
      list.run(name + "/" + a.name + "/" + b.name,
               [&] { compute<Op, T><<<1, 32>>>(operands.out(), operands.a(), operands.b()); });
    }
  }
  for (unsigned share : {1, 2, 16}) {
    operands.set([&](unsigned lane, T& first, T& second) {
      first = lane % share == 0 ? large : small, second = 7;
    });
    list.run(name + "/every/" + std::to_string(share),
             [&] { compute<Op, T><<<1, 32>>>(operands.out(), operands.a(), operands.b()); });
  }
  list.run(name + "/twice",
           [&] { divide_twice<T><<<1, 32>>>(operands.out(), operands.a(), operands.b()); });
}

void divisions_in_code(probe::List& list) {
  Operands<float> operands;
  const auto values = usual_values<float>();
  for (unsigned number = 0; number < 8; ++number) {
    probe::Random random(100 + number);
    operands.set([&](unsigned, float& a, float& b) {
      a = random.below(8) < number ? values[random.below(12)].value : 2;
      b = random.below(16) < number ? values[random.below(12)].value : 3;
    });
    const std::string name = std::to_string(number);
    list.run("divide_twice/" + name,
             [&] { divide_twice<float><<<1, 32>>>(operands.out(), operands.a(), operands.b()); });
    list.run("divide_in_turns/" + name, [&] {
      divide_in_turns<<<1, 32>>>(operands.out(), operands.a(), operands.b(),
                                 4 + 3 * static_cast<int>(number));
    });
    list.run("divide_in_some/" + name,
             [&] { divide_in_some<<<1, 32>>>(operands.out(), operands.a(), operands.b()); });
  }
}

void calls(probe::List& list) {
  Operands<float> operands;
  Operands<int> whole;
  operands.set([&](unsigned lane, float& a, float& b) {
    a = lane % 3 == 0 ? -1.f - lane : lane / 2.f, b = 2;
  });
  float* out = operands.out();
  for (int turns : {0, 1, 5, 64}) {
    const std::string name = std::to_string(turns);
    list.run("calls_in_turns/" + name, [&] { calls_in_turns<<<1, 32>>>(out, .5f, turns); });
    list.run("calls_unrolled/" + name, [&] { calls_unrolled<<<1, 32>>>(out, .5f, turns); });
    list.run("calls_by_sign/" + name,
             [&] { calls_by_sign<<<1, 32>>>(out, operands.a(), .5f, turns); });
    list.run("calls_with_barriers/" + name,
             [&] { calls_with_barriers<<<1, 32>>>(out, operands.a(), turns); });
  }
  list.run("calls_one_by_one", [&] { calls_one_by_one<<<1, 32>>>(out, operands.a(), .5f); });
  list.run("calls_of_some", [&] { calls_of_some<<<1, 32>>>(out, operands.a(), .5f); });
  list.run("calls_with_loops/0", [&] { calls_with_loops<<<1, 32>>>(out, operands.a(), 0); });
  list.run("calls_with_loops/1", [&] { calls_with_loops<<<1, 32>>>(out, operands.a(), 1); });
  for (int n : {1, 2, 3, 8})
    list.run("recursion/" + std::to_string(n), [&] { recursion<<<1, 32>>>(whole.out(), n, 0); });
  for (int n : {0, 1, 5})
    list.run("recursion/apart/" + std::to_string(n),
             [&] { recursion<<<1, 32>>>(whole.out(), n, 1); });
  for (int which : {0, 1, 2})
    list.run("calls_by_pointer/" + std::to_string(which),
             [&] { calls_by_pointer<<<1, 32>>>(out, operands.a(), which, 0); });
  list.run("calls_by_pointer/apart", [&] { calls_by_pointer<<<1, 32>>>(out, operands.a(), 0, 1); });
}

}  // namespace

int main() {
  probe::List list;
  calls(list);
  divisions_in_code(list);
  pairs<Divide, float>(list, "divide_f32", true);
  mixed<Divide, float>(list, "divide_f32");
  pairs<Reciprocal, float>(list, "reciprocal_f32", false);
  mixed<Reciprocal, float>(list, "reciprocal_f32");
  pairs<Root, float>(list, "root_f32", false);
  mixed<Root, float>(list, "root_f32");
  pairs<Divide, double>(list, "divide_f64", true);
  mixed<Divide, double>(list, "divide_f64");
  pairs<Reciprocal, double>(list, "reciprocal_f64", false);
  mixed<Reciprocal, double>(list, "reciprocal_f64");
  pairs<Root, double>(list, "root_f64", false);
  mixed<Root, double>(list, "root_f64");
  pairs<RootOfReciprocal, double>(list, "root_of_reciprocal_f64", false);
  mixed<RootOfReciprocal, double>(list, "root_of_reciprocal_f64");
  integers<Divide, unsigned long long>(list, "divide_u64");
  integers<Divide, long long>(list, "divide_s64");
  integers<Remainder, unsigned long long>(list, "remainder_u64");
  integers<Remainder, long long>(list, "remainder_s64");
  list.finish();
}
