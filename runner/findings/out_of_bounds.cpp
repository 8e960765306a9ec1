#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "findings/catalogue.h"
#include "runner/findings/guard_text.h"
#include "runner/findings/index_text.h"
#include "runner/findings/loop_of_index.h"
#include "runner/findings/out_of_bounds_hints.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using BadAccess = record::Finding::Access;

bool lies(const record::Finding& finding, BadAccess::Place place) {
  return finding.access && finding.access->place == place;
}

bool is_past_the_end(const record::Finding& finding) {
  return lies(finding, BadAccess::Place::past_end);
}

bool is_directly_past_the_end(const record::Finding& finding) {
  return is_past_the_end(finding) && finding.access->distance_bytes == 0;
}

/// One lane, at the first byte behind an allocation.
bool is_next_element_of_one_lane(const record::Finding& finding) {
  return is_directly_past_the_end(finding) && finding.access->lanes == 1;
}

/// An element that is inside with its first bytes: the size is not one of whole elements.
bool is_across_the_end(const record::Finding& finding) {
  return lies(finding, BadAccess::Place::across_end);
}

/// An access of 16 bytes, of which one, two or three elements of 4 bytes are inside: the size may
/// well be that of whole elements.
bool is_vector_across_the_end(const record::Finding& finding) {
  return is_across_the_end(finding) && finding.access->bytes == 16 &&
         finding.access->distance_bytes % 4 == 0;
}

/// An access of 8 bytes, of which 4 are inside, in a line about pairs.
bool is_pair_across_the_end(const record::RunRecord& record, const record::Finding& finding) {
  if (!is_across_the_end(finding) || !finding.where) return false;
  if (finding.access->bytes != 8 || finding.access->distance_bytes != 4) return false;
  const auto text = line_text(record, *finding.where);
  return std::ranges::any_of(
      kPairTypes, [&](const char* type) { return text.find(type) != std::string::npos; });
}

/// The line asks for a copy of rows or bytes, whose lanes have no elements of their own.
bool is_of_transfer(const record::RunRecord& record, const record::Finding& finding) {
  constexpr std::array<std::string_view, 3> kCopies{"execute_dma", "memcpy_async", "cp_async_bulk"};
  if (!finding.where) return false;
  const auto text = line_text(record, *finding.where);
  return std::ranges::any_of(kCopies, [&](auto word) { return text.find(word) != text.npos; });
}

const char* hint_across_the_end(const record::RunRecord& record, const record::Finding& finding) {
  if (is_of_transfer(record, finding)) return kTransferHint;
  if (is_vector_across_the_end(finding)) return kVectorHint;
  return is_pair_across_the_end(record, finding) ? kPairHint : kTooSmallHint;
}

/// The kernel, or the function of the access, declares an array whose bytes the launch gives.
bool has_extern_array(const record::RunRecord& record, const record::Finding& finding,
                      const record::Launch& launch) {
  const auto has = [&](const std::optional<record::SourceLine>& where) {
    const auto found = where ? line_in_source(record, *where) : std::nullopt;
    if (!found) return false;
    const auto [first, end] = function_of(found->lines, found->at);
    for (std::size_t at = first; at < std::min(end, found->lines.size()); ++at) {
      if (has_word(found->lines[at], "extern") && has_word(found->lines[at], "__shared__"))
        return true;
    }
    return false;
  };
  return has(finding.where) || has(kernel_site(record, launch));
}

/// What the launch may have got wrong about a block's shared memory; null for another access.
const char* hint_on_shared_bytes(const record::RunRecord& record, const record::Finding& finding) {
  if (!lies(finding, BadAccess::Place::beyond_shared)) return nullptr;
  const record::Launch* launch = launch_of(record, finding);
  if (launch == nullptr) return nullptr;
  // What the launch gives lies behind the arrays whose sizes the kernel states.
  if (launch->dynamic_shared_bytes != 0) return kSharedBytesHint;
  if (launch->static_shared_bytes == 0) return kNoSharedBytesHint;
  if (has_extern_array(record, finding, *launch)) return kNoExternBytesHint;
  // A few words, such as one for each warp, of which other threads have none.
  constexpr std::uint64_t kFewBytes = 256;
  return launch->static_shared_bytes <= kFewBytes ? kFewWordsHint : kSharedArrayHint;
}

