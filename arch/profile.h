// A profile: the data sheet of a virtual GPU, read from arch/profiles/<name>.toml.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "arch/l1_size.h"
#include "arch/multiprocessor.h"

namespace warpscope::arch {

/// Units are in the names. Each figure's source is a comment in the TOML file.
struct Profile {
  std::string name;  ///< of the file without ".toml"
  std::string title;
  std::uint32_t compute_major = 0, compute_minor = 0;
  std::uint64_t memory_bytes = 0;
  std::uint32_t memory_bus_bits = 0;
  std::uint32_t copy_engines = 0;

  struct Sm : Multiprocessor {
    std::uint32_t count = 0;
    double clock_hz = 0;
    L1AndShared l1_and_shared;
    double warp_instructions_per_cycle = 0;
    double memory_instructions_per_cycle = 0;
    double l1_sectors_per_cycle = 0;
    double shared_wavefronts_per_cycle = 0;
  } sm;

  struct Latency {
    double dependent_instruction_cycles = 0, shared_load_cycles = 0, global_load_cycles = 0;
    double barrier_cycles = 0;
  } latency;

  struct Memory {
    std::uint64_t l2_bytes = 0;
    double l2_bytes_per_s = 0, dram_bytes_per_s = 0;
    double dram_efficiency = 0;  ///< of dram_bytes_per_s that a copy kernel reaches
    std::uint32_t dram_granule_bytes = 0;
    /// Of L2, for atomics: how long one of its parts takes for a sector, how many sectors all parts
    /// serve, and how long a sector takes from one sum of fractions to the next.
    double atomic_sector_s = 0, atomic_sectors_per_s = 0, float_atomic_s = 0;
  } memory;

  struct Launch {
    double kernel_floor_s = 0;  ///< duration of a kernel that does nothing
    double dispatch_gap_s = 0;  ///< between one operation of a stream and the next kernel
    double host_enqueue_s = 0;  ///< of the host's time, per asynchronous call
  } launch;

  struct Copy {
    double pinned_bytes_per_s = 0, pageable_bytes_per_s = 0, fixed_s = 0;
    double peer_bytes_per_s = 0;  ///< from one device to another
  } copy;
};

/// For a file that is no profile; what() names file, line, key and what it must be.
class ProfileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads TOML text that may be hostile. `name` becomes Profile::name and appears in errors. Every
/// key must be there, every value in range, and no other key. Throws ProfileError.
Profile parse_profile(std::string_view text, std::string_view name);
/// Reads a file of at most 1 MiB. Throws ProfileError.
Profile load_profile(const std::filesystem::path& path);

}  // namespace warpscope::arch
