// docs/reference/findings.md: its lessons are slides that exist, and it knows every id that a lab
// names.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "record/names.h"
#include "runner/findings/catalogue.h"
#include "tests/slides/slide_source.h"

namespace warpscope::slides {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPSCOPE_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// First groups of all matches, in order.
std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
       ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

/// Ids in the first cell of the table rows of docs/reference/findings.md.
std::vector<std::string> documented_ids() {
  std::vector<std::string> ids;
  for (const auto& cell :
       all_matches(text_of(kRoot / "docs/reference/findings.md"), "\n\\| (`[^|]*) \\|")) {
    const auto names = all_matches(cell, "`([a-z0-9-]+)`");
    ids.insert(ids.end(), names.begin(), names.end());
  }
  return ids;
}

TEST(FindingsPage, ListsEachIdOnce) {
  auto ids = documented_ids();
  EXPECT_GT(ids.size(), 20U);
  std::ranges::sort(ids);
  const auto twice = std::ranges::adjacent_find(ids);
  EXPECT_TRUE(twice == ids.end()) << *twice;
}

TEST(FindingsPage, AgreesWithTheRunnersCatalogue) {
  const std::string page = text_of(kRoot / "docs/reference/findings.md");
  for (const auto& description : runner::finding_descriptions()) {
    const std::string id(description.id);
    const auto row = all_matches(page, "\n(\\| `" + id + "` \\|[^\n]*)");
    ASSERT_EQ(row.size(), 1U) << id;
    EXPECT_TRUE(row[0].starts_with("| `" + id + "` | " +
                                   std::string(record::name(description.severity)) + " |"))
        << row[0];
    if (description.lesson.empty()) continue;
    EXPECT_TRUE(row[0].ends_with("`" + std::string(description.lesson) + "` |")) << row[0];
  }
}

TEST(FindingsPage, ListsNoIdThatALabCannotName) {
  const auto known = runner::finding_ids();
  for (const auto& id : documented_ids()) {
    EXPECT_TRUE(std::ranges::find(known, id) != known.end()) << id;
  }
}

TEST(FindingsPage, LinksToSlidesThatExist) {
  const auto lessons =
      all_matches(text_of(kRoot / "docs/reference/findings.md"), "`([a-z0-9-]+#[a-z0-9-]+)`");
  EXPECT_FALSE(lessons.empty());
  for (const auto& lesson : lessons) {
    const auto hash = lesson.find('#');
    const auto deck = read_deck(kRoot / "slides" / (lesson.substr(0, hash) + ".md"));
    const bool exists = std::ranges::any_of(
        deck, [&](const Slide& slide) { return slide.anchor == lesson.substr(hash + 1); });
    EXPECT_TRUE(exists) << lesson;
  }
}

// A slide, or a paragraph of docs/reference/lessons.md under the finding's own name.
TEST(FindingsPage, HasALessonForEachId) {
  const std::string page = text_of(kRoot / "docs/reference/findings.md");
  const std::string lessons = text_of(kRoot / "docs/reference/lessons.md");
  for (const auto& row : all_matches(page, "\n(\\| `[a-z0-9-]+`[^\n]*)")) {
    const auto cell = row.substr(row.rfind('|', row.size() - 2));
    if (!all_matches(cell, "`([a-z0-9-]+#[a-z0-9-]+)`").empty()) continue;
    const auto named = all_matches(cell, "lessons\\.md#([a-z0-9-]+)");
    EXPECT_FALSE(named.empty()) << row;
    for (const auto& id : named) {
      EXPECT_NE(lessons.find("### " + id + "\n\n"), std::string::npos) << id;
      EXPECT_NE(row.find("`" + id + "`"), std::string::npos) << row;
    }
  }
}

TEST(FindingsPage, KnowsEveryIdThatALabNames) {
  const auto ids = documented_ids();
  const std::set<std::string> documented(ids.begin(), ids.end());
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "labs")) {
    std::vector<std::string> named;
    if (entry.path().extension() == ".cu" || entry.path().extension() == ".diff") {
      named = all_matches(text_of(entry.path()), "(?:^|\n)(?:// )?finding: ([a-z0-9-]+)");
    } else if (entry.path().filename() == "lab.toml") {
      const auto lists = all_matches(text_of(entry.path()), "findings = \\[([^\\]]*)\\]");
      for (const auto& list : lists) {
        const auto quoted = all_matches(list, "\"([^\"]+)\"");
        named.insert(named.end(), quoted.begin(), quoted.end());
      }
    }
    for (const auto& id : named) {
      EXPECT_TRUE(documented.contains(id)) << id << " in " << entry.path();
      ++count;
    }
  }
  EXPECT_GT(count, 30U);
}

}  // namespace
}  // namespace warpscope::slides
