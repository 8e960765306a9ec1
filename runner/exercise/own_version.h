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
/// definitions in the same text, and so on; without comments, white space and most of what does
/// nothing: empty statements, idle braces and parentheses, const. Most names that the text declares
/// stand as numbers, so that another name is the same code, as far as its words tell: members,
/// enumerators, names of `auto [a, b]` and of `T (&name)[n]`, those behind `vector<T>`, doubled
/// parentheses of a condition and braces around nested statements count as they are written. All of
/// the text where it defines no such function. `text` may be hostile.
std::string code_of(std::string_view text, std::string_view function);

/// A version compiled and ran, all cases of the task are right, and the task's code is other code
/// than the starter's: a comment, an empty statement, most other names, or another task's code, do
/// not count, as far as its words tell. `task` empty: of all cases.
bool has_own_answer(const record::RunRecord& record, std::string_view task,
                    std::string_view starter);

/// The handout's tasks that a task of the lab belongs to: those of its checks, else its place among
/// the lab's tasks.
std::set<std::uint32_t> handout_tasks(const LabDescription& lab, std::string_view task);

}  // namespace warpscope::runner
