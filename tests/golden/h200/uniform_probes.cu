// Loads of constants at addresses that are the same for all lanes of a warp, and what ptxas can see
// of that: which of them does the hardware count as requests of the indexed constant cache?
#include "probe.h"

struct Table {
  unsigned words[4096];
};
__constant__ Table table;
struct Parameters {
  unsigned words[64];
};

#define KERNEL(name, ...)                                                                              \
  __global__ void name(const unsigned* elements, unsigned n, unsigned* out, const __grid_constant__ Parameters parameters) { \
    unsigned r = 0;                                                                                    \
    __VA_ARGS__                                                                                        \
    if (r == 12345u) *out = r;                                                                         \
  }
#define LANE elements[threadIdx.x]
KERNEL(u_none, r = LANE;)
KERNEL(u_fixed, r = LANE * table.words[7];)
KERNEL(u_parameter, r = LANE * table.words[n];)
KERNEL(u_computed, r = LANE * table.words[(n * 3 + 1) >> 2 & 63];)
KERNEL(u_block, r = LANE * table.words[blockIdx.x];)
KERNEL(u_block_size, r = LANE * table.words[blockDim.x - n];)
KERNEL(u_loop, for (unsigned i = 0; i < n; ++i) r += elements[threadIdx.x + i] * table.words[i];)
KERNEL(u_loop_not_unrolled, _Pragma("unroll 1") for (unsigned i = 0; i < n; ++i) r += elements[threadIdx.x + i] * table.words[i];)
KERNEL(u_loop_step, _Pragma("unroll 1") for (unsigned i = 0; i < n; ++i) r += elements[threadIdx.x + i] * table.words[i * n + blockIdx.x];)
KERNEL(u_lane_loop, _Pragma("unroll 1") for (unsigned i = 0; i < threadIdx.x % 8; ++i) r += elements[threadIdx.x + i] * table.words[i];)
KERNEL(u_lane_if, if (threadIdx.x < n) r = LANE * table.words[n + 3];)
KERNEL(u_lane_if_loop, if (threadIdx.x < n) { _Pragma("unroll 1") for (unsigned i = 0; i < n; ++i) r += elements[threadIdx.x + i] * table.words[i]; })
KERNEL(u_uniform_if, if (n > 4) r = LANE * table.words[n + 3];)
KERNEL(u_warp, r = LANE * table.words[threadIdx.x / 32];)
KERNEL(u_row, r = LANE * table.words[threadIdx.y];)
KERNEL(u_loaded, r = LANE * table.words[elements[n] & 7];)
KERNEL(u_shuffled, r = LANE * table.words[__shfl_sync(0xffffffff, LANE, 0) & 7];)
KERNEL(u_voted, r = LANE * table.words[__ballot_sync(0xffffffff, LANE < 9) & 7];)
KERNEL(u_divided, r = LANE * table.words[blockIdx.x / n];)
KERNEL(u_selected, r = LANE * table.words[n > 5 ? blockIdx.x : 9];)
KERNEL(u_wide, const auto* v = reinterpret_cast<const uint4*>(table.words) + n; r = LANE * v->x + v->y + v->z * v->w;)
KERNEL(u_bytes, r = LANE * reinterpret_cast<const unsigned char*>(table.words)[n];)
KERNEL(u_two_places, if (n > 4) { r = LANE * table.words[n]; } else { r = LANE + table.words[n + 1]; })
KERNEL(u_constant_chain, r = LANE * table.words[table.words[n] & 7];)
KERNEL(u_parameters, r = LANE * parameters.words[n];)
KERNEL(u_parameters_block, r = LANE * parameters.words[blockIdx.x];)
KERNEL(u_parameters_loop, _Pragma("unroll 1") for (unsigned i = 0; i < n; ++i) r += elements[threadIdx.x + i] * parameters.words[i];)
KERNEL(u_parameters_lane, r = LANE * parameters.words[threadIdx.x % 8];)
KERNEL(u_inline, unsigned v; asm volatile("ld.const.u32 %0, [%1];" : "=r"(v) : "l"(__cvta_generic_to_constant(&table) + 4ull * n)); r = LANE * v;)

int main() {
  auto* elements = probe::zeros<unsigned>(1 << 16);
  auto* out = probe::zeros<unsigned>(256);
  probe::List list;
  const auto launch = [&](auto kernel, const char* name) {
    // One warp; then two blocks of two warps in two rows.
    for (const unsigned blocks : {1u, 2u})
      list.run(std::string(name) + "/" + std::to_string(blocks),
               [&] { kernel<<<blocks, dim3(32, blocks)>>>(elements, 6, out, Parameters{}); });
  };
#define LAUNCH(kernel) launch(kernel, #kernel);
  LAUNCH(u_none) LAUNCH(u_fixed) LAUNCH(u_parameter) LAUNCH(u_computed) LAUNCH(u_block) LAUNCH(u_block_size) LAUNCH(u_loop)
  LAUNCH(u_loop_not_unrolled) LAUNCH(u_loop_step) LAUNCH(u_lane_loop) LAUNCH(u_lane_if) LAUNCH(u_lane_if_loop) LAUNCH(u_uniform_if)
  LAUNCH(u_warp) LAUNCH(u_row) LAUNCH(u_loaded) LAUNCH(u_shuffled) LAUNCH(u_voted) LAUNCH(u_divided) LAUNCH(u_selected)
  LAUNCH(u_wide) LAUNCH(u_bytes) LAUNCH(u_two_places) LAUNCH(u_constant_chain) LAUNCH(u_parameters) LAUNCH(u_parameters_block)
  LAUNCH(u_parameters_loop) LAUNCH(u_parameters_lane) LAUNCH(u_inline)
  list.finish();
}
