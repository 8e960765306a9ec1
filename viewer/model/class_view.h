// How a class did, out of the folder in which `warpscope grade` keeps the results of one.
#pragma once

#include <filesystem>
#include <string>

#include "runner/grading/statistics.h"

namespace warpscope::viewer {

struct ClassView {
  std::string heading;  ///< "coalescing: 28 of 30 submissions graded; mean 71.5 of 100 points"
  double most_points = 0;
  runner::ClassStatistics statistics;
};

/// Throws std::runtime_error with a sentence for a folder that holds no grading.
ClassView load_class_view(const std::filesystem::path& folder);

/// "12 of 30 (40 %)".
std::string share_text(std::size_t part, std::size_t whole);

}  // namespace warpscope::viewer
