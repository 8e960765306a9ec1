// Judges are modules apart from the program that asks them: a new or changed lab builds nothing
// else. Both are of one build, and both are trusted; the student's program never loads one.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "labs/judge/judge.h"

namespace warpscope::judge {

/// The judge of this lab, out of `folder`/<lab>.so; nothing when there is no such file. A module
/// stays loaded. Throws std::runtime_error with the loader's reason when it is no judge.
std::unique_ptr<Judge> load_judge(const std::filesystem::path& folder, std::string_view lab);

}  // namespace warpscope::judge
