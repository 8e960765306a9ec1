// The table of findings: its lessons are slides that exist, and it knows every id that a lab names.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "findings/catalogue.h"
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

TEST(Findings, HaveLessonsThatExist) {
  std::size_t count = 0;
  for (const auto& finding : finding_descriptions()) {
    if (finding.lesson.empty()) continue;
    const auto hash = finding.lesson.find('#');
    ASSERT_NE(hash, std::string::npos) << finding.id;
    const auto deck = read_deck(kRoot / "slides" / (finding.lesson.substr(0, hash) + ".md"));
    EXPECT_TRUE(std::ranges::any_of(
        deck, [&](const Slide& slide) { return slide.anchor == finding.lesson.substr(hash + 1); }))
        << finding.id << ": " << finding.lesson;
    ++count;
  }
  EXPECT_GT(count, 50U);
}

TEST(Findings, KnowEveryIdThatALabNames) {
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
      EXPECT_NE(find_finding(id), nullptr) << id << " in " << entry.path();
      ++count;
    }
  }
  EXPECT_GT(count, 30U);
}

}  // namespace
}  // namespace warpscope::slides