/// The first thread of several: it has an element wherever there is one, so no guard is missing.
bool is_by_first_thread(const record::RunRecord& record, const record::Finding& finding) {
  constexpr record::Dim3 kFirst{0, 0, 0};
  const record::Launch* launch = launch_of(record, finding);
  if (launch == nullptr || !finding.access) return false;
  if (finding.access->block_index != kFirst || finding.access->thread_index != kFirst) return false;
  return launch->block.x * launch->block.y * launch->block.z > 1;
}

/// The array has more elements than the launch has threads: each thread takes several, as of a tile
/// that is larger than the block.
bool takes_several(const record::RunRecord& record, const record::Finding& finding) {
  const record::Launch* launch = launch_of(record, finding);
  if (launch == nullptr || !is_past_the_end(finding)) return false;
  const auto& [grid, block] = std::pair(launch->grid, launch->block);
  const double threads = double(grid.x) * grid.y * grid.z * block.x * block.y * block.z;
  const double elements =
      static_cast<double>(finding.access->array_bytes) / std::max(finding.access->bytes, 1U);
  return elements > threads;
}

/// In a grid of two or three dimensions a missing guard shows in the last block of a row or a
/// column, where the whole blocks are more than the data, and not in the first row or column, which
/// the data has, unless a thread takes several elements (`has_tiles`): then the first one lies in
/// the data, and the others may not. Any other thread has computed a wrong index, for instance with
/// row and column swapped.
bool is_inside_the_grid(const record::RunRecord& record, const record::Finding& finding,
                        bool has_tiles) {
  const record::Launch* launch = launch_of(record, finding);
  if (launch == nullptr || !finding.access) return false;
  const auto by_axis = [](const record::Dim3& of) { return std::array{of.x, of.y, of.z}; };
  const auto blocks = by_axis(launch->grid), threads = by_axis(launch->block);
  const auto block_index = by_axis(finding.access->block_index);
  const auto thread_index = by_axis(finding.access->thread_index);
  int dimensions = 0;
  for (std::size_t d = 0; d < blocks.size(); ++d) {
    if (blocks[d] == 1 && threads[d] == 1) continue;
    ++dimensions;
    const bool is_first = block_index[d] == 0 && thread_index[d] == 0 && !has_tiles;
    if (block_index[d] + 1 >= blocks[d] && !is_first) return false;
  }
  return dimensions > 1;
}

/// How many bytes an array has for each thread of a launch that accesses more of each: about one if
/// it was given a number of elements where bytes are wanted.
enum class BytesPerThread { unknown, one, other };

BytesPerThread bytes_per_thread(const record::RunRecord& record, const record::Finding& finding) {
  const record::Launch* launch = launch_of(record, finding);
  if (launch == nullptr || !is_past_the_end(finding)) return BytesPerThread::unknown;
  const auto& [grid, block] = std::pair(launch->grid, launch->block);
  const std::uint64_t in_block = std::uint64_t{block.x} * block.y * block.z;
  const std::uint64_t all = in_block * grid.x * grid.y * grid.z;
  const std::uint64_t bytes = finding.access->array_bytes;
  if (finding.access->bytes <= 1 || all <= in_block)
    return BytesPerThread::unknown;  // one block has few elements
  return bytes <= all && bytes + in_block > all ? BytesPerThread::one : BytesPerThread::other;
}

/// A source has an allocation with no sizeof beside it. In a lab the arrays of the driver, which
/// the student cannot change, are in none.
bool may_be_allocated_without_sizeof(const record::RunRecord& record) {
  const auto is_without = [](std::string_view line) {
    return line.find("cudaMalloc") != line.npos && line.find("sizeof") == line.npos;
  };
  return record.sources.empty() ||
         std::ranges::any_of(record.sources, [&](const record::SourceFile& source) {
           return std::ranges::any_of(lines_of(source.text), is_without);
         });
}

