// Buffers in shared memory that copies fill, and not the threads that read them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/findings/call_arguments.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

using Lines = std::vector<std::string_view>;

/// A copy by an object of CudaDMA: who makes it, and where it goes.
struct Fill {
  std::string object, target;
  std::size_t line = 0;
};

constexpr std::string_view kExecute = ".execute_dma";

std::optional<Fill> fill_on(const Lines& lines, std::size_t at) {
  const auto text = lines[at];
  const auto call = text.find(kExecute);
  const auto open = call == std::string_view::npos ? call : text.find('(', call);
  if (open == std::string_view::npos) return std::nullopt;
  const auto arguments = arguments_behind(text, open);
  auto begin = call;
  while (begin > 0 && is_identifier(text[begin - 1])) --begin;
  if (arguments.size() != 2 || begin == call) return std::nullopt;
  return Fill{std::string(text.substr(begin, call - begin)), without_spaces(arguments[1]), at};
}

/// Two objects of one function that fill the same buffer.
std::optional<std::pair<Fill, Fill>> same_target(const Lines& lines, std::size_t first,
                                                 std::size_t end) {
  std::vector<Fill> fills;
  for (std::size_t at = first; at < end; ++at) {
    const auto fill = fill_on(lines, at);
    if (!fill) continue;
    for (const auto& other : fills)
      if (other.target == fill->target && other.object != fill->object)
        return std::pair(other, *fill);
    fills.push_back(*fill);
  }
  return std::nullopt;
}

/// The first line that asks for a copy into shared memory.
std::optional<std::size_t> first_copy(const Lines& lines, std::size_t first, std::size_t end) {
  constexpr std::array<std::string_view, 6> kCopies{kExecute,        "dma::Tile",
                                                    "memcpy_async",  "cp.async.bulk",
                                                    "cp_async_bulk", "__pipeline_memcpy_async"};
  for (std::size_t at = first; at < end; ++at) {
    for (const auto word : kCopies)
      if (lines[at].find(word) != std::string_view::npos) return at;
  }
  return std::nullopt;
}

/// Gives the sentence of two objects, where that is what is wrong.
std::string explain(const record::RunRecord& record, record::Finding& finding) {
  const bool is_race = finding.id == "missing-barrier" || finding.id == "missing-trailing-barrier";
  const bool is_unset = finding.id == "uninitialised-shared";
  if (!is_race && !is_unset) return {};
  const auto found = line_in_source(record, finding);
  if (!found) return {};
  // A function that the kernel calls reads what the kernel's copies fill.
  const auto [first, behind] =
      kernel_lines(record, finding, *found).value_or(function_of(found->lines, found->at));
  const auto end = std::min(behind, found->lines.size());
  if (const auto same = same_target(found->lines, first, end)) {
    auto words = fmt::format(" {} in line {} and {} in line {} fill the same buffer, {}.",
                             same->first.object, same->first.line + 1, same->second.object,
                             same->second.line + 1, same->first.target);
    finding.cause += words;
    finding.hint =
        "Is each of the two objects meant for a buffer of its own? The waits of one say nothing of "
        "the copies of the other.";
    return words;
  }
  const auto copy = is_unset ? first_copy(found->lines, first, end) : std::nullopt;
  if (!copy) return {};
  finding.hint = fmt::format(
      "A copy fills this buffer, in line {}: does it bring all that is read here? Count its rows, "
      "and the bytes of each, also of those around a tile that its sums need.",
      *copy + 1);
  return {};
}

}  // namespace

void explain_filled_buffers(record::RunRecord& record) {
  // A buffer that was filled twice is another one that was not filled: it is said once.
  std::map<std::string, std::string> said;  ///< by sentence: the id of the first that has it
  std::erase_if(record.findings, [&](record::Finding& finding) {
    const auto words = explain(record, finding);
    return !words.empty() && said.try_emplace(words, finding.id).first->second != finding.id;
  });
}

}  // namespace warpscope::runner
