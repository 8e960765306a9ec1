// What a student has done in a lab: a small file beside the working copy.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

inline constexpr const char* kProgressFile = "progress.json";

struct LabProgress {
  std::string lab;
  std::uint64_t runs = 0;                  ///< that gave a score
  double best_points = 0, max_points = 0;  ///< max_points is 0 before the first of them
  std::vector<std::string> lost_checks;    ///< ids, of the last of them
  std::map<std::uint32_t, std::uint32_t>
      opened_hints;  ///< how many, by the number of the handout's task
  bool has_full_marks() const { return max_points > 0 && best_points >= max_points; }
  std::uint32_t opened(std::uint32_t task) const {
    const auto found = opened_hints.find(task);
    return found == opened_hints.end() ? 0 : found->second;
  }
};

/// The progress kept in a folder; nothing when there is no such file or it cannot be understood.
/// The file may be hostile.
std::optional<LabProgress> load_progress(const std::filesystem::path& folder);

/// Writes through a new file and a rename; a link in its place is replaced, not followed. Throws
/// std::runtime_error with a sentence.
void save_progress(const std::filesystem::path& folder, const LabProgress& progress);

/// Makes the file of a lab that is begun, unless there is one. A folder that cannot be written is
/// left without.
void begin_progress(const std::filesystem::path& folder, const std::string& lab);

inline constexpr const char* kNotBegun = "not begun";

/// kNotBegun, "begun" or "best score 60 of 100", for the folder of a working copy.
std::string progress_in_words(const std::filesystem::path& folder, const std::string& lab);

/// Notes a run's score in the progress file beside the exercise, if there is one of this lab.
/// Returns a sentence when that failed, else nothing; it does not throw.
std::string note_run(const std::filesystem::path& exercise, const record::RunRecord& record);

/// The opened hints for a record of this exercise; none without a progress file of this lab.
std::vector<record::OpenedHints> opened_hints(const std::filesystem::path& exercise,
                                              const std::string& lab);

}  // namespace warpscope::runner
