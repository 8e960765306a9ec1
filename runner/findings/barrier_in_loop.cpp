// A barrier in a loop that threads of a block leave after different numbers of rounds.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

bool is_of_barrier(std::string_view id) {
  return id == "deadlock" || id == "early-exit-before-barrier" || id == "divergent-barrier";
}

/// The line of the loop around the barrier, where the number of the thread decides how often it
/// goes round; 0: there is none.
std::uint32_t uneven_loop(const std::vector<std::string_view>& lines, std::uint32_t line) {
  if (line == 0 || line > lines.size()) return 0;
  const std::size_t at = line - 1;
  if (lines[at].find("__syncthreads") == std::string_view::npos) return 0;
  const auto first = function_of(lines, at).first;
  const auto loop = loop_around(lines, first, at);
  if (!loop) return 0;
  const auto condition = spelled_out(lines, first, loop->line, without_spaces(loop->text));
  const bool is_uneven = condition.find("threadIdx") != std::string::npos;
  return is_uneven ? static_cast<std::uint32_t>(loop->line + 1) : 0;
}

}  // namespace

void explain_barriers_in_loops(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (!is_of_barrier(finding.id) || !finding.where) continue;
    const auto source =
        std::ranges::find(record.sources, finding.where->file, &record::SourceFile::path);
    if (source == record.sources.end()) continue;
    const auto loop = uneven_loop(lines_of(source->text), finding.where->line);
    if (loop == 0) continue;
    const auto sentence =
        fmt::format(" The loop of line {} has more rounds for some threads than for others.", loop);
    finding.cause += sentence;
    finding.hint =
        "Let all threads of the block make as many rounds, and guard the work in the loop instead: "
        "let the loop count what is the same for the block, such as the first element of a round, "
        "and put if (i < n) around the access, not around the barrier.";
  }
}

}  // namespace warpscope::runner
