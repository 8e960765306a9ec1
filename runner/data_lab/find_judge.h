// The judge of a lab, whichever of the two kinds it is.
#pragma once

#include <filesystem>
#include <memory>

#include "labs/judge/judge.h"

namespace warpscope::runner {

/// That of the lab in this folder: its judge.toml's, or else the lab's module in `modules`; null
/// where there is neither. Throws std::runtime_error as load_data_lab() and load_judge() do.
std::unique_ptr<judge::Judge> find_judge(const std::filesystem::path& lab_folder,
                                         const std::filesystem::path& modules);

}  // namespace warpscope::runner
