// Kernels for the clock that compute each element from its neighbours. See further.csv.
#include "further.cuh"

namespace {

using further::kMega;

__constant__ float weights[33];

__global__ void jacobi(const float* from, float* to, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
  to[y * n + x] = .25f * (from[y * n + x - 1] + from[y * n + x + 1] + from[(y - 1) * n + x] +
                          from[(y + 1) * n + x]);
}

/// Seven points in space, one thread for each.
__global__ void heat_seven(const float* from, float* to, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z;
  if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) return;
  const int i = (z * n + y) * n + x;
  to[i] = .4f * from[i] + .1f * (from[i - 1] + from[i + 1] + from[i - n] + from[i + n] +
                                 from[i - n * n] + from[i + n * n]);
}

/// Seven points in space: a block goes through the layers, what is above and below in registers.
__global__ void heat_layers(const float* from, float* to, int n) {
  __shared__ float layer[10][34];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty;
  const bool inside = x < n - 1 && y < n - 1;
  const int at = inside ? y * n + x : 0;
  float below = from[at], own = from[at + n * n];
  for (int z = 1; z < n - 1; ++z) {
    const float above = from[at + (z + 1) * n * n];
    layer[ty][tx] = own;
    if (tx == 1) layer[ty][0] = from[at + z * n * n - (inside ? 1 : 0)];
    if (tx == 32) layer[ty][33] = from[at + z * n * n + 1];
    if (ty == 1) layer[0][tx] = from[at + z * n * n - (inside ? n : 0)];
    if (ty == 8) layer[9][tx] = from[at + z * n * n + n];
    __syncthreads();
    const float sides =
        layer[ty][tx - 1] + layer[ty][tx + 1] + layer[ty - 1][tx] + layer[ty + 1][tx];
    if (inside) to[at + z * n * n] = .4f * own + .1f * (sides + below + above);
    __syncthreads();
    below = own, own = above;
  }
}

__global__ void convolve_constant(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 33; ++k) {
    const int j = i + k - 16;
    if (j >= 0 && j < n) sum += weights[k] * from[j];
  }
  to[i] = sum;
}

/// Rows of an image, with the neighbours of a block in shared memory.
__global__ void convolve_shared(const float* from, float* to, int width) {
  __shared__ float part[256 + 16];
  const int x = blockIdx.x * 256 + threadIdx.x, row = blockIdx.y * width;
  part[threadIdx.x + 8] = from[row + x];
  if (threadIdx.x < 8) {
    part[threadIdx.x] = x >= 8 ? from[row + x - 8] : 0;
    part[threadIdx.x + 264] = x + 256 < width ? from[row + x + 256] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 17; ++k) sum += weights[k] * part[threadIdx.x + k];
  to[row + x] = sum;
}

/// Conway's cells, a byte each, on a torus.
__global__ void cells(const unsigned char* from, unsigned char* to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        alive += from[(y + dy + height) % height * width + (x + dx + width) % width];
  const unsigned char own = from[y * width + x];
  to[y * width + x] = alive == 3 || (alive == 2 && own != 0) ? 1 : 0;
}

/// Many steps of a rod that a block holds.
__global__ void rod(const float* from, float* to, int steps) {
  __shared__ float at[2][512];
  const int t = threadIdx.x, left = t == 0 ? 0 : t - 1, right = t == 511 ? 511 : t + 1;
  at[0][t] = from[blockIdx.x * 512 + t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const float* now = at[step % 2];
    at[(step + 1) % 2][t] = .5f * now[t] + .25f * (now[left] + now[right]);
    __syncthreads();
  }
  to[blockIdx.x * 512 + t] = at[steps % 2][t];
}

__global__ void edges(const unsigned char* from, unsigned char* to, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x == 0 || y == 0 || x >= width - 1 || y >= height - 1) return;
  const unsigned char* above = from + (y - 1) * width + x;
  const unsigned char* own = above + width;
  const unsigned char* below = own + width;
  const int across = above[1] + 2 * own[1] + below[1] - above[-1] - 2 * own[-1] - below[-1];
  const int down = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
  const float strength = sqrtf(static_cast<float>(across * across + down * down));
  to[y * width + x] = static_cast<unsigned char>(fminf(strength, 255.f));
}

__device__ void order(float& a, float& b) {
  const float low = fminf(a, b);
  b = fmaxf(a, b), a = low;
}

