// The parts of a handout: its question, the section of each task, and what is to be explained at
// the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

/// A section "## HEADING" with what belongs to it.
struct HandoutSection {
  std::string heading;                ///< Markdown, without the signs before it
  std::optional<std::uint32_t> task;  ///< N of "Task N: …"
  std::string text;                   ///< Markdown, without the heading
};

/// The sections, in order; what stands before the first has no heading. Code blocks are left alone.
std::vector<HandoutSection> handout_sections(std::string_view handout);

/// What stands behind "**The question:**", up to the end of its paragraph; empty without one.
std::string lab_question(std::string_view handout);

/// The numbered questions of the section whose heading has the word "explain" in it, the last such;
/// its whole text where none is numbered. Empty without such a section.
std::vector<std::string> explain_questions(std::string_view handout);

/// "a tile" of the heading "Task 2: a tile"; the heading itself where it is none of a task.
std::string task_title(const HandoutSection& section);

/// Without white space at both ends.
std::string_view without_margins(std::string_view text);

}  // namespace warpscope::runner
