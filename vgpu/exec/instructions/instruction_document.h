// docs/reference/instructions.md, made from the list that the decoder uses.
#pragma once

#include <string>

namespace warpscope::exec {

/// The whole document, Markdown.
std::string instruction_document();

}  // namespace warpscope::exec
