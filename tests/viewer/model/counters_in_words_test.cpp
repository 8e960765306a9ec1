// Counters in words, and the numbers of cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "record/derived.h"
#include "record/metrics.h"
#include "runner/metrics/case_columns.h"
#include "tests/viewer/support/sample_records.h"
#include "viewer/model/case_table.h"
#include "viewer/model/counter_rows.h"
#include "viewer/model/missing.h"

namespace warpscope::viewer::test {
namespace {

std::string value_of(const std::vector<CounterRow>& rows, std::string_view words) {
  const auto found = std::ranges::find(rows, words, &CounterRow::words);
  return found == rows.end() ? "(none)" : found->value;
}

TEST(CounterRows, SayTheFewThatMatterInWords) {
  const auto record = student_record();
  const auto rows = main_rows(record.launches[5].counters);
  EXPECT_LE(rows.size(), 8U);
  EXPECT_EQ(value_of(rows, "load requests"), "4,096");
  EXPECT_EQ(value_of(rows, "sectors per load request"), "32 (4 would do)");
  EXPECT_EQ(value_of(rows, "sectors per store request"), "4");
  EXPECT_EQ(value_of(rows, "lanes per instruction"), "32 of 32");
  EXPECT_EQ(value_of(rows, "bank conflicts"), "(none)") << "nothing about what did not happen";
  for (const auto& row : rows) EXPECT_EQ(row.words.find("__"), std::string::npos) << row.words;
}

TEST(CounterRows, GiveAllUnderTheirNamesWhenAsked) {
  const auto rows = all_rows(student_record().launches[0].counters);
  const auto has = [&](std::string_view name) {
    return std::ranges::find(rows, name, &CounterRow::metric) != rows.end();
  };
  EXPECT_TRUE(has(record::metric::kLoadSectors));
  EXPECT_TRUE(has(record::derived::kSectorsPerLoadRequest));
  EXPECT_GT(rows.size(), main_rows(student_record().launches[0].counters).size());
}

TEST(CounterRows, CountLoadRequestsPerWarp) {
  auto launch = student_record().launches[0];
  EXPECT_EQ(load_requests_per_warp(launch), "1 per warp");
  launch.counters.find(record::metric::kLoadRequests)->second *= 7;
  EXPECT_EQ(load_requests_per_warp(launch), "7 per warp");
  launch.block = {33, 1, 1};
  launch.grid = {1, 1, 1};
  launch.counters.find(record::metric::kLoadRequests)->second = 3;
  EXPECT_EQ(load_requests_per_warp(launch), "1.5 per warp") << "33 threads are two warps";
}

/// What a row has under a heading, and whether the table has that column.
std::string cell(const CaseTable& table, std::size_t row, std::string_view heading) {
  const auto columns = runner::all_case_columns();
  const auto found = std::ranges::find(columns, heading, &runner::CaseColumn::heading);
  if (found == columns.end()) return "(no such column)";
  const auto at = static_cast<std::size_t>(found - columns.begin());
  return table.is_shown[at] ? table.rows[row].cells[at] : "(not shown)";
}

TEST(CaseTableTest, HasRequestsSectorsAndTheShareOfCopies) {
  const auto record = student_record();
  const auto table = case_table(record);
  const auto& rows = table.rows;
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[5].name, "copy/stride-32");
  EXPECT_EQ(cell(table, 5, "load requests"), "4,096");
  EXPECT_EQ(cell(table, 5, "load sectors"), "131,072");
  EXPECT_EQ(cell(table, 5, "sectors/load"), "32");
  EXPECT_EQ(cell(table, 5, "sectors/store"), "4");
  EXPECT_EQ(cell(table, 5, "barriers"), "(not shown)") << "there is none in any case";
  EXPECT_NEAR(rows[5].time.copies_s, 24e-6, 1e-12);
  EXPECT_NEAR(*rows[5].time.copy_share(), 24e-6 / (24e-6 + record.launches[5].duration_s), 1e-9);
  EXPECT_NEAR(device_time(record).copies_s, 6 * 24e-6, 1e-12);
}

TEST(CaseTableTest, CountsNeitherFillsNorCopiesOnTheHost) {
  auto record = student_record();
  record.transfers[0].kind = record::Transfer::Kind::fill;
  record.transfers[1].kind = record::Transfer::Kind::host_to_host;
  record.transfers[2].case_index = 1000;
  const auto rows = case_table(record).rows;
  EXPECT_EQ(rows[0].time.copies_s, 0);
  EXPECT_NEAR(rows[1].time.copies_s, 12e-6, 1e-12);
  EXPECT_FALSE(Traffic{}.sectors_per_request().has_value());
  EXPECT_FALSE(DeviceTime{}.copy_share().has_value());
}

TEST(Missing, NamesTheReason) {
  record::RunRecord program;
  EXPECT_NE(why_no_sweeps(program).find("ran by itself"), std::string::npos);
  EXPECT_NE(why_no_source(program).find("-lineinfo"), std::string::npos);
  auto lab = student_record();
  EXPECT_EQ(why_no_sweeps(lab).find("ran by itself"), std::string::npos);
  EXPECT_NE(why_no_cases(compile_error_record()).find("compile error"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::viewer::test
