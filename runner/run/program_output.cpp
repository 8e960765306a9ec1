#include "runner/run/program_output.h"

#include <algorithm>

namespace warpscope::runner {

std::string without_findings(std::string_view output, std::span<const record::Finding> findings) {
  std::string kept;
  while (!output.empty()) {
    const auto end = output.find('\n');
    const auto line = output.substr(0, end == std::string_view::npos ? end : end + 1);
    output.remove_prefix(line.size());
    const bool is_told = std::ranges::any_of(findings, [&](const record::Finding& finding) {
      return line.starts_with("warpscope: " + finding.id + " in ");
    });
    if (!is_told) kept += line;
  }
  return kept;
}

}  // namespace warpscope::runner
