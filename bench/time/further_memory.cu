// Kernels for the clock that move data and look it up. See further.csv.
#include "further.cuh"

namespace {

using further::kMega;

__global__ void copy_bytes(const unsigned char* from, unsigned char* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}

__global__ void copy_shifted(const float* from, float* to, int by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i + by];
}

/// Part of a matrix, row by row.
__global__ void copy_rows(const float2* from, float2* to, int from_pitch, int to_pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  to[blockIdx.y * to_pitch + x] = from[blockIdx.y * from_pitch + x];
}

/// Four independent loads before the first use.
__global__ void copy_apart(const float2* from, float2* to, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 v[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) v[k] = from[i + k * stride];
#pragma unroll
  for (int k = 0; k < 4; ++k) to[i + k * stride] = v[k];
}

struct Particle {
  float x, y, z, vx, vy, vz, mass;
};

__global__ void move_structs(Particle* at, float dt) {
  Particle& own = at[blockIdx.x * blockDim.x + threadIdx.x];
  own.x += own.vx * dt, own.y += own.vy * dt, own.z += own.vz * dt;
}

__global__ void move_arrays(float* x, float* y, float* z, const float* vx, const float* vy,
                            const float* vz, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] += vx[i] * dt, y[i] += vy[i] * dt, z[i] += vz[i] * dt;
}

__global__ void scatter(const int* order, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[order[i]] = i;
}

/// Indices that rise by 1 to 7.
__global__ void gather_rising(const int* index, const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[index[i]];
}

__global__ void gather_wide(const int* index, const float4* from, float4* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[index[i]];
}

/// One warp a block goes round a ring that its L1 holds.
__global__ void walk_near(const int* ring, int* to, int steps) {
  int at = threadIdx.x;
  for (int k = 0; k < steps; ++k) at = ring[at];
  to[blockIdx.x * 32 + threadIdx.x] = at;
}

/// One thread a block, each on its own way through 8 MB.
__global__ void walk_cached(const int* ring, int* to, int n, int steps) {
  int at = blockIdx.x * (n / gridDim.x);
  for (int k = 0; k < steps; ++k) at = __ldcg(ring + at);
  to[blockIdx.x] = at;
}

