// Loops behind "#pragma omp parallel" that every thread of the team does.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

using Lines = std::vector<std::string_view>;

bool is_plain_parallel(std::string_view line) {
  constexpr std::array<std::string_view, 7> kShares{"for",  "sections", "loop",  "single",
                                                    "task", "master",   "masked"};
  const auto text = without_spaces(line);
  return text.starts_with("#pragmaompparallel") &&
         std::ranges::none_of(kShares, [&](auto word) { return has_word(line, word); });
}

/// Whether the loop of line `at` asks who does it, or shares itself out further inside.
bool looks_at_team(const Lines& lines, std::size_t at) {
  int depth = 0;
  for (std::size_t k = at; k < lines.size(); ++k) {
    if (lines[k].find("omp") != std::string_view::npos) return true;
    for (const char c : lines[k]) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    const auto last = lines[k].find_last_not_of(' ');
    const bool ends =
        last != std::string_view::npos && (lines[k][last] == ';' || lines[k][last] == '}');
    if (depth <= 0 && ends) return false;
  }
  return false;
}

}  // namespace

void find_unshared_loops(record::RunRecord& record) {
  for (const auto& source : record.sources) {
    const auto lines = lines_of(source.text);
    for (std::size_t at = 0; at + 1 < lines.size(); ++at) {
      if (!is_plain_parallel(lines[at])) continue;
      std::size_t next = at + 1;
      while (next < lines.size() && without_spaces(lines[next]).empty()) ++next;
      if (next == lines.size() || !without_spaces(lines[next]).starts_with("for(")) continue;
      if (looks_at_team(lines, next)) continue;
      auto finding = make_finding("parallel-without-for");
      finding.where = record::SourceLine{source.path, static_cast<std::uint32_t>(at + 1)};
      finding.cause = "Each thread of the team makes all rounds of the loop behind it.";
      record.findings.push_back(std::move(finding));
    }
  }
}

}  // namespace warpscope::runner
