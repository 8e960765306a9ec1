// JUnit's XML, as continuous integration reads it. It has no points, so they are properties.
#include <fmt/format.h>

#include <algorithm>

#include "base/html_text.h"
#include "record/json_value.h"
#include "runner/grading/class_results.h"

namespace warpscope::runner {
namespace {

/// XML 1.0 has no way to write most control characters, and no bytes that are not UTF-8.
std::string escaped(std::string_view text) {
  const auto valid = nlohmann::json::parse(record::to_text(text)).get<std::string>();
  std::string result;
  for (const char letter : escaped_html(valid)) {
    if (letter == '\n') {
      result += "&#10;";
    } else {
      result += static_cast<unsigned char>(letter) < ' ' ? '?' : letter;
    }
  }
  return result;
}

std::string test_case(const std::string& lab, const record::Check& check) {
  auto text = fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n", escaped(lab),
                          escaped(check.title));
  text += fmt::format(
      "      <properties><property name=\"points\" value=\"{:g}\"/>"
      "<property name=\"max_points\" value=\"{:g}\"/></properties>\n",
      check.points, check.max_points);
  if (!record::is_judged(check)) {
    text += fmt::format("      <skipped message=\"{}\"/>\n", escaped(check.reason));
  } else if (check.points < check.max_points) {
    text += fmt::format("      <failure message=\"{}\"/>\n", escaped(check.reason));
  }
  return text + "    </testcase>\n";
}

/// One test case in place of the checks, where nothing could be scored.
std::string not_scored(const std::string& lab, const ClassRow& row,
                       const std::optional<GradingResult>& result) {
  const auto why =
      result ? outcome_of(row) + ". " + result->record.outcome.message : reason_not_graded(row);
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"graded\"><{} message=\"{}\"/></testcase>\n",
      escaped(lab), row.is_our_fault ? "error" : "skipped", escaped(why));
}

std::string suite(const ClassResults& results, const ClassRow& row) {
  const auto result = row.summary ? results.load(row.submission) : std::nullopt;
  const auto* score = result && result->record.score ? &*result->record.score : nullptr;
  std::string cases;
  std::ptrdiff_t failures = 0;
  if (score == nullptr) {
    cases = not_scored(results.lab, row, result);
  } else {
    for (const auto& check : score->checks) cases += test_case(results.lab, check);
    failures = std::ranges::count_if(
        score->checks, [](const auto& check) { return check.points < check.max_points; });
  }
  return fmt::format(
             "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n"
             "    <properties><property name=\"outcome\" value=\"{}\"/></properties>\n",
             escaped(row.submission.name), score == nullptr ? 1 : score->checks.size(), failures,
             row.is_our_fault && score == nullptr ? 1 : 0, escaped(outcome_of(row))) +
         cases + "  </testsuite>\n";
}

}  // namespace

void write_junit_xml(const ClassResults& results, std::ostream& to) {
  to << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" << escaped(results.lab)
     << "\">\n";
  for (const auto& row : results.rows) to << suite(results, row);
  to << "</testsuites>\n";
}

}  // namespace warpscope::runner
