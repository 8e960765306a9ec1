// Which operations an answer comes from, and what that does to findings and points.
#include "runner/origin/data_flow.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>

#include "record/derived.h"
#include "record/fingerprint.h"
#include "runner/metrics/case_metrics.h"
#include "runner/origin/host_work.h"
#include "runner/origin/unused_work.h"
#include "runner/score/check_value.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;
using namespace record::metric;

constexpr std::uint64_t kBytes = 4096, kSectors = kBytes / 32;

/// A case: an input of 4 KiB is uploaded, a kernel reads it and writes as much, a dummy kernel
/// reads it as well, and the answer is copied to the host.
class UnusedWork : public testing::Test {
 protected:
  UnusedWork() {
    const std::vector<float> values(kBytes / sizeof(float), 2);
    const auto in = judge::Array::of<float>(values);
    set_.inputs.emplace("in", in);
    set_.useful_bytes = 2 * kBytes;
    record_.cases[0].useful_bytes = 2 * kBytes;
    add_transfer(Kind::host_to_device, record::fingerprint(in.bytes()));
    kernel_ = test::add_launch(record_).id;
    dummy_ = test::add_launch(record_).id;
    add_transfer(Kind::device_to_host, 77);
  }

  void add_transfer(Kind kind, std::uint64_t fingerprint, std::uint64_t bytes = kBytes) {
    auto& transfer = record_.transfers.emplace_back();
    transfer.kind = kind;
    transfer.case_index = 0;
    transfer.size_bytes = bytes;
    transfer.fingerprint = fingerprint;
  }
  /// Upload, kernel, dummy and copy to the host, in this order; `of_kernel`: what the kernel read.
  void follow(std::vector<device::OperationFlow::Source> of_kernel) {
    flow_.begin_process();
    flow_.add({false, 0}, 0, {1, {}, false});
    flow_.add({true, kernel_}, 0, {2, std::move(of_kernel), false});
    flow_.add({true, dummy_}, 0, {3, {{1, kSectors}}, false});
    flow_.add({false, 1}, 0, {4, {{2, kSectors}}, false});
  }
  std::string mark() { return mark_unused(set_, outputs_, 0, flow_, record_).unused_input; }
  std::optional<std::uint32_t> other_case() {
    return mark_unused(set_, outputs_, 0, flow_, record_).other_case;
  }

  judge::Case set_;
  record::RunRecord record_ = test::made_record();
  std::vector<std::pair<std::uint64_t, std::uint64_t>> outputs_{{kBytes, 77}};
  std::size_t kernel_ = 0, dummy_ = 0;
  DataFlow flow_;
};

TEST_F(UnusedWork, OnlyWhatTheAnswerComesFromIsUsed) {
  follow({{1, kSectors}});
  EXPECT_EQ(mark(), "");
  EXPECT_FALSE(record_.launches[kernel_].is_unused);
  EXPECT_TRUE(record_.launches[dummy_].is_unused);
  EXPECT_FALSE(record_.transfers[0].is_unused);
  EXPECT_FALSE(record_.transfers[1].is_unused);
}

/// A kernel's result is fetched and put where the answer belongs, as thrust::reduce has it done.
TEST_F(UnusedWork, WhatTheHostOnlyPassedOnComesFromTheDevice) {
  for (const std::uint64_t passed_on : {77U, 78U}) {
    record_.transfers.resize(2);
    add_transfer(Kind::host_to_device, passed_on);
    add_transfer(Kind::device_to_host, passed_on);
    outputs_ = {{kBytes, passed_on}};
    follow({{1, kSectors}});
    flow_.add({false, 2}, 0, {5, {}, false});
    flow_.add({false, 3}, 0, {6, {{5, kSectors}}, false});
    const bool is_of_device = passed_on == 77;
    EXPECT_EQ(mark(), is_of_device ? "" : "in");
    EXPECT_EQ(record_.launches[kernel_].is_unused, !is_of_device);
    EXPECT_TRUE(record_.launches[dummy_].is_unused);
    EXPECT_EQ(record_.transfers[0].is_unused, !is_of_device);
  }
}