/// Each thread jumps about in 128 MB; the next address needs the last value.
__global__ void walk_far(const unsigned* from, unsigned* to, unsigned mask, int steps) {
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < steps; ++k) at = (at * 1664525u + 1013904223u + from[(at >> 3) & mask]);
  to[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

/// Bytes through a table in shared memory.
__global__ void table_shared(const unsigned char* table, const uchar4* from, uchar4* to, int n) {
  __shared__ unsigned char own[256];
  own[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    const uchar4 v = from[i];
    to[i] = make_uchar4(own[v.x], own[v.y], own[v.z], own[v.w]);
  }
}

__constant__ float entries[1024];

/// Lanes ask for different words of constant memory.
__global__ void table_constant(const int* index, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = entries[index[i] & 1023];
}

/// Four matrices are turned, a tile of 16 by 16 at a time.
__global__ void turn_tiles(const float* from, float* to, int n) {
  __shared__ float tile[16][17];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const int base = blockIdx.z * n * n;
  tile[threadIdx.y][threadIdx.x] = from[base + y * n + x];
  __syncthreads();
  to[base + (blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}

void copies(further::Checks& checks, further::Numbers& numbers) {
  const std::vector<float> values = numbers.fractions(8 * kMega);
  further::Array<float> from(values), to(8 * kMega);
  copy_bytes<<<16384, 256>>>(from.as<unsigned char>(), to.as<unsigned char>());
  checks.expect(to.at(99) == values[99], "copy_bytes");
  copy_shifted<<<8192, 512>>>(from, to, 3);
  checks.expect(to.at(100) == values[103], "copy_shifted");
  copy_rows<<<dim3(3, 1024), 160>>>(from.as<float2>(), to.as<float2>(), 2000, 480);
  checks.expect(to.at(2 * 480 + 5) == values[2 * 2000 + 5], "copy_rows");
  copy_apart<<<kMega / 256, 256>>>(from.as<float2>(), to.as<float2>(), kMega);
  checks.expect(to.at(7 * kMega + 5) == values[7 * kMega + 5], "copy_apart");
  turn_tiles<<<dim3(64, 64, 4), dim3(16, 16)>>>(from, to, 1024);
  checks.expect(to.at(kMega + 1024 * 3 + 7) == values[kMega + 1024 * 7 + 3], "turn_tiles");

  further::Array<float> particles(std::vector<float>(7 * kMega, 2.f));
  move_structs<<<kMega / 128, 128>>>(particles.as<Particle>(), .5f);
  checks.near(particles.at(7 * 1000), 3, "move_structs");
  float* part = particles;
  move_arrays<<<kMega / 128, 128>>>(part, part + kMega, part + 2 * kMega, part + 3 * kMega,
                                    part + 4 * kMega, part + 5 * kMega, 0.f);
  checks.near(particles.at(7 * 1001), 3, "move_arrays");
}

void lookups(further::Checks& checks, further::Numbers& numbers) {
  const std::vector<int> order = numbers.order(2 * kMega);
  further::Array<int> index(order), to(2 * kMega);
  scatter<<<2 * kMega / 256, 256>>>(index, to);
  checks.expect(to.at(order[77]) == 77, "scatter");
  std::vector<int> rising(2 * kMega);
  for (std::size_t i = 1; i < rising.size(); ++i)
    rising[i] = rising[i - 1] + 1 + static_cast<int>(numbers.below(7));
  further::Array<int> sorted(rising);
  further::Array<float> data(std::vector<float>(16 * kMega, 2.f)), out(8 * kMega);
  gather_rising<<<2 * kMega / 256, 256>>>(sorted, data, out);
  checks.near(out.at(2 * kMega - 1), 2, "gather_rising");
  gather_wide<<<2 * kMega / 256, 256>>>(index, data.as<float4>(), out.as<float4>());
  checks.near(out.at(8 * kMega - 1), 2, "gather_wide");

  std::vector<int> near(4096), cached(2 * kMega);
  for (int i = 0; i < 4096; ++i) near[i] = (i * 33 + 32) % 4096;
  for (int i = 0; i < 2 * kMega; ++i)
    cached[i] = static_cast<int>((i * 40501L + 12345) % (2 * kMega));
  further::Array<int> near_ring(near), ring(cached);
  walk_near<<<132, 32>>>(near_ring, to, 1000);
  int at = 1;
  for (int k = 0; k < 1000; ++k) at = near[at];
  checks.expect(to.at(33) == at, "walk_near");
  walk_cached<<<128, 1>>>(ring, to, 2 * kMega, 300);
  at = 2 * kMega / 128;
  for (int k = 0; k < 300; ++k) at = cached[at];
  checks.expect(to.at(1) == at, "walk_cached");
  further::Array<unsigned> far(32 * kMega);
  walk_far<<<132, 128>>>(far, to.as<unsigned>(), 32 * kMega - 1, 48);
  unsigned to_check = 1;
  for (int k = 0; k < 48; ++k) to_check = to_check * 1664525u + 1013904223u;
  checks.expect(static_cast<unsigned>(to.at(1)) == to_check, "walk_far");
}

void tables(further::Checks& checks, further::Numbers& numbers) {
  std::vector<unsigned char> table(256);
  for (int i = 0; i < 256; ++i) table[i] = static_cast<unsigned char>(255 - i);
  const auto bytes = numbers.all_below<unsigned char>(8 * kMega, 256);
  further::Array<unsigned char> from(bytes), to(8 * kMega), lookup(table);
  table_shared<<<528, 256>>>(lookup, from.as<uchar4>(), to.as<uchar4>(), 2 * kMega);
  checks.expect(to.at(kMega + 3) == 255 - bytes[kMega + 3], "table_shared");
  const std::vector<float> ones(1024, 1.f);
  further::check(cudaMemcpyToSymbol(entries, ones.data(), sizeof entries), "cudaMemcpyToSymbol");
  further::Array<int> index(numbers.all_below<int>(1056 * 256, 1024));
  further::Array<float> out(1056 * 256);
  table_constant<<<1056, 256>>>(index, out);
  checks.near(out.at(1056 * 256 - 1), 1, "table_constant");
}

}  // namespace

int main() {
  further::Checks checks;
  further::Numbers numbers(345);
  copies(checks, numbers);
  lookups(checks, numbers);
  tables(checks, numbers);
  return checks.end();
}
