#include "runner/findings/unwritten_rest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// A launch on which a warp's lanes begin on a line of 128 bytes.
constexpr std::uint64_t kLineBytes = 128;
/// A thread of a kernel without groups stores one element, 8 bytes at most.
constexpr double kMostBytesOfOneElement = 8;
/// So many different sizes with the same rest are no accident of the block size.
constexpr std::size_t kSizesThatShowAConstant = 3;

std::uint64_t threads_of(const record::Launch& launch) {
  const auto count = [](const record::Dim3& of) { return std::uint64_t{of.x} * of.y * of.z; };
  return count(launch.grid) * count(launch.block);
}

/// The case's launch; null when it has none or several, of which nobody knows the one that matters.
const record::Launch* only_launch(const record::RunRecord& record, std::uint32_t case_index) {
  const record::Launch* only = nullptr;
  for (const auto& launch : record.launches) {
    if (launch.case_index != case_index) continue;
    if (only != nullptr) return nullptr;
    only = &launch;
  }
  return only;
}

std::uint64_t stored_bytes(const record::Launch& launch) {
  const auto found = launch.counters.find(record::metric::kStoreBytes);
  return found == launch.counters.end() ? 0 : found->second;
}

constexpr std::uint64_t kSectorBytes = 32;

std::uint64_t written_bytes(const RestOfCase& of) {
  return of.rest.written * of.rest.element_bytes;
}

/// Whether the threads stored more than the output shows.
bool has_more_stored(const record::RunRecord& record, const RestOfCase& of) {
  return record::case_counter(record, of.case_index, record::metric::kStoreBytes) >
         written_bytes(of);
}

/// Whether there are as many written elements as blocks: then the index has the number of the
/// block, and not that of the warp or the thread.
bool is_one_for_each_block(const record::RunRecord& record, const RestOfCase& of) {
  const auto* launch = only_launch(record, of.case_index);
  if (launch == nullptr) return false;
  const auto count = [](const record::Dim3& of) { return std::uint64_t{of.x} * of.y * of.z; };
  return count(launch->grid) > 1 && of.rest.written == count(launch->grid) &&
         of.rest.written != count(launch->block);
}

/// Whether each block wrote the places of the first one: so many times as much as there are blocks
/// was stored, or a whole number of times that where a thread writes several arrays. The last block
/// may have fewer threads with work.
bool is_same_for_each_block(const record::RunRecord& record, const RestOfCase& of) {
  const auto* launch = only_launch(record, of.case_index);
  if (launch == nullptr) return true;  // nobody knows which one matters
  const auto blocks = double(launch->grid.x) * launch->grid.y * launch->grid.z;
  if (blocks < 2 || written_bytes(of) == 0) return false;
  const double times = static_cast<double>(stored_bytes(*launch)) /
                       (static_cast<double>(written_bytes(of)) * blocks);
  const double arrays = std::max(1.0, std::ceil(times));
  return times >= arrays * (blocks - 1) / blocks;
}

/// Whether that is because they wrote other places as well: then they did not write the same ones
/// again and again, and what is missing was lost on the way, on the host.
bool is_lost_on_the_host(const record::RunRecord& record, const RestOfCase& of) {
  if (!has_more_stored(record, of)) return false;
  std::uint64_t sectors = 0;
  for (const auto& launch : record.launches) {
    if (launch.case_index == of.case_index) sectors += launch.written_sectors;
  }
  return sectors * kSectorBytes >= written_bytes(of) + of.rest.missing * of.rest.element_bytes;
}

/// Whether threads of this task take several elements each: without that there are no groups.
bool has_groups(const record::RunRecord& record, const std::string& task) {
  return std::ranges::any_of(record.launches, [&](const record::Launch& launch) {
    if (!launch.case_index || *launch.case_index >= record.cases.size()) return false;
    const auto threads = static_cast<double>(threads_of(launch));
    return record.cases[*launch.case_index].task == task && threads > 0 &&
           static_cast<double>(stored_bytes(launch)) > kMostBytesOfOneElement * threads;
  });
}

/// The same few elements are missing at several sizes, and there were threads for them.
bool is_guard_too_strict(const record::RunRecord& record, const std::vector<RestOfCase>& rests) {
  std::set<std::uint64_t> sizes;
  for (const auto& [index, rest, finding] : rests) {
    if (rest.missing != rests.front().rest.missing) return false;
    const auto* launch = only_launch(record, index);
    if (launch == nullptr || threads_of(*launch) < rest.written + rest.missing) return false;
    sizes.insert(rest.written + rest.missing);
  }
  return sizes.size() >= kSizesThatShowAConstant;
}

std::string elements_text(const judge::UnwrittenRest& rest) {
  return rest.missing == 1 ? "the last element" : fmt::format("the last {} elements", rest.missing);
}