/// Of a total of whole numbers the host makes a float. Where it has the inputs, it can have made
/// that of them.
TEST_F(UnusedWork, WhatTheHostMadeOfALittleComesFromTheDeviceWhereItKnowsNoInput) {
  for (const std::uint64_t fetched : {8U, 1023U, 1024U}) {
    for (const bool is_no_input : {true, false}) {
      record_.transfers.resize(2);
      record_.transfers[1].size_bytes = fetched;
      add_transfer(Kind::host_to_device, 78, 4);
      add_transfer(Kind::device_to_host, 78, 4);
      outputs_ = {{4, 78}};
      follow({{1, kSectors}});
      flow_.add({false, 2}, 0, {5, {}, false});
      flow_.add({false, 3}, 0, {6, {{5, 1}}, false});
      const auto work =
          mark_unused(set_, outputs_, 0, flow_, record_, {.is_no_input = is_no_input});
      const bool is_of_device = is_no_input && fetched < 1024;
      EXPECT_EQ(work.unused_input, is_of_device ? "" : "in") << fetched << " " << is_no_input;
      EXPECT_EQ(record_.launches[kernel_].is_unused, !is_of_device);
      EXPECT_TRUE(record_.launches[dummy_].is_unused);
    }
  }
}

/// The answer lies within what was copied, or in memory that the host sees.
TEST_F(UnusedWork, OfALargerCopyThatHasTheAnswerAllIsUsed) {
  const auto is_dummy_unused = [&] {
    mark_unused(set_, outputs_, 0, flow_, record_, {.is_among_returned = true});
    return record_.launches[dummy_].is_unused;
  };
  follow({{1, kSectors}});
  outputs_ = {{kBytes / 2, 78}};
  EXPECT_TRUE(is_dummy_unused());
  EXPECT_FALSE(record_.launches[kernel_].is_unused);
  record_.launches[dummy_].is_unused = false;
  record_.launches[dummy_].bytes_to_host = kBytes;
  EXPECT_FALSE(is_dummy_unused());
  record_.launches[dummy_].bytes_to_host = 0;
  record_.transfers.pop_back();
  EXPECT_FALSE(is_dummy_unused());
}

TEST_F(UnusedWork, AnInputOfWhichNearlyNothingWasReadIsNamed) {
  follow({{1, kSectors / 8 - 1}});
  EXPECT_EQ(mark(), "in");
  EXPECT_FALSE(record_.launches[kernel_].is_unused);
  record_.cases[0].unused_input = "in";
  EXPECT_TRUE(is_made_on_host(record_, 0));
}

TEST_F(UnusedWork, AnInputMayBeDeclaredToBeReadSparsely) {
  set_.sparsely_read_inputs = {"in"};
  follow({{1, 1}});
  EXPECT_EQ(mark(), "");
}

TEST_F(UnusedWork, AnEighthOfItIsEnough) {
  follow({{1, kSectors / 8}});
  EXPECT_EQ(mark(), "");
}

TEST_F(UnusedWork, MemoryThatTheHostWritesMayHoldTheInput) {
  follow({{0, 1}});
  EXPECT_EQ(mark(), "");
  EXPECT_TRUE(record_.transfers[0].is_unused);
}

// A kernel of case 3 makes a table, one of case 0 reads so much of it.
TEST_F(UnusedWork, AnAnswerOfWhatAnotherCaseComputedIsKnown) {
  const auto reads = [&](std::uint64_t sectors, std::optional<std::uint32_t> case_of_table) {
    flow_ = {};
    flow_.begin_process();
    flow_.add({true, dummy_}, case_of_table, {1, {}, false});
    flow_.add({false, 0}, 0, {2, {}, false});
    flow_.add({true, kernel_}, 0, {3, {{1, sectors}, {2, kSectors}}, false});
    flow_.add({false, 1}, 0, {4, {{3, kSectors}}, false});
    return other_case();
  };
  EXPECT_EQ(reads(kSectors, 3), 3u);
  EXPECT_EQ(reads(31, 3), std::nullopt) << "a ticket, or a few constants";
  EXPECT_EQ(reads(32, 3), 3u);
  EXPECT_EQ(reads(kSectors, 0), std::nullopt) << "its own";
  EXPECT_EQ(reads(kSectors, std::nullopt), std::nullopt) << "before all cases";
  outputs_[0].first = record_.transfers[1].size_bytes = 64 * kBytes;
  EXPECT_EQ(reads(kSectors, 3), std::nullopt) << "less than an eighth of the answer";
}

TEST_F(UnusedWork, WhatIsNotFollowedIsNotJudged) {
  EXPECT_EQ(mark(), "");
  EXPECT_FALSE(record_.launches[dummy_].is_unused);
}

