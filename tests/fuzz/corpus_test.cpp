// Every input that the fuzzers kept goes through the same functions again: what was mended stays
// mended, under GCC and its sanitizers as well.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/fuzz/archive.h"
#include "tests/fuzz/fuzzers.h"
#include "tests/fuzz/run_inputs.h"

namespace warpscope::fuzz {
namespace {

namespace fs = std::filesystem;

struct Fuzzer {
  std::string name;
  Feed feed;
};

const std::vector<Fuzzer>& fuzzers() {
  static const std::vector<Fuzzer> all{
      {"fat_binary", fat_binary}, {"kernels", kernels}, {"protocol", protocol}, {"ptx", ptx}};
  return all;
}

/// The fuzzer's own limit is 5 s; this one holds under GCC's sanitizers and on a machine that is
/// busy.
constexpr std::chrono::seconds kLongest{60};

void expect_no_failure(const std::vector<Failure>& failures) {
  for (const Failure& failure : failures) ADD_FAILURE() << failure.input << ": " << failure.how;
}

/// Some of an archive's inputs, so that ctest can run the parts beside each other.
struct Part {
  Fuzzer fuzzer;
  std::size_t index = 0;
};
constexpr std::size_t kParts = 4;

std::vector<Part> parts() {
  std::vector<Part> all;
  for (const Fuzzer& fuzzer : fuzzers()) {
    for (std::size_t index = 0; index < kParts; ++index) all.push_back({fuzzer, index});
  }
  return all;
}

class Corpus : public testing::TestWithParam<Part> {};

TEST_P(Corpus, EveryInputEndsInOrder) {
  const auto inputs = read_archive(fs::path(WARPSCOPE_SOURCE_DIR "/tests/fuzz/corpus") /
                                   (GetParam().fuzzer.name + ".tar.zst"));
  EXPECT_GT(inputs.size(), 20U) << "the archive is in version control";
  std::vector<Input> part;
  for (std::size_t i = GetParam().index; i < inputs.size(); i += kParts) part.push_back(inputs[i]);
  expect_no_failure(run_inputs(part, GetParam().fuzzer.feed, kLongest));
}

INSTANTIATE_TEST_SUITE_P(All, Corpus, testing::ValuesIn(parts()), [](const auto& tested) {
  return tested.param.fuzzer.name + "_" + std::to_string(tested.param.index + 1) + "_of_" +
         std::to_string(kParts);
});

/// An input that found a fault, in regressions/<fuzzer>/.
struct Regression {
  Fuzzer fuzzer;
  Input input;
};

std::vector<Regression> regressions() {
  std::vector<Regression> all;
  for (const Fuzzer& fuzzer : fuzzers()) {
    const fs::path folder = fs::path(WARPSCOPE_SOURCE_DIR "/tests/fuzz/regressions") / fuzzer.name;
    if (!fs::exists(folder)) continue;  // this fuzzer has found none
    for (Input& input : read_folder(folder)) all.push_back({fuzzer, std::move(input)});
  }
  return all;
}

class FoundFault : public testing::TestWithParam<Regression> {};

TEST_P(FoundFault, IsMended) {
  expect_no_failure(run_inputs(std::span(&GetParam().input, 1), GetParam().fuzzer.feed, kLongest));
}

INSTANTIATE_TEST_SUITE_P(All, FoundFault, testing::ValuesIn(regressions()), [](const auto& tested) {
  std::string name = tested.param.fuzzer.name + "_" + tested.param.input.name;
  std::ranges::replace_if(
      name, [](char letter) { return letter == '-' || letter == '.'; }, '_');
  return name;
});

}  // namespace
}  // namespace warpscope::fuzz
