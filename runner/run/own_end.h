// In a grading, a program's host is shown other data than its device holds (stand_ins.h). A program
// that compares its answer with what its host computes, and ends itself where they differ, is right
// all the same: what it had of the device then is its answer. Nobody gains by ending, since only
// the device can be right for data that the host has not seen.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/judge.h"
#include "record/record.h"
#include "runner/run/case_runner.h"

namespace warpscope::runner {

/// What the outputs of a case with stand-ins may be, of what the program had of the device, the
/// last first: each array that has the output's size, and arrays one behind the other that have it
/// together. Where there are several outputs of one shape, all get the same; those of a few bytes,
/// which the host measures or counts, are zeros. None where outputs have other shapes.
std::vector<std::map<std::string, judge::Array>> possible_answers(
    const judge::Case& set, std::span<const std::vector<std::byte>> returned);

/// In any order.
bool are_same_words(const std::map<std::string, judge::Array>& one,
                    const std::map<std::string, judge::Array>& other);

/// The cases of `run` with the answers of programs that ended themselves (RanCase::
/// is_right_before_end) as if they had been handed over. Only where the device saw no error in the
/// case, and where each case of the same task that has no stand-ins was answered: there is one, and
/// in these the host sees what the device has, so it is not a program that always ends. Findings of
/// what such a program has not given back are dropped: it was not to end here.
std::vector<RanCase> with_own_ends(const std::vector<judge::Case>& set,
                                   const std::vector<RanCase>& cases, record::RunRecord& record);

}  // namespace warpscope::runner
