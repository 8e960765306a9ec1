#include "arch/profile.h"

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/toml_table.h"

namespace warpscope::arch {
namespace {

constexpr std::uintmax_t kMaxFileBytes = 1U << 20;
constexpr std::size_t kMostTitleBytes = 200;

std::uint32_t count(TomlTable& section, const char* key, std::uint32_t least, std::uint32_t most) {
  return static_cast<std::uint32_t>(section.whole(key, least, most));
}

void read_device(TomlTable& section, Profile& profile) {
  const std::string capability = section.text("compute_capability");
  const bool is_well_formed = capability.size() == 3 && capability[1] == '.' &&
                              capability[0] >= '5' && capability[0] <= '9' &&
                              capability[2] >= '0' && capability[2] <= '9';
  if (!is_well_formed) section.fail("compute_capability", "must be a text like \"9.0\"");
  profile.compute_major = static_cast<std::uint32_t>(capability[0] - '0');
  profile.compute_minor = static_cast<std::uint32_t>(capability[2] - '0');
  profile.memory_bytes = section.whole("memory_bytes", 1U << 20, std::uint64_t{1} << 42);
  profile.memory_bus_bits = count(section, "memory_bus_bits", 8, 1U << 16);
  profile.copy_engines = count(section, "copy_engines", 1, 16);
}

void read_sm(TomlTable& section, Profile& profile) {
  Profile::Sm& sm = profile.sm;
  sm.count = count(section, "count", 1, 4096);
  sm.clock_hz = section.number("clock_hz", 1e6, 1e11);
  sm.schedulers = count(section, "schedulers", 1, 64);
  sm.max_threads = count(section, "max_threads", 32, 65536);
  sm.max_blocks = count(section, "max_blocks", 1, 1024);
  sm.max_threads_per_block = count(section, "max_threads_per_block", 32, 1024);
  sm.registers = count(section, "registers", 1024, 1U << 24);
  sm.shared_bytes = count(section, "shared_bytes", 1024, 1U << 24);
  sm.register_unit = count(section, "register_unit", 1, 4096);
  sm.shared_unit_bytes = count(section, "shared_unit_bytes", 1, 4096);
  sm.shared_per_block_bytes = count(section, "shared_per_block_bytes", 1024, sm.shared_bytes);
  sm.shared_per_block_optin_bytes =
      count(section, "shared_per_block_optin_bytes", sm.shared_per_block_bytes, sm.shared_bytes);
  sm.shared_reserved_per_block_bytes = count(section, "shared_reserved_per_block_bytes", 0,
                                             sm.shared_bytes - sm.shared_per_block_optin_bytes);
  sm.l1_and_shared.bytes = count(section, "l1_and_shared_bytes", sm.shared_bytes + 1024, 1U << 25);
  for (const auto kib : section.wholes("shared_sizes_kib", 0, sm.shared_bytes >> 10))
    sm.l1_and_shared.shared_sizes_bytes.push_back(static_cast<std::uint32_t>(kib << 10));
  const auto& sizes = sm.l1_and_shared.shared_sizes_bytes;
  if (sizes.back() != sm.shared_bytes || !std::ranges::is_sorted(sizes))
    section.fail("shared_sizes_kib", "must grow up to the size that shared_bytes says");
  sm.warp_instructions_per_cycle = section.number("warp_instructions_per_cycle", 1e-3, 1e3);
  sm.memory_instructions_per_cycle = section.number("memory_instructions_per_cycle", 1e-3, 1e3);
  sm.l1_sectors_per_cycle = section.number("l1_sectors_per_cycle", 1e-3, 1e3);
  sm.shared_wavefronts_per_cycle = section.number("shared_wavefronts_per_cycle", 1e-3, 1e3);
}

void read_latency(TomlTable& section, Profile& profile) {
  Profile::Latency& latency = profile.latency;
  latency.dependent_instruction_cycles = section.number("dependent_instruction_cycles", 0, 1e6);
  latency.shared_load_cycles = section.number("shared_load_cycles", 0, 1e6);
  latency.global_load_cycles = section.number("global_load_cycles", 0, 1e6);
  latency.barrier_cycles = section.number("barrier_cycles", 0, 1e6);
}

void read_memory(TomlTable& section, Profile& profile) {
  Profile::Memory& memory = profile.memory;
  memory.l2_bytes = section.whole("l2_bytes", 1024, std::uint64_t{1} << 40);
  memory.l2_bytes_per_s = section.number("l2_bytes_per_s", 1e6, 1e16);
  memory.dram_bytes_per_s = section.number("dram_bytes_per_s", 1e6, 1e16);
  memory.dram_efficiency = section.number("dram_efficiency", 0.01, 1);
  memory.atomic_sector_s = section.number("atomic_sector_s", 0, 1);
  memory.atomic_sectors_per_s = section.number("atomic_sectors_per_s", 1e3, 1e16);
  memory.float_atomic_s = section.number("float_atomic_s", 0, 1);
  memory.dram_granule_bytes = count(section, "dram_granule_bytes", 32, 64);
  if (memory.dram_granule_bytes % 32 != 0) {
    section.fail("dram_granule_bytes", "must be a multiple of 32");
  }
}

void read_launch(TomlTable& section, Profile& profile) {
  profile.launch.kernel_floor_s = section.number("kernel_floor_s", 0, 1);
  profile.launch.dispatch_gap_s = section.number("dispatch_gap_s", 0, 1);
  profile.launch.host_enqueue_s = section.number("host_enqueue_s", 0, 1);
}

void read_copy(TomlTable& section, Profile& profile) {
  profile.copy.pinned_bytes_per_s = section.number("pinned_bytes_per_s", 1e3, 1e16);
  profile.copy.peer_bytes_per_s = section.number("peer_bytes_per_s", 1e3, 1e16);
  profile.copy.pageable_bytes_per_s = section.number("pageable_bytes_per_s", 1e3, 1e16);
  profile.copy.fixed_s = section.number("fixed_s", 0, 1);
}

/// Profile::name is set by the caller.
Profile parse(std::string_view text, std::string_view file) {
  Profile profile;
  const std::pair<const char*, void (*)(TomlTable&, Profile&)> sections[] = {
      {"device", read_device}, {"sm", read_sm},         {"latency", read_latency},
      {"memory", read_memory}, {"launch", read_launch}, {"copy", read_copy}};
  try {
    read_toml(text, file, [&](TomlTable& top) {
      top.whole("schema_version", 1, 1);
      profile.title = top.text("title");
      if (profile.title.size() > kMostTitleBytes) top.fail("title", "must have at most 200 bytes");
      for (const auto& [name, read] : sections) {
        top.table(name, [&, &read = read](TomlTable& section) { read(section, profile); });
      }
    });
  } catch (const TomlError& error) {
    throw ProfileError(error.what());
  }
  return profile;
}

}  // namespace

Profile parse_profile(std::string_view text, std::string_view name) {
  auto profile = parse(text, name);
  profile.name = name;
  return profile;
}

Profile load_profile(const std::filesystem::path& path) {
  std::string text;
  try {
    text = read_file(path, kMaxFileBytes);
  } catch (const std::runtime_error& reason) {
    throw ProfileError(std::string("There is no profile to read. ") + reason.what());
  }
  auto profile = parse(text, path.string());
  profile.name = path.stem().string();
  return profile;
}

}  // namespace warpscope::arch
