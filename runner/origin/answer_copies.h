// Whether what a program answered is what it had from the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "labs/judge/judge.h"
#include "record/record.h"

namespace warpscope::runner {

/// Size in bytes and fingerprint (record/fingerprint.h) of each array of an answer.
using Outputs = std::span<const std::pair<std::uint64_t, std::uint64_t>>;

/// Of outputs with less nobody can tell: a host may well put them together.
inline constexpr std::uint64_t kFewBytes = 64;

/// False when one of the outputs is neither what a copy to the host brought in this case nor what
/// several in a row brought. True where nothing can be said: for memory that the host and the
/// device share, for outputs that pieces which are not whole words may have brought, and for those
/// of less than 64 bytes, which a host may well put together.
/// `is_copied_by_driver`: each of 64 bytes or more came by a copy of its own, so that none of this
/// excuses other bytes but the last.
bool is_answer_of_device(Outputs outputs, const record::RunRecord& record, std::uint32_t case_index,
                         bool is_copied_by_driver = false);

/// The copies to the host that brought the answer, by position in the record; outputs of less than
/// 64 bytes that none brought are left out. Nothing where that is not known.
std::optional<std::vector<std::size_t>> copies_of_answer(Outputs outputs,
                                                         const record::RunRecord& record,
                                                         std::uint32_t case_index);

/// All copies to the host of a case, by position in the record. None where there is no copy, or
/// where a kernel has written memory that the host sees: the answer may be in that.
std::optional<std::vector<std::size_t>> copies_to_host(const record::RunRecord& record,
                                                       std::uint32_t case_index);

/// Copies of what is not one value again and again, one or several in a row, brought an output of
/// at least 64 bytes to the device, its words in any order. An output that has the words of one or
/// several inputs, which are sorted or merged for example, does not count.
bool is_answer_uploaded(const judge::Case& set, Outputs outputs, const record::RunRecord& record,
                        std::uint32_t case_index);

}  // namespace warpscope::runner
