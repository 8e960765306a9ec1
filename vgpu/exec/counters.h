// The counters that the machine keeps, under the names Nsight Compute gives them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace warpscope::exec {

/// Index into CounterValues. What each counts, by which rule and on what evidence:
/// docs/reference/counters.md.
enum class Counter : std::uint8_t {
  inst_executed,         ///< PTX warp instructions (not SASS: ptxas rewrites)
  thread_inst_executed,  ///< active lanes summed over them, regardless of predicate
  branches,              ///< executed branch instructions
  divergent_branches,    ///< executed branches whose active lanes went to different targets
  global_load_instructions,
  global_store_instructions,
  global_load_requests,
  global_store_requests,
  global_load_sectors,
  global_store_sectors,
  global_load_sectors_ideal,  ///< the fewest sectors for the same lanes and width
  global_store_sectors_ideal,
  global_load_bytes,  ///< bytes that active lanes asked for
  global_store_bytes,
  global_atomic_instructions,
  global_atomic_requests,     ///< of atomics whose old value is read
  global_atomic_sectors,      ///< the same
  global_reduction_requests,  ///< of atomics whose old value nobody reads
  global_reduction_sectors,   ///< the same
  asynchronous_copy_instructions,
  matrix_load_instructions,
  shared_load_instructions,
  shared_store_instructions,
  shared_atomic_instructions,
  shared_load_wavefronts,
  shared_store_wavefronts,
  shared_load_bank_conflicts,
  shared_store_bank_conflicts,
  shared_atomic_wavefronts,
  shared_atomic_bank_conflicts,
  shared_bank_conflicts,  ///< of loads, stores, atomics and asynchronous copies together
  local_load_instructions,
  local_store_instructions,
  local_load_sectors,
  local_store_sectors,
  constant_load_instructions,  ///< at addresses in registers
  constant_load_requests,      ///< the same
  constant_load_replays,       ///< of these, the ones beyond the first of a load
  barriers,                    ///< bar.sync executed by a warp
  image_requests,              ///< fetches of textures, accesses of surfaces
  image_sectors,               ///< of the elements that they read or write
  bulk_copies,                 ///< between global and shared memory, by threads
  bulk_copy_sectors,           ///< of global memory
  other_reduction_requests,    ///< those of the last four that reduce: sured, cp.reduce.async.bulk
  other_reduction_sectors,     ///< the same
  atomic_bytes,                ///< that active lanes asked atomics and reductions for
  used_load_bytes,             ///< that loads brought into registers which do not only carry them
  inst_executed_without_use,   ///< PTX warp instructions: see analysis/without_use.h
  thread_inst_executed_without_use,  ///< active lanes summed over these
  // Only of launches whose L1 is modelled (LaunchOptions::l1_bytes).
  global_load_hits,
  global_load_misses,
  local_load_hits,
  local_load_misses,
  count_,
};
inline constexpr std::size_t kCounterCount = static_cast<std::size_t>(Counter::count_);

/// One value per Counter.
struct CounterValues {
  std::array<std::uint64_t, kCounterCount> values{};
  std::uint64_t& operator[](Counter counter) { return values[static_cast<std::size_t>(counter)]; }
  std::uint64_t operator[](Counter counter) const {
    return values[static_cast<std::size_t>(counter)];
  }
  CounterValues& operator+=(const CounterValues& other) {
    for (std::size_t i = 0; i < kCounterCount; ++i) values[i] += other.values[i];
    return *this;
  }
};

struct CounterDescription {
  Counter counter;
  std::string_view metric;      ///< Nsight Compute's name, or "warpscope__…" where it has none
  std::string_view short_name;  ///< for a table heading
  bool is_per_line;             ///< also kept per source line
  bool needs_l1 = false;        ///< kept only when L1 is modelled
};
/// One row per Counter, in the order of the enumeration.
std::span<const CounterDescription> counter_descriptions();

}  // namespace warpscope::exec