/// At every size for which it can be told.
bool was_given_elements(const record::RunRecord& record,
                        const std::vector<record::Finding*>& findings) {
  const auto count = [&](BytesPerThread wanted) {
    return std::ranges::count_if(findings, [&](const auto* finding) {
      return bytes_per_thread(record, *finding) == wanted;
    });
  };
  return count(BytesPerThread::one) > 0 && count(BytesPerThread::other) == 0 &&
         may_be_allocated_without_sizeof(record);
}

using IndexSource = record::Finding::IndexSource;
using IndexGuard = record::Finding::IndexGuard;

/// A comparison lets one element too many pass, or one row or group.
bool is_one_too_many(const std::vector<record::Finding*>& findings) {
  return std::ranges::all_of(findings, [](const auto* finding) {
    if (finding->index_guard == IndexGuard::none) return false;
    return is_next_element_of_one_lane(*finding) ||
           (finding->index_guard == IndexGuard::up_to_in_groups &&
            is_directly_past_the_end(*finding));
  });
}

/// In a launch of blocks in a row, where only the last one has threads too many.
bool is_in_last_block(const record::RunRecord& record, const record::Finding& finding) {
  const record::Launch* launch = launch_of(record, finding);
  if (launch == nullptr || !finding.access) return true;
  const auto& grid = launch->grid;
  return grid.y > 1 || grid.z > 1 || finding.access->block_index.x + 1 >= grid.x;
}

/// What to ask where a guard is there, or would be no help; null where one is missing or lets one
/// too many pass.
const char* hint_on_index(const record::RunRecord& record,
                          const std::vector<record::Finding*>& findings) {
  const auto any_is = [&](IndexSource source) {
    return std::ranges::any_of(
        findings, [&](const auto* finding) { return finding->index_source == source; });
  };
  const auto any_has = [&](IndexGuard guard) {
    return std::ranges::any_of(findings,
                               [&](const auto* finding) { return finding->index_guard == guard; });
  };
  const bool is_any_compared = std::ranges::any_of(findings, [](const auto* finding) {
    return finding->index_guard && finding->index_guard != IndexGuard::none;
  });
  if (any_is(IndexSource::data))
    return "No thread's number is the index here: which values can it have? Compare the largest "
           "one with the array's length.";
  if (any_is(IndexSource::block)) return "Has the array an element for each block of the launch?";
  if (any_is(IndexSource::thread_in_block))
    return "Has the array an element for each thread of a block? Or is blockIdx missing in the "
           "index?";
  if (any_has(IndexGuard::below))
    return "The index is below a size, but not below that of this array: is it the right index, "
           "and are array and size those that belong together?";
  const bool is_in_the_middle = std::ranges::any_of(
      findings, [&](const auto* finding) { return !is_in_last_block(record, *finding); });
  if (any_has(IndexGuard::of_part) && is_in_the_middle)
    return "The thread is none of the last ones: is it the right index, and how many elements has "
           "the array?";
  if (is_any_compared && !any_has(IndexGuard::of_part) && !is_one_too_many(findings))
    return "There is a comparison before the access: is it of the index that is used here, with "
           "the length of this array?";
  return nullptr;
}

/// Nothing where the record has no text of the line.
std::optional<GuardText> guard_text_of(const record::RunRecord& record,
                                       const record::Finding& finding) {
  if (!finding.where) return std::nullopt;
  const auto* source = source_of(record, *finding.where);
  if (source == nullptr) return std::nullopt;
  return guard_text(source->text, finding.where->line);
}

/// What to ask of a loop that counts the index: of threads that have their place in the array, the
/// last round leads past the end. Nothing where no such loop is seen, or where it may be well.
std::optional<std::string> hint_on_loop(const record::RunRecord& record,
                                        const std::vector<record::Finding*>& findings) {
  const auto& where = findings.front()->where;
  const bool is_next = std::ranges::all_of(
      findings, [](const auto* finding) { return is_directly_past_the_end(*finding); });
  if (!where || !is_next) return std::nullopt;
  const auto* source = source_of(record, *where);
  if (source == nullptr) return std::nullopt;
  const auto loop = loop_of_index(source->text, where->line);
  if (loop && loop->admits_end) {
    return fmt::format(
        "The loop of line {} goes one round too far: elements are numbered from 0, and its "
        "condition, {}, lets the end itself pass. Test with <.",
        loop->line, loop->condition);
  }
  if (loop && loop->has_stride) {
    return fmt::format(
        "The index has the {0} of the loop in line {1} in it: where the end is no multiple of the "
        "step, the last round leads past it. Compare the index with {0} in it, and put 0 where "
        "there is no element.",
        loop->variable, loop->line);
  }
  return std::nullopt;
}

