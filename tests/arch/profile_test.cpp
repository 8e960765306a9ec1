#include "arch/profile.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace warpscope::arch {
namespace {

std::filesystem::path profile_path(const std::string& name) {
  return std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "arch" / "profiles" / (name + ".toml");
}

std::string text_of(const std::string& name) {
  std::ifstream file(profile_path(name));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The sentence with which a text is refused; empty when it is accepted.
std::string refusal_of(const std::string& text) {
  try {
    parse_profile(text, "test");
  } catch (const ProfileError& error) {
    return error.what();
  }
  return {};
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
  EXPECT_EQ(profile.compute_major, 9U);
  EXPECT_EQ(profile.compute_minor, 0U);
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
  EXPECT_NE(refusal_of(with_line("count", "")).find("\"sm.count\" is missing"), std::string::npos);
  EXPECT_NE(refusal_of(with_line("count", "count = 0")).find("\"sm.count\" must be"),
            std::string::npos);
  EXPECT_NE(refusal_of(with_line("count", "count = \"many\"")).find("sm.count"), std::string::npos);
  EXPECT_NE(refusal_of(with_line("clock_hz", "clock_hz = -1")).find("sm.clock_hz"),
            std::string::npos);
  EXPECT_NE(refusal_of(with_line("clock_hz", "clock_hz = nan")).find("sm.clock_hz"),
            std::string::npos);
  EXPECT_NE(refusal_of(with_line("memory_bytes", "memory_bytes = 99999999999999999"))
                .find("device.memory_bytes"),
            std::string::npos);
  EXPECT_NE(refusal_of(with_line("compute_capability", "compute_capability = \"nine\""))
                .find("compute_capability"),
            std::string::npos);
  EXPECT_NE(refusal_of(with_line("schema_version", "schema_version = 2")).find("schema_version"),
            std::string::npos);
}

TEST(Profile, UnknownKeysAreRefused) {
  EXPECT_NE(refusal_of(text_of("h200") + "\nspeed = 3\n").find("\"copy.speed\" is not a key here"),
            std::string::npos);
  EXPECT_NE(refusal_of("colour = 1\n" + text_of("h200")).find("test:1: \"colour\" is not a key"),
            std::string::npos);
  EXPECT_NE(refusal_of(with_line("clock_hz", "clok_hz = 1e9"))
                .find("\"sm.clok_hz\" is not a key here; did you mean \"clock_hz\""),
            std::string::npos);
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
  for (std::size_t length = 0; length + 200 < whole.size(); length += 97) {
    EXPECT_FALSE(refusal_of(whole.substr(0, length)).empty()) << "cut after " << length;
  }
}

TEST(Profile, AnErrorInAFileNamesFileAndLine) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("warpscope-" + std::to_string(::getpid()) + ".toml");
  std::ofstream(path) << "schema_version = 1\ntitle = 3\n";
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
