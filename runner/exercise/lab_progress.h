// What a student has done in a lab: a small file beside the working copy.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

inline constexpr const char* kProgressFile = "progress.json";
/// Where one that cannot be understood is moved; an earlier one there is replaced.
inline constexpr const char* kBrokenProgressFile = "progress.json.broken";

/// How what a lab hides of a task was opened.
enum class ShownBy : std::uint8_t {
  version,  ///< a version of the student's own answered the task's cases
  choice    ///< the student asked for it before that
};

/// What the last run that gave a score got for a check.
struct CheckPoints {
  std::string id;
  double points = 0, max_points = 0;  ///< negative points are a penalty
};

/// In bytes. Longer texts are cut behind the last character that fits whole.
inline constexpr std::size_t kMostOfExplanation = 4000;

struct LabProgress {
  std::string lab;
  std::uint64_t runs = 0;                  ///< that gave a score
  double best_points = 0, max_points = 0;  ///< max_points is 0 before the first of them
  std::vector<std::string> lost_checks;    ///< ids, of the last of them
  /// Where the compiler stopped in the last run; line 0 is not known.
  std::optional<std::uint32_t> compile_error_line{};
  std::map<std::uint32_t, std::uint32_t>
      opened_hints;                               ///< how many, by the number of the handout's task
  std::vector<CheckPoints> last_points{};         ///< of the last run that gave a score
  std::vector<record::Prediction> predictions{};  ///< the first for each question
  std::vector<record::Prediction> told{};  ///< what the starter's run showed of other questions
  std::map<std::uint32_t, std::string> explanations{};  ///< by the question's number, from 1
  std::map<std::string, ShownBy> shown_tasks{};         ///< by the lab's task
  /// Null where nothing was predicted to this question.
  const record::Prediction* prediction(std::string_view id) const;
  /// Whether a run has shown the answer to a question that nobody had answered.
  bool is_told(std::string_view id) const;
  bool has_full_marks() const { return max_points > 0 && best_points >= max_points; }
  std::uint32_t opened(std::uint32_t task) const {
    const auto found = opened_hints.find(task);
    return found == opened_hints.end() ? 0 : found->second;
  }
};

/// Whether the folder has a progress file. A link could lead anywhere, and a pipe would never end:
/// they are none.
bool has_progress_file(const std::filesystem::path& folder);

/// The progress kept in a folder; nothing when there is no such file or it cannot be understood.
/// The file may be hostile.
std::optional<LabProgress> load_progress(const std::filesystem::path& folder);

/// Writes through a new file and a rename; a link in its place is replaced, not followed. Throws
/// std::runtime_error with a sentence.
void save_progress(const std::filesystem::path& folder, const LabProgress& progress);

/// Reads the progress, changes it and writes it, while nobody else does. A lab without a progress
/// file gets one; one that cannot be understood is moved aside and begins anew. Throws
/// std::runtime_error with a sentence, also where the folder is a working copy of another lab.
void change_progress(const std::filesystem::path& folder, const std::string& lab,
                     const std::function<void(LabProgress&)>& change);

/// The same where the folder has a progress file of this lab, and nothing where it has none.
/// Returns a sentence when that failed, else nothing; it does not throw.
std::string note_progress(const std::filesystem::path& folder, const std::string& lab,
                          const std::function<void(LabProgress&)>& change);

/// What the starter's run showed of questions that nobody had answered: true values only; what is
/// predicted in them means nothing. Later ones do not count.
void add_told(LabProgress& progress, const std::vector<record::Prediction>& told);

/// Adds what was predicted. A question that has an answer keeps it, and gets the true values that
/// it lacks; what a run has told is no prediction any more.
void add_predictions(LabProgress& progress, const std::vector<record::Prediction>& predictions);

/// Makes the file of a lab that is begun, unless there is one. A folder that cannot be written is
/// left without.
void begin_progress(const std::filesystem::path& folder, const std::string& lab);

inline constexpr const char* kNotBegun = "not begun";

/// kNotBegun, "begun" or "best score 60 of 100", for the folder of a working copy.
std::string progress_in_words(const std::filesystem::path& folder, const std::string& lab);

/// Notes a run's score and predictions in the progress file beside the exercise, if there is one
/// of this lab.
/// Returns a sentence when that failed, else nothing; it does not throw.
std::string note_run(const std::filesystem::path& exercise, const record::RunRecord& record);

/// Notes what was predicted of a program of the lab, if there is a progress file of this lab in the
/// folder of the working copy. As note_run().
std::string note_predictions(const std::filesystem::path& folder, const std::string& lab,
                             const std::vector<record::Prediction>& predictions);

/// The opened hints for a record of this exercise; none without a progress file of this lab.
std::vector<record::OpenedHints> opened_hints(const std::filesystem::path& exercise,
                                              const std::string& lab);

/// Adds to a record of this exercise the hints that the student has opened, and what they have
/// written to the last questions of the handout in the lab's folder; neither without a progress
/// file of this lab beside the exercise. It does not throw.
void add_progress(const std::filesystem::path& exercise, const std::string& lab,
                  const std::filesystem::path& lab_folder, record::RunRecord& record);

}  // namespace warpscope::runner
