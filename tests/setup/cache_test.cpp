// Whether ccache is told to spare itself preprocessing, by what is in its cache.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "tests/setup/fake_machine.h"

namespace warpscope::setup_test {
namespace {

/// What CCACHE_DEPEND is after setup/build.sh has asked a ccache that prints this; "unset" if
/// nothing.
std::string depend_mode(const std::string& statistics) {
  FakeMachine machine;
  machine.put_program("ccache", "printf '" + statistics + "'");
  const std::string command = "env -u CCACHE_DEPEND PATH='" + (machine.folder() / "bin").string() +
                              "':\"$PATH\" bash -euc \". '" WARPSCOPE_SOURCE_DIR
                              "/setup/build.sh'; spare_preprocessing; "
                              "echo \\${CCACHE_DEPEND:-unset}\"";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "bash does not start";
  std::string text;
  char buffer[256];
  while (const auto count = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
  pclose(pipe);
  return text;
}

TEST(EmptyCache, SparesPreprocessing) {
  EXPECT_EQ(depend_mode("cache_miss\\t0\\nfiles_in_cache\\t0\\n"), "1\n");
}

TEST(CacheWithFiles, IsLookedThroughByWhatSourcesSay) {
  EXPECT_EQ(depend_mode("cache_miss\\t0\\nfiles_in_cache\\t7504\\n"), "unset\n");
}

TEST(NoCache, ChangesNothing) { EXPECT_EQ(depend_mode(""), "unset\n"); }

}  // namespace
}  // namespace warpscope::setup_test
