// A profile: the description of a GPU, read from arch/profiles/<name>.toml.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arch/clock_figures.h"
#include "arch/compute_capability.h"
#include "arch/figure.h"
#include "arch/l1_size.h"
#include "arch/multiprocessor.h"

namespace warpscope::arch {

/// Units are in the names. Each section reads its figures by a FigureReader, which is told key,
/// member and range: of every GPU (`read_limits`), and those without which no program runs
/// (`read_rates`). A new figure is a member and its line below, and its value in the profiles. A
/// data sheet of an architecture on which no program runs (refusal()) has the multiprocessor's
/// limits and the sizes; how long anything takes there is 0.
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

    void read_limits(auto& limits) {
      limits.whole("count", count, 1, 4096);
      limits.number("clock_hz", clock_hz, 1e6, 1e11);
      limits.whole("schedulers", schedulers, 1, 64);
      limits.whole("max_threads", max_threads, kWarpThreads, 65536);
      limits.whole("max_blocks", max_blocks, 1, 1024);
      limits.whole("max_threads_per_block", max_threads_per_block, kWarpThreads, 1024);
      limits.whole("registers", registers, 1024, 1U << 24);
      limits.whole("register_unit", register_unit, 1, 4096);
      limits.whole("shared_bytes", shared_bytes, 1024, 1U << 24);
      limits.whole("shared_unit_bytes", shared_unit_bytes, 1, 4096);
      limits.whole("shared_per_block_bytes", shared_per_block_bytes, 1024, 1U << 24);
      limits.whole("shared_per_block_optin_bytes", shared_per_block_optin_bytes, 1024, 1U << 24);
      limits.whole("shared_reserved_per_block_bytes", shared_reserved_per_block_bytes, 0, 1U << 24);
      limits.whole("l1_and_shared_bytes", l1_and_shared.bytes, 1024, 1U << 25);
      limits.kibibytes("shared_sizes_kib", l1_and_shared.shared_sizes_bytes);
    }
    void read_rates(auto& rates) {
      rates.number("warp_instructions_per_cycle", warp_instructions_per_cycle, 1e-3, 1e3);
      rates.number("memory_instructions_per_cycle", memory_instructions_per_cycle, 1e-3, 1e3);
      rates.number("l1_sectors_per_cycle", l1_sectors_per_cycle, 1e-3, 1e3);
      rates.number("shared_wavefronts_per_cycle", shared_wavefronts_per_cycle, 1e-3, 1e3);
    }
  } sm;

  struct Latency {
    double dependent_instruction_cycles = 0, shared_load_cycles = 0, global_load_cycles = 0;
    double barrier_cycles = 0;

    void read_rates(auto& times) {
      times.number("dependent_instruction_cycles", dependent_instruction_cycles, 0, 1e6);
      times.number("shared_load_cycles", shared_load_cycles, 0, 1e6);
      times.number("global_load_cycles", global_load_cycles, 0, 1e6);
      times.number("barrier_cycles", barrier_cycles, 0, 1e6);
    }
  } latency;

  struct Memory {
    std::uint64_t l2_bytes = 0;
    double l2_bytes_per_s = 0, dram_bytes_per_s = 0;
    double dram_efficiency = 0;  ///< of dram_bytes_per_s that a copy kernel reaches
    std::uint32_t dram_granule_bytes = 0;
    /// Of L2, for atomics: how long one of its parts takes for a sector, how many sectors all parts
    /// serve, and how long a sector takes from one sum of fractions to the next.
    double atomic_sector_s = 0, atomic_sectors_per_s = 0, float_atomic_s = 0;

    void read_limits(auto& limits) {
      limits.whole("l2_bytes", l2_bytes, 1024, std::uint64_t{1} << 40);
      limits.number("dram_bytes_per_s", dram_bytes_per_s, 1e6, 1e16);
    }
    void read_rates(auto& rates) {
      rates.number("l2_bytes_per_s", l2_bytes_per_s, 1e6, 1e16);
      rates.number("dram_efficiency", dram_efficiency, 0.01, 1);
      rates.number("atomic_sector_s", atomic_sector_s, 0, 1);
      rates.number("atomic_sectors_per_s", atomic_sectors_per_s, 1e3, 1e16);
      rates.number("float_atomic_s", float_atomic_s, 0, 1);
      rates.whole("dram_granule_bytes", dram_granule_bytes, 32, 64);
    }
  } memory;

  struct Launch {
    double kernel_floor_s = 0;  ///< duration of a kernel that does nothing
    double dispatch_gap_s = 0;  ///< between one operation of a stream and the next kernel
    /// Until an operation begins whose stream's last one was another engine's, or that waits for an
    /// event of another stream, after that has ended.
    double handover_s = 0;
    double host_enqueue_s = 0;  ///< of the host's time, per asynchronous call

    void read_rates(auto& times) {
      times.number("kernel_floor_s", kernel_floor_s, 0, 1);
      times.number("dispatch_gap_s", dispatch_gap_s, 0, 1);
      times.number("handover_s", handover_s, 0, 1);
      times.number("host_enqueue_s", host_enqueue_s, 0, 1);
    }
  } launch;

  struct Copy {
    double pinned_bytes_per_s = 0, pageable_bytes_per_s = 0, fixed_s = 0;
    double peer_bytes_per_s = 0;  ///< from one device to another

    void read_rates(auto& times) {
      times.number("pinned_bytes_per_s", pinned_bytes_per_s, 1e3, 1e16);
      times.number("peer_bytes_per_s", peer_bytes_per_s, 1e3, 1e16);
      times.number("pageable_bytes_per_s", pageable_bytes_per_s, 1e3, 1e16);
      times.number("fixed_s", fixed_s, 0, 1);
    }
  } copy;

  ClockFigures clock;  ///< the sections of [clock]
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
