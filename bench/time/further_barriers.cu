// Kernels for the clock whose warps wait for each other or for copies, and such with few warps. See
// further.csv.
#include <cuda_pipeline.h>

#include <cuda/barrier>

#include "further.cuh"

namespace {

using further::kMega;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// A block sorts 1,024 numbers.
__global__ void sort_blocks(const int* from, int* to) {
  __shared__ int own[1024];
  const int t = threadIdx.x, base = blockIdx.x * 1024;
  own[t] = from[base + t], own[t + 512] = from[base + t + 512];
  for (int size = 2; size <= 1024; size *= 2) {
    for (int d = size / 2; d > 0; d /= 2) {
      __syncthreads();
      const int low = 2 * t - (t & (d - 1)), high = low + d;
      const int a = own[low], b = own[high];
      if ((a > b) == ((low & size) == 0)) own[low] = b, own[high] = a;
    }
  }
  __syncthreads();
  to[base + t] = own[t], to[base + t + 512] = own[t + 512];
}

/// One step of the same for a whole array.
__global__ void sort_step(int* at, int size, int d) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int low = 2 * t - (t & (d - 1)), high = low + d;
  const int a = at[low], b = at[high];
  if ((a > b) == ((low & size) == 0)) at[low] = b, at[high] = a;
}

/// Neighbours change places, round by round.
__global__ void sort_neighbours(const int* from, int* to) {
  __shared__ int own[256];
  const int t = threadIdx.x, base = blockIdx.x * 256;
  own[t] = from[base + t], own[t + 128] = from[base + t + 128];
  for (int round = 0; round < 256; ++round) {
    __syncthreads();
    const int low = 2 * t + round % 2;
    if (low + 1 < 256 && own[low] > own[low + 1]) {
      const int kept = own[low];
      own[low] = own[low + 1], own[low + 1] = kept;
    }
  }
  __syncthreads();
  to[base + t] = own[t], to[base + t + 128] = own[t + 128];
}

/// Hardly anything between two barriers of 1,024 threads.
__global__ void barrier_turns(int* to, int turns) {
  __shared__ int own[1024];
  own[threadIdx.x] = threadIdx.x;
  for (int k = 0; k < turns; ++k) {
    __syncthreads();
    if (threadIdx.x == (k & 1023)) own[0] += k;
  }
  __syncthreads();
  to[blockIdx.x * 1024 + threadIdx.x] = own[0];
}

/// How many of a block are above a limit that rises until none is.
__global__ void block_votes(const int* from, int* to) {
  const int value = from[blockIdx.x * 256 + threadIdx.x];
  int sum = 0, limit = 0, above = 1;
  while (above > 0) {
    above = __syncthreads_count(value > limit);
    sum += above, limit += 16;
  }
  if (threadIdx.x == 0) to[blockIdx.x] = sum;
}

__device__ void named_wait(int name) { asm volatile("bar.sync %0, 160;" ::"r"(name) : "memory"); }
__device__ void named_arrive(int name) {
  asm volatile("bar.arrive %0, 160;" ::"r"(name) : "memory");
}

/// The fifth warp brings rows, four warps use them; two buffers, named barriers for full and empty.
__global__ void warps_bring(const float* from, float* to, int rows) {
  __shared__ float buffer[2][512];
  const int t = threadIdx.x;
  const float* own = from + static_cast<std::size_t>(blockIdx.x) * rows * 512;
  if (t >= 128) {
    for (int row = 0; row < rows; ++row) {
      named_wait(3 + row % 2);
      for (int k = t - 128; k < 512; k += 32) buffer[row % 2][k] = own[row * 512 + k];
      named_arrive(1 + row % 2);
    }
    return;
  }
  named_arrive(3), named_arrive(4);
  float sum = 0;
  for (int row = 0; row < rows; ++row) {
    named_wait(1 + row % 2);
    for (int k = 0; k < 4; ++k) sum += buffer[row % 2][t + 128 * k];
    if (row + 2 < rows) named_arrive(3 + row % 2);
  }
  to[blockIdx.x * 128 + t] = sum;
}

/// Tiles come by cp.async while the one before is used.
__global__ void tiles_ahead(const float4* from, float* to, int tiles) {
  __shared__ float4 tile[2][256];
  const int t = threadIdx.x;
  const float4* own = from + static_cast<std::size_t>(blockIdx.x) * tiles * 256;
  __pipeline_memcpy_async(&tile[0][t], own + t, 16);
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) __pipeline_memcpy_async(&tile[(k + 1) % 2][t], own + (k + 1) * 256 + t, 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const float4 v = tile[k % 2][255 - t];
    sum += v.x + v.y + v.z + v.w;
    __syncthreads();
  }
  to[blockIdx.x * 256 + t] = sum;
}

__device__ unsigned shared_address(const void* at) {
  return static_cast<unsigned>(__cvta_generic_to_shared(at));
}
__device__ void wait_for(std::uint64_t* barrier, unsigned phase) {
  asm volatile(
      "{\n.reg .pred done;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra AGAIN;\n}" ::"r"(shared_address(barrier)),
      "r"(phase)
      : "memory");
}

