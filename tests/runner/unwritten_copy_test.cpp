// What the device saw of bytes that nothing has written, beside what a lab's judge says.
#include <gtest/gtest.h>

#include "runner/run/verdicts.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

struct Seen {
  bool is_correct = false;
  std::string of_judge{};  ///< the id of its finding
  bool has_line = true;
  std::string of_device = "uninitialised-copy";  ///< beside it, in another case of the task
};

/// Whether the finding about the copy is still there when the judge has spoken.
bool is_kept(const Seen& seen) {
  std::vector<judge::Case> cases(2);
  CasesRun run;
  for (auto& item : cases) {
    item.task = "scale";
    item.name = "scale/1";
    run.cases.emplace_back().is_run = true;
    run.cases.back().opinion.is_correct = true;
  }
  run.cases[0].opinion.is_correct = seen.is_correct;
  run.cases[0].opinion.finding = seen.of_judge;
  record::RunRecord record;
  record::Finding copy;
  copy.id = "uninitialised-copy";
  copy.severity = record::Finding::Severity::warning;
  copy.case_index = 0;
  if (seen.has_line) copy.where = record::SourceLine{"exercise.cu", 7};
  record.findings.push_back(copy);
  if (seen.of_device != copy.id) {
    record::Finding other;
    other.id = seen.of_device;
    other.case_index = 1;
    record.findings.push_back(other);
  }
  record_cases(cases, run, {}, record);
  return test::find(record, copy.id) != nullptr;
}

TEST(UnwrittenCopies, AreNamedWhereNobodyKnowsWhyTheAnswerIsWrong) { EXPECT_TRUE(is_kept({})); }

TEST(UnwrittenCopies, AreNotNamedWhereTheAnswerIsRight) {
  EXPECT_FALSE(is_kept({.is_correct = true}));
}

TEST(UnwrittenCopies, AreNotNamedBesideAnotherReason) {
  EXPECT_FALSE(is_kept({.of_judge = "grid-too-small"}));
  EXPECT_FALSE(is_kept({.of_device = "missing-barrier"}));
}

TEST(UnwrittenCopies, AreNotNamedWhereTheDriverCopies) {
  EXPECT_FALSE(is_kept({.has_line = false}));
}

}  // namespace
}  // namespace warpscope::runner
