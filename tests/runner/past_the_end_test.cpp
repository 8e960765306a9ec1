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

using Source = record::Finding::IndexSource;
using Guard = record::Finding::IndexGuard;

// What the device tells of the index, and what is made of it. Its sentence tells the same to the
// student, and no rule reads it there.
struct PastAccess {
  std::string place;  ///< behind "writes 4 bytes "
  std::optional<Source> source;
  std::optional<Guard> guard{};
  std::string lanes = "block (0,0,0) warp 0 lane 1";
  std::string thread = "(1,0,0)";
  std::string block = "(0,0,0)";
};

record::Finding refined_past(const std::vector<PastAccess>& sizes) {
  auto record = made_record();
  for (const PastAccess& past : sizes) {
    add_launch(record).grid = {4, 1, 1};
    record.findings.push_back(finding_past_the_end(
        "out-of-bounds",
        "thread " + past.thread + " of block " + past.block + " writes 4 bytes " + past.place +
            " a 400-byte allocation. What is said of its index.",
        past.lanes));
    record.findings.back().launch = record.launches.back().id;
    record.findings.back().index_source = past.source;
    record.findings.back().index_guard = past.guard;
  }
  apply_rules(record);
  return record.findings.at(0);
}

const std::string kDirectlyPast = "directly past the end of",
                  kFurtherPast = "8 bytes past the end of";

TEST(PastTheEnd, AnIndexThatIsNoThreadsNumberLacksNoGuard) {
  for (const Source source : {Source::data, Source::block, Source::thread_in_block}) {
    EXPECT_EQ(refined_past({{kDirectlyPast, source}}).id, "out-of-bounds");
    EXPECT_EQ(refined_past({{kFurtherPast, source}}).id, "out-of-bounds");
  }
}

TEST(PastTheEnd, AnIndexBelowASizeIsThatOfAnotherArray) {
  EXPECT_EQ(refined_past({{kDirectlyPast, Source::thread, Guard::below}}).id, "out-of-bounds");
  EXPECT_EQ(refined_past({{kFurtherPast, Source::thread, Guard::below}}).id, "out-of-bounds");
  EXPECT_NE(
      refined_past({{kFurtherPast, Source::thread, Guard::below}}).hint.find("belong together"),
      std::string::npos);
}

TEST(PastTheEnd, OneTooManyNeedsAComparison) {
  EXPECT_EQ(refined_past({{kDirectlyPast, Source::thread, Guard::none}}).id,
            "missing-bounds-guard");
  EXPECT_EQ(refined_past({{kDirectlyPast, Source::thread, Guard::up_to}}).id, "guard-off-by-one");
  EXPECT_EQ(refined_past(
                {{kDirectlyPast, Source::thread, Guard::up_to, "block (0,0,0) warp 0 lanes 1-31"}})
                .id,
            "out-of-bounds");
  EXPECT_EQ(refined_past({{kDirectlyPast, Source::thread, Guard::up_to},
                          {kFurtherPast, Source::thread, Guard::up_to}})
                .id,
            "out-of-bounds");
  EXPECT_EQ(refined_past({{kDirectlyPast, Source::thread, Guard::of_all}}).id, "guard-off-by-one");
  EXPECT_EQ(refined_past({{kFurtherPast, Source::thread, Guard::of_all}}).id, "out-of-bounds");
}

TEST(PastTheEnd, ARowTooManyIsOneTooMany) {
  const std::string warp = "block (0,0,0) warp 1 lanes 0-31";
  EXPECT_EQ(
      refined_past({{kDirectlyPast, Source::thread, Guard::up_to_in_groups, warp, "(32,0,0)"}}).id,
      "guard-off-by-one");
  EXPECT_EQ(
      refined_past({{kFurtherPast, Source::thread, Guard::up_to_in_groups, warp, "(32,0,0)"}}).id,
      "out-of-bounds");
}

// Rows are compared, columns are not: in the last row a thread is past the end. In the first one
// the index itself is wrong.
TEST(PastTheEnd, APartThatWasNotComparedIsMissedInTheLastBlockOnly) {
  const std::string lanes = "warp 0 lanes 19-31";
  EXPECT_EQ(refined_past({{kFurtherPast, Source::thread, Guard::of_part, "block (3,0,0) " + lanes,
                           "(19,0,0)", "(3,0,0)"}})
                .id,
            "missing-bounds-guard");
  EXPECT_EQ(refined_past({{kFurtherPast, Source::thread, Guard::of_part, "block (1,0,0) " + lanes,
                           "(19,0,0)", "(1,0,0)"}})
                .id,
            "out-of-bounds");
}

TEST(PastTheEnd, AnIndexOfDataBelowZeroStopsNoThread) {
  auto record = made_record();
  record.findings = {finding_past_the_end(
      "out-of-bounds",
      "thread (0,0,0) of block (0,0,0) writes 4 bytes 4 bytes before the beginning of a 124-byte "
      "allocation.",
      "block (0,0,0) warp 0 lane 0")};
  record.findings.back().index_source = Source::data;
  apply_rules(record);
  EXPECT_EQ(record.findings[0].hint.find("stop the threads"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::runner
