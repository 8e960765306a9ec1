// The memory checks only look: all that is counted of a lab's programs is the same without them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

/// Beside what a GPU counts, the checks count for rules of their own; those counters have names
/// like this and are missing without the checks.
constexpr std::string_view kOwn = "warpscope__";

void expect_same(const record::Counters& checked, const record::Counters& plain) {
  for (const auto& [name, value] : plain) {
    const auto found = checked.find(name);
    ASSERT_NE(found, checked.end()) << name;
    EXPECT_EQ(found->second, value) << name;
  }
  for (const auto& [name, value] : checked) {
    const bool may_be_missing = name.starts_with(kOwn) || value == 0;
    EXPECT_TRUE(may_be_missing || plain.contains(name)) << name << ' ' << value;
  }
}

void expect_same(const record::Launch& checked, const record::Launch& plain) {
  EXPECT_EQ(checked.kernel, plain.kernel);
  EXPECT_EQ(checked.case_index, plain.case_index);
  expect_same(checked.counters, plain.counters);
  // Arrays lie elsewhere, and so in other parts of L2 and rows of memory.
  EXPECT_NEAR(checked.duration_s, plain.duration_s, 0.05 * plain.duration_s);
  EXPECT_EQ(checked.dram_bytes, plain.dram_bytes);
  EXPECT_EQ(checked.read_sectors, plain.read_sectors);
  EXPECT_EQ(checked.written_sectors, plain.written_sectors);
  ASSERT_EQ(checked.lines.size(), plain.lines.size());
  for (std::size_t i = 0; i < plain.lines.size(); ++i) {
    EXPECT_EQ(checked.lines[i].where, plain.lines[i].where);
    SCOPED_TRACE("line " + std::to_string(plain.lines[i].where.line));
    expect_same(checked.lines[i].counters, plain.lines[i].counters);
  }
}

class CountersWithoutChecks : public testing::TestWithParam<LabFile> {};

TEST_P(CountersWithoutChecks, AllCountersAreTheSame) {
  const auto checked = graded(GetParam()).record;
  const auto plain = graded_without_checks(GetParam());
  ASSERT_FALSE(plain.launches.empty());
  ASSERT_EQ(checked.launches.size(), plain.launches.size());
  for (std::size_t i = 0; i < plain.launches.size(); ++i) {
    SCOPED_TRACE("launch " + std::to_string(i) + " of " + plain.launches[i].kernel);
    expect_same(checked.launches[i], plain.launches[i]);
  }
  ASSERT_EQ(checked.transfers.size(), plain.transfers.size());
  for (std::size_t i = 0; i < plain.transfers.size(); ++i) {
    EXPECT_EQ(checked.transfers[i].size_bytes, plain.transfers[i].size_bytes) << i;
    EXPECT_NEAR(checked.transfers[i].duration_s, plain.transfers[i].duration_s, 1e-12) << i;
  }
  ASSERT_EQ(checked.cases.size(), plain.cases.size());
  for (std::size_t i = 0; i < plain.cases.size(); ++i)
    EXPECT_EQ(checked.cases[i].verdict, plain.cases[i].verdict) << plain.cases[i].name;
}

std::string name_of(const testing::TestParamInfo<LabFile>& info) {
  std::string name = info.param.lab + "_" + info.param.name;
  for (char& letter : name) {
    if (letter == '-') letter = '_';
  }
  return name;
}

/// Of the labs whose gradings are repeated.
std::vector<LabFile> repeated(const std::string& name) {
  auto files = files_named(name);
  const auto labs = labs_to_repeat();
  std::erase_if(files, [&](const LabFile& file) { return !std::ranges::count(labs, file.lab); });
  return files;
}

INSTANTIATE_TEST_SUITE_P(References, CountersWithoutChecks,
                         testing::ValuesIn(repeated("reference")), name_of);
INSTANTIATE_TEST_SUITE_P(Starters, CountersWithoutChecks, testing::ValuesIn(repeated("starter")),
                         name_of);

}  // namespace
}  // namespace warpscope::labs
