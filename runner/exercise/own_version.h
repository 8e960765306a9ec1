// Whether a student's version of a task is one of their own, and whether it answers.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "record/record.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {

/// The code that a function of this name stands for: its definition, and of each name in it the
/// definitions in the same text, and so on; without comments, white space and what
/// does nothing: empty statements, idle braces and parentheses, const. Names that the text declares
/// stand as numbers, so that another name is the same code. All of the text where it defines no
/// such function. `text` may be hostile.
std::string code_of(std::string_view text, std::string_view function);

/// A version compiled and ran, all cases of the task are right, and the task's code is other code
/// than the starter's: a comment, an empty statement, another name, or another task's code, does
/// not count. `task` empty: of all cases.
bool has_own_answer(const record::RunRecord& record, std::string_view task,
                    std::string_view starter);

/// The handout's tasks that a task of the lab belongs to: those of its checks, else its place among
/// the lab's tasks.
std::set<std::uint32_t> handout_tasks(const LabDescription& lab, std::string_view task);

}  // namespace warpscope::runner