/// "i <= n" is written there, and one lane is directly past the end.
bool admits_last(const std::vector<record::Finding*>& findings, const GuardText& text) {
  return text.admits_equal && std::ranges::all_of(findings, [](const auto* finding) {
           return is_next_element_of_one_lane(*finding) &&
                  finding->index_source != IndexSource::data &&
                  finding->index_guard != IndexGuard::none &&
                  finding->index_guard != IndexGuard::below;
         });
}

/// An access of one lane directly past the end, where no comparison lets a number pass that is one
/// too large: what else it is. It may well be a guard of another number than the index.
void explain_last_element(const std::vector<record::Finding*>& findings, const GuardText& text) {
  const bool is_compared = std::ranges::all_of(
      findings, [](const auto* finding) { return finding->index_guard.has_value(); });
  for (auto* finding : findings) {
    if (text.is_end_of_row) {
      finding->hint =
          "The end of the last row is missing: an array of where rows begin and end has one number "
          "more than there are rows.";
    } else if (text.added == 1 && is_compared) {
      give_words(*finding, "guard-off-by-one");
      finding->hint =
          "The guard allows for the index without its + 1: compare what is used as index, or leave "
          "out the last element.";
    } else if (text.added > 0 && is_compared) {
      finding->hint = fmt::format(
          "The guard allows for the index without its + {}: compare the largest index of the line, "
          "and treat the elements that are left by themselves.",
          text.added);
    } else {
      finding->hint =
          "A comparison before the access would have to be of the index that is used here, with "
          "the length of this array: is it?";
    }
  }
}

/// The index is the middle of two others, and none of those has the number of a thread in it.
bool is_of_search(const std::vector<record::Finding*>& findings, const GuardText& text) {
  return text.is_middle && std::ranges::all_of(findings, [](const auto* finding) {
           return !finding->index_source.has_value();
         });
}

/// "guard-off-by-one" of an index that is not the number of a thread in the grid; whether it is
/// one.
bool name_admitted(record::RunRecord& record, const std::vector<record::Finding*>& findings) {
  const auto text = guard_text_of(record, *findings.front());
  if (!text || !admits_last(findings, *text)) return false;
  // The same index may lead out of a shared array in the same line.
  for (auto& finding : record.findings) {
    if (finding.id == "out-of-bounds" && finding.where == findings.front()->where)
      give_words(finding, "guard-off-by-one");
  }
  return true;
}

/// "guard-inverted" where the comparison lets only those pass that have no element; whether it is
/// one.
bool name_inverted(const record::RunRecord& record, const std::vector<record::Finding*>& findings) {
  const auto text = guard_text_of(record, *findings.front());
  const bool is_unguarded = std::ranges::all_of(findings, [](const auto* finding) {
    return !finding->index_guard || *finding->index_guard == IndexGuard::none;
  });
  if (!text || text->inverted_line == 0 || !is_unguarded) return false;
  for (auto* finding : findings) {
    give_words(*finding, "guard-inverted");
    finding->cause += fmt::format(" The access is in line {}.", finding->where->line);
    finding->where->line = text->inverted_line;
  }
  return true;
}

/// "missing-bounds-guard" of a guard whose comparisons are joined the wrong way; whether it is one.
bool name_joined(const record::RunRecord& record, const std::vector<record::Finding*>& findings) {
  const auto text = guard_text_of(record, *findings.front());
  if (!text || text->joined_line == 0) return false;
  for (auto* finding : findings) {
    give_words(*finding, "missing-bounds-guard", "joined");
    finding->cause += fmt::format(" The access is in line {}.", finding->where->line);
    finding->where->line = text->joined_line;
  }
  return true;
}

