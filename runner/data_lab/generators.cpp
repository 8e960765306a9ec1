#include "runner/data_lab/generators.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "labs/judge/inputs.h"
#include "runner/data_lab/with_type.h"

namespace warpscope::runner {
namespace {

/// Below `end`, all alike. Not the library's distributions, whose numbers differ between
/// libraries.
std::uint64_t below(std::mt19937_64& engine, std::uint64_t end) {
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(engine()) * end) >> 64);
}

/// In [0, 1), a multiple of 2^-53.
double fraction(std::mt19937_64& engine) {
  constexpr int kUnusedBits = 11;
  return static_cast<double>(engine() >> kUnusedBits) * 0x1p-53;
}

/// Up to 2^53, all whole numbers are doubles, too.
template <typename T>
T whole_number(double value) {
  constexpr double kEnd = 0x1p53;
  const bool fits = std::abs(value) <= kEnd && std::floor(value) == value &&
                    value >= static_cast<double>(std::numeric_limits<T>::lowest()) &&
                    value <= static_cast<double>(std::numeric_limits<T>::max());
  if (!fits) {
    throw std::runtime_error(
        fmt::format("{:g} is no {}.", value, written_type(lab_protocol::ElementTypeOf<T>::value)));
  }
  return static_cast<T>(value);
}

template <typename T>
T number(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    return whole_number<T>(value);
  }
}

template <typename T>
T uniform(std::mt19937_64& engine, const Generator& generator) {
  if constexpr (std::is_floating_point_v<T>) {
    const auto high = static_cast<T>(generator.high);
    const auto value =
        static_cast<T>(generator.low + (generator.high - generator.low) * fraction(engine));
    return value < high ? value : std::nextafter(high, std::numeric_limits<T>::lowest());
  } else {
    const auto low = static_cast<std::int64_t>(whole_number<T>(generator.low));
    const auto high = static_cast<std::int64_t>(whole_number<T>(generator.high));
    const auto values = static_cast<std::uint64_t>(high - low) + 1;
    return static_cast<T>(low + static_cast<std::int64_t>(below(engine, values)));
  }
}

/// The largest number up to which the type has every whole number.
template <typename T>
constexpr double kLastWhole = std::is_floating_point_v<T>
                                  ? static_cast<double>(1ULL << std::numeric_limits<T>::digits)
                                  : static_cast<double>(std::numeric_limits<T>::max());

template <typename T>
void fill_permutation(std::mt19937_64& engine, std::vector<T>& values) {
  if (!values.empty() && static_cast<double>(values.size() - 1) > kLastWhole<T>) {
    throw std::runtime_error(fmt::format("{} numbers are more than a {} can tell apart.",
                                         values.size(),
                                         written_type(lab_protocol::ElementTypeOf<T>::value)));
  }
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i);
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[below(engine, i)]);
  }
}

template <typename T>
void fill_fractions(const Generator& generator, std::vector<T>& values, std::uint64_t seed) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr double kPerOne = 8192;
    const auto numbers = static_cast<std::uint32_t>((generator.high - generator.low) * kPerOne);
    labs::Inputs<labs::Distinct24> order(seed);
    for (auto& value : values)
      value = static_cast<T>(generator.low + order.remainder(numbers) / kPerOne);
  } else {
    throw std::runtime_error("fractions are for float and double.");
  }
}

template <typename T>
std::vector<T> values_of(const Generator& generator, std::uint64_t count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<T> values(count);
  using Kind = Generator::Kind;
  switch (generator.kind) {
    case Kind::uniform:
      for (auto& value : values) value = uniform<T>(engine, generator);
      break;
    case Kind::fractions:
      fill_fractions(generator, values, seed);
      break;
    case Kind::permutation:
      fill_permutation(engine, values);
      break;
    case Kind::sequence:
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = number<T>(generator.first + generator.step * static_cast<double>(i));
      }
      break;
    case Kind::constant:
      for (auto& value : values) value = number<T>(generator.first);
      break;
  }
  return values;
}

}  // namespace

lab_protocol::Array generate(const Generator& generator, ElementType type, std::uint64_t count,
                             std::uint64_t seed) {
  return with_type(type, [&]<typename T>(T) {
    const auto values = values_of<T>(generator, count, seed);
    return lab_protocol::Array::of(std::span<const T>(values));
  });
}

}  // namespace warpscope::runner
