// mma.m8n8k4: four products of 8 x 4 by 4 x 8 halves at once, in all layouts and accumulators, of
// small whole numbers, which every order of the sums gives exactly. A wrong element is one that
// differs from the product that the places in the PTX ISA manual's section on m8n8k4 give.
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

/// Elements of 32 lanes: four halves of a and of b, and c and d as eight halves or eight floats.
struct Operands {
  __half a[32][4], b[32][4], c_half[32][8];
  float c_float[32][8];
};
struct Results {
  __half half[32][8];
  float single[32][8];
};

__device__ void load(std::uint32_t* to, const void* from, int words) {
  for (int i = 0; i < words; ++i) to[i] = static_cast<const std::uint32_t*>(from)[i];
}
__device__ void store(void* to, const std::uint32_t* from, int words) {
  for (int i = 0; i < words; ++i) static_cast<std::uint32_t*>(to)[i] = from[i];
}

struct Registers {
  std::uint32_t a[2], b[2], c[8], d[8];

  __device__ Registers(const Operands& in, bool is_c_wide) {
    const unsigned lane = threadIdx.x;
    load(a, in.a[lane], 2);
    load(b, in.b[lane], 2);
    is_c_wide ? load(c, in.c_float[lane], 8) : load(c, in.c_half[lane], 4);
  }
};

/// As the instruction spells them: layouts 0 to 3.
template <int kLayout>
struct Layouts;
template <>
struct Layouts<0> {
  static constexpr char name[] = "row.row";
};
template <>
struct Layouts<1> {
  static constexpr char name[] = "row.col";
};
template <>
struct Layouts<2> {
  static constexpr char name[] = "col.row";
};
template <>
struct Layouts<3> {
  static constexpr char name[] = "col.col";
};

template <int kLayout>
__global__ void halves(const Operands* in, Results* out) {
  Registers r(*in, false);
  asm("mma.sync.aligned.m8n8k4.%12.f16.f16.f16.f16 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, "
      "{%8,%9,%10,%11};"
      : "=r"(r.d[0]), "=r"(r.d[1]), "=r"(r.d[2]), "=r"(r.d[3])
      : "r"(r.a[0]), "r"(r.a[1]), "r"(r.b[0]), "r"(r.b[1]), "r"(r.c[0]), "r"(r.c[1]), "r"(r.c[2]),
        "r"(r.c[3]), "C"(Layouts<kLayout>::name));
  store(out->half[threadIdx.x], r.d, 4);
}

template <int kLayout>
__global__ void singles(const Operands* in, Results* out) {
  Registers r(*in, true);
  asm("mma.sync.aligned.m8n8k4.%20.f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, "
      "{%10,%11}, {%12,%13,%14,%15,%16,%17,%18,%19};"
      : "=r"(r.d[0]), "=r"(r.d[1]), "=r"(r.d[2]), "=r"(r.d[3]), "=r"(r.d[4]), "=r"(r.d[5]),
        "=r"(r.d[6]), "=r"(r.d[7])
      : "r"(r.a[0]), "r"(r.a[1]), "r"(r.b[0]), "r"(r.b[1]), "r"(r.c[0]), "r"(r.c[1]), "r"(r.c[2]),
        "r"(r.c[3]), "r"(r.c[4]), "r"(r.c[5]), "r"(r.c[6]), "r"(r.c[7]),
        "C"(Layouts<kLayout>::name));
  store(out->single[threadIdx.x], r.d, 8);
}

/// Halves are added to, singles come out.
template <int kLayout>
__global__ void widened(const Operands* in, Results* out) {
  Registers r(*in, false);
  asm("mma.sync.aligned.m8n8k4.%16.f32.f16.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, "
      "{%10,%11}, {%12,%13,%14,%15};"
      : "=r"(r.d[0]), "=r"(r.d[1]), "=r"(r.d[2]), "=r"(r.d[3]), "=r"(r.d[4]), "=r"(r.d[5]),
        "=r"(r.d[6]), "=r"(r.d[7])
      : "r"(r.a[0]), "r"(r.a[1]), "r"(r.b[0]), "r"(r.b[1]), "r"(r.c[0]), "r"(r.c[1]), "r"(r.c[2]),
        "r"(r.c[3]), "C"(Layouts<kLayout>::name));
  store(out->single[threadIdx.x], r.d, 8);
}