TEST_F(UnusedWork, ABroughtAnswerThatIsNotFoundIsNotJudged) {
  follow({});
  outputs_[0].second = 78;
  EXPECT_EQ(mark(), "");
  EXPECT_FALSE(record_.launches[dummy_].is_unused);
}

TEST_F(UnusedWork, ASmallOutputThatNobodyBroughtIsLeftOut) {
  follow({{1, kSectors}});
  outputs_.emplace_back(4, 5);
  EXPECT_EQ(mark(), "");
  EXPECT_TRUE(record_.launches[dummy_].is_unused);
}

/// A copy to the host of what the launch wrote, beside that of the answer.
TEST_F(UnusedWork, ACopyOfWhatTheAnswerDoesNotComeFromIsMarkedWhereItIsSmall) {
  for (const bool is_small : {true, false}) {
    outputs_[0].first = record_.transfers[1].size_bytes = is_small ? 64 : kBytes;
    record_.transfers.resize(2);
    add_transfer(Kind::device_to_host, 78);
    add_transfer(Kind::device_to_host, 79);
    flow_ = {};
    follow({{1, kSectors}});
    flow_.add({false, 2}, 0, {5, {{3, kSectors}}, false});
    flow_.add({false, 3}, 0, {6, {{2, kSectors}}, false});
    EXPECT_EQ(mark(), "");
    EXPECT_EQ(record_.transfers[2].is_beside_answer, is_small);
    EXPECT_FALSE(record_.transfers[3].is_beside_answer) << "the answer comes from it";
    EXPECT_FALSE(record_.transfers[1].is_beside_answer) << "that is the answer";
  }
}

TEST_F(UnusedWork, MoreThanIsKeptEarnsNothing) {
  flow_.begin_process();
  flow_.add({false, 1}, 0, {4, {}, true});
  EXPECT_EQ(mark(), "");
  EXPECT_TRUE(record_.launches[kernel_].is_unused);
}

TEST_F(UnusedWork, OperationsOfAnotherProcessAreOthers) {
  DataFlow other;
  other.begin_process();
  other.add({true, 0}, 1, {2, {}, false});
  follow({{1, kSectors}});
  flow_.begin_process();
  flow_.add_all(other, std::vector<std::size_t>{dummy_}, {});
  EXPECT_EQ(mark(), "");
  EXPECT_FALSE(record_.launches[kernel_].is_unused);
}

/// Where a dummy kernel does `dummy` and the one that the answer comes from `kernel`.
record::RunRecord with_dummy(const record::Counters& kernel, const record::Counters& dummy) {
  auto record = test::made_record();
  test::add_launch(record).counters = kernel;
  auto& unused = test::add_launch(record);
  unused.counters = dummy;
  unused.is_unused = true;
  return record;
}

double value_of(const record::RunRecord& record, std::string_view metric, double best,
                std::optional<double> most_instructions = {}) {
  const auto near = [&](double value) { return 1 / (1 + std::abs(value - best)); };
  CheckDescription check;
  check.metric = metric;
  check.most_instructions = most_instructions;
  return worst_value(record, {0}, check, near).value.value_or(-1);
}

std::string counter_name(std::string_view name) { return std::string(name); }

TEST(CheckValue, ADummyLiftsNoRatioAndNoFloor) {
  const auto record = with_dummy(test::loads(10, 320, 40), test::loads(1000, 4000, 4000));
  EXPECT_EQ(value_of(record, record::derived::kSectorsPerLoadRequest, 4), 32);
  EXPECT_EQ(value_of(record, kLoadRequests, 1010), 10);
  EXPECT_EQ(value_of(record, kLoadRequests, 10), 1010) << "and costs what it costs";
  const auto nothing = with_dummy({}, test::loads(1000, 4000, 4000));
  EXPECT_EQ(value_of(nothing, record::derived::kSectorsPerLoadRequest, 4), -1);
}

TEST(CheckValue, TexturesAreLoads) {
  auto counters = test::loads(10, 40, 40);
  counters[counter_name(kImageRequests)] = 10;
  counters[counter_name(kImageSectors)] = 320;
  const auto record = with_dummy(counters, {});
  EXPECT_EQ(value_of(record, record::derived::kSectorsPerLoadRequest, 4), 18);
  EXPECT_EQ(value_of(record, kLoadRequests, 10), 20);
  EXPECT_EQ(value_of(record, kLoadRequests, 20), 10) << "and fill no floor";
}

