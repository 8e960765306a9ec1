// Kernels for the clock that work on matrices, dense and sparse. See further.csv.
#include "further.cuh"

namespace {

using further::kMega;

/// Each thread computes 4 by 4 elements of a tile of 64 by 64.
__global__ void product_registers(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][64 + 4], bs[16][64];
  const int t = threadIdx.x, row = t / 16, column = t % 16;
  const int top = blockIdx.y * 64, left = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k0 = 0; k0 < n; k0 += 16) {
    for (int i = t; i < 1024; i += 256) {
      as[i % 16][i / 16] = a[(top + i / 16) * n + k0 + i % 16];
      bs[i / 64][i % 64] = b[(k0 + i / 64) * n + left + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float x[4], y[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) x[i] = as[k][row * 4 + i], y[i] = bs[k][column * 4 + i];
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) c[(top + row * 4 + i) * n + left + column * 4 + j] = sum[i][j];
}

__global__ void product_doubles(const double* a, const double* b, double* c, int n) {
  __shared__ double as[16][16], bs[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  double sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

/// A block for each row.
__global__ void vector_by_blocks(const float* a, const float* x, float* y, int n) {
  __shared__ float part[128];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 128) sum += a[blockIdx.x * n + i] * x[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

/// A thread for each column.
__global__ void vector_by_columns(const float* a, const float* x, float* y, int rows, int columns) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < rows; ++i) sum += a[i * columns + j] * x[i];
  y[j] = sum;
}

/// One step of Floyd and Warshall: ways through `k`.
__global__ void ways_through(int* distance, int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  const int through = distance[i * n + k] + distance[k * n + j];
  if (through < distance[i * n + j]) distance[i * n + j] = through;
}

/// A thread solves a system of four equations, without exchanging rows.
__global__ void small_systems(const float* matrices, const float4* right, float4* solved) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float m[4][5];
#pragma unroll
  for (int r = 0; r < 4; ++r)
#pragma unroll
    for (int c = 0; c < 4; ++c) m[r][c] = matrices[i * 16 + r * 4 + c];
  const float4 b = right[i];
  m[0][4] = b.x, m[1][4] = b.y, m[2][4] = b.z, m[3][4] = b.w;
#pragma unroll
  for (int p = 0; p < 4; ++p) {
    const float by = 1 / m[p][p];
#pragma unroll
    for (int c = p; c < 5; ++c) m[p][c] *= by;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      if (r == p) continue;
      const float f = m[r][p];
#pragma unroll
      for (int c = p; c < 5; ++c) m[r][c] -= f * m[p][c];
    }
  }
  solved[i] = make_float4(m[0][4], m[1][4], m[2][4], m[3][4]);
}

/// A block factors a symmetric matrix of 32 rows in shared memory.
__global__ void cholesky(const float* from, float* to) {
  __shared__ float m[32][33];
  const int c = threadIdx.x, r = threadIdx.y;
  m[r][c] = from[blockIdx.x * 1024 + r * 32 + c];
  __syncthreads();
  for (int p = 0; p < 32; ++p) {
    if (r == 0 && c == p) m[p][p] = sqrtf(m[p][p]);
    __syncthreads();
    if (c == p && r > p) m[r][p] /= m[p][p];
    __syncthreads();
    if (c > p && r >= c) m[r][c] -= m[r][p] * m[c][p];
    __syncthreads();
  }
  to[blockIdx.x * 1024 + r * 32 + c] = c <= r ? m[r][c] : 0;
}

/// Nine diagonals of a matrix, each stored as an array.
__global__ void sparse_diagonals(const float* diagonals, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int d = 0; d < 9; ++d) {
    const int j = i + (d / 3 - 1) * 1024 + d % 3 - 1;
    if (j >= 0 && j < n) sum += diagonals[d * n + i] * x[j];
  }
  y[i] = sum;
}

/// Compressed rows, a thread for each.
__global__ void sparse_rows(const int* starts, const int* columns, const float* values,
                            const float* x, float* y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}

/// Compressed rows, a warp for each.
__global__ void sparse_warps(const int* starts, const int* columns, const float* values,
                             const float* x, float* y) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = starts[row] + lane; k < starts[row + 1]; k += 32) sum += values[k] * x[columns[k]];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0) y[row] = sum;
}

/// Subtracts the product of a column and a row.
__global__ void outer_update(float4* a, const float* u, const float4* v, int fours) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  const float by = u[i];
  const float4 row = v[j];
  float4 value = a[i * fours + j];
  value.x -= by * row.x, value.y -= by * row.y, value.z -= by * row.z, value.w -= by * row.w;
  a[i * fours + j] = value;
}

