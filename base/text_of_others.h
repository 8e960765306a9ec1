// Texts that are not ours (what a program printed, what a compiler quotes, names of files), made
// fit to be shown among ours.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// In one line. Characters that would do something instead of being seen stand as "\x1b" or
/// "\u202e": control characters, line feeds, marks that turn the direction of writing or have no
/// width, and bytes that are no UTF-8. So a text cannot colour, hide or rewrite what stands around
/// it.
std::string one_line_of_others(std::string_view text);

/// Line by line, each behind `margin`, with a line feed at its end: so no line can be taken for one
/// of ours. Tabs stay.
std::string lines_of_others(std::string_view text, std::string_view margin);

}  // namespace warpscope
