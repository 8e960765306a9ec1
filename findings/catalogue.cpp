#include "findings/catalogue.h"

#include <algorithm>
#include <utility>

#include "base/toml_table.h"
#include "findings/findings_text.h"

namespace warpscope {
namespace {

using Severity = record::Finding::Severity;
using ToldBy = FindingDescription::ToldBy;
using About = FindingDescription::About;

constexpr std::pair<std::string_view, Severity> kSeverities[] = {
    {"error", Severity::error},
    {"warning", Severity::warning},
    {"information", Severity::information}};
constexpr std::pair<std::string_view, ToldBy> kTellers[] = {
    {"anybody", ToldBy::anybody},
    {"memory checks", ToldBy::memory_checks},
    {"client", ToldBy::client},
    {"lines", ToldBy::lines}};
constexpr std::pair<std::string_view, About> kSubjects[] = {{"answers", About::answers},
                                                            {"mistakes", About::mistakes}};

std::int32_t read_stops_with(TomlTable& row) {
  constexpr std::uint64_t kLastError = 999;  // cudaErrorUnknown
  const auto error = row.whole_or("stops_with", 0);
  if (error > kLastError) row.fail("stops_with", "must be an error's number in cudaError_t");
  return static_cast<std::int32_t>(error);
}

FindingDescription read_finding(TomlTable& row) {
  FindingDescription finding;
  finding.id = row.text("id");
  finding.title = row.text("title");
  finding.severity = row.choice("severity", kSeverities);
  finding.means = row.text("means");
  finding.recognised = row.text("recognised");
  finding.decided_by = row.text("decided_by");
  finding.lesson = row.text_or("lesson", "");
  finding.explained = row.text_or("explained", "");
  if (finding.lesson.empty() == finding.explained.empty())
    row.fail("id", "needs a lesson, or the explanation, and not both");
  finding.hint = row.text_or("hint", "");
  if (row.text_or("told_by", "anybody") != "anybody")
    finding.told_by = row.choice("told_by", kTellers);
  finding.stops_with = read_stops_with(row);
  if (!row.text_or("about", "").empty()) {
    finding.about = row.choice("about", kSubjects);
    if (finding.about == About::mistakes && finding.severity != Severity::warning)
      row.fail("about", "can be mistakes for a warning only: errors are mistakes");
  }
  row.for_each("wording", [&](TomlTable& wording) {
    finding.wordings.push_back(
        {wording.text("name"), wording.text_or("title", ""), wording.text_or("hint", "")});
  });
  return finding;
}

}  // namespace

std::vector<FindingDescription> read_findings(std::string_view text, std::string_view file) {
  std::vector<FindingDescription> findings;
  read_toml(text, file, [&](TomlTable& table) {
    table.for_each("finding", [&](TomlTable& row) {
      findings.push_back(read_finding(row));
      const auto earlier = std::ranges::find(findings, findings.back().id, &FindingDescription::id);
      if (earlier + 1 != findings.end()) row.fail("id", "is that of an earlier finding");
    });
  });
  return findings;
}

const std::vector<FindingDescription>& finding_descriptions() {
  static const auto findings = read_findings(kFindingsText, "findings/findings.toml");
  return findings;
}

const FindingDescription* find_finding(std::string_view id) {
  const auto& all = finding_descriptions();
  const auto found = std::ranges::find(all, id, &FindingDescription::id);
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string_view> finding_ids() {
  std::vector<std::string_view> ids;
  for (const auto& description : finding_descriptions()) ids.push_back(description.id);
  return ids;
}

bool is_of_memory_checks(std::string_view id) {
  const auto* description = find_finding(id);
  return description != nullptr && description->told_by == ToldBy::memory_checks;
}

bool is_of_answers(std::string_view id) {
  const auto* description = find_finding(id);
  return description != nullptr && description->about == About::answers;
}

bool is_mistake(const record::Finding& finding) {
  if (finding.severity == Severity::error) return !is_of_answers(finding.id);
  const auto* description = find_finding(finding.id);
  return finding.severity == Severity::warning && description != nullptr &&
         description->about == About::mistakes;
}

record::Finding make_finding(std::string_view id, std::string_view wording) {
  record::Finding finding;
  finding.id = id;
  finding.title = id;
  const auto* description = find_finding(id);
  if (description == nullptr) return finding;
  finding.title = description->title;
  finding.severity = description->severity;
  finding.hint = description->hint;
  finding.lesson = description->lesson;
  const auto words = std::ranges::find(description->wordings, wording, &FindingWording::name);
  if (words == description->wordings.end()) return finding;
  if (!words->title.empty()) finding.title = words->title;
  if (!words->hint.empty()) finding.hint = words->hint;
  return finding;
}

void give_words(record::Finding& finding, std::string_view id, std::string_view wording) {
  auto words = make_finding(id, wording);
  finding.id = std::move(words.id);
  finding.title = std::move(words.title);
  finding.severity = words.severity;
  finding.hint = std::move(words.hint);
  finding.lesson = std::move(words.lesson);
}

void complete(record::Finding& finding) {
  const auto* description = find_finding(finding.id);
  if (description == nullptr) return;
  if (finding.lesson.empty()) finding.lesson = description->lesson;
  if (finding.hint.empty()) finding.hint = description->hint;
}

}  // namespace warpscope
