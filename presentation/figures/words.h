// Words with commas between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::figures {

/// "starter, reference" as two words without the spaces around them; empty ones are left out.
std::vector<std::string> words_of(std::string_view list);

}  // namespace warpscope::figures
