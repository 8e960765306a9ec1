// One request of a warp to memory, kept as a sample of what a source line asked for: which lanes,
// where, and how it was counted. A part of the run record (record.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::record {

inline constexpr std::uint32_t kLanesOfWarp = 32;
/// Of one line of a launch, kept by a device and read from a document.
inline constexpr std::size_t kMostRequestsOfLine = 8;
/// No instruction has an atomic on less.
inline constexpr std::uint32_t kLeastAtomicBytes = 2;

/// By lane; of lanes that took no part 0.
using LaneAddresses = std::array<std::int64_t, kLanesOfWarp>;

struct WarpRequest {
  enum class Space : std::uint8_t { global, shared };
  enum class Kind : std::uint8_t { load, store, atomic, copy };
  /// How the hardware performs an atomic on shared memory: what count_shared_atomic() is told.
  enum class Atomic : std::uint8_t { none, merged, native, compare_and_swap, loop };
  /// Neighbouring active lanes whose addresses lie at the same distance.
  struct Run {
    std::int64_t first = 0, step = 0;
    std::uint32_t lanes = 0;
    bool operator==(const Run&) const = default;
  };

  Space space = Space::global;
  Kind kind = Kind::load;
  std::uint32_t bytes = 0;  ///< per lane: 1, 2, 4, 8 or 16
  std::uint32_t lanes = 0;  ///< a bit for each that takes part
  std::uint64_t block = 0;  ///< linear index in the grid
  std::uint32_t warp = 0;   ///< in the block
  /// Of the active lanes in their order. Global: bytes from where the array begins; shared: offsets
  /// in the block's shared memory.
  std::vector<Run> addresses;
  /// As counted. Global: sectors and the lines that hold them; shared: wavefronts and how many of
  /// them are bank conflicts. 0 wavefronts: of an atomic that repeats by the values that it finds.
  std::uint32_t sectors = 0, lines = 0, wavefronts = 0, conflicts = 0;
  bool may_pair = false;  ///< a load of shared memory whose lanes may be served in pairs
  Atomic atomic = Atomic::none;
  // What the first lane's address lies in:
  std::string array{};            ///< its name; empty: not known
  std::uint32_t parameter = 0;    ///< number of the kernel's parameter, from 1; 0: not known
  std::uint64_t array_bytes = 0;  ///< 0: not known
  /// Global: where it begins in a line of 128 bytes; shared: in the block's shared memory.
  std::uint64_t array_offset = 0;

  /// What it takes: sectors or wavefronts.
  std::uint32_t cost() const { return space == Space::global ? sectors : wavefronts; }
  bool operator==(const WarpRequest&) const = default;
};

/// WarpRequest::addresses of the lanes in `mask`.
std::vector<WarpRequest::Run> runs_of(const LaneAddresses& addresses, std::uint32_t mask);
/// The addresses of a request for which request_problem() has nothing to say.
LaneAddresses addresses_of(const WarpRequest& request);
/// What is wrong with a request that came from elsewhere, "has lanes without an address"; empty:
/// nothing.
std::string request_problem(const WarpRequest& request);

}  // namespace warpscope::record
