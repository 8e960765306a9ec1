// Which case shows that an answer is the host's work.
#include "runner/origin/host_evidence.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

/// Three right answers, of growing size; the two larger have stand-ins.
record::RunRecord three_cases() {
  record::RunRecord record;
  for (std::uint64_t i = 0; i < 3; ++i) {
    record::Case item;
    item.task = "task";
    item.verdict = record::Case::Verdict::correct;
    item.useful_bytes = i == 0 ? 0 : 100 << (2 * i);
    item.has_stand_ins = i > 0;
    record.cases.push_back(item);
    record::Transfer copy;  // kernels are not what this is about
    copy.kind = record::Transfer::Kind::device_to_device;
    copy.case_index = static_cast<std::uint32_t>(i);
    record.transfers.push_back(copy);
  }
  return record;
}

TEST(HostEvidence, IsNothingForWorkOfTheDevice) {
  const auto record = three_cases();
  const HostEvidence evidence(record);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_FALSE(evidence.of(i)) << i;
}

TEST(HostEvidence, OfALargeCaseHoldsForItsTask) {
  auto record = three_cases();
  record.cases[2].is_answer_of_stand_ins = true;
  const HostEvidence evidence(record);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(evidence.of(i), 2U) << i;
}

TEST(HostEvidence, OfASmallProofHoldsWhereNothingElseTells) {
  auto record = three_cases();
  record.cases[1].is_answer_of_stand_ins = true;
  const HostEvidence evidence(record);
  EXPECT_EQ(evidence.of(0), 1U) << "it has no stand-ins";
  EXPECT_EQ(evidence.of(1), 1U);
  EXPECT_FALSE(evidence.of(2)) << "its answer is right for what only the device had";
}

}  // namespace
}  // namespace warpscope::runner
