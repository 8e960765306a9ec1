// What the host had of the device before it uploaded anything says whether it can have made an
// answer.
#include "runner/origin/host_work.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

/// A right answer of so many words, of inputs twice as large.
record::RunRecord case_of(std::uint64_t words, bool has_stand_ins) {
  record::RunRecord record;
  auto& item = record.cases.emplace_back();
  item.task = "task";
  item.verdict = record::Case::Verdict::correct;
  item.output_bytes = 4 * words;
  item.input_bytes = item.useful_bytes = 8 * words;
  item.has_stand_ins = has_stand_ins;
  return record;
}

void copy(record::RunRecord& record, Kind kind, std::uint64_t words, double start_s) {
  auto& transfer = record.transfers.emplace_back();
  transfer.kind = kind;
  transfer.case_index = 0;
  transfer.size_bytes = 4 * words;
  transfer.fingerprint = record.transfers.size();
  transfer.start_s = start_s;
  transfer.duration_s = 1;
}

TEST(HostWork, ArraysWithGapsBothWaysAreNone) {
  for (const auto& [words, has_stand_ins] : {std::pair{33, false}, std::pair{1025, true}}) {
    const auto count = static_cast<std::uint64_t>(words);
    auto record = case_of(count, has_stand_ins);
    copy(record, Kind::host_to_device, 8 * count, 0);
    copy(record, Kind::device_to_device, 1, 1);
    copy(record, Kind::device_to_host, 8 * count, 2);
    EXPECT_FALSE(is_made_on_host(record, 0)) << words << ": " << sign_of_host(record, 0);
    copy(record, Kind::host_to_device, 8 * count, 3);
    EXPECT_TRUE(is_made_on_host(record, 0)) << words << ": it fetches, and then uploads";
  }
}

TEST(HostWork, WhoAsksForACopyEarlyHasItsBytesBefore) {
  auto record = case_of(1025, true);
  copy(record, Kind::device_to_host, 8 * 1025, 5);
  copy(record, Kind::host_to_device, 8 * 1025, 0);
  copy(record, Kind::device_to_device, 1, 7);
  EXPECT_TRUE(is_made_on_host(record, 0)) << "by their order";
  std::swap(record.transfers[0], record.transfers[1]);
  EXPECT_FALSE(is_made_on_host(record, 0)) << "neither by order nor by time";
  record.transfers[0].duration_s = 6;
  EXPECT_TRUE(is_made_on_host(record, 0)) << "by their times";
}

TEST(HostWork, IsWhatIsUploadedBesideTheInputsWhereTheHostKnowsThem) {
  auto record = case_of(1025, false);
  copy(record, Kind::host_to_device, 3 * 1025, 0);
  copy(record, Kind::device_to_device, 1, 1);
  copy(record, Kind::device_to_host, 1025, 2);
  EXPECT_TRUE(is_made_on_host(record, 0));
  record.cases[0].has_stand_ins = true;
  EXPECT_FALSE(is_made_on_host(record, 0));
}

}  // namespace
}  // namespace warpscope::runner
