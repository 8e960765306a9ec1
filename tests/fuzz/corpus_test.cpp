// Every input that the fuzzers kept goes through the same functions again: what was mended stays
// mended, under GCC and its sanitizers as well.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/fuzzers.h"

namespace warpscope::fuzz {
namespace {

struct Fuzzer {
  const char* name;
  void (*feed)(std::span<const std::byte>);
};

class Corpus : public testing::TestWithParam<Fuzzer> {};

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_P(Corpus, EveryInputEndsInOrder) {
  const std::filesystem::path folder =
      std::filesystem::path(WARPSCOPE_SOURCE_DIR "/tests/fuzz/corpus") / GetParam().name;
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string content = content_of(entry.path());
    EXPECT_NO_THROW(GetParam().feed(std::as_bytes(std::span(content)))) << entry.path();
    ++count;
  }
  EXPECT_GT(count, 20U) << "the corpus is in version control";
}

INSTANTIATE_TEST_SUITE_P(All, Corpus,
                         testing::Values(Fuzzer{"fat_binary", fat_binary},
                                         Fuzzer{"kernels", kernels}, Fuzzer{"protocol", protocol},
                                         Fuzzer{"ptx", ptx}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace warpscope::fuzz
