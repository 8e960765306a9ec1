#include "arch/profile.h"

#include <algorithm>
#include <utility>

#include "arch/figure_reader.h"
#include "base/files.h"
#include "base/toml_table.h"

namespace warpscope::arch {
namespace {

constexpr std::uintmax_t kMaxFileBytes = 1U << 20;
constexpr std::size_t kMostTitleBytes = 200;

/// A profile that is being read.
struct Draft {
  Profile profile;

  /// What belongs to one of the file's sections, of which `is_limit` are told of every GPU and the
  /// others only where programs run.
  FigureReader reader(TomlTable& section, const char* name, bool is_limit) {
    const bool is_whole = is_limit || has_counting_rules(profile.compute_capability);
    return {section, name, is_whole, profile.figures};
  }
};

void read_device(TomlTable& section, Draft& draft) {
  Profile& profile = draft.profile;
  auto limits = draft.reader(section, "device", true);
  auto capability = profile.compute_capability.text();
  limits.text("compute_capability", capability);
  const auto known = compute_capability_of(capability);
  if (!known) section.fail("compute_capability", "must be a text like \"9.0\"");
  profile.compute_capability = *known;
  limits.whole("memory_bytes", profile.memory_bytes, 1U << 20, std::uint64_t{1} << 42);
  limits.whole("memory_bus_bits", profile.memory_bus_bits, 8, 1U << 16);
  limits.whole("copy_engines", profile.copy_engines, 1, 16);
}

/// Figures that must fit together, wherever they come from.
void expect_consistent(const TomlTable& section, const Profile::Sm& sm) {
  const auto expect = [&](bool is_met, const char* key, const char* reason) {
    if (!is_met) section.fail(key, reason);
  };
  expect(sm.shared_per_block_bytes <= sm.shared_per_block_optin_bytes,
         "shared_per_block_optin_bytes", "must be at least shared_per_block_bytes");
  expect(sm.shared_per_block_optin_bytes <= sm.shared_bytes, "shared_per_block_optin_bytes",
         "must be at most shared_bytes");
  expect(sm.shared_reserved_per_block_bytes <= sm.shared_bytes - sm.shared_per_block_optin_bytes,
         "shared_reserved_per_block_bytes",
         "must leave shared_per_block_optin_bytes of shared_bytes");
  expect(sm.l1_and_shared.bytes >= sm.shared_bytes + kLeastL1Bytes, "l1_and_shared_bytes",
         "must be at least 1024 more than shared_bytes");
  const auto& sizes = sm.l1_and_shared.shared_sizes_bytes;
  expect(std::ranges::is_sorted(sizes) && sizes.back() == sm.shared_bytes, "shared_sizes_kib",
         "must grow up to the size that shared_bytes says");
  expect(sm.registers % sm.schedulers == 0, "registers", "must be the same for each scheduler");
}

void read_sm(TomlTable& section, Draft& draft) {
  Profile::Sm& sm = draft.profile.sm;
  auto limits = draft.reader(section, "sm", true);
  sm.read_limits(limits);
  expect_consistent(section, sm);
  auto rates = draft.reader(section, "sm", false);
  sm.read_rates(rates);
}

void read_latency(TomlTable& section, Draft& draft) {
  auto times = draft.reader(section, "latency", false);
  draft.profile.latency.read_rates(times);
}

void read_memory(TomlTable& section, Draft& draft) {
  Profile::Memory& memory = draft.profile.memory;
  auto limits = draft.reader(section, "memory", true);
  memory.read_limits(limits);
  auto rates = draft.reader(section, "memory", false);
  memory.read_rates(rates);
  if (memory.dram_granule_bytes % 32 != 0) {
    section.fail("dram_granule_bytes", "must be a multiple of 32");
  }
}

void read_launch(TomlTable& section, Draft& draft) {
  auto times = draft.reader(section, "launch", false);
  draft.profile.launch.read_rates(times);
}

void read_copy(TomlTable& section, Draft& draft) {
  auto times = draft.reader(section, "copy", false);
  draft.profile.copy.read_rates(times);
}

void read_clock(TomlTable& table, Draft& draft) {
  const bool may_lack =
      !draft.profile.based_on.empty() || !has_counting_rules(draft.profile.compute_capability);
  draft.profile.clock.for_each_section([&](const std::string& name, auto& part) {
    const auto read = [&](TomlTable& section) {
      auto rates = draft.reader(section, ("clock." + name).c_str(), false);
      part.read_rates(rates);
    };
    may_lack ? table.table_if_there(name, read) : table.table(name, read);
  });
}

/// The name of a file of the same folder, and of no other.
bool is_file_name(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

/// Figures of the profile that another one is based on: what was measured there is assumed here.
Profile inherited(const TomlTable& top, const std::filesystem::path& folder,
                  const std::string& name) {
  if (folder.empty()) top.fail("based_on", "names a profile, but there is no folder to find it in");
  if (!is_file_name(name)) top.fail("based_on", "must be the name of a profile, like \"h200\"");
  auto base = load_data_sheet(folder / (name + ".toml"));
  if (!base.based_on.empty())
    top.fail("based_on", "must not name a profile that is based on another");
  for (auto& figure : base.figures) {
    if (figure.source != Source::measured) continue;
    figure.source = Source::assumed;
    figure.where = "as " + name + ": " + figure.where;
  }
  base.based_on = name;
  return base;
}

Profile read_profile(TomlTable& top, const std::filesystem::path& folder) {
  top.whole("schema_version", 2, 2);
  Draft draft;
  if (const auto base = top.text_or("based_on", ""); !base.empty()) {
    draft.profile = inherited(top, folder, base);
  }
  draft.profile.title = top.text("title");
  if (draft.profile.title.size() > kMostTitleBytes) {
    top.fail("title", "must have at most 200 bytes");
  }
  const auto section = [&](const char* name, bool is_of_every_gpu,
                           void (*read)(TomlTable&, Draft&)) {
    const auto read_section = [&](TomlTable& table) { read(table, draft); };
    const bool may_lack =
        !draft.profile.based_on.empty() ||
        !(is_of_every_gpu || has_counting_rules(draft.profile.compute_capability));
    may_lack ? top.table_if_there(name, read_section) : top.table(name, read_section);
  };
  section("device", true, read_device);
  section("sm", true, read_sm);
  section("latency", false, read_latency);
  section("memory", true, read_memory);
  section("launch", false, read_launch);
  section("copy", false, read_copy);
  section("clock", false, read_clock);
  return std::move(draft.profile);
}

/// Profile::name is set by the caller.
Profile parse(std::string_view text, std::string_view file, const std::filesystem::path& folder) {
  Profile profile;
  try {
    read_toml(text, file, [&](TomlTable& top) { profile = read_profile(top, folder); });
  } catch (const TomlError& error) {
    throw ProfileError(error.what());
  }
  return profile;
}

}  // namespace

std::optional<std::string> refusal(const Profile& profile) {
  if (has_counting_rules(profile.compute_capability)) return std::nullopt;
  return "The profile \"" + profile.name +
         "\" is a data sheet, and no program runs on it: how the hardware counts is known of "
         "compute "
         "capability " +
         kCountedArchitecture.text() + " only, and this GPU has " +
         profile.compute_capability.text() + ".";
}

Profile parse_profile(std::string_view text, std::string_view name,
                      const std::filesystem::path& folder) {
  auto profile = parse(text, name, folder);
  profile.name = name;
  return profile;
}

Profile load_data_sheet(const std::filesystem::path& path) {
  std::string text;
  try {
    text = read_file(path, kMaxFileBytes);
  } catch (const std::runtime_error& reason) {
    throw ProfileError(std::string("There is no profile to read. ") + reason.what());
  }
  auto profile = parse(text, path.string(), path.parent_path());
  profile.name = path.stem().string();
  return profile;
}

Profile load_profile(const std::filesystem::path& path) {
  auto profile = load_data_sheet(path);
  if (const auto reason = refusal(profile)) throw ProfileError(*reason);
  return profile;
}

}  // namespace warpscope::arch
