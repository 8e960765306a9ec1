// A profile: the description of a GPU, read from arch/profiles/<name>.toml.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arch/compute_capability.h"
#include "arch/figure.h"
#include "arch/l1_size.h"
#include "arch/multiprocessor.h"

namespace warpscope::arch {

/// Units are in the names. A data sheet of an architecture on which no program runs (refusal()) has
/// the multiprocessor's limits and the sizes; how long anything takes there is 0.
struct Profile {
  std::string name;  ///< of the file without ".toml"
  std::string title;
  std::string based_on;         ///< the profile whose figures it has but for its own; may be empty
  std::vector<Figure> figures;  ///< all of them, with their sources
  ComputeCapability compute_capability;
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

/// Why no program runs on it, as a sentence; nothing when programs run.
std::optional<std::string> refusal(const Profile& profile);

/// For a file that is no profile, or one on which no program runs; what() names file, line, key and
/// what it must be.
class ProfileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads TOML text that may be hostile. `name` becomes Profile::name and appears in errors; a
/// profile that it is based on is read from `folder`. Every key must be there, unless the profile
/// is based on another one or is a data sheet; every figure has a source, every value is in range,
/// and there is no other key. What was measured on the other profile's GPU is assumed of this one.
/// Throws ProfileError.
Profile parse_profile(std::string_view text, std::string_view name,
                      const std::filesystem::path& folder = {});
/// Reads a file of at most 1 MiB, which may be a data sheet. Throws ProfileError.
Profile load_data_sheet(const std::filesystem::path& path);
/// The same for a profile on which programs are to run: a refusal() is a ProfileError.
Profile load_profile(const std::filesystem::path& path);

}  // namespace warpscope::arch
