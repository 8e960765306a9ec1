// ln 2 the hard way: a series, sums whose order matters, and functions that
// are more or less exact.
//
// Some of this is wrong, some is right and costs more than it has to. cpu.h says
// what is computed; the handout says what to predict before each change.
#include <cmath>

#include "exercise.h"

constexpr int kThreads = 256;

// Task 1. Thread i adds the terms from first[i] on. A piece that begins with an
// odd k begins with a plus, another one with a minus: two cases, two loops.
// Ask: what do the two loops do alike? Of which type is 1.0 / k?
__device__ float term(int k, double sign) { return sign / k; }

__global__ void series_kernel(const std::int32_t* first, float* sums, int pieces, int terms) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pieces) return;
  const int k = first[i];
  float sum = 0;
  if (k % 2 == 1) {
    for (int j = 0; j < terms; ++j) sum += term(k + j, j % 2 == 0 ? 1.0 : -1.0);
  } else {
    for (int j = 0; j < terms; ++j) sum += term(k + j, j % 2 == 0 ? -1.0 : 1.0);
  }
  sums[i] = sum;
}

// Task 2. Four orders of the same additions. Three of them are right.
__device__ float first_to_last(const float* row, int rows, int terms) {
  float sum = row[0];
  for (int k = 1; k < terms; ++k) sum += row[k * rows];
  return sum;
}

__device__ float last_to_first(const float* row, int rows, int terms) {
  float sum = row[(terms - 1) * rows];
  for (int k = terms - 2; k >= 0; --k) sum += row[k * rows];
  return sum;
}

// Ask: how many calls are under way at most?
__device__ float by_halves(const float* row, int rows, int terms) {
  if (terms == 1) return row[0];
  const int half = terms / 2;
  return by_halves(row, rows, half) + by_halves(row + half * rows, rows, terms - half);
}

// Each thread has a copy of its row, in memory of its own, and sorts that.
// Ask: how much memory do 1025 threads take? When is it given back?
__device__ float by_size(const float* row, int rows, int terms) {
  constexpr int kMostTerms = 16384;  // enough for any row
  float* sorted = static_cast<float*>(malloc(kMostTerms * sizeof(float)));
  if (sorted == nullptr) return NAN;
  for (int k = 0; k < terms; ++k) {
    const float number = row[k * rows];
    int place = k;
    for (; place > 0 && fabsf(sorted[place - 1]) > fabsf(number); --place) {
      sorted[place] = sorted[place - 1];
    }
    sorted[place] = number;
  }
  float sum = sorted[0];
  for (int k = 1; k < terms; ++k) sum += sorted[k];
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

// Task 3. A plain sum.
// Ask: of which size is what one addition loses, and how many are there?
__global__ void compensated_kernel(const float* in, float* sums, int rows, int terms) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = 0; k < terms; ++k) sum += in[k * rows + r];
  sums[r] = sum;
}

// Task 4. Three formulas out of a book.
// Ask of each: where does it subtract two numbers that are nearly equal?
__global__ void special_kernel(const float* x, const float* z, const float* p, float* cosines,
                               float* tails, float* inverses, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  cosines[i] = cosf(3.14159265f * x[i]);
  tails[i] = 1 - normcdff(z[i]);
  inverses[i] = erfinvf(1 - p[i]);
}

// Task 5. The accurate one twice.
// Ask: how far may the fast one be from it, for x = 1 and for x = 64?
__global__ void exponentials_kernel(const float* x, float* accurate, float* fast, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  accurate[i] = expf(x[i]);
  fast[i] = expf(x[i]);
}

// Task 6. in and out are floats.
// Ask: what is 1 / 2.2? Which pow() does this call?
__global__ void brighten_kernel(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = pow(in[i], 1 / 2.2);
}

// Task 7. As on a CPU of 1970.
// Ask: how often do the loops go round for a warp? CUDA has a function for each.
__global__ void bits_kernel(const std::uint32_t* words, std::uint32_t* reversed, std::int32_t* ones,
                            std::int32_t* leading, std::int32_t* lowest, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::uint32_t word = words[i];
  std::uint32_t mirrored = 0;
  for (int bit = 0; bit < 32; ++bit) mirrored |= (word >> bit & 1) << (31 - bit);
  int set = 0;
  for (std::uint32_t left = word; left != 0; left &= left - 1) ++set;
  int above = 0;
  while (above < 32 && (word << above >> 31) == 0) ++above;
  int below = 0;
  while (below < 32 && (word >> below & 1) == 0) ++below;
  reversed[i] = mirrored;
  ones[i] = set;
  leading[i] = above;
  lowest[i] = below < 32 ? below : -1;
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