/// How many threads stand before the part that the task writes, when they begin on the line that
/// holds its first element; nothing when the numbers say something else.
std::optional<std::uint64_t> threads_before(const judge::UnwrittenRest& rest,
                                            std::uint64_t threads) {
  const auto per_line = kLineBytes / std::max<std::uint64_t>(1, rest.element_bytes);
  const auto before = per_line == 0 ? 0 : rest.first % per_line;
  for (const std::uint64_t per_thread : {1, 2, 4}) {
    const auto reached = threads * per_thread;
    if (before != 0 && reached == rest.written + before && reached >= rest.written + rest.missing) {
      return before;
    }
  }
  return std::nullopt;
}

void explain_small_grid(const record::RunRecord& record, const RestOfCase& of,
                        record::Finding& finding) {
  const auto* launch = only_launch(record, of.case_index);
  if (launch == nullptr) return;
  const auto& rest = of.rest;
  const auto threads = threads_of(*launch);
  const auto name = record::short_kernel_name(launch->kernel);
  if (const auto before = threads_before(rest, threads)) {
    finding.cause = fmt::format(
        "The launch of {} has {} threads, enough for {} elements. But its threads begin on the "
        "128-byte line before the first element, {} elements too early, so there is none for {}.",
        name, count_text(threads), count_text(rest.written + rest.missing), *before,
        elements_text(rest));
    finding.hint =
        "Threads that stand before the first element need a place in the launch too: compute its "
        "blocks from the distance to the line plus the number of elements.";
  } else if (threads < rest.written + rest.missing && threads >= rest.written) {
    finding.cause = fmt::format("{} was launched with {} threads for {} elements: {} got none.",
                                name, count_text(threads), count_text(rest.written + rest.missing),
                                elements_text(rest));
  } else if (rest.first > 0 && rest.missing == rest.first) {
    give_words(finding, "last-elements-left-out");
    finding.cause = fmt::format(
        "Everything before is right, but {0} of {1} {2} not written, and as many lie before the "
        "first one: the work ends {3} too early.",
        elements_text(rest), count_text(rest.written + rest.missing),
        rest.missing == 1 ? "was" : "were", count_text(rest.missing));
    finding.hint =
        "The part that is worked on ends at its beginning plus its length, not at its length.";
  } else if (threads >= rest.written + rest.missing) {
    give_words(finding, "last-elements-left-out");
  } else {
    finding.title = "The last elements are not written";
    finding.hint =
        "Compare the threads of the launch and the guard in the kernel with the number of "
        "elements: one of them leaves the last elements out.";
  }
}

}  // namespace

void refine_unwritten_rests(const record::RunRecord& record, std::vector<RestOfCase>& rests) {
  if (rests.empty() || rests.front().case_index >= record.cases.size()) return;
  std::erase_if(rests, [&](const RestOfCase& of) { return is_lost_on_the_host(record, of); });
  if (rests.empty()) return;
  const bool is_tail =
      std::ranges::all_of(rests,
                          [](const auto& of) { return of.finding.id == "vector-tail-missed"; }) &&
      has_groups(record, record.cases[rests.front().case_index].task);
  const bool is_of_blocks = std::ranges::all_of(rests, [&](const RestOfCase& of) {
    return !has_more_stored(record, of) || is_same_for_each_block(record, of);
  });
  const bool is_strict = is_guard_too_strict(record, rests);
  for (auto& of : rests) {
    if (has_more_stored(record, of) && is_one_for_each_block(record, of)) {
      give_words(of.finding, "warps-share-an-index");
      of.finding.cause = fmt::format(
          "The threads stored {} bytes, but only the first {} elements of the output were written, "
          "one for each block: all warps of a block computed the same index.",
          record::case_counter(record, of.case_index, record::metric::kStoreBytes),
          of.rest.written);
    } else if (has_more_stored(record, of) && !is_of_blocks) {
      give_words(of.finding, "threads-share-an-index");
      of.finding.cause = fmt::format(
          "The threads stored {} bytes, but only the first {} bytes of the output were written: "
          "several threads computed the same indices.",
          record::case_counter(record, of.case_index, record::metric::kStoreBytes),
          written_bytes(of));
    } else if (has_more_stored(record, of)) {
      give_words(of.finding, "local-for-global-index");
      of.finding.cause = fmt::format(
          "The threads stored {} bytes, but only the first {} bytes of the output were written: "
          "different blocks computed the same indices.",
          record::case_counter(record, of.case_index, record::metric::kStoreBytes),
          written_bytes(of));
    } else if (is_strict) {
      give_words(of.finding, "guard-too-strict");
      of.finding.cause = fmt::format(
          "At every size {} of the output {} not written, although there was a thread for {}.",
          elements_text(of.rest), of.rest.missing == 1 ? "was" : "were",
          of.rest.missing == 1 ? "it" : "each");
    } else if (!is_tail) {
      if (of.finding.id != "grid-too-small") {
        give_words(of.finding, "grid-too-small");
        of.finding.cause = fmt::format(
            "Everything before is right, but {} of {} {} not written: no thread took {}.",
            elements_text(of.rest), count_text(of.rest.written + of.rest.missing),
            of.rest.missing == 1 ? "was" : "were", of.rest.missing == 1 ? "it" : "them");
      }
      explain_small_grid(record, of, of.finding);
    }
  }
}

}  // namespace warpscope::runner
