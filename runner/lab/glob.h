// Patterns by which a lab.toml names cases.
#pragma once

#include <string_view>

namespace warpscope::runner {

/// True when `name` fits a pattern in which '*' stands for any characters and '?' for one.
bool matches_glob(std::string_view name, std::string_view pattern);

}  // namespace warpscope::runner
