// Which accesses past the end of an array lack no guard, although they look so.
#include <gtest/gtest.h>

#include <string>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using test::add_launch;
using test::made_record;

record::Finding finding_past_the_end(const std::string& id, const std::string& cause,
                                     const std::string& lanes) {
  record::Finding finding;
  finding.id = id;
  finding.cause = cause;
  finding.lanes = lanes;
  finding.where.emplace().file = "exercise.cu";
  finding.where->line = 12;
  return finding;
}

TEST(PastTheEnd, TheFirstRowOfOneRowOfBlocksIsInside) {
  const auto id_of_thread = [](const std::string& thread) {
    auto record = made_record();
    auto& launch = add_launch(record);
    launch.grid = {13, 1, 1};
    launch.block = {8, 8, 1};
    record.findings = {
        finding_past_the_end("out-of-bounds",
                             "thread " + thread +
                                 " of block (1,0,0) writes 4 bytes directly past the end "
                                 "of a 3200-byte allocation.",
                             "block (1,0,0) warp 0 lanes 0-31")};
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings.at(0).id;
  };
  EXPECT_EQ(id_of_thread("(0,0,0)"), "out-of-bounds");
  EXPECT_EQ(id_of_thread("(0,7,0)"), "missing-bounds-guard");
}

// A block of 32 x 8 threads takes a tile of 32 x 32: 512 threads for 33 rows of 31 elements.
TEST(PastTheEnd, TheFirstThreadOfATileHasElementsOutside) {
  const auto id_of = [](record::Dim3 grid, const std::string& bytes, const std::string& block) {
    auto record = made_record();
    auto& launch = add_launch(record);
    launch.grid = grid;
    launch.block = {32, 8, 1};
    record.findings = {finding_past_the_end("out-of-bounds",
                                            "thread (0,7,0) of block " + block +
                                                " writes 4 bytes 8 bytes past the end of a " +
                                                bytes + "-byte allocation.",
                                            "block " + block + " warp 7 lanes 0-31")};
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings.at(0).id;
  };
  EXPECT_EQ(id_of({1, 2, 1}, "4092", "(0,0,0)"), "missing-bounds-guard");
  // One element for each thread: the first column has elements.
  EXPECT_EQ(id_of({1, 2, 1}, "1020", "(0,0,0)"), "out-of-bounds");
  // A tile that lies in the matrix on all sides.
  EXPECT_EQ(id_of({3, 3, 1}, "36864", "(1,1,0)"), "out-of-bounds");
}

TEST(PastTheEnd, AnArrayOfAByteForEachThreadWasGivenElements) {
  const auto finding_of_size = [](const std::string& bytes) {
    auto record = made_record();
    auto& launch = add_launch(record);
    launch.grid = {2, 1, 1};
    launch.block = {128, 1, 1};
    record.findings = {
        finding_past_the_end("out-of-bounds",
                             "thread (64,0,0) of block (0,0,0) writes 4 bytes 8 bytes past "
                             "the end of a " +
                                 bytes + "-byte allocation.",
                             "block (0,0,0) warp 2 lanes 0-31")};
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings.at(0);
  };
  for (const char* bytes : {"256", "200"}) {
    EXPECT_EQ(finding_of_size(bytes).id, "out-of-bounds") << bytes;
    EXPECT_NE(finding_of_size(bytes).hint.find("sizeof"), std::string::npos);
  }
  EXPECT_EQ(finding_of_size("128").id, "missing-bounds-guard");
  EXPECT_EQ(finding_of_size("800").id, "missing-bounds-guard");
}

TEST(PastTheEnd, AnArrayThatHasAByteForEachThreadAtOneSizeOnlyIsChance) {
  auto record = made_record();
  for (const std::string bytes : {"256", "52"}) {
    add_launch(record).grid = {2, 1, 1};
    record.launches.back().block = {128, 1, 1};
    record.findings.push_back(
        finding_past_the_end("out-of-bounds",
                             "thread (64,0,0) of block (0,0,0) writes 4 bytes 8 bytes past the end "
                             "of a " +
                                 bytes + "-byte allocation.",
                             "block (0,0,0) warp 2 lanes 0-31"));
    record.findings.back().launch = record.launches.back().id;
  }
  apply_rules(record);
  EXPECT_EQ(record.findings.at(0).id, "missing-bounds-guard");
}

}  // namespace
}  // namespace warpscope::runner
