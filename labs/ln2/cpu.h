// What the seven functions compute, in plain C++ on a CPU. Read this first. The judge computes its
// answers with it, the sums and functions in the widest type there is.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

namespace warpscope::labs::ln2 {

/// `Real` decides how exactly.
template <typename Real>
Real series(int first, int terms) {
  Real sum = 0;
  for (int k = first; k < first + terms; ++k) sum += (k % 2 == 1 ? Real{1} : Real{-1}) / k;
  return sum;
}

inline float first_to_last(std::span<const float> row) {
  float sum = row[0];
  for (std::size_t k = 1; k < row.size(); ++k) sum += row[k];
  return sum;
}

inline float last_to_first(std::span<const float> row) {
  float sum = row.back();
  for (std::size_t k = row.size() - 1; k > 0; --k) sum += row[k - 1];
  return sum;
}

inline float by_halves(std::span<const float> row) {
  if (row.size() == 1) return row[0];
  return by_halves(row.first(row.size() / 2)) + by_halves(row.subspan(row.size() / 2));
}

inline float by_size(std::span<const float> row) {
  std::vector<float> sorted(row.begin(), row.end());
  std::ranges::sort(sorted, [](float a, float b) { return std::abs(a) < std::abs(b); });
  return first_to_last(sorted);
}

inline long double exact_sum(std::span<const float> row) {
  long double sum = 0;
  for (const float value : row) sum += value;
  return sum;
}

/// cos(pi x). |x| modulo 2 is exact, and so is its distance from the next zero.
inline long double cos_pi(float x) {
  const long double turn = std::fmod(std::abs(static_cast<long double>(x)), 2.0L);  // 0 to 2
  const long double half = turn > 1 ? 2 - turn : turn;                              // 0 to 1
  return std::sin(std::numbers::pi_v<long double> * (0.5L - half));
}

/// 1 - Phi(z).
inline long double tail(float z) {
  return std::erfc(static_cast<long double>(z) / std::numbers::sqrt2_v<long double>) / 2;
}

/// y with erfc(y) = p, by Newton's method; 0 < p < 2.
inline long double inverse_erfc(float p) {
  if (p > 1) return -inverse_erfc(2 - p);  // exact
  const long double target = p;
  long double y = p > 0.5F ? 0 : std::sqrt(-std::log(target));
  for (int turn = 0; turn < 20; ++turn) {
    // Of p near 1 what is left of 1 counts.
    const long double off = p > 0.5F ? (1 - target) - std::erf(y) : std::erfc(y) - target;
    y += off * std::exp(y * y) * std::sqrt(std::numbers::pi_v<long double>) / 2;
  }
  return y;
}

inline long double exponential(float x) { return std::exp(static_cast<long double>(x)); }

inline double brightened(float x) { return std::pow(static_cast<double>(x), 1 / 2.2); }

inline std::uint32_t reversed(std::uint32_t word) {
  std::uint32_t result = 0;
  for (int bit = 0; bit < 32; ++bit) result |= (word >> bit & 1) << (31 - bit);
  return result;
}

inline std::int32_t ones(std::uint32_t word) { return std::popcount(word); }
inline std::int32_t leading(std::uint32_t word) { return std::countl_zero(word); }
inline std::int32_t lowest(std::uint32_t word) { return word == 0 ? -1 : std::countr_zero(word); }

}  // namespace warpscope::labs::ln2