void dense(further::Checks& checks, further::Numbers& numbers) {
  const std::vector<float> values = numbers.fractions(2048 * 2048);
  further::Array<float> a(values), x(numbers.fractions(4096)), out(kMega);
  product_registers<<<dim3(8, 8), 256>>>(a, a, out, 512);
  double expected = 0;
  for (int k = 0; k < 512; ++k) expected += values[3 * 512 + k] * values[k * 512 + 5];
  checks.near(out.at(3 * 512 + 5), expected, "product_registers");

  const std::vector<double> wide_values(values.begin(), values.begin() + 256 * 256);
  further::Array<double> wide(wide_values), wide_out(256 * 256);
  product_doubles<<<dim3(16, 16), dim3(16, 16)>>>(wide, wide, wide_out, 256);
  expected = 0;
  for (int k = 0; k < 256; ++k) expected += wide_values[256 + k] * wide_values[k * 256 + 9];
  checks.near(wide_out.at(256 + 9), expected, "product_doubles");

  const std::vector<float> factors = x.values();
  vector_by_blocks<<<2048, 128>>>(a, x, out, 2048);
  expected = 0;
  for (int k = 0; k < 2048; ++k) expected += values[7 * 2048 + k] * factors[k];
  checks.near(out.at(7), expected, "vector_by_blocks");
  vector_by_columns<<<32, 64>>>(a, x, out, 1024, 2048);
  expected = 0;
  for (int k = 0; k < 1024; ++k) expected += values[k * 2048 + 7] * factors[k];
  checks.near(out.at(7), expected, "vector_by_columns");

  const std::vector<int> ways = numbers.all_below<int>(kMega, 1000);
  further::Array<int> distance(ways);
  ways_through<<<dim3(32, 128), dim3(32, 8)>>>(distance, 1024, 17);
  const int through = ways[5 * 1024 + 17] + ways[17 * 1024 + 6], direct = ways[5 * 1024 + 6];
  checks.expect(distance.at(5 * 1024 + 6) == (through < direct ? through : direct), "ways_through");

  outer_update<<<dim3(4, 1024), 128>>>(a.as<float4>(), x, x.as<float4>(), 512);
  checks.near(a.at(3 * 2048 + 5), values[3 * 2048 + 5] - factors[3] * factors[5], "outer_update");
}

void small(further::Checks& checks, further::Numbers& numbers) {
  constexpr int kSystems = 32768;
  std::vector<float> matrices = numbers.fractions(kSystems * 16), ones(kSystems * 4);
  for (int i = 0; i < kSystems; ++i)
    for (int r = 0; r < 4; ++r) {
      matrices[i * 16 + r * 5] += 4;
      for (int c = 0; c < 4; ++c) ones[i * 4 + r] += matrices[i * 16 + r * 4 + c];
    }
  further::Array<float> systems(matrices), right(ones), solved(kSystems * 4);
  small_systems<<<kSystems / 128, 128>>>(systems, right.as<float4>(), solved.as<float4>());
  checks.near(solved.at(1001), 1, "small_systems");

  std::vector<float> symmetric(528 * 1024, 1.f);
  for (int i = 0; i < 528 * 32; ++i) symmetric[(i / 32) * 1024 + (i % 32) * 33] = 5;
  further::Array<float> from(symmetric), to(528 * 1024);
  cholesky<<<528, dim3(32, 32)>>>(from, to);
  checks.near(to.at(1024 + 33), 2.19089, "cholesky");  // the root of 5 - 1/5
}

void sparse(further::Checks& checks, further::Numbers& numbers) {
  further::Array<float> diagonals(std::vector<float>(9 * kMega, 1.f)),
      x(std::vector<float>(kMega, 2.f)), y(kMega);
  sparse_diagonals<<<kMega / 256, 256>>>(diagonals, x, y, kMega);
  checks.near(y.at(5000), 18, "sparse_diagonals");

  constexpr int kRows = 32768;
  std::vector<int> starts(kRows + 1), columns;
  for (int row = 0; row < kRows; ++row) {
    const int length = 1 + static_cast<int>(numbers.below(64));
    for (int k = 0; k < length; ++k) columns.push_back(static_cast<int>(numbers.below(kRows)));
    starts[row + 1] = static_cast<int>(columns.size());
  }
  further::Array<int> rows(starts), at(columns);
  further::Array<float> values(std::vector<float>(columns.size(), .5f));
  sparse_rows<<<kRows / 128, 128>>>(rows, at, values, x, y);
  checks.near(y.at(99), starts[100] - starts[99], "sparse_rows");
  sparse_warps<<<kRows / 8, 256>>>(rows, at, values, x, y);
  checks.near(y.at(101), starts[102] - starts[101], "sparse_warps");
}

}  // namespace

int main() {
  further::Checks checks;
  further::Numbers numbers(12345);
  dense(checks, numbers);
  small(checks, numbers);
  sparse(checks, numbers);
  return checks.end();
}