/// What a line's text tells that the index alone does not; false where that is nothing.
bool explain_by_text(record::RunRecord& record, const std::vector<record::Finding*>& findings) {
  const auto text = guard_text_of(record, *findings.front());
  if (!text) return false;
  if (hint_on_index(record, findings) != nullptr) return false;
  if (is_of_search(findings, *text)) {
    for (auto* finding : findings) {
      finding->hint =
          "The index is the middle of a range, and no thread's number: does the range end with the "
          "last element, or behind it?";
    }
    return true;
  }
  const bool admits = text->admits_equal || std::ranges::any_of(findings, [](const auto* finding) {
                        return finding->index_guard == IndexGuard::up_to ||
                               finding->index_guard == IndexGuard::up_to_in_groups;
                      });
  if (!is_one_too_many(findings) || admits) return false;
  explain_last_element(findings, *text);
  return true;
}

}  // namespace

// A missing guard lets every thread behind the end through, so over several sizes more than one
// lane is seen; a guard that is off by one lets exactly one through at every size.
void refine_out_of_bounds(record::RunRecord& record) {
  std::map<record::SourceLine, std::vector<record::Finding*>> by_line;
  for (auto& finding : record.findings) {
    if (finding.id == "out-of-bounds" && is_past_the_end(finding)) {
      by_line[finding.where.value_or(record::SourceLine{})].push_back(&finding);
    }
  }
  for (auto& finding : record.findings) {
    if (finding.id == "out-of-bounds" && lies(finding, BadAccess::Place::before_array)) {
      finding.hint =
          finding.index_source == IndexSource::data
              ? "The index is below 0, and no thread's number: which values can it have?"
              : "The index is below 0: stop the threads for which it is, or begin at the first "
                "element.";
    }
  }
  for (auto& finding : record.findings) {
    if (finding.id != "out-of-bounds") continue;
    if (const char* hint = hint_on_shared_bytes(record, finding)) finding.hint = hint;
  }
  std::map<record::SourceLine, const char*> across;  ///< the hint of a line
  for (auto& finding : record.findings) {
    if (finding.id != "out-of-bounds" || !is_across_the_end(finding)) continue;
    const char* hint = hint_across_the_end(record, finding);
    across.insert_or_assign(finding.where.value_or(record::SourceLine{}), hint);
    finding.hint = hint;
  }
  for (const auto& [line, findings] : by_line) {
    if (is_of_transfer(record, *findings.front())) {
      for (auto* finding : findings) finding->hint = kTransferHint;
      continue;
    }
    // A thread that takes several elements may well be the first and lack a guard for the others:
    // then there are sizes at which another thread is the one.
    const bool is_first = std::ranges::all_of(
        findings, [&](const auto* finding) { return is_by_first_thread(record, *finding); });
    if (is_first) {
      const auto of_loop = hint_on_loop(record, findings);
      for (auto* finding : findings) {
        finding->hint = of_loop.value_or(kFirstThreadHint);
      }
      continue;
    }
    if (const auto found = across.find(line); found != across.end()) {
      for (auto* finding : findings) finding->hint = found->second;
      continue;
    }
    // Where that is written, the array's size may be any.
    if (name_joined(record, findings)) continue;
    if (name_admitted(record, findings)) continue;
    if (was_given_elements(record, findings)) {
      for (auto* finding : findings) {
        finding->hint =
            "The array has as many bytes as it should have elements: cudaMalloc counts bytes, so "
            "multiply by sizeof.";
      }
      continue;
    }
    const bool has_tiles = std::ranges::any_of(
        findings, [&](const auto* finding) { return takes_several(record, *finding); });
    const bool is_index = std::ranges::any_of(findings, [&](const auto* finding) {
      return is_inside_the_grid(record, *finding, has_tiles);
    });
    if (is_index) {
      const auto of_loop = hint_on_loop(record, findings);
      for (auto* finding : findings) {
        finding->hint = of_loop.value_or(kInsideHint);
      }
      continue;
    }
    if (explain_by_text(record, findings)) continue;
    if (const char* hint = hint_on_index(record, findings)) {
      for (auto* finding : findings) finding->hint = hint;
      continue;
    }
    if (name_inverted(record, findings)) continue;
    const bool is_off_by_one = is_one_too_many(findings);
    for (auto* finding : findings) {
      give_words(*finding, is_off_by_one ? "guard-off-by-one" : "missing-bounds-guard");
    }
  }
}

}  // namespace warpscope::runner
