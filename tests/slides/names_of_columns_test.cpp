// A number of a case has one name: that of runner/metrics/case_columns.h. The students' page lists
// them, and a handout or a deck that says "column *NAME*" names one of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "runner/metrics/case_columns.h"
#include "runner/metrics/case_metrics.h"

namespace warpscope::slides {
namespace {

namespace fs = std::filesystem;

std::string page(const fs::path& path) {
  std::ifstream file(fs::path(WARPSCOPE_SOURCE_DIR) / path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> names_of_columns() {
  std::set<std::string> names;
  for (const auto& column : runner::all_case_columns()) names.emplace(column.heading);
  return names;
}

/// "column *lanes*", "columns *turns*, *conflicts* and *barriers*": what stands between the stars.
std::vector<std::string> promised_columns(const std::string& text) {
  const std::regex list(R"(\bcolumns?\s((?:(?:,\s|\sand\s)?\*[^*\n]+\*)+))");
  const std::regex name(R"(\*([^*\n]+)\*)");
  std::vector<std::string> names;
  for (std::sregex_iterator found(text.begin(), text.end(), list), end; found != end; ++found) {
    const std::string words = (*found)[1];
    for (std::sregex_iterator it(words.begin(), words.end(), name); it != end; ++it)
      names.push_back((*it)[1]);
  }
  return names;
}

TEST(NamesOfColumns, AreDifferentAndOfKnownMetrics) {
  EXPECT_EQ(names_of_columns().size(), runner::all_case_columns().size());
  const auto metrics = runner::case_metric_names();
  for (const auto& column : runner::all_case_columns()) {
    if (column.kind == runner::CaseColumn::Kind::time_s) continue;
    EXPECT_NE(std::ranges::find(metrics, column.metric), metrics.end()) << column.heading;
  }
}

// Curves, checks and predictions say a metric's name, tables their heading, which has less room.
TEST(NamesOfColumns, AreTheMetricsOwnOrShorter) {
  const std::map<std::string_view, std::string_view> shorter{
      {"sectors/load", "sectors per load request"},
      {"sectors/store", "sectors per store request"},
      {"lanes", "lanes per instruction"},
      {"conflicts", "bank conflicts"},
      {"first to last, \u00b5s", "first to last operation"},
      {"at once", "operations at once"},
  };
  for (const auto& column : runner::all_case_columns()) {
    if (column.kind == runner::CaseColumn::Kind::time_s) continue;
    const auto known = shorter.find(column.heading);
    EXPECT_EQ(runner::case_metric_short_name(column.metric),
              known == shorter.end() ? column.heading : known->second);
  }
}

TEST(NamesOfColumns, AreThoseOfTheStudentsPage) {
  std::istringstream text(page("docs/students/viewer.md"));
  std::set<std::string> listed;
  bool is_in_table = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("## ")) is_in_table = line == "## The columns of the table of cases";
    if (!is_in_table || !line.starts_with("| **")) continue;
    listed.insert(line.substr(4, line.find("**", 4) - 4));
  }
  EXPECT_EQ(listed, names_of_columns());
}

TEST(NamesOfColumns, AreThoseThatHandoutsAndDecksPromise) {
  EXPECT_EQ(promised_columns("Look at columns *a*, *b c* and *d*, or column *e*; a column of *f*."),
            (std::vector<std::string>{"a", "b c", "d", "e"}));
  const auto known = names_of_columns();
  const fs::path root = WARPSCOPE_SOURCE_DIR;
  std::vector<fs::path> texts;
  for (const auto& entry : fs::directory_iterator(root / "labs"))
    texts.push_back("labs" / entry.path().filename() / "handout.md");
  for (const auto& entry : fs::directory_iterator(root / "slides"))
    texts.push_back("slides" / entry.path().filename());
  std::size_t count = 0;
  for (const auto& text : texts) {
    if (!fs::is_regular_file(root / text)) continue;
    for (const auto& name : promised_columns(page(text))) {
      EXPECT_TRUE(known.contains(name)) << text << ": *" << name << "*";
      ++count;
    }
  }
  EXPECT_GE(count, 10U);
}

}  // namespace
}  // namespace warpscope::slides
