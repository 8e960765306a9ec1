// By what threads work together: what a device can run a program without, to see whether its answer
// depends on it (an ablation). Nothing of it is a fault of the program.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warpscope::record {

enum class Mechanism : std::uint8_t {
  lane_exchange,       ///< shuffles, votes, matches and reductions of a warp: they give zeros
  shared_atomics,      ///< on shared memory: they read what is there and change nothing
  global_atomics,      ///< on global memory, the same
  async_copies,        ///< to shared memory, bulk ones too: they complete, and bring other bytes
  shared_exchange,     ///< words of shared memory that another thread wrote: they are read as zeros
  many_lane_exchange,  ///< as lane_exchange, but two lanes may still exchange with each other
};

struct MechanismName {
  Mechanism mechanism;
  std::string_view name;      ///< in lab.toml and in records
  std::string_view in_words;  ///< behind "without"
};
inline constexpr std::array<MechanismName, 6> kMechanisms{{
    {Mechanism::lane_exchange, "lane-exchange", "values that lanes of a warp exchange"},
    {Mechanism::shared_atomics, "shared-atomics", "atomics on shared memory"},
    {Mechanism::global_atomics, "global-atomics", "atomics on global memory"},
    {Mechanism::async_copies, "async-copies", "asynchronous copies to shared memory"},
    {Mechanism::shared_exchange, "shared-exchange",
     "words of shared memory that another thread wrote"},
    {Mechanism::many_lane_exchange, "many-lane-exchange",
     "values that a lane of a warp gets of more than one other"},
}};

/// Several of them, as a device is told.
constexpr std::uint32_t bit_of(Mechanism mechanism) {
  return 1U << static_cast<std::uint32_t>(mechanism);
}
inline constexpr std::uint32_t kAllMechanisms = (1U << kMechanisms.size()) - 1;

constexpr std::optional<Mechanism> mechanism_of(std::string_view name) {
  for (const auto& row : kMechanisms) {
    if (row.name == name) return row.mechanism;
  }
  return std::nullopt;
}
constexpr std::string_view name(Mechanism mechanism) {
  return kMechanisms[static_cast<std::size_t>(mechanism)].name;
}
constexpr std::string_view in_words(Mechanism mechanism) {
  return kMechanisms[static_cast<std::size_t>(mechanism)].in_words;
}

}  // namespace warpscope::record