TEST(CheckValue, AKernelThatTakesItsTimeLiftsNothingAtOnce) {
  constexpr std::string_view kAtOnce = "warpscope__timeline_operations_at_once.ratio";
  auto record =
      with_dummy({{counter_name(kInstructions), 1000}}, {{counter_name(kInstructions), 10}});
  auto& slow = record.launches[1];
  slow.is_unused = false;
  record.launches[0].duration_s = slow.duration_s = 1;
  record.launches[0].start_s = slow.start_s = 0;
  EXPECT_DOUBLE_EQ(value_of(record, kAtOnce, 2), 2) << "no limits";
  EXPECT_NEAR(value_of(record, kAtOnce, 2, 5000), 1.02, 1e-9);
  EXPECT_NEAR(value_of(record, kAtOnce, 2, 505), 0.51, 1e-9) << "twice the instructions";
}

TEST(CheckValue, PassesWithoutConflictsHideNone) {
  auto record = with_dummy({{counter_name(kSharedLoadWavefronts), 1'000'031},
                            {counter_name(kSharedStoreWavefronts), 0},
                            {counter_name(kSharedLoadConflicts), 31},
                            {counter_name(kSharedConflicts), 31}},
                           {});
  record.cases[0].useful_bytes = 2 * 128;
  EXPECT_DOUBLE_EQ(value_of(record, record::derived::kSharedConflictWays, 1), 1 + 31 / 2.0);
}

TEST(CheckValue, InstructionsOfAllLanesHideNoIdleLanes) {
  using record::derived::kLanesPerInstruction;
  // 1000 instructions of 8 lanes, and 99,000 of all 32.
  const auto diluted = with_dummy({{counter_name(kInstructions), 100'000},
                                   {counter_name(kThreadInstructions), 1000 * 8 + 99'000 * 32}},
                                  {});
  EXPECT_DOUBLE_EQ(value_of(diluted, kLanesPerInstruction, 32), 31.76);
  EXPECT_NEAR(value_of(diluted, kLanesPerInstruction, 32, 1000), 8, 1e-9);
  EXPECT_DOUBLE_EQ(value_of(diluted, kLanesPerInstruction, 32, 100'000), 31.76) << "not too many";
  EXPECT_DOUBLE_EQ(value_of(diluted, kLanesPerInstruction, 32, 10), 0);
  const auto slow = with_dummy(
      {{counter_name(kInstructions), 100'000}, {counter_name(kThreadInstructions), 100'000 * 32}},
      {});
  EXPECT_DOUBLE_EQ(value_of(slow, kLanesPerInstruction, 32, 1000), 32) << "slow, and no lane idle";
}

TEST(CaseMetrics, BytesAndRequestsComeByEveryWay) {
  auto record = test::made_record();
  record.cases[0].useful_bytes = 1024;
  auto& launch = test::add_launch(record);
  launch.counters = {{counter_name(kImageSectors), 8},
                     {counter_name(kImageRequests), 2},
                     {counter_name(kBulkCopySectors), 16},
                     {counter_name(kBulkCopies), 4}};
  const auto value = [&](std::string_view name) {
    return case_metric_value(record, std::array{0U}, name).value_or(-1);
  };
  EXPECT_DOUBLE_EQ(value(case_metric::kBytesMovedPerUsefulByte), 32 * 24 / 1024.0);
  EXPECT_DOUBLE_EQ(value(case_metric::kUsefulBytesPerRequest), 1024 / 6.0);
  auto& copy = record.transfers.emplace_back();
  copy.kind = Kind::device_to_device;
  copy.case_index = 0;
  copy.size_bytes = 1024;
  EXPECT_DOUBLE_EQ(value(case_metric::kBytesMovedPerUsefulByte), (32 * 24 + 2048) / 1024.0);
  copy.touched_sectors = 512;  // rows of 4 bytes
  EXPECT_DOUBLE_EQ(value(case_metric::kBytesMovedPerUsefulByte), (32 * 24 + 32 * 512) / 1024.0);
  EXPECT_DOUBLE_EQ(value(case_metric::kUsefulBytesPerRequest), 1024 / (6 + 32.0));
}

}  // namespace
}  // namespace warpscope::runner
