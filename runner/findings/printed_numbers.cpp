// Crashes in a printf that takes a number for text.
#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// The statement on line `at`, up to its semicolon, prints text by "%s".
bool prints_text(const std::vector<std::string_view>& lines, std::size_t at) {
  constexpr std::size_t kMostLines = 8;
  std::string statement;
  for (std::size_t line = at; line < lines.size() && line < at + kMostLines; ++line) {
    statement += lines[line];
    if (statement.find(';') != std::string::npos) break;
  }
  return statement.find("printf(") != std::string::npos &&
         statement.find("%s") != std::string::npos;
}

}  // namespace

void explain_printed_numbers(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id != "host-crash") continue;
    const auto found = line_in_source(record, finding);
    if (found && prints_text(found->lines, found->at)) give_words(finding, finding.id, "of printf");
  }
}

}  // namespace warpscope::runner
