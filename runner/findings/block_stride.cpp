// Loops over all elements that go on by the threads of one block although the grid has several:
// each block then does the elements of the blocks behind it again.
//
// Read from the source: `i` begins at blockIdx.x * blockDim.x + threadIdx.x, is compared with
// something that has no number of a block in it, and goes on by blockDim.x. That it goes round more
// than once is counted.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "findings/catalogue.h"
#include "record/metrics.h"
#include "runner/findings/declarations.h"
#include "runner/findings/index_text.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Of each warp on average: one test in front of the loop, one behind its only round, and room for
/// a block at the end.
constexpr double kBranchesOfOneRound = 2.2;
/// A loop of lines that are indices of a source's lines.
struct ShortStride {
  char axis = 'x';
  std::string variable;
  std::size_t loop = 0;  ///< the line with the comparison
  std::size_t end = 0;   ///< behind the function's last line
};

/// The axis of "blockIdx.x*blockDim.x+threadIdx.x" in any order.
std::optional<char> axis_of_number(const std::string& text) {
  for (const char axis : {'x', 'y', 'z'}) {
    const auto block = fmt::format("blockIdx.{0}*blockDim.{0}", axis);
    const auto exchanged = fmt::format("blockDim.{0}*blockIdx.{0}", axis);
    const auto thread = fmt::format("threadIdx.{}", axis);
    for (const auto& part : {block, exchanged})
      if (text == part + "+" + thread || text == thread + "+" + part) return axis;
  }
  return std::nullopt;
}

/// "i" and what is added, of "i += blockDim.x" or "i = i + blockDim.x".
struct Step {
  std::string variable, added;
};

std::vector<Step> steps_in(std::string_view line) {
  std::vector<Step> steps;
  for (auto at = line.find("+="); at != line.npos; at = line.find("+=", at + 2)) {
    auto end = at;
    while (end > 0 && line[end - 1] == ' ') --end;
    auto begin = end;
    while (begin > 0 && is_identifier(line[begin - 1])) --begin;
    if (begin == end || (begin > 0 && (line[begin - 1] == '.' || line[begin - 1] == '>'))) continue;
    auto last = at + 2;
    int depth = 0;
    for (; last < line.size(); ++last) {
      const char c = line[last];
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth < 0 || c == ';' || (depth == 0 && c == ',')) break;
    }
    steps.push_back({std::string(line.substr(begin, end - begin)),
                     std::string(line.substr(at + 2, last - at - 2))});
  }
  return steps;
}

/// The loops of a source that step so.
std::vector<ShortStride> short_strides(const std::vector<std::string_view>& lines) {
  std::vector<ShortStride> found;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    for (const Step& step : steps_in(lines[at])) {
      const auto [first, end] = function_of(lines, at);
      const auto added = spelled_out(lines, first, at, plain(step.added));
      const bool is_block = added == "blockDim.x" || added == "blockDim.y" || added == "blockDim.z";
      if (!is_block) continue;
      const auto condition = condition_of(lines, first, at, step.variable);
      const auto begin =
          condition ? value_before(lines, first, condition->line, step.variable) : std::nullopt;
      if (!begin) continue;
      const auto axis = axis_of_number(spelled_out(lines, first, condition->line, plain(*begin)));
      if (!axis || added.back() != *axis) continue;
      // The loop's own variable is spelled out by where it begins.
      std::string bound = condition->text;
      for (auto name = bound.find(step.variable); name != std::string::npos;
           name = bound.find(step.variable, name))
        bound.erase(name, step.variable.size());
      bound = spelled_out(lines, first, condition->line, without_spaces(bound));
      const bool is_of_block = bound.find("blockIdx") != std::string::npos ||
                               bound.find("threadIdx") != std::string::npos;
      // Somebody else changes it as well.
      std::size_t changes = 0;
      for (std::size_t line = condition->line; line < std::min(end + 1, lines.size()); ++line)
        for (const Step& other : steps_in(lines[line]))
          changes += other.variable == step.variable ? 1 : 0;
      if (!is_of_block && changes == 1)
        found.push_back({*axis, step.variable, condition->line, end});
    }
  }
  return found;
}

std::uint32_t along(const record::Dim3& size, char axis) {
  return axis == 'x' ? size.x : axis == 'y' ? size.y : size.z;
}

/// The first launch of several blocks whose warps go round more than once.
const record::Launch* launch_that_repeats(const record::RunRecord& record,
                                          const record::SourceLine& loop, char axis) {
  for (const auto& launch : record.launches) {
    if (along(launch.grid, axis) < 2) continue;
    for (const auto& line : launch.lines) {
      if (line.where == loop &&
          line_counter(line, kBranches) > kBranchesOfOneRound * warps_of(launch))
        return &launch;
    }
  }
  return nullptr;
}

/// Blocks that do the same elements at the same time.
bool is_race_of_blocks(std::string_view id) {
  constexpr std::array<std::string_view, 4> kRaces{"non-atomic-update", "race-between-blocks",
                                                   "conflicting-writes", "lost-updates"};
  return std::ranges::find(kRaces, id) != kRaces.end();
}

}  // namespace

void find_short_strides(record::RunRecord& record) {
  std::vector<record::Finding> found;
  for (const auto& source : record.sources) {
    if (source.text.find("blockDim") == std::string::npos) continue;
    const auto lines = lines_of(source.text);
    for (const ShortStride& stride : short_strides(lines)) {
      const record::SourceLine loop{source.path, static_cast<std::uint32_t>(stride.loop + 1)};
      const auto* launch = launch_that_repeats(record, loop, stride.axis);
      if (launch == nullptr) continue;
      auto finding = make_finding("stride-of-one-block");
      finding.where = loop;
      finding.launch = launch->id;
      finding.case_index = launch->case_index;
      finding.cause = fmt::format(
          "{0} begins at the thread's number in the grid, and goes on by the {1} threads of one "
          "block, but launch {2} has {3} blocks: each does again what the blocks behind it do.",
          stride.variable, along(launch->block, stride.axis), launch->id,
          along(launch->grid, stride.axis));
      const auto is_of_loop = [&](const record::Finding& other) {
        return is_race_of_blocks(other.id) && other.where && other.where->file == loop.file &&
               other.where->line >= loop.line && other.where->line <= stride.end;
      };
      const auto race = std::ranges::find_if(record.findings, is_of_loop);
      if (race != record.findings.end()) {
        finding.severity = race->severity;
        finding.case_index = race->case_index;
        finding.other = race->where;
        finding.lanes = race->lanes;
        const auto sentence =
            fmt::format(" Blocks meet at the same elements in line {}.", race->where->line);
        finding.cause += sentence;
        std::erase_if(record.findings, is_of_loop);
      }
      const auto is_stopped = [&](const record::Finding& other) {
        return other.id == "instruction-budget" && other.where && other.where->file == loop.file &&
               other.where->line >= loop.line && other.where->line <= stride.end;
      };
      const auto stopped = std::ranges::find_if(record.findings, is_stopped);
      if (stopped != record.findings.end()) {
        finding.severity = stopped->severity;
        finding.case_index = stopped->case_index;
        finding.cause += " That takes so long that the launch was stopped.";
        std::erase_if(record.findings, is_stopped);
      }
      found.push_back(std::move(finding));
    }
  }
  record.findings.insert(record.findings.end(), found.begin(), found.end());
}

}  // namespace warpscope::runner
