// Which accesses past the end of an array lack no guard, although they look so.
#include <gtest/gtest.h>

#include <string>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using test::Access;
using test::add_launch;
using test::made_record;
using test::Place;
using test::refused_access;

Access past_end(const record::Dim3& thread, const record::Dim3& block, std::uint64_t array_bytes,
                std::uint64_t distance_bytes, std::uint32_t lanes = 32) {
  return {block, thread, lanes, 4, Place::past_end, array_bytes, distance_bytes};
}

TEST(PastTheEnd, TheFirstRowOfOneRowOfBlocksIsInside) {
  const auto id_of_thread = [](const record::Dim3& thread) {
    auto record = made_record();
    auto& launch = add_launch(record);
    launch.grid = {13, 1, 1};
    launch.block = {8, 8, 1};
    record.findings = {refused_access("out-of-bounds", past_end(thread, {1, 0, 0}, 3200, 0))};
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings.at(0).id;
  };
  EXPECT_EQ(id_of_thread({0, 0, 0}), "out-of-bounds");
  EXPECT_EQ(id_of_thread({0, 7, 0}), "missing-bounds-guard");
}

// A block of 32 x 8 threads takes a tile of 32 x 32: 512 threads for 33 rows of 31 elements.
TEST(PastTheEnd, TheFirstThreadOfATileHasElementsOutside) {
  const auto id_of = [](record::Dim3 grid, std::uint64_t bytes, const record::Dim3& block) {
    auto record = made_record();
    auto& launch = add_launch(record);
    launch.grid = grid;
    launch.block = {32, 8, 1};
    record.findings = {refused_access("out-of-bounds", past_end({0, 7, 0}, block, bytes, 8))};
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings.at(0).id;
  };
  EXPECT_EQ(id_of({1, 2, 1}, 4092, {0, 0, 0}), "missing-bounds-guard");
  // One element for each thread: the first column has elements.
  EXPECT_EQ(id_of({1, 2, 1}, 1020, {0, 0, 0}), "out-of-bounds");
  // A tile that lies in the matrix on all sides.
  EXPECT_EQ(id_of({3, 3, 1}, 36864, {1, 1, 0}), "out-of-bounds");
}

TEST(PastTheEnd, AnArrayOfAByteForEachThreadWasGivenElements) {
  const auto finding_of_size = [](std::uint64_t bytes) {
    auto record = made_record();
    auto& launch = add_launch(record);
    launch.grid = {2, 1, 1};
    launch.block = {128, 1, 1};
    record.findings = {refused_access("out-of-bounds", past_end({64, 0, 0}, {0, 0, 0}, bytes, 8))};
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings.at(0);
  };
  for (const std::uint64_t bytes : {256U, 200U}) {
    EXPECT_EQ(finding_of_size(bytes).id, "out-of-bounds") << bytes;
    EXPECT_NE(finding_of_size(bytes).hint.find("sizeof"), std::string::npos);
  }
  EXPECT_EQ(finding_of_size(128).id, "missing-bounds-guard");
  EXPECT_EQ(finding_of_size(800).id, "missing-bounds-guard");
}

TEST(PastTheEnd, AnArrayThatHasAByteForEachThreadAtOneSizeOnlyIsChance) {
  auto record = made_record();
  for (const std::uint64_t bytes : {256U, 52U}) {
    add_launch(record).grid = {2, 1, 1};
    record.launches.back().block = {128, 1, 1};
    record.findings.push_back(
        refused_access("out-of-bounds", past_end({64, 0, 0}, {0, 0, 0}, bytes, 8)));
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
  std::uint64_t distance_bytes;
  std::optional<Source> source;
  std::optional<Guard> guard{};
  std::uint32_t lanes = 1;
  record::Dim3 thread{1, 0, 0};
  record::Dim3 block{0, 0, 0};
};

record::Finding refined_past(const std::vector<PastAccess>& sizes) {
  auto record = made_record();
  for (const PastAccess& past : sizes) {
    add_launch(record).grid = {4, 1, 1};
    record.findings.push_back(refused_access(
        "out-of-bounds", past_end(past.thread, past.block, 400, past.distance_bytes, past.lanes)));
    record.findings.back().launch = record.launches.back().id;
    record.findings.back().index_source = past.source;
    record.findings.back().index_guard = past.guard;
  }
  apply_rules(record);
  return record.findings.at(0);
}

constexpr std::uint64_t kDirectlyPast = 0, kFurtherPast = 8;

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
  EXPECT_EQ(refined_past({{kDirectlyPast, Source::thread, Guard::up_to, 31}}).id, "out-of-bounds");
  EXPECT_EQ(refined_past({{kDirectlyPast, Source::thread, Guard::up_to},
                          {kFurtherPast, Source::thread, Guard::up_to}})
                .id,
            "out-of-bounds");
  EXPECT_EQ(refined_past({{kDirectlyPast, Source::thread, Guard::of_all}}).id, "guard-off-by-one");
  EXPECT_EQ(refined_past({{kFurtherPast, Source::thread, Guard::of_all}}).id, "out-of-bounds");
}

TEST(PastTheEnd, ARowTooManyIsOneTooMany) {
  EXPECT_EQ(
      refined_past({{kDirectlyPast, Source::thread, Guard::up_to_in_groups, 32, {32, 0, 0}}}).id,
      "guard-off-by-one");
  EXPECT_EQ(
      refined_past({{kFurtherPast, Source::thread, Guard::up_to_in_groups, 32, {32, 0, 0}}}).id,
      "out-of-bounds");
}

// Rows are compared, columns are not: in the last row a thread is past the end. In the first one
// the index itself is wrong.
TEST(PastTheEnd, APartThatWasNotComparedIsMissedInTheLastBlockOnly) {
  EXPECT_EQ(
      refined_past({{kFurtherPast, Source::thread, Guard::of_part, 13, {19, 0, 0}, {3, 0, 0}}}).id,
      "missing-bounds-guard");
  EXPECT_EQ(
      refined_past({{kFurtherPast, Source::thread, Guard::of_part, 13, {19, 0, 0}, {1, 0, 0}}}).id,
      "out-of-bounds");
}

TEST(PastTheEnd, AnIndexOfDataBelowZeroStopsNoThread) {
  auto record = made_record();
  Access access = past_end({0, 0, 0}, {0, 0, 0}, 124, 4, 1);
  access.place = Place::before_array;
  record.findings = {refused_access("out-of-bounds", access)};
  record.findings.back().index_source = Source::data;
  apply_rules(record);
  EXPECT_EQ(record.findings[0].hint.find("stop the threads"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::runner
