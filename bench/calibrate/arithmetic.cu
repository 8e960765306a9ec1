// Units of a sub-core: how long each is busy with an instruction, and how long its result takes.
#include "chains.cuh"

namespace calibrate {
namespace {

enum class Op {
  multiply_whole,
  multiply_upper,
  shift,
  exponential,
  reduction,
  match,
  shuffle,
  special_register  ///< read behind a comparison of what was read before
};

template <Op kOp>
struct WordOp {
  using Value = unsigned;
  __device__ static Value first(unsigned number) { return number + 0x3f800000u; }
  __device__ static unsigned bits(Value value) { return value; }
  __device__ static void step(Value& a, unsigned b, unsigned c) {
    if constexpr (kOp == Op::multiply_whole)
      asm volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(a) : "r"(b), "r"(c));
    else if constexpr (kOp == Op::multiply_upper)
      asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(a) : "r"(b));
    else if constexpr (kOp == Op::shift)
      asm volatile("shf.l.wrap.b32 %0, %0, %1, %2;" : "+r"(a) : "r"(b), "r"(c));
    else if constexpr (kOp == Op::exponential)
      asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+r"(a));
    else if constexpr (kOp == Op::reduction)
      asm volatile("redux.sync.add.s32 %0, %0, -1;" : "+r"(a));
    else if constexpr (kOp == Op::match)
      asm volatile("match.any.sync.b32 %0, %0, -1;" : "+r"(a));
    else if constexpr (kOp == Op::shuffle)
      asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, -1;" : "+r"(a));
    else
      asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %0, %1;\n@p mov.u32 %0, %%smid;\n}"
                   : "+r"(a)
                   : "r"(c));
  }
};

struct Doubles {
  using Value = double;
  __device__ static Value first(unsigned number) { return number + 1.; }
  __device__ static unsigned bits(Value value) {
    return static_cast<unsigned>(__double_as_longlong(value));
  }
  __device__ static void step(Value& a, unsigned b, unsigned) {
    asm volatile("fma.rn.f64 %0, %0, %1, %1;" : "+d"(a) : "d"(static_cast<double>(b)));
  }
};

/// A product of 16 x 8 x 16 with 16 bits, whose sums are the next one's.
struct Matrices {
  struct Value {
    float sums[4];
  };
  __device__ static Value first(unsigned number) {
    const float value = static_cast<float>(number);
    return {{value, value, value, value}};
  }
  __device__ static unsigned bits(const Value& value) {
    return __float_as_uint(value.sums[0]) ^ __float_as_uint(value.sums[1]) ^
           __float_as_uint(value.sums[2]) ^ __float_as_uint(value.sums[3]);
  }
  __device__ static void step(Value& a, unsigned b, unsigned c) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %4, %5}, "
        "{%4, %5}, {%0, %1, %2, %3};"
        : "+f"(a.sums[0]), "+f"(a.sums[1]), "+f"(a.sums[2]), "+f"(a.sums[3])
        : "r"(b), "r"(c));
  }
};

/// Stores and fences, each of which waits until the store is seen: by the block or the GPU.
template <bool kDevice, int kTimes>
__global__ void fences(Cycles* cycles, unsigned* to) {
  volatile unsigned* own = to + threadIdx.x;
  const unsigned begin = clock_now();
#pragma unroll
  for (int i = 0; i < kTimes; ++i) {
    own[i * 32] = i;
    if (kDevice)
      __threadfence();
    else
      __threadfence_block();
  }
  const unsigned taken = clock_now() - begin;
  if (threadIdx.x == 0) *cycles = taken;
}

template <bool kDevice>
void add_fences(Readings& readings, const std::string& name) {
  readings.push_back({name + "_8", "cycles", [](Card& card) {
                        return card.cycles_of(
                            [&] { fences<kDevice, 8><<<1, 32>>>(card.cycles(), card.sink()); });
                      }});
  readings.push_back({name + "_24", "cycles", [](Card& card) {
                        return card.cycles_of(
                            [&] { fences<kDevice, 24><<<1, 32>>>(card.cycles(), card.sink()); });
                      }});
}

}  // namespace

Readings arithmetic() {
  Readings readings;
  add_many<WordOp<Op::multiply_whole>>(readings, "imad");
  add_many<WordOp<Op::multiply_upper>>(readings, "imad_hi");
  add_many<WordOp<Op::shift>>(readings, "shf");
  add_many<Doubles>(readings, "dfma");
  add_many<WordOp<Op::exponential>>(readings, "ex2");
  add_many<WordOp<Op::reduction>>(readings, "redux");
  add_many<Matrices>(readings, "hmma");
  add_chain<Doubles>(readings, "dfma");
  add_chain<WordOp<Op::exponential>>(readings, "ex2");
  add_chain<WordOp<Op::reduction>>(readings, "redux");
  add_chain<WordOp<Op::match>>(readings, "match");
  add_chain<WordOp<Op::shuffle>>(readings, "shuffle");
  add_chain<Matrices>(readings, "hmma");
  add_chain<WordOp<Op::special_register>>(readings, "special_register");
  add_fences<false>(readings, "block_fence");
  add_fences<true>(readings, "device_fence");
  return readings;
}

}  // namespace calibrate
