#include "vgpu/timing/profile.h"

#include <toml++/toml.h>

#include <cmath>
#include <initializer_list>
#include <set>
#include <stdexcept>

#include "base/files.h"

namespace warpscope::timing {
namespace {

constexpr std::uintmax_t kMaxFileBytes = 1U << 20;

/// One table of the file; remembers which keys were asked for.
class Section {
 public:
  Section(const toml::table& root, std::string profile, std::string section)
      : profile_(std::move(profile)), section_(std::move(section)) {
    table_ = section_.empty() ? &root : root[section_].as_table();
    if (table_ == nullptr) fail("the table [" + section_ + "] is missing");
  }

  std::uint32_t count(const char* key, std::uint32_t least, std::uint32_t most) {
    return static_cast<std::uint32_t>(bytes(key, least, most));
  }
  std::uint64_t bytes(const char* key, std::uint64_t least, std::uint64_t most) {
    const auto value = node(key).value_exact<std::int64_t>();
    if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < least ||
        static_cast<std::uint64_t>(*value) > most) {
      fail_key(key, "must be a whole number from " + std::to_string(least) + " to " +
                        std::to_string(most));
    }
    return static_cast<std::uint64_t>(*value);
  }
  double number(const char* key, double least, double most) {
    const auto value = node(key).value<double>();
    if (!value || !std::isfinite(*value) || *value < least || *value > most) {
      fail_key(key,
               "must be a number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return *value;
  }
  std::string text(const char* key) {
    const auto value = node(key).value_exact<std::string>();
    if (!value || value->empty() || value->size() > 200) {
      fail_key(key, "must be a text of 1 to 200 bytes");
    }
    return *value;
  }
  /// Refuses keys that nobody asked for: a misspelt key must not be silently ignored.
  void expect_no_other(std::initializer_list<std::string_view> also_allowed = {}) {
    known_.insert(also_allowed.begin(), also_allowed.end());
    for (const auto& [key, value] : *table_) {
      if (!known_.contains(std::string(key.str()))) {
        fail_key(std::string(key.str()), "is not a key of a profile");
      }
    }
  }
  [[noreturn]] void fail_key(const std::string& key, const std::string& what) const {
    fail("the key \"" + (section_.empty() ? key : section_ + "." + key) + "\" " + what);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ProfileError("The profile \"" + profile_ + "\" cannot be used: " + what + ".");
  }
  const toml::node& node(const char* key) {
    known_.insert(key);
    const toml::node* found = table_->get(key);
    if (found == nullptr) fail_key(key, "is missing");
    return *found;
  }

  std::string profile_, section_;
  const toml::table* table_ = nullptr;
  std::set<std::string, std::less<>> known_;
};

void read_device(const toml::table& root, Profile& profile) {
  Section section(root, profile.name, "device");
  const std::string capability = section.text("compute_capability");
  const bool is_well_formed = capability.size() == 3 && capability[1] == '.' &&
                              capability[0] >= '5' && capability[0] <= '9' &&
                              capability[2] >= '0' && capability[2] <= '9';
  if (!is_well_formed) section.fail_key("compute_capability", "must be a text like \"9.0\"");
  profile.compute_major = static_cast<std::uint32_t>(capability[0] - '0');
  profile.compute_minor = static_cast<std::uint32_t>(capability[2] - '0');
  profile.memory_bytes = section.bytes("memory_bytes", 1U << 20, std::uint64_t{1} << 42);
  profile.memory_bus_bits = section.count("memory_bus_bits", 8, 1U << 16);
  profile.copy_engines = section.count("copy_engines", 1, 16);
  section.expect_no_other();
}

void read_sm(const toml::table& root, Profile& profile) {
  Section section(root, profile.name, "sm");
  Profile::Sm& sm = profile.sm;
  sm.count = section.count("count", 1, 4096);
  sm.clock_hz = section.number("clock_hz", 1e6, 1e11);
  sm.schedulers = section.count("schedulers", 1, 64);
  sm.max_threads = section.count("max_threads", 32, 65536);
  sm.max_blocks = section.count("max_blocks", 1, 1024);
  sm.max_threads_per_block = section.count("max_threads_per_block", 32, 1024);
  sm.registers = section.count("registers", 1024, 1U << 24);
  sm.shared_bytes = section.count("shared_bytes", 1024, 1U << 24);
  sm.shared_per_block_bytes = section.count("shared_per_block_bytes", 1024, sm.shared_bytes);
  sm.shared_per_block_optin_bytes =
      section.count("shared_per_block_optin_bytes", sm.shared_per_block_bytes, sm.shared_bytes);
  sm.shared_reserved_per_block_bytes = section.count(
      "shared_reserved_per_block_bytes", 0, sm.shared_bytes - sm.shared_per_block_optin_bytes);
  sm.l1_and_shared_bytes = section.count("l1_and_shared_bytes", sm.shared_bytes + 1024, 1U << 25);
  sm.warp_instructions_per_cycle = section.number("warp_instructions_per_cycle", 1e-3, 1e3);
  sm.memory_instructions_per_cycle = section.number("memory_instructions_per_cycle", 1e-3, 1e3);
  sm.l1_sectors_per_cycle = section.number("l1_sectors_per_cycle", 1e-3, 1e3);
  sm.shared_wavefronts_per_cycle = section.number("shared_wavefronts_per_cycle", 1e-3, 1e3);
  section.expect_no_other();
}

void read_latency(const toml::table& root, Profile& profile) {
  Section section(root, profile.name, "latency");
  Profile::Latency& latency = profile.latency;
  latency.dependent_instruction_cycles = section.number("dependent_instruction_cycles", 0, 1e6);
  latency.shared_load_cycles = section.number("shared_load_cycles", 0, 1e6);
  latency.global_load_cycles = section.number("global_load_cycles", 0, 1e6);
  latency.barrier_cycles = section.number("barrier_cycles", 0, 1e6);
  section.expect_no_other();
}

void read_memory(const toml::table& root, Profile& profile) {
  Section section(root, profile.name, "memory");
  Profile::Memory& memory = profile.memory;
  memory.l2_bytes = section.bytes("l2_bytes", 1024, std::uint64_t{1} << 40);
  memory.l2_bytes_per_s = section.number("l2_bytes_per_s", 1e6, 1e16);
  memory.dram_bytes_per_s = section.number("dram_bytes_per_s", 1e6, 1e16);
  memory.dram_efficiency = section.number("dram_efficiency", 0.01, 1);
  memory.dram_granule_bytes = section.count("dram_granule_bytes", 32, 64);
  if (memory.dram_granule_bytes % 32 != 0) {
    section.fail_key("dram_granule_bytes", "must be a multiple of 32");
  }
  section.expect_no_other();
}

void read_launch_and_copy(const toml::table& root, Profile& profile) {
  Section launch(root, profile.name, "launch");
  profile.launch.kernel_floor_s = launch.number("kernel_floor_s", 0, 1);
  profile.launch.dispatch_gap_s = launch.number("dispatch_gap_s", 0, 1);
  profile.launch.host_enqueue_s = launch.number("host_enqueue_s", 0, 1);
  launch.expect_no_other();
  Section copy(root, profile.name, "copy");
  profile.copy.pinned_bytes_per_s = copy.number("pinned_bytes_per_s", 1e3, 1e16);
  profile.copy.peer_bytes_per_s = copy.number("peer_bytes_per_s", 1e3, 1e16);
  profile.copy.pageable_bytes_per_s = copy.number("pageable_bytes_per_s", 1e3, 1e16);
  profile.copy.fixed_s = copy.number("fixed_s", 0, 1);
  copy.expect_no_other();
}

std::string text_of(const std::filesystem::path& path) {
  try {
    return read_file(path, kMaxFileBytes);
  } catch (const std::runtime_error& reason) {
    throw ProfileError(std::string("There is no profile to read. ") + reason.what());
  }
}

}  // namespace

Profile parse_profile(std::string_view text, std::string_view name) {
  Profile profile;
  profile.name = name;
  toml::table root;
  try {
    root = toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    throw ProfileError("The profile \"" + profile.name +
                       "\" is not valid TOML: " + std::string(error.description()) + " (line " +
                       std::to_string(error.source().begin.line) + ").");
  }
  Section top(root, profile.name, "");
  top.count("schema_version", 1, 1);
  profile.title = top.text("title");
  top.expect_no_other({"device", "sm", "latency", "memory", "launch", "copy"});
  read_device(root, profile);
  read_sm(root, profile);
  read_latency(root, profile);
  read_memory(root, profile);
  read_launch_and_copy(root, profile);
  return profile;
}

Profile load_profile(const std::filesystem::path& path) {
  return parse_profile(text_of(path), path.stem().string());
}

}  // namespace warpscope::timing
