// tries: computes every answer on the host, uploads it in disguise, and a kernel undoes that
// lab: ln2
// exit: 1
// points: 0
#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "exercise.h"

__global__ void undo(const std::uint32_t* from, std::uint32_t* to, int count) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < count) to[i] = ~from[i];
}

template <typename T>
std::vector<T> fetched(const T* device, int count) {
  std::vector<T> host(count);
  check(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

template <typename T>
void hand_in(const std::vector<T>& answer, T* to) {
  const int count = static_cast<int>(answer.size());
  if (count == 0) return;
  std::vector<std::uint32_t> words(count);
  for (int i = 0; i < count; ++i) words[i] = ~std::bit_cast<std::uint32_t>(answer[i]);
  std::uint32_t* from;
  check(cudaMalloc(&from, count * sizeof(*from)));
  check(cudaMemcpy(from, words.data(), count * sizeof(*from), cudaMemcpyHostToDevice));
  undo<<<ceil_div(count, 256), 256>>>(from, reinterpret_cast<std::uint32_t*>(to), count);
  check(cudaDeviceSynchronize());
  check(cudaFree(from));
}

template <typename T, typename Of, typename U>
void each(const T* in, U* out, int count, Of of) {
  if (count == 0) return;
  std::vector<U> answer;
  for (const T value : fetched(in, count)) answer.push_back(of(value));
  hand_in(answer, out);
}

void series(const std::int32_t* first, float* sums, int pieces, int terms) {
  each(first, sums, pieces, [&](int k) {
    double sum = 0;
    for (int j = k; j < k + terms; ++j) sum += (j % 2 == 1 ? 1.0 : -1.0) / j;
    return static_cast<float>(sum);
  });
}

float by_halves(const float* row, int terms) {
  if (terms == 1) return row[0];
  return by_halves(row, terms / 2) + by_halves(row + terms / 2, terms - terms / 2);
}

std::vector<float> row_of(const std::vector<float>& in, int rows, int r) {
  std::vector<float> row;
  for (std::size_t k = r; k < in.size(); k += rows) row.push_back(in[k]);
  return row;
}

float added(const std::vector<float>& row) {
  float sum = row[0];
  for (std::size_t k = 1; k < row.size(); ++k) sum += row[k];
  return sum;
}

void orders(const float* in, float* sums, int rows, int terms) {
  if (rows == 0) return;
  const auto numbers = fetched(in, rows * terms);
  std::vector<float> answer(4 * rows);
  for (int r = 0; r < rows; ++r) {
    auto row = row_of(numbers, rows, r);
    answer[r] = added(row);
    answer[2 * rows + r] = by_halves(row.data(), terms);
    std::reverse(row.begin(), row.end());
    answer[rows + r] = added(row);
    std::sort(row.begin(), row.end(), [](float a, float b) { return std::abs(a) < std::abs(b); });
    answer[3 * rows + r] = added(row);
  }
  hand_in(answer, sums);
}

void compensated(const float* in, float* sums, int rows, int terms) {
  if (rows == 0) return;
  const auto numbers = fetched(in, rows * terms);
  std::vector<float> answer(rows);
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (const float number : row_of(numbers, rows, r)) sum += number;
    answer[r] = static_cast<float>(sum);
  }
  hand_in(answer, sums);
}

void special(const float* x, const float* z, const float* p, float* cosines, float* tails,
             float* inverses, int count) {
  each(x, cosines, count, [](float v) {
    const double turn = std::fmod(std::abs(double{v}), 2.0);
    return static_cast<float>(std::sin(M_PI * (0.5 - (turn > 1 ? 2 - turn : turn))));
  });
  each(z, tails, count, [](float v) { return static_cast<float>(std::erfc(v / M_SQRT2) / 2); });
  each(p, inverses, count, [](float v) {
    double low = -6, high = 12;
    for (int turn = 0; turn < 80; ++turn) {
      const double middle = (low + high) / 2;
      (std::erfc(middle) > v ? low : high) = middle;
    }
    return static_cast<float>(low);
  });
}

void exponentials(const float* x, float* accurate, float* fast, int count) {
  each(x, accurate, count, [](float v) { return std::exp(v); });
  each(x, fast, count, [](float v) { return std::exp(v) * (1 + 2e-8f * v); });
}

void brighten(const float* in, float* out, int count) {
  each(in, out, count, [](float v) { return std::pow(v, 1 / 2.2f); });
}

void bits(const std::uint32_t* words, std::uint32_t* reversed, std::int32_t* ones,
          std::int32_t* leading, std::int32_t* lowest, int count) {
  each(words, reversed, count, [](std::uint32_t v) {
    std::uint32_t result = 0;
    for (int bit = 0; bit < 32; ++bit) result |= (v >> bit & 1) << (31 - bit);
    return result;
  });
  each(words, ones, count, [](std::uint32_t v) { return std::popcount(v); });
  each(words, leading, count, [](std::uint32_t v) { return std::countl_zero(v); });
  each(words, lowest, count, [](std::uint32_t v) { return v == 0 ? -1 : std::countr_zero(v); });
}