/// Row and column of element i of a lane, as the manual gives them.
struct Place {
  int row, column;
};
Place place_of_a(int lane, int i, bool is_by_rows) {
  const int upper = lane < 16 ? 0 : 4;
  return is_by_rows ? Place{lane % 4 + upper, i} : Place{i + upper, lane % 4};
}
Place place_of_b(int lane, int i, bool is_by_rows) {
  const int upper = lane < 16 ? 0 : 4;
  return is_by_rows ? Place{lane % 4, i + upper} : Place{i, lane % 4 + upper};
}
Place place_of_half(int lane, int i) { return {lane % 4 + (lane < 16 ? 0 : 4), i}; }
Place place_of_single(int lane, int i) {
  return {(lane & 1) + (i & 2) + (lane < 16 ? 0 : 4), (i & 4) + (lane & 2) + (i & 1)};
}
/// Lanes 0 to 3 and 16 to 19 have the first of the four products, and so on.
int product_of(int lane) { return lane % 16 / 4; }

template <typename Kernel>
void try_form(const char* name, int layout, bool is_wide, Kernel kernel) {
  Operands* in = nullptr;
  Results* out = nullptr;
  cudaMallocManaged(&in, sizeof *in);
  cudaMallocManaged(&out, sizeof *out);
  std::memset(out, 0x7f, sizeof *out);
  double a[4][8][4], b[4][4][8], c[4][8][8];
  unsigned state = 12345U + static_cast<unsigned>(layout);
  const auto next = [&] {
    state = state * 1664525U + 1013904223U;
    return static_cast<double>(static_cast<int>(state >> 24) % 17 - 8);
  };
  for (int q = 0; q < 4; ++q) {
    for (auto& row : a[q])
      for (double& value : row) value = next();
    for (auto& row : b[q])
      for (double& value : row) value = next();
    for (auto& row : c[q])
      for (double& value : row) value = next();
  }
  for (int lane = 0; lane < 32; ++lane) {
    const int q = product_of(lane);
    for (int i = 0; i < 4; ++i) {
      const Place pa = place_of_a(lane, i, layout < 2), pb = place_of_b(lane, i, layout % 2 == 0);
      in->a[lane][i] = __float2half(static_cast<float>(a[q][pa.row][pa.column]));
      in->b[lane][i] = __float2half(static_cast<float>(b[q][pb.row][pb.column]));
    }
    for (int i = 0; i < 8; ++i) {
      const Place ph = place_of_half(lane, i), ps = place_of_single(lane, i);
      in->c_half[lane][i] = __float2half(static_cast<float>(c[q][ph.row][ph.column]));
      in->c_float[lane][i] = static_cast<float>(c[q][ps.row][ps.column]);
    }
  }
  kernel<<<1, 32>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  int wrong = 0;
  long long sum = 0;
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 8; ++i) {
      const int q = product_of(lane);
      const Place p = is_wide ? place_of_single(lane, i) : place_of_half(lane, i);
      double expected = c[q][p.row][p.column];
      for (int k = 0; k < 4; ++k) expected += a[q][p.row][k] * b[q][k][p.column];
      const double got = is_wide ? out->single[lane][i] : __half2float(out->half[lane][i]);
      wrong += got == expected ? 0 : 1;
      sum += static_cast<long long>(got) * (lane * 8 + i + 1);
    }
  }
  std::printf("%s: %s, %d wrong, weighted sum %lld\n", name, cudaGetErrorName(error), wrong, sum);
  cudaFree(in);
  cudaFree(out);
}

int main() {
  try_form("row.row half", 0, false, halves<0>);
  try_form("row.col half", 1, false, halves<1>);
  try_form("col.row half", 2, false, halves<2>);
  try_form("col.col half", 3, false, halves<3>);
  try_form("row.row single", 0, true, singles<0>);
  try_form("row.col single", 1, true, singles<1>);
  try_form("col.row single", 2, true, singles<2>);
  try_form("col.col single", 3, true, singles<3>);
  try_form("row.row widened", 0, true, widened<0>);
  try_form("row.col widened", 1, true, widened<1>);
  try_form("col.row widened", 2, true, widened<2>);
  try_form("col.col widened", 3, true, widened<3>);
  return 0;
}
