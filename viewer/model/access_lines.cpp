#include "viewer/model/access_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "presentation/markdown/lines.h"
#include "runner/findings/source_text.h"
#include "vgpu/counting/sectors.h"

namespace warpscope::viewer {
namespace {

using record::WarpRequest;

double excess_of(const WarpRequest& request) {
  const bool is_shared = request.space == WarpRequest::Space::shared;
  const std::uint32_t ideal =
      is_shared ? request.wavefronts - std::min(request.conflicts, request.wavefronts)
                : exec::ideal_sectors(static_cast<std::uint32_t>(std::popcount(request.lanes)),
                                      request.bytes);
  return static_cast<double>(request.cost()) / std::max(ideal, 1U);
}

/// How bad a request is: by its excess, among equals by what it takes.
using Badness = std::pair<double, std::uint32_t>;
Badness badness_of(const WarpRequest& request) { return {excess_of(request), request.cost()}; }

bool is_alike(const WarpRequest& one, const WarpRequest& other) {
  return one.space == other.space && one.kind == other.kind;
}

/// Of the line, the request to show beside that one; nothing where none is of its kind.
std::optional<std::size_t> request_beside(const AccessLine& line, const WarpRequest& request,
                                          bool is_worst) {
  std::optional<std::size_t> found;
  for (std::size_t k = 0; k < line.requests.size(); ++k) {
    const WarpRequest& each = line.requests[k];
    if (!is_alike(each, request)) continue;
    const bool is_same_warp = each.block == request.block && each.warp == request.warp;
    if (!is_worst && is_same_warp) return k;
    if (!found || (is_worst && badness_of(each) > badness_of(line.requests[*found]))) found = k;
  }
  return found;
}

}  // namespace

double AccessLine::excess() const { return excess_of(requests[worst]); }

std::string_view source_text(const record::RunRecord& record, const std::string& file) {
  const record::SourceFile* source = runner::source_of(record, {file, 0});
  return source == nullptr ? std::string_view() : std::string_view(source->text);
}

std::vector<AccessLine> access_lines(const record::RunRecord& record, const Selection& selection,
                                     Side side) {
  struct Best {
    Badness badness;
    std::uint32_t launch = 0;
    const record::LineCounters* line = nullptr;
    std::size_t worst = 0;
  };
  std::map<record::SourceLine, Best> best;
  for (const record::Launch& launch : record.launches) {
    if (launch.request_blocks == 0 || !selection.covers(side, record, launch)) continue;
    for (const record::LineCounters& line : launch.lines) {
      for (std::size_t k = 0; k < line.requests.size(); ++k) {
        Best& of_line = best[line.where];
        const Badness badness = badness_of(line.requests[k]);
        if (of_line.line != nullptr && badness <= of_line.badness) continue;
        of_line = {badness, launch.id, &line, k};
      }
    }
  }
  std::vector<AccessLine> lines;
  for (const auto& [where, of_line] : best)
    lines.push_back({where, std::string(markdown::trimmed(runner::line_text(record, where))),
                     of_line.launch, of_line.line->requests, of_line.worst});
  return lines;
}

std::optional<std::size_t> worst_line(const std::vector<AccessLine>& lines) {
  if (lines.empty()) return std::nullopt;
  const auto worst = std::ranges::max_element(
      lines, {}, [](const AccessLine& line) { return badness_of(line.requests[line.worst]); });
  return static_cast<std::size_t>(worst - lines.begin());
}

std::optional<std::size_t> find_line(const std::vector<AccessLine>& lines,
                                     const record::SourceLine& where) {
  const auto found = std::ranges::find(lines, where, &AccessLine::where);
  if (found == lines.end()) return std::nullopt;
  return static_cast<std::size_t>(found - lines.begin());
}

std::optional<Counterpart> counterpart(const AccessLine& line, std::size_t request,
                                       const std::vector<AccessLine>& others) {
  const WarpRequest& shown = line.requests[request];
  const bool is_worst = std::ranges::none_of(line.requests, [&](const WarpRequest& each) {
    return is_alike(each, shown) && badness_of(each) > badness_of(shown);
  });
  std::optional<Counterpart> found;
  for (std::size_t k = 0; k < others.size(); ++k) {
    const auto beside = request_beside(others[k], shown, is_worst);
    if (!beside) continue;
    if (!line.text.empty() && others[k].text == line.text) return Counterpart{k, *beside};
    const WarpRequest& other = others[k].requests[*beside];
    if (other.array != shown.array) continue;
    if (!found || badness_of(other) > badness_of(others[found->line].requests[found->request]))
      found = Counterpart{k, *beside};
  }
  return found;
}

std::optional<Beside> beside(const AccessLine& line, std::size_t request,
                             const record::RunRecord& record, const record::RunRecord& other,
                             const Selection& selection, Side other_side) {
  const auto in = [&](const Selection& part) -> std::optional<Beside> {
    std::vector<AccessLine> others = access_lines(other, part, other_side);
    const auto found = counterpart(line, request, others);
    if (!found) return std::nullopt;
    return Beside{std::move(others[found->line]), found->request};
  };
  const auto* case_name = case_name_of(record, record.launches[line.launch].case_index);
  if (case_name != nullptr) {
    Selection of_case = selection;
    of_case.case_name = *case_name;
    if (auto same = in(of_case)) return same;
  }
  return in(selection);
}

std::string launch_place(const record::RunRecord& record, std::uint32_t launch) {
  const auto* case_name = case_name_of(record, record.launches[launch].case_index);
  return fmt::format("{}{}launch {}", case_name == nullptr ? "" : *case_name,
                     case_name == nullptr ? "" : ", ", launch);
}

std::string why_no_requests(const record::RunRecord& record) {
  const bool has_any = std::ranges::any_of(
      record.launches, [](const record::Launch& launch) { return launch.request_blocks != 0; });
  if (has_any)
    return "What is chosen has no requests to global or shared memory that were kept: of each "
           "kernel the first launches of a case are watched. Escape shows all of them.";
  if (record.launches.empty()) return "No kernel was launched.";
  if (record.device.counters == record::Provenance::measured)
    return "A real GPU does not tell the addresses of its requests: only a virtual GPU does.";
  return "This record keeps no requests. Runs in this window keep them, and warpscope run, check "
         "and "
         "exec with --requests do. There are none of a launch that the memory checks leave out and "
         "that cannot be put back: a cooperative one, one whose kernel allocates or launches, or "
         "one "
         "while the host shares memory with the device.";
}

}  // namespace warpscope::viewer
