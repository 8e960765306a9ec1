// A number by which equal things are known again, in this run and in later ones.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <string_view>

namespace warpscope::timing {

/// 128 bits: no two things that are compared here have the same by accident.
using Fingerprint = std::array<std::uint64_t, 2>;

/// Two hashes of words, each a product and a fold after every word. The same on every machine.
class Hasher {
 public:
  void add(std::unsigned_integral auto word) {
    first_ = fold((first_ ^ word) * 0x9E3779B97F4A7C15ULL);
    second_ = fold((second_ + word) * 0xC2B2AE3D27D4EB4FULL);
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (const char byte : text) add(std::uint64_t{static_cast<unsigned char>(byte)});
  }
  void add(const Fingerprint& of) {
    for (const std::uint64_t word : of) add(word);
  }
  Fingerprint value() const { return {first_, second_}; }

 private:
  static std::uint64_t fold(std::uint64_t value) { return value ^ std::rotr(value, 29); }
  std::uint64_t first_ = 1, second_ = 2;
};

}  // namespace warpscope::timing
