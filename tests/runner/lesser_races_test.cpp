// Races beside larger ones: which of them a student should look at first.
#include <gtest/gtest.h>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

record::Finding race(const std::string& id, std::uint32_t line, std::uint32_t other_line) {
  record::Finding finding;
  finding.id = id;
  finding.title = "Two threads meet";
  finding.cause = "They meet.";
  finding.where = record::SourceLine{"exercise.cu", line};
  if (other_line != 0) finding.other = record::SourceLine{"exercise.cu", other_line};
  return finding;
}

/// The ids in the order in which they are shown.
std::vector<std::string> order_of(std::vector<record::Finding> findings) {
  auto record = test::made_record();
  record.findings = std::move(findings);
  apply_rules(record);
  std::vector<std::string> ids;
  for (const auto& finding : record.findings) ids.push_back(finding.id);
  return ids;
}

using Ids = std::vector<std::string>;

// The write that both come behind is told by a field: the sentence may say what it likes.
TEST(LesserRace, OfAWarpBesideABarrierThatIsMissingBehindTheSameWrite) {
  EXPECT_EQ(order_of({race("missing-syncwarp", 12, 10), race("missing-barrier", 17, 10)}),
            (Ids{"missing-barrier", "missing-syncwarp"}));
  EXPECT_EQ(order_of({race("missing-syncwarp", 12, 10), race("missing-barrier", 17, 11)}),
            (Ids{"missing-syncwarp", "missing-barrier"}));
  EXPECT_EQ(order_of({race("missing-syncwarp", 12, 0), race("missing-barrier", 17, 0)}),
            (Ids{"missing-syncwarp", "missing-barrier"}));
}

TEST(LesserRace, BesideAnUpdateThatLacksAnAtomic) {
  EXPECT_EQ(order_of({race("missing-barrier", 12, 10), race("non-atomic-update", 14, 14)}),
            (Ids{"non-atomic-update", "missing-barrier"}));
  EXPECT_EQ(order_of({race("missing-barrier", 12, 10), race("non-atomic-update", 15, 15)}),
            (Ids{"missing-barrier", "non-atomic-update"}));
}

}  // namespace
}  // namespace warpscope::runner
