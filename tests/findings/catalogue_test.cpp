#include "findings/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "base/toml_table.h"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRow = R"(
[[finding]]
id = "some-mistake"
title = "Something is wrong"
severity = "warning"
means = "it is"
recognised = "by looking"
decided_by = "runner"
hint = "Look."
)";

std::string error_of(const std::string& text) {
  try {
    read_findings(text, "table.toml");
  } catch (const TomlError& error) {
    return error.what();
  }
  return "none";
}

TEST(FindingsTable, ReadsARow) {
  const auto findings = read_findings(std::string(kRow) + R"(
lesson = "deck#slide"
told_by = "client"
stops_with = 700
  [[finding.wording]]
  name = "of a kernel"
  title = "A kernel is wrong"
)",
                                      "table.toml");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].id, "some-mistake");
  EXPECT_EQ(findings[0].severity, record::Finding::Severity::warning);
  EXPECT_EQ(findings[0].lesson, "deck#slide");
  EXPECT_EQ(findings[0].told_by, FindingDescription::ToldBy::client);
  EXPECT_EQ(findings[0].stops_with, 700);
  ASSERT_EQ(findings[0].wordings.size(), 1U);
  EXPECT_EQ(findings[0].wordings[0].title, "A kernel is wrong");
}

TEST(FindingsTable, RefusesWhatIsNoRow) {
  const std::string row = kRow;
  const std::string lesson = "lesson = \"deck#slide\"\n";
  EXPECT_EQ(error_of(row + lesson), "none");
  EXPECT_NE(error_of(row).find("needs a lesson"), std::string::npos);
  EXPECT_NE(error_of(row + lesson + "explained = \"so\"\n").find("needs a lesson"),
            std::string::npos);
  EXPECT_NE(error_of(row + lesson + "colour = \"red\"\n").find("colour"), std::string::npos);
  EXPECT_NE(error_of(row + lesson + "told_by = \"me\"\n").find("told_by"), std::string::npos);
  EXPECT_NE(error_of(row + lesson + "stops_with = 7000\n").find("cudaError_t"), std::string::npos);
  EXPECT_NE(error_of(row + lesson + row + lesson).find("earlier finding"), std::string::npos);
}

TEST(FindingsTable, GivesWords) {
  const auto finding = make_finding("double-free");
  EXPECT_EQ(finding.title, "The same memory is freed twice");
  EXPECT_EQ(finding.lesson, "know-your-gpu#host-side");
  const auto of_kernel = make_finding("double-free", "of a kernel");
  EXPECT_EQ(of_kernel.title, "A kernel frees memory twice");
  EXPECT_EQ(of_kernel.hint, "Let one thread free it, once, when nobody uses it any more.");
  // A wording that lacks something has the finding's own.
  EXPECT_EQ(make_finding("too-many-registers", "of a refused launch").title,
            make_finding("too-many-registers").title);
  EXPECT_EQ(make_finding("no-such-thing").title, "no-such-thing");
  EXPECT_TRUE(is_of_memory_checks("missing-barrier"));
  EXPECT_FALSE(is_of_memory_checks("out-of-bounds"));
  EXPECT_FALSE(is_of_memory_checks("no-such-thing"));
  EXPECT_TRUE(is_of_answers("row-col-swap"));
  EXPECT_FALSE(is_of_answers("out-of-bounds"));
}

TEST(FindingsTable, MistakesAreErrorsAndSomeWarnings) {
  for (const char* id : {"out-of-bounds", "early-exit-before-barrier", "per-element-copy"})
    EXPECT_TRUE(is_mistake(make_finding(id))) << id;
  for (const char* id : {"row-col-swap", "uncoalesced-load"})
    EXPECT_FALSE(is_mistake(make_finding(id))) << id;
  auto finding = make_finding("unmet-arrival");
  EXPECT_TRUE(is_mistake(finding));
  finding.severity = record::Finding::Severity::information;
  EXPECT_FALSE(is_mistake(finding));
}

TEST(FindingsTable, CompletesWhatAFindingLacks) {
  record::Finding finding;
  finding.id = "double-free";
  finding.hint = "Mine.";
  complete(finding);
  EXPECT_EQ(finding.hint, "Mine.");
  EXPECT_EQ(finding.lesson, "know-your-gpu#host-side");
}

// A misspelt id would be a title, and a misspelt wording not be seen.
TEST(FindingsTable, HasWhatTheCodeNames) {
  const std::regex named(
      R"re((?:make_finding\(|finding_at\(|rename\([a-z]+,\s*|explain\(|tell_at\(|tell\()\s*"([a-z0-9-]+)"(?:,\s*"([^"]+)"\))?)re");
  std::size_t count = 0;
  for (const char* folder : {"runner", "vgpu/server", "vgpu/cudart"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(WARPSCOPE_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".cpp") continue;
      std::ifstream file(entry.path());
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      for (std::sregex_iterator match(text.begin(), text.end(), named), end; match != end;
           ++match) {
        const std::string id = (*match)[1];
        const auto* finding = find_finding(id);
        ASSERT_NE(finding, nullptr) << id << " in " << entry.path();
        ++count;
        // A sentence is the cause that comes with an id.
        const std::string wording = (*match)[2];
        if (match->str().find("make_finding") == std::string::npos || wording.empty()) continue;
        EXPECT_TRUE(std::ranges::any_of(finding->wordings,
                                        [&](const auto& each) { return each.name == wording; }))
            << id << ", " << wording << " in " << entry.path();
      }
    }
  }
  EXPECT_GT(count, 40U);
}

}  // namespace
}  // namespace warpscope
