#include "arch/profile.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "arch/runtime_limits.h"
#include "tests/support/profiles.h"

namespace warpscope::arch {
namespace {

using test::profile_path;

std::string text_of(const std::string& name) {
  std::ifstream file(profile_path(name));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The sentence with which a text is refused; empty when it is accepted.
std::string refusal_of(const std::string& text) {
  try {
    parse_profile(text, "test", profile_path("h200").parent_path());
  } catch (const ProfileError& error) {
    return error.what();
  }
  return {};
}

std::string figure(const std::string& key, const std::string& value) {
  return key + " = { value = " + value + ", assumed = \"for a test\" }";
}

/// The H200's profile with another line in the place of the one that sets `key`.
std::string with_line(const std::string& key, const std::string& line) {
  std::string text = text_of("h200");
  const std::size_t begin = text.find("\n" + key + " ") + 1;
  return text.replace(begin, text.find('\n', begin) - begin, line);
}

TEST(Profile, H200IsRead) {
  const Profile profile = load_profile(profile_path("h200"));
  EXPECT_EQ(profile.name, "h200");
  EXPECT_EQ(profile.sm.count, 132U);
  EXPECT_EQ(profile.compute_capability, (ComputeCapability{9, 0}));
  EXPECT_EQ(profile.sm.shared_per_block_optin_bytes, 227U * 1024);
  EXPECT_EQ(profile.memory.l2_bytes, 60ULL << 20);
  EXPECT_DOUBLE_EQ(profile.memory.dram_bytes_per_s, 4.8e12);
}

TEST(Profile, MiniIsASixteenthOfAnH200) {
  const Profile h200 = load_profile(profile_path("h200"));
  const Profile mini = load_profile(profile_path("mini"));
  EXPECT_EQ(mini.sm.count, h200.sm.count / 16);
  EXPECT_EQ(mini.memory_bytes, h200.memory_bytes / 16);
  EXPECT_EQ(mini.memory.l2_bytes, h200.memory.l2_bytes / 16);
  EXPECT_DOUBLE_EQ(mini.memory.dram_bytes_per_s, h200.memory.dram_bytes_per_s / 16);
  EXPECT_DOUBLE_EQ(mini.memory.l2_bytes_per_s, h200.memory.l2_bytes_per_s / 16);
  EXPECT_DOUBLE_EQ(mini.copy.pinned_bytes_per_s, h200.copy.pinned_bytes_per_s / 16);
  EXPECT_DOUBLE_EQ(mini.sm.clock_hz, h200.sm.clock_hz);
  EXPECT_EQ(mini.sm.max_threads, h200.sm.max_threads);
  EXPECT_EQ(mini.sm.shared_bytes, h200.sm.shared_bytes);
  EXPECT_DOUBLE_EQ(mini.latency.global_load_cycles, h200.latency.global_load_cycles);
}

TEST(Profile, ErrorsNameTheKey) {
  const auto refused = [](const std::string& key, const std::string& value) {
    return refusal_of(with_line(key, figure(key, value)));
  };
  EXPECT_NE(refusal_of(with_line("count", "")).find("\"sm.count\" is missing"), std::string::npos);
  EXPECT_NE(refused("count", "0").find("\"sm.count.value\" must be"), std::string::npos);
  EXPECT_NE(refused("count", "\"many\"").find("sm.count.value"), std::string::npos);
  EXPECT_NE(refused("clock_hz", "-1").find("sm.clock_hz.value"), std::string::npos);
  EXPECT_NE(refused("clock_hz", "nan").find("sm.clock_hz.value"), std::string::npos);
  EXPECT_NE(refused("memory_bytes", "99999999999999999").find("device.memory_bytes.value"),
            std::string::npos);
  EXPECT_NE(refused("compute_capability", "\"nine\"").find("compute_capability"),
            std::string::npos);
  EXPECT_NE(refusal_of(with_line("schema_version", "schema_version = 1")).find("schema_version"),
            std::string::npos);
}

TEST(Profile, AFigureWithoutASourceIsRefused) {
  const auto refused = [](const std::string& sources) {
    return refusal_of(with_line("count", "count = { value = 132" + sources + " }"));
  };
  const std::string needs = "\"sm.count.value\" needs one source beside it";
  EXPECT_NE(refused("").find(needs), std::string::npos);
  EXPECT_NE(refused(", measured = \"here\", assumed = \"too\"").find(needs), std::string::npos);
  EXPECT_NE(refused(", measured = \"\"").find("\"sm.count.measured\" must be a text"),
            std::string::npos);
  EXPECT_NE(refused(", published = \"there\", guessed = \"here\"")
                .find("\"sm.count.guessed\" is not a key here"),
            std::string::npos);
  EXPECT_EQ(refused(", published = \"there\""), "");
}

TEST(Profile, FiguresFitTogether) {
  const auto refused = [](const std::string& key, const std::string& value) {
    return refusal_of(with_line(key, figure(key, value)));
  };
  EXPECT_NE(refused("shared_bytes", "100000").find("shared_per_block_optin_bytes"),
            std::string::npos);
  EXPECT_NE(refused("shared_sizes_kib", "[8, 64]").find("shared_sizes_kib"), std::string::npos);
  EXPECT_NE(refused("l1_and_shared_bytes", "233473").find("l1_and_shared_bytes"),
            std::string::npos);
  EXPECT_NE(refused("schedulers", "3").find("\"sm.registers\""), std::string::npos);
}

TEST(Profile, UnknownKeysAreRefused) {
  EXPECT_NE(
      refusal_of(text_of("h200") + "\nspeed = 3\n").find("\"clock.grid.speed\" is not a key here"),
      std::string::npos);
  EXPECT_NE(refusal_of("colour = 1\n" + text_of("h200")).find("test:1: \"colour\" is not a key"),
            std::string::npos);
  EXPECT_NE(refusal_of(with_line("count", figure("cuont", "132")))
                .find("\"sm.cuont\" is not a key here; did you mean \"count\""),
            std::string::npos);
}

/// Each figure of each file, as it stands there: a key, a value and one source with a text.
TEST(Profile, EveryFigureOfEveryProfileHasASource) {
  std::size_t files = 0;
  const std::regex figure_line(
      "\n(\\w+) = \\{ value = ([^}]*), (measured|published|assumed) = \"[^\"]+\" \\}");
  for (const auto& entry :
       std::filesystem::directory_iterator(profile_path("h200").parent_path())) {
    const auto name = entry.path().stem().string();
    const Profile profile = load_data_sheet(entry.path());
    const std::string text = text_of(name);
    const auto lines = std::distance(std::sregex_iterator(text.begin(), text.end(), figure_line),
                                     std::sregex_iterator());
    std::size_t own = 0;
    std::map<std::string, std::size_t> seen;  // a key may stand in two sections
    for (const auto& figure : profile.figures) {
      EXPECT_FALSE(figure.where.empty()) << name << ": " << figure.key;
      EXPECT_FALSE(figure.value.empty()) << name << ": " << figure.key;
      const auto key = figure.key.substr(figure.key.rfind('.') + 1);
      const std::string begin = "\n" + key + " = ";
      std::size_t count = 0;
      for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1))
        ++count;
      own += ++seen[key] <= count ? 1U : 0U;
    }
    EXPECT_EQ(static_cast<std::size_t>(lines), own) << name;
    ++files;
  }
  EXPECT_GE(files, 6U);
}

TEST(Profile, WhatWasMeasuredOnAnotherGpuIsAssumed) {
  const auto source = [](const Profile& profile, const std::string& key) {
    const auto found = std::ranges::find(profile.figures, key, &Figure::key);
    return found == profile.figures.end()
               ? std::string()
               : std::string(word_of(found->source)) + ", " + found->where;
  };
  const Profile h100 = load_profile(profile_path("h100"));
  EXPECT_EQ(h100.based_on, "h200");
  EXPECT_EQ(source(h100, "sm.registers"), "published, guide");
  EXPECT_EQ(source(h100, "latency.barrier_cycles"), "assumed, as h200: fitted");
  EXPECT_EQ(source(h100, "memory.dram_bytes_per_s"), "published, data sheet");
  EXPECT_EQ(source(load_profile(profile_path("h200")), "latency.barrier_cycles"),
            "measured, fitted");
  EXPECT_EQ(h100.figures.size(), load_profile(profile_path("h200")).figures.size());
}

TEST(Profile, H100IsAnH200WithOtherMemory) {
  const Profile h100 = load_profile(profile_path("h100")),
                h200 = load_profile(profile_path("h200"));
  EXPECT_EQ(static_cast<const Multiprocessor&>(h100.sm),
            static_cast<const Multiprocessor&>(h200.sm));
  EXPECT_DOUBLE_EQ(h100.memory.dram_bytes_per_s, 3.35e12);
  EXPECT_EQ(h100.memory.l2_bytes, 50ULL << 20);
  EXPECT_EQ(h100.memory_bytes, 80'000'000'000ULL);
}

TEST(Profile, NoProgramRunsOnADataSheet) {
  for (const auto& [name, capability] :
       {std::pair{"a100", "8.0"}, {"t4", "7.5"}, {"rtx4090", "8.9"}}) {
    const Profile sheet = load_data_sheet(profile_path(name));
    EXPECT_EQ(sheet.compute_capability.text(), capability);
    try {
      load_profile(profile_path(name));
      ADD_FAILURE() << name << " was taken";
    } catch (const ProfileError& error) {
      EXPECT_EQ(
          std::string(error.what()),
          std::string("The profile \"") + name +
              "\" is a data sheet, and no program runs on it: how the hardware counts is known "
              "of compute capability 9.0 only, and this GPU has " +
              capability + ".");
    }
  }
  for (const char* name : {"h100", "h200", "mini"})
    EXPECT_EQ(refusal(load_data_sheet(profile_path(name))), std::nullopt) << name;
}

TEST(Profile, TheCountedArchitecturesBlocksHaveTheSharedMemoryOfItsProfile) {
  const Profile h200 = load_profile(profile_path("h200"));
  EXPECT_EQ(h200.compute_capability, kCountedArchitecture);
  EXPECT_EQ(h200.sm.shared_per_block_optin_bytes, kMostSharedPerBlockBytes);
}

TEST(Profile, ABaseIsAFileOfTheSameFolder) {
  const auto based_on = [](const std::string& name) {
    return refusal_of("schema_version = 2\ntitle = \"x\"\nbased_on = \"" + name + "\"\n");
  };
  EXPECT_EQ(based_on("h200"), "");
  EXPECT_NE(based_on("../profiles/h200").find("\"based_on\" must be the name of a profile"),
            std::string::npos);
  EXPECT_NE(based_on("mini").find("must not name a profile that is based on another"),
            std::string::npos);
  EXPECT_NE(based_on("nothing").find("There is no profile to read"), std::string::npos);
}

TEST(Profile, ATitleIsShort) {
  const auto title = [](std::size_t size) {
    return refusal_of(with_line("title", "title = \"" + std::string(size, 'x') + "\""));
  };
  EXPECT_EQ(title(200), "");
  EXPECT_NE(title(201).find("\"title\" must have at most 200 bytes"), std::string::npos);
}

TEST(Profile, HostileTextIsRefusedInASentence) {
  for (const std::string& text :
       {std::string(), std::string("[[["), std::string("[sm]\ncount = 1"), std::string(1000, '['),
        std::string("\0\xff\xfe", 3), std::string("device = 3\nsm = []")}) {
    EXPECT_FALSE(refusal_of(text).empty());
  }
  const std::string whole = text_of("h200");
  for (std::size_t length = 0; length + 400 < whole.size(); length += 97) {
    EXPECT_FALSE(refusal_of(whole.substr(0, length)).empty()) << "cut after " << length;
  }
}

TEST(Profile, AnErrorInAFileNamesFileAndLine) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("warpscope-" + std::to_string(::getpid()) + ".toml");
  std::ofstream(path) << "schema_version = 2\ntitle = 3\n";
  try {
    load_profile(path);
    ADD_FAILURE() << "a title that is a number was read";
  } catch (const ProfileError& error) {
    EXPECT_EQ(error.what(), path.string() + ":2: \"title\" must be a text that is not empty");
  }
  std::filesystem::remove(path);
}

TEST(Profile, AMissingFileIsNamed) {
  try {
    load_profile("does-not-exist.toml");
    FAIL() << "a profile that does not exist was read";
  } catch (const ProfileError& error) {
    EXPECT_NE(std::string(error.what()).find("does-not-exist.toml"), std::string::npos);
  }
}

}  // namespace
}  // namespace warpscope::arch
