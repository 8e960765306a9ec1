// Races where a lock should have kept others out.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner::test {
namespace {

/// What becomes of a race of the line "*best = mine;" in a kernel with these lines around it.
record::Finding race_between(const std::string& taken, const std::string& given_back,
                             const std::string& id = "missing-syncwarp") {
  auto record = made_record();
  record.sources.push_back({"exercise.cu",
                            "__global__ void other(int* p) {\n  p[0] = 1;\n}\n"
                            "__global__ void kernel(int* word, int* best) {\n" +
                                taken + "\n  *best = mine;\n" + given_back +
                                "\n}\n__global__ void next(int* p) {\n"
                                "  atomicExch(p, 0);\n}\n"});
  auto& finding = record.findings.emplace_back();
  finding.id = id;
  finding.where = record::SourceLine{"exercise.cu", 6};
  apply_rules(record);
  return record.findings.at(0);
}

const std::string kWaits = "  while (atomicCAS(&word[slot], 0u, 1u) != 0u) {}";
const std::string kGivesBack = "  atomicExch(&word[slot], 0u);";

TEST(BrokenLock, SaysWhatIsWrongWithIt) {
  const auto swapped =
      race_between("  while (atomicCAS(&word[slot], 1u, 0u) != 0u) {}", kGivesBack);
  EXPECT_EQ(swapped.id, "broken-lock");
  EXPECT_NE(swapped.hint.find("line 5"), std::string::npos) << swapped.hint;
  EXPECT_NE(swapped.hint.find("exchanged"), std::string::npos) << swapped.hint;
  for (const std::string once :
       {"  if (atomicCAS(&word[slot], 0, 1) != 0) {}", "  atomicCAS(word, 0, 1);  // mine"}) {
    const auto tried = race_between(once, kGivesBack);
    EXPECT_EQ(tried.id, "broken-lock");
    EXPECT_NE(tried.hint.find("tries once"), std::string::npos) << tried.hint;
  }
  EXPECT_NE(race_between("  while (word[slot] != 0) {}", kGivesBack).hint.find("in one step"),
            std::string::npos);
  EXPECT_NE(race_between(kWaits, "  word[slot] = 0u;").hint.find("not given back by an atomic"),
            std::string::npos);
  EXPECT_NE(race_between(kWaits, kGivesBack).hint.find("__threadfence()"), std::string::npos);
}

TEST(BrokenLock, IsNotSaidWhereNumbersAreSwappedForOtherReasons) {
  EXPECT_EQ(race_between("  int* p = best;", "  // atomicExch(word, 0)").id, "missing-syncwarp");
  EXPECT_EQ(
      race_between("  while (atomicCAS(word, seen, bits) != seen) {}", "  atomicExch(word, mine);")
          .id,
      "missing-syncwarp");
  EXPECT_EQ(race_between(kWaits, kGivesBack, "uninitialised-global").id, "uninitialised-global");
  // A mark that is set once, a flag, a word that is cleared.
  EXPECT_EQ(race_between("  if (atomicCAS(&word[slot], 0, 1) != 0) return;", "").id,
            "missing-syncwarp");
  EXPECT_EQ(race_between("  while (word[slot] == 0) {}", "  atomicExch(&word[slot], 1);").id,
            "missing-syncwarp");
  EXPECT_EQ(race_between("  while (left > 0) {}", kGivesBack).id, "missing-syncwarp");
}

// The function has a lock, and a race that the lock has nothing to do with.
TEST(BrokenLock, IsNotSaidOfLinesBeforeAndBehindIt) {
  auto record = made_record();
  record.sources.push_back({"exercise.cu", "  tile[t] = 1;\n" + kWaits + "\n  *best = mine;\n" +
                                               kGivesBack + "\n  sum = tile[t + 1];\n}\n"});
  for (const std::uint32_t line : {1U, 3U, 5U}) {
    auto& finding = record.findings.emplace_back();
    finding.id = "missing-barrier";
    finding.where = record::SourceLine{"exercise.cu", line};
  }
  apply_rules(record);
  std::map<std::uint32_t, std::string> said;
  for (const auto& finding : record.findings) said[finding.where->line] = finding.id;
  const std::map<std::uint32_t, std::string> wanted{
      {1, "missing-barrier"}, {2, "broken-lock"}, {5, "missing-barrier"}};
  EXPECT_EQ(said, wanted);
}

// The device has named a lock that is taken by a look and a store.
TEST(BrokenLock, RacesUnderAPlainLockAreNotSaidAgain) {
  auto record = made_record();
  record.sources.push_back({"exercise.cu",
                            "  while (*(volatile int*)&locks[slot] != 0) {}\n  locks[slot] = 1;\n"
                            "  *best = mine;\n  locks[slot] = 0;\n  sum = tile[t + 1];\n}\n"});
  for (const auto& [id, line] : {std::pair("broken-lock", 1U), std::pair("missing-barrier", 3U),
                                 std::pair("missing-barrier", 5U)}) {
    auto& finding = record.findings.emplace_back();
    finding.id = id;
    finding.where = record::SourceLine{"exercise.cu", line};
  }
  apply_rules(record);
  ASSERT_EQ(record.findings.size(), 2U);
  EXPECT_EQ(record.findings[0].id, "broken-lock");
  EXPECT_EQ(record.findings[1].where->line, 5U);
}

TEST(BrokenLock, OneLockIsNamedOnce) {
  auto record = made_record();
  record.sources.push_back(
      {"exercise.cu", kWaits + "\n  a = 1;\n  b = 1;\n" + kGivesBack + "\n}\n"});
  for (const std::uint32_t line : {2U, 3U}) {
    auto& finding = record.findings.emplace_back();
    finding.id = "conflicting-writes";
    finding.where = record::SourceLine{"exercise.cu", line};
  }
  apply_rules(record);
  EXPECT_EQ(record.findings.size(), 1U);
}

TEST(Order, AnUpdateThatIsNotAtomicComesBeforeRacesBesideIt) {
  auto record = made_record();
  for (const auto& [id, line] :
       {std::pair{"missing-syncwarp", 9U}, {"missing-syncwarp", 20U}, {"non-atomic-update", 10U}}) {
    auto& finding = record.findings.emplace_back();
    finding.id = id;
    finding.where = record::SourceLine{"exercise.cu", line};
  }
  apply_rules(record);
  ASSERT_EQ(record.findings.size(), 3U);
  EXPECT_EQ(record.findings[0].where->line, 20U);
  EXPECT_EQ(record.findings[1].where->line, 10U);
  EXPECT_EQ(record.findings[2].where->line, 9U);
}

TEST(Order, AMissingBarrierComesBeforeTheSameLinesMissingSyncwarp) {
  auto record = made_record();
  for (const auto* id : {"missing-syncwarp", "missing-barrier"}) {
    auto& finding = record.findings.emplace_back();
    finding.id = id;
    finding.where = record::SourceLine{"exercise.cu", 9};
  }
  apply_rules(record);
  EXPECT_EQ(record.findings[0].id, "missing-barrier");
}

}  // namespace
}  // namespace warpscope::runner::test
