// Which of the files that a student handed in is the exercise.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

/// A text without comments; what stands in quotes is left out as well.
std::string without_comments(std::string_view text);

/// Names of the functions that a source defines or declares, kernels included.
std::set<std::string> function_names(std::string_view text);

struct FileChoice {
  std::filesystem::path file;  ///< empty where none can be chosen
  std::string problem;         ///< then why, in a sentence
};

/// Chooses among sources below `folder`: exercise.cu, or else the only one, or else the one that
/// has most of `functions` (those of the lab's starter). .cu files come before .cpp files, these
/// before .txt files, and copies of one text count once. Of exercise.cu also under the names that
/// mail programs, browsers and Canvas make of it ("exercise-1.cu", "exercise (2).cu",
/// "exercise.cu.txt"). Reads files; one that cannot be read has no functions.
FileChoice choose_source(const std::filesystem::path& folder,
                         const std::vector<std::filesystem::path>& sources,
                         const std::set<std::string>& functions);

}  // namespace warpscope::runner
