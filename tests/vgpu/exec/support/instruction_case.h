// One instruction of one type with a reference in C++, written from the PTX ISA manual.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpscope::exec::test {

/// What a register of the test holds.
enum class Operand : std::uint8_t { predicate, bits16, bits32, bits64, float32, float64 };

/// Source values as bits, zero-extended.
using Inputs = std::array<std::uint64_t, 4>;

struct InstructionCase {
  /// "add.s32": operands d, a, b, c, e are appended. With operands: "setp.eq.u32 $d|%p9, $a, $b".
  std::string text;
  Operand destination = Operand::bits32;
  std::vector<Operand> sources;
  /// Bits that the manual demands. A NaN stands for any NaN.
  std::function<std::uint64_t(const Inputs&)> reference;
  /// Replaces the comparison of bits where the manual gives an error bound.
  std::function<bool(const Inputs&, std::uint64_t result)> accepts;
};
inline void PrintTo(const InstructionCase& c, std::ostream* out) { *out << c.text; }

/// Bits of a value of 2, 4 or 8 bytes or a bool, and back.
template <typename T>
std::uint64_t to_bits(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value ? 1 : 0;
  } else {
    return static_cast<std::make_unsigned_t<T>>(value);
  }
}

template <typename T>
T from_bits(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(bits);
  } else if constexpr (std::is_same_v<T, bool>) {
    return (bits & 1) != 0;
  } else {
    return static_cast<T>(bits);
  }
}

template <typename T>
constexpr Operand operand_of() {
  if constexpr (std::is_same_v<T, float>) return Operand::float32;
  if constexpr (std::is_same_v<T, double>) return Operand::float64;
  if constexpr (std::is_same_v<T, bool>) return Operand::predicate;
  if constexpr (sizeof(T) == 2) return Operand::bits16;
  return sizeof(T) == 4 ? Operand::bits32 : Operand::bits64;
}

/// A case from a function of typed values: `instruction<d, a, b>("mul.wide.u16", f)`.
template <typename D, typename... Sources, typename F>
InstructionCase instruction(std::string text, F f) {
  InstructionCase result;
  result.text = std::move(text);
  result.destination = operand_of<D>();
  result.sources = {operand_of<Sources>()...};
  result.reference = [f](const Inputs& inputs) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return to_bits<D>(f(from_bits<Sources>(inputs[I])...));
    }
    (std::index_sequence_for<Sources...>{});
  };
  return result;
}

/// The same for an instruction of which the manual bounds the error: accept(result, a, b …).
template <typename D, typename... Sources, typename F>
InstructionCase bounded_instruction(std::string text, F accept) {
  InstructionCase result;
  result.text = std::move(text);
  result.destination = operand_of<D>();
  result.sources = {operand_of<Sources>()...};
  result.accepts = [accept](const Inputs& inputs, std::uint64_t bits) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return accept(from_bits<D>(bits), from_bits<Sources>(inputs[I])...);
    }
    (std::index_sequence_for<Sources...>{});
  };
  return result;
}

/// Name for a parameterised test: the text with all but letters and digits as '_'.
std::string test_name(const std::string& text);

/// Runs the instruction on edge values and random ones: by all lanes, by the lanes that a branch
/// leaves, and under a guard predicate; lanes that do not execute it must keep the old value.
/// Reports each way's first difference through GoogleTest.
void check_instruction(const InstructionCase& c);

}  // namespace warpscope::exec::test