/// The middle one of nine.
__global__ void median(const float* from, float* to, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  float v[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) v[k] = from[(y + k / 3 - 1) * n + x + k % 3 - 1];
#pragma unroll
  for (int round = 0; round < 9; ++round)
#pragma unroll
    for (int k = round % 2; k < 8; k += 2) order(v[k], v[k + 1]);
  to[y * n + x] = v[4];
}

__global__ void wave(const double* before, const double* now, double* after, int n) {
  const int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
  const int i = y * n + x;
  after[i] = 2 * now[i] - before[i] +
             .1 * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n] - 4 * now[i]);
}

void planes(further::Checks& checks, further::Numbers& numbers) {
  const std::vector<float> values = numbers.fractions(4 * kMega);
  further::Array<float> from(values), to(4 * kMega);
  jacobi<<<dim3(64, 256), dim3(32, 8)>>>(from, to, 2048);
  const int i = 7 * 2048 + 9;
  checks.near(to.at(i), .25 * (values[i - 1] + values[i + 1] + values[i - 2048] + values[i + 2048]),
              "jacobi");
  further::Array<float> smooth(std::vector<float>(128 * 128 * 128, 3.f)), heated(128 * 128 * 128);
  heat_seven<<<dim3(4, 32, 128), dim3(32, 4)>>>(smooth, heated, 128);
  checks.near(heated.at((7 * 128 + 8) * 128 + 9), 3, "heat_seven");
  heat_layers<<<dim3(4, 16), dim3(32, 8)>>>(smooth, heated, 128);
  checks.near(heated.at((9 * 128 + 8) * 128 + 40), 3, "heat_layers");

  const std::vector<float> even(33, 1.f);
  further::check(cudaMemcpyToSymbol(weights, even.data(), sizeof weights), "cudaMemcpyToSymbol");
  convolve_constant<<<2048, 256>>>(from, to, 2048 * 256);
  double sum = 0;
  for (int k = 0; k < 33; ++k) sum += values[1000 + k - 16];
  checks.near(to.at(1000), sum, "convolve_constant");
  convolve_shared<<<dim3(8, 1024), 256>>>(from, to, 2048);
  sum = 0;
  for (int k = 0; k < 17; ++k) sum += values[2048 + 300 + k - 8];
  checks.near(to.at(2048 + 300), sum, "convolve_shared");
  median<<<dim3(32, 128), dim3(32, 8)>>>(from, to, 1024);
  const float middle = to.at(5 * 1024 + 5);
  int smaller = 0;
  for (int k = 0; k < 9; ++k) smaller += values[(5 + k / 3 - 1) * 1024 + 5 + k % 3 - 1] < middle;
  checks.expect(smaller == 4, "median");
}

void others(further::Checks& checks, further::Numbers& numbers) {
  const auto bits = numbers.all_below<unsigned char>(2 * kMega, 2);
  further::Array<unsigned char> from(bits), to(2 * kMega);
  cells<<<dim3(32, 128), dim3(32, 8)>>>(from, to, 1024, 1024);
  int alive = -bits[5 * 1024 + 5];
  for (int k = 0; k < 9; ++k) alive += bits[(5 + k / 3 - 1) * 1024 + 5 + k % 3 - 1];
  checks.expect(to.at(5 * 1024 + 5) == (alive == 3 || (alive == 2 && bits[5 * 1024 + 5] != 0)),
                "cells");
  edges<<<dim3(64, 128), dim3(32, 8)>>>(from, to, 2048, 1024);
  checks.expect(to.at(2048 * 5 + 5) <= 5, "edges");

  further::Array<float> rods(std::vector<float>(264 * 512, 2.f)), after(264 * 512);
  rod<<<264, 512>>>(rods, after, 200);
  checks.near(after.at(700), 2, "rod");
  further::Array<double> before(std::vector<double>(kMega, 1.)),
      now(std::vector<double>(kMega, 1.)), next(kMega);
  wave<<<dim3(16, 256), dim3(64, 4)>>>(before, now, next, 1024);
  checks.near(next.at(1024 * 9 + 9), 1, "wave");
}

}  // namespace

int main() {
  further::Checks checks;
  further::Numbers numbers(2345);
  planes(checks, numbers);
  others(checks, numbers);
  return checks.end();
}
