// What becomes of a run in which the simulation had no more memory.
#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "findings/catalogue.h"
#include "runner/other_orders.h"
#include "runner/report/ladder.h"
#include "runner/run/verdicts.h"

namespace warpscope::runner {
namespace {

using CaseVerdict = record::Case::Verdict;
using EndKind = record::Outcome::Kind;

class MemoryVerdict : public testing::Test {
 protected:
  void add(CaseVerdict verdict, bool lacks_memory) {
    if (lacks_memory) {
      auto finding = make_finding("memory-exhausted");
      finding.case_index = static_cast<std::uint32_t>(record_.cases.size());
      record_.findings.push_back(finding);
    }
    auto& item = record_.cases.emplace_back();
    item.name = "case/" + std::to_string(record_.cases.size() - 1);
    item.verdict = verdict;
    item.message = "why";
  }
  const record::Outcome& outcome() {
    record_outcome({}, record_);
    return record_.outcome;
  }

  record::RunRecord record_;
};

TEST_F(MemoryVerdict, IsOfItsOwnWhereNothingElseIsWrong) {
  add(CaseVerdict::correct, false);
  add(CaseVerdict::error, true);
  add(CaseVerdict::wrong, true);
  add(CaseVerdict::not_run, false);
  EXPECT_EQ(outcome().kind, EndKind::out_of_memory);
  EXPECT_NE(outcome().message.find("case/1 uses more device memory"), std::string::npos);
  EXPECT_FALSE(gives_ladder_row(record_)) << "0 points would be said of a step that has none";
}

/// Else a wrong program would choose to have no verdict, by taking memory in any case.
TEST_F(MemoryVerdict, HidesNoCaseThatIsWrongByItself) {
  constexpr std::array<std::pair<CaseVerdict, EndKind>, 4> kFaults{
      {{CaseVerdict::wrong, EndKind::wrong_answer},
       {CaseVerdict::error, EndKind::device_error},
       {CaseVerdict::timed_out, EndKind::timed_out},
       {CaseVerdict::crashed, EndKind::crashed}}};
  for (const auto& [verdict, kind] : kFaults) {
    record_ = {};
    add(CaseVerdict::error, true);
    add(verdict, false);
    EXPECT_EQ(outcome().kind, kind);
    EXPECT_EQ(outcome().message.rfind("1 of 2 cases ", 0), 0u) << outcome().message;
    EXPECT_NE(outcome().message.find("case/1: why"), std::string::npos) << outcome().message;
    EXPECT_NE(outcome().message.find("case/0 uses more device memory"), std::string::npos)
        << "a person looks at the points that it lost there: " << outcome().message;
  }
}

TEST_F(MemoryVerdict, IsNoneOfACaseThatIsRight) {
  add(CaseVerdict::correct, true);
  EXPECT_EQ(outcome().kind, EndKind::completed);
}

TEST_F(MemoryVerdict, AccusesNobodyInAnotherOrder) {
  RanCase ran;
  ran.is_run = true;
  ran.end = CaseEnd::Kind::answered;
  ran.opinion.is_correct = false;
  ran.opinion.message = "one count was lost";
  EXPECT_EQ(fault_in_other_order(ran, 0, {}), "one count was lost.");
  auto exhausted = make_finding("memory-exhausted");
  exhausted.case_index = 1;
  EXPECT_EQ(fault_in_other_order(ran, 0, {exhausted}), "one count was lost.") << "of another case";
  exhausted.case_index = 0;
  auto failed = make_finding("unchecked-error");
  failed.case_index = 0;
  for (const auto end :
       {CaseEnd::Kind::answered, CaseEnd::Kind::failed, CaseEnd::Kind::ended_early}) {
    ran.end = end;
    EXPECT_EQ(fault_in_other_order(ran, 0, {exhausted, failed}), "");
  }
  ran.end = CaseEnd::Kind::failed;
  EXPECT_NE(fault_in_other_order(ran, 0, {failed}), "");
}

}  // namespace
}  // namespace warpscope::runner