/// A ring of four stages of 8 KB that bulk copies fill, one thread asking for them.
__global__ void ring_of_copies(const float* from, float* to, int chunks) {
  constexpr int kStages = 4, kFloats = 2048;
  __shared__ alignas(128) float ring[kStages][kFloats];
  __shared__ std::uint64_t full[kStages];
  const int t = threadIdx.x;
  const float* own = from + static_cast<std::size_t>(blockIdx.x) * chunks * kFloats;
  const auto ask = [&](int chunk) {
    const unsigned bar = shared_address(&full[chunk % kStages]);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar),
                 "r"(kFloats * 4)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(shared_address(ring[chunk % kStages])),
        "l"(own + chunk * kFloats), "r"(kFloats * 4), "r"(bar)
        : "memory");
  };
  if (t == 0) {
    for (std::uint64_t& bar : full)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&bar)) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    for (int chunk = 0; chunk < kStages && chunk < chunks; ++chunk) ask(chunk);
  }
  __syncthreads();
  float sum = 0;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    wait_for(&full[chunk % kStages], chunk / kStages % 2);
#pragma unroll
    for (int k = 0; k < kFloats / 256; ++k) sum += ring[chunk % kStages][k * 256 + t];
    __syncthreads();
    if (t == 0 && chunk + kStages < chunks) ask(chunk + kStages);
  }
  to[blockIdx.x * 256 + t] = sum;
}

/// Barriers as objects: what one warp arrives at, the next waits for.
__global__ void barrier_objects(const int* from, int* to, int turns) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  __shared__ int own[2][128];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, 128);
  own[0][t] = from[blockIdx.x * 128 + t];
  __syncthreads();
  for (int k = 0; k < turns; ++k) {
    own[(k + 1) % 2][t] = own[k % 2][(t + 32) % 128] + 1;
    bar.arrive_and_wait();
  }
  to[blockIdx.x * 128 + t] = own[turns % 2][t];
}

/// 96 KB a block: two blocks of 128 threads on a multiprocessor.
__global__ void few_by_shared(const float4* from, float* to, int pieces) {
  extern __shared__ float wide[];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < pieces; ++k) {
    const float4 v = from[(blockIdx.x * pieces + k) * 128 + t];
    wide[(t * 4 + k * 512) % 24576] = v.x + v.y + v.z + v.w;
    sum += wide[(t * 4 + k * 512) % 24576];
  }
  to[blockIdx.x * 128 + t] = sum;
}

/// 96 chains a thread: registers for few warps.
__global__ void __launch_bounds__(128) few_by_registers(const float* from, float* to, int turns) {
  float v[96];
  const int i = blockIdx.x * 128 + threadIdx.x;
#pragma unroll
  for (int c = 0; c < 96; ++c) v[c] = from[i + c];
  for (int k = 0; k < turns; ++k)
#pragma unroll
    for (int c = 0; c < 96; ++c) v[c] = v[c] * .5f + v[(c + 1) % 96];
  float sum = 0;
#pragma unroll
  for (int c = 0; c < 96; ++c) sum += v[c];
  to[i] = sum;
}

/// One block more than the multiprocessors hold at once.
__global__ void one_too_many(float* to, int turns) {
  float v = threadIdx.x;
  for (int k = 0; k < turns; ++k) v = v * .5f + 1.f;
  to[blockIdx.x * 1024 + threadIdx.x] = v;
}

void sorts(further::Checks& checks, further::Numbers& numbers) {
  further::Array<int> from(numbers.all_below<int>(kMega, kMega)), to(kMega);
  sort_blocks<<<528, 512>>>(from, to);
  checks.expect(to.at(1024 + 100) <= to.at(1024 + 101), "sort_blocks");
  sort_step<<<kMega / 512, 256>>>(to, 1 << 20, 1 << 16);
  checks.expect(to.at(5) <= to.at(5 + 65536), "sort_step");
  sort_neighbours<<<528, 128>>>(from, to);
  checks.expect(to.at(256 + 100) <= to.at(256 + 101), "sort_neighbours");
  barrier_turns<<<132, 1024>>>(to, 256);
  checks.expect(to.at(1) == 255 * 128, "barrier_turns");
  further::Array<int> small(numbers.all_below<int>(1056 * 256, 512));
  block_votes<<<1056, 256>>>(small, to);
  checks.expect(to.at(3) > 1000, "block_votes");
  barrier_objects<<<264, 128>>>(small, to, 64);
  checks.expect(to.at(9) == small.at(9) + 64, "barrier_objects");
}

void copies(further::Checks& checks) {
  further::Array<float> from(std::vector<float>(16 * kMega, 2.f)), to(kMega);
  warps_bring<<<264, 160>>>(from, to, 32);
  checks.near(to.at(77), 2 * 4 * 32, "warps_bring");
  tiles_ahead<<<528, 256>>>(from.as<float4>(), to, 16);
  checks.near(to.at(77), 2 * 4 * 16, "tiles_ahead");
  ring_of_copies<<<264, 256>>>(from, to, 24);
  checks.near(to.at(77), 2 * 8 * 24, "ring_of_copies");
  further::check(
      cudaFuncSetAttribute(few_by_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304),
      "cudaFuncSetAttribute");
  few_by_shared<<<528, 128, 98304>>>(from.as<float4>(), to, 48);
  checks.near(to.at(77), 8 * 48, "few_by_shared");
  few_by_registers<<<528, 128>>>(from, to, 32);
  checks.expect(to.at(77) > 0, "few_by_registers");
  one_too_many<<<265, 1024>>>(to, 512);
  checks.near(to.at(77), 2, "one_too_many");
}

}  // namespace

int main() {
  further::Checks checks;
  further::Numbers numbers(89);
  sorts(checks, numbers);
  copies(checks);
  return checks.end();
}
