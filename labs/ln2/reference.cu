// step: bits by one instruction each.
// ln 2, solved: nothing is computed twice, every sum knows its order, and each function is as
// accurate as it has to be.
#include <cmath>

#include "exercise.h"

constexpr int kThreads = 256;

// Two neighbouring terms: 1/k - 1/(k + 1), with one division. As floats, because k (k + 1) does not
// fit into 32 bits from k = 46341 on. A host may call it, too.
__host__ __device__ float pair(int k) {
  return 1.0f / (static_cast<float>(k) * static_cast<float>(k + 1));
}

// All signs are those of the series, or all are the other way round; that is decided once, behind
// the loop, where both sides of the question do the same.
__global__ void series_kernel(const std::int32_t* first, float* sums, int pieces, int terms) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pieces) return;
  const int k = first[i];
  float sum = 0;
  for (int j = 0; j + 1 < terms; j += 2) sum += pair(k + j);
  if (terms % 2 == 1) sum += 1.0f / static_cast<float>(k + terms - 1);
  sums[i] = k % 2 == 1 ? sum : -sum;
}

__device__ float first_to_last(const float* row, int rows, int terms) {
  float sum = row[0];
  for (int k = 1; k < terms; ++k) sum += row[k * rows];
  return sum;
}

// A loop. As a recursion it would be `terms` calls deep.
__device__ float last_to_first(const float* row, int rows, int terms) {
  float sum = row[(terms - 1) * rows];
  for (int k = terms - 2; k >= 0; --k) sum += row[k * rows];
  return sum;
}

// This recursion is log2(terms) calls deep.
__device__ float by_halves(const float* row, int rows, int terms) {
  if (terms == 1) return row[0];
  const int half = terms / 2;
  return by_halves(row, rows, half) + by_halves(row + half * rows, rows, terms - half);
}

// Looks again and again for the next number by size: no memory, and no sorting.
__device__ float by_size(const float* row, int rows, int terms) {
  float sum = 0;
  float last = 0;  // its size
  for (int n = 0; n < terms; ++n) {
    float next = INFINITY;
    for (int k = 0; k < terms; ++k) {
      const float number = row[k * rows];
      if (fabsf(number) > last && fabsf(number) < fabsf(next)) next = number;
    }
    sum += next;
    last = fabsf(next);
  }
  return sum;
}

__global__ void orders_kernel(const float* in, float* sums, int rows, int terms) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* row = in + r;
  sums[r] = first_to_last(row, rows, terms);
  sums[rows + r] = last_to_first(row, rows, terms);
  sums[2 * rows + r] = by_halves(row, rows, terms);
  sums[3 * rows + r] = by_size(row, rows, terms);
}

// What an addition loses is known exactly: the larger of the two numbers, less the sum, plus the
// smaller one. All that is lost is added at the end.
__global__ void compensated_kernel(const float* in, float* sums, int rows, int terms) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  float lost = 0;
  for (int k = 0; k < terms; ++k) {
    const float number = in[k * rows + r];
    const float next = sum + number;
    lost += fabsf(sum) >= fabsf(number) ? (sum - next) + number : (number - next) + sum;
    sum = next;
  }
  sums[r] = sum + lost;
}

__global__ void special_kernel(const float* x, const float* z, const float* p, float* cosines,
                               float* tails, float* inverses, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  cosines[i] = cospif(x[i]);
  tails[i] = normcdff(-z[i]);
  inverses[i] = erfcinvf(p[i]);
}

__global__ void exponentials_kernel(const float* x, float* accurate, float* fast, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  accurate[i] = expf(x[i]);
  fast[i] = __expf(x[i]);
}

__global__ void brighten_kernel(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = __powf(in[i], 1 / 2.2f);
}

__global__ void bits_kernel(const std::uint32_t* words, std::uint32_t* reversed, std::int32_t* ones,
                            std::int32_t* leading, std::int32_t* lowest, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::uint32_t word = words[i];
  reversed[i] = __brev(word);
  ones[i] = __popc(word);
  leading[i] = __clz(word);
  lowest[i] = __ffs(word) - 1;  // __ffs counts from 1, and has 0 for "none"
}

void series(const std::int32_t* first, float* sums, int pieces, int terms) {
  if (pieces == 0) return;
  series_kernel<<<ceil_div(pieces, kThreads), kThreads>>>(first, sums, pieces, terms);
  check(cudaGetLastError());
}

void orders(const float* in, float* sums, int rows, int terms) {
  if (rows == 0) return;
  orders_kernel<<<ceil_div(rows, kThreads), kThreads>>>(in, sums, rows, terms);
  check(cudaGetLastError());
}

void compensated(const float* in, float* sums, int rows, int terms) {
  if (rows == 0) return;
  compensated_kernel<<<ceil_div(rows, kThreads), kThreads>>>(in, sums, rows, terms);
  check(cudaGetLastError());
}

void special(const float* x, const float* z, const float* p, float* cosines, float* tails,
             float* inverses, int count) {
  if (count == 0) return;
  special_kernel<<<ceil_div(count, kThreads), kThreads>>>(x, z, p, cosines, tails, inverses, count);
  check(cudaGetLastError());
}

void exponentials(const float* x, float* accurate, float* fast, int count) {
  if (count == 0) return;
  exponentials_kernel<<<ceil_div(count, kThreads), kThreads>>>(x, accurate, fast, count);
  check(cudaGetLastError());
}

void brighten(const float* in, float* out, int count) {
  if (count == 0) return;
  brighten_kernel<<<ceil_div(count, kThreads), kThreads>>>(in, out, count);
  check(cudaGetLastError());
}

void bits(const std::uint32_t* words, std::uint32_t* reversed, std::int32_t* ones,
          std::int32_t* leading, std::int32_t* lowest, int count) {
  if (count == 0) return;
  bits_kernel<<<ceil_div(count, kThreads), kThreads>>>(words, reversed, ones, leading, lowest,
                                                       count);
  check(cudaGetLastError());
}
