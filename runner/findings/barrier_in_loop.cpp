// A barrier in a loop that threads of a block leave after different numbers of rounds, in a branch
// inside of a loop, or beside warps of another role.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

bool is_of_barrier(std::string_view id) {
  return id == "deadlock" || id == "early-exit-before-barrier" || id == "divergent-barrier";
}

constexpr std::string_view kBarrierCall = "__syncthreads";

constexpr const char* kEvenRoundsHint =
    "Let all threads of the block make as many rounds, and guard the work in the loop instead: "
    "let the loop count what is the same for the block, such as the first element of a round, "
    "and put if (i < n) around the access, not around the barrier.";
constexpr const char* kOtherRoleHint =
    "__syncthreads() waits for every warp of the block. Do the DMA warps come to this one, as "
    "often "
    "as the compute warps? If not, let the compute warps alone wait for each other, at a named "
    "barrier that is for as many threads as they are.";

/// The line of the "if" or "else" between the loop and the barrier inside it; 0: there is none.
std::uint32_t branch_around(const std::vector<std::string_view>& lines, std::size_t loop,
                            std::size_t at) {
  const auto branches = [](std::string_view text) {
    return has_word(text, "if") || has_word(text, "else");
  };
  if (branches(lines[at].substr(0, lines[at].find(kBarrierCall))))
    return static_cast<std::uint32_t>(at + 1);
  int depth = 0;
  for (std::size_t line = at; line-- > loop + 1;) {
    const auto text = lines[line];
    for (const char c : text) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    const bool has_no_braces = line + 1 == at && depth == 0 && branches(text) &&
                               text.find_first_of("{};") == std::string_view::npos;
    if (has_no_braces || (depth > 0 && branches(text))) return static_cast<std::uint32_t>(line + 1);
    depth = std::min(depth, 0);
  }
  return 0;
}

/// The function has the calls by which compute warps take a buffer from DMA warps and give it back.
bool is_beside_dma_warps(const std::vector<std::string_view>& lines, std::size_t at) {
  const auto [first, end] = function_of(lines, at);
  const auto has = [&](std::string_view call) {
    return std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(first),
                       lines.begin() + static_cast<std::ptrdiff_t>(std::min(end, lines.size())),
                       [&](std::string_view text) { return text.find(call) != text.npos; });
  };
  return has("wait_for_dma_finish") && has("start_async_dma");
}

void explain(record::Finding& finding, const std::vector<std::string_view>& lines) {
  const auto line = finding.where->line;
  if (line == 0 || line > lines.size()) return;
  const std::size_t at = line - 1;
  if (lines[at].find(kBarrierCall) == std::string_view::npos) return;
  const auto first = function_of(lines, at).first;
  const auto loop = loop_around(lines, first, at);
  if (!loop) return;
  if (is_beside_dma_warps(lines, at)) {
    finding.hint = kOtherRoleHint;
    return;
  }
  // How many rounds there are says nothing of a barrier that not every round comes to.
  if (const auto branch = branch_around(lines, loop->line, at); branch != 0) {
    finding.hint = fmt::format(
        "Is the condition of line {} the same for all threads of the block? If not, guard the work "
        "alone and put the barrier behind it, where every thread comes to it in each round.",
        branch);
    return;
  }
  const auto condition = spelled_out(lines, first, loop->line, without_spaces(loop->text));
  if (condition.find("threadIdx") == std::string::npos) return;
  finding.cause += fmt::format(
      " The loop of line {} has more rounds for some threads than for others.", loop->line + 1);
  finding.hint = kEvenRoundsHint;
}

}  // namespace

void explain_barriers_in_loops(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (!is_of_barrier(finding.id) || !finding.where) continue;
    const auto* source = source_of(record, *finding.where);
    if (source == nullptr) continue;
    explain(finding, lines_of(source->text));
  }
}

}  // namespace warpscope::runner
