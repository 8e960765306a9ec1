// Matrices with a part that nobody wrote, and grids that are large enough for them.
#include <gtest/gtest.h>

#include <string>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using record::Dim3;
using record::RunRecord;
using test::find;
using Verdict = record::Case::Verdict;

struct Picture {
  double columns, rows;
  Dim3 grid, block;
};

void add_picture(RunRecord& record, const Picture& picture, Verdict verdict) {
  const auto index = static_cast<std::uint32_t>(record.cases.size());
  auto& set = record.cases.emplace_back();
  set.name = "transpose/" + std::to_string(index);
  set.task = "transpose";
  set.verdict = verdict;
  set.parameters = {{"columns", picture.columns}, {"rows", picture.rows}};
  auto& launch = test::add_launch(record);
  launch.case_index = index;
  launch.grid = picture.grid;
  launch.block = picture.block;
}

/// What becomes of the judge's "grid-too-small" of the last picture. The last `wrong` pictures have
/// a wrong answer, those before them are right.
record::Finding refined(const std::vector<Picture>& pictures, std::size_t wrong = 1) {
  auto record = test::made_record();
  record.cases.clear();
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    add_picture(record, pictures[i],
                i + wrong < pictures.size() ? Verdict::correct : Verdict::wrong);
  }
  record.findings = {make_finding("grid-too-small")};
  record.findings[0].case_index = static_cast<std::uint32_t>(record.cases.size() - 1);
  apply_rules(record);
  EXPECT_FALSE(record.findings.empty());
  return record.findings.front();
}

TEST(CoveredGrid, ThreadsForEveryElementAreNoSmallGrid) {
  const auto finding = refined({{100, 40, {4, 5, 1}, {32, 8, 1}}});
  EXPECT_EQ(finding.id, "row-col-swap");
  EXPECT_FALSE(finding.where.has_value());
  EXPECT_NE(finding.cause.find("which are enough"), std::string::npos) << finding.cause;
}

TEST(CoveredGrid, SidesThatAreExchangedAtEverySizeAreNamed) {
  const Picture square{40, 40, {2, 2, 1}, {32, 32, 1}};
  const Picture wide{200, 40, {2, 7, 1}, {32, 32, 1}};
  const Picture high{40, 200, {7, 2, 1}, {32, 32, 1}};
  const auto finding = refined({square, wide, high}, 2);
  EXPECT_EQ(finding.id, "row-col-swap");
  EXPECT_NE(finding.title.find("exchanged"), std::string::npos) << finding.title;
  EXPECT_EQ(refined({square, wide}).id, "grid-too-small") << "one size may be so by chance";
  const Picture arguments{200, 40, {5, 7, 1}, {32, 8, 1}};
  EXPECT_EQ(refined({arguments, {100, 300, {38, 4, 1}, {32, 8, 1}}}, 2).id, "row-col-swap");
  // 32 rows and 33 columns: rounded down along x, one block too many along y.
  const Picture by_chance{33, 32, {1, 5, 1}, {32, 8, 1}};
  const Picture like_it{65, 64, {2, 9, 1}, {32, 8, 1}};
  EXPECT_EQ(refined({by_chance, like_it, {100, 40, {3, 6, 1}, {32, 8, 1}}}, 3).id,
            "grid-too-small");
}

// A warp for each row, and blocks for as many threads as there are elements: rows are missing.
TEST(CoveredGrid, ThreadsInARowExchangeNothing) {
  const Picture narrow{19, 31, {3, 1, 1}, {256, 1, 1}};
  const Picture high{19, 1025, {77, 1, 1}, {256, 1, 1}};
  EXPECT_EQ(refined({narrow, high}, 2).id, "grid-too-small");
}

TEST(CoveredGrid, TooFewBlocksStayTooFew) {
  EXPECT_EQ(refined({{100, 40, {3, 5, 1}, {32, 8, 1}}}).id, "grid-too-small");
  EXPECT_EQ(refined({{100, 40, {4, 1, 1}, {32, 8, 1}}}).id, "grid-too-small");
  EXPECT_EQ(refined({{40, 40, {1, 1, 1}, {32, 8, 1}}}).id, "grid-too-small");
}

// Blocks of 32 x 8 threads take tiles of 32 x 32: a right case shows it.
TEST(CoveredGrid, ATileMayHaveMoreRowsThanItsBlock) {
  const Picture tile{32, 32, {1, 1, 1}, {32, 8, 1}};
  const Picture covered{32, 96, {1, 3, 1}, {32, 8, 1}};
  EXPECT_EQ(refined({tile, covered}).id, "row-col-swap");
  EXPECT_EQ(refined({covered}).id, "grid-too-small");
  EXPECT_EQ(refined({tile, {32, 96, {1, 2, 1}, {32, 8, 1}}}).id, "grid-too-small");
}

}  // namespace
}  // namespace warpscope::runner
