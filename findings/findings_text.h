// The text of findings.toml, which the build puts into the programs.
#pragma once

#include <string_view>

namespace warpscope {

extern const std::string_view kFindingsText;

}  // namespace warpscope
