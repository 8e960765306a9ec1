// Running a lab on one exercise file: build, run in a sandbox against a device, judge, score,
// record.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "record/measured_curves.h"
#include "record/record.h"
#include "runner/build/own_headers.h"
#include "runner/installation/installation.h"
#include "runner/lab/prediction_answers.h"

namespace warpscope::judge {
struct Case;
}

namespace warpscope::runner {

class StepLink;  // run/step_link.h

/// What lab.toml says.
struct LabInfo {
  std::string id;     ///< folder name
  std::string given;  ///< what find_lab() finds it by again: its id, or the path of its folder
  std::string title;
  int difficulty = 1;              ///< stars
  std::vector<std::string> needs;  ///< ids of labs before it
  std::string teaches;             ///< may be empty
  int minutes = 0;                 ///< about how long it takes; 0: not said
  std::string part;                ///< heading in the course
  std::filesystem::path folder, deck;
  std::vector<record::Sweep> sweeps;
};
/// In a lab's folder: what is kept of a run of its reference, without its text, so that students
/// who do not have reference.cu see its curves (warpscope keep --reference).
inline constexpr const char* kKeptReference = "reference.json";
/// What `warpscope keep` keeps of the programs that sweeps name as `beside`.
inline constexpr const char* kBesideCurves = "beside.json";

/// In course order (labs/course.toml); behind them those below labs/ whose judge is data and that
/// are in no part of the course.
std::vector<LabInfo> labs(const Installation& installation);
const LabInfo& find_lab(
    const std::vector<LabInfo>& labs,
    std::string_view id);  ///< throws std::runtime_error that lists what there is
/// A lab of the course, any other folder below labs/ (the template is in no course), or the path of
/// any folder with a '/' in it whose judge is data. Throws like the one above.
LabInfo find_lab(const Installation& installation, std::string_view id);

struct RunRequest {
  std::string lab;             ///< LabInfo::given
  std::filesystem::path file;  ///< the exercise file
  std::string known_as{};      ///< what the record calls it; empty: `file`
  /// The exercise, where no file holds it as it is (a step of the ladder); `file` then only names
  /// it in the record.
  std::optional<std::string> text{};
  OwnFolder own{};  ///< where headers of the student's own may lie
  std::string label = "student";
  std::string profile = "mini";  ///< of the virtual GPU
  std::uint64_t seed = 1;
  /// Threads that run launches' blocks; 0: one for each core. More than one: cases that take long
  /// are shared out among that many devices, up to four.
  std::uint32_t workers = 1;
  std::filesystem::path rules;  ///< an instructor's file; empty: rules_of_lab()
  /// Runs the file even where nothing keeps it from reading what this account can read.
  bool allows_weak_sandbox = true;
  /// Times launches by their machine code, where ptxas lies beside nvcc; otherwise, and where it
  /// does not, their times are an estimate from what was counted.
  bool uses_clock = true;
  bool tries_changes = false;  ///< with `uses_clock`: without each cost, too
  /// Keeps a sample of the requests of each line (record::LineCounters::requests).
  bool keeps_requests = false;
  bool has_checks = true;                      ///< false: no memory checks, whatever lab.toml says
  std::vector<GivenPrediction> predictions{};  ///< what is kept in the record, beside the truth
  bool has_stand_ins = false;  ///< the host is shown other data than the device has (grading)
  /// Cases that decide correctness run in other orders as well (other_orders.h).
  bool has_other_orders = false;
  /// On a real GPU: the sweeps also run with as much data as fills it, uncounted, and the record
  /// gets their curves.
  bool measures_sweeps = false;
  std::vector<std::string> only_sweeps{};  ///< that are measured; empty: all
  /// Is given them whole. The lab's own cases then run once, and nothing of them is counted.
  std::function<void(record::MeasuredProgram)> on_measured{};
  /// Is given the program and the lab's cases; nothing is run then, and there is no score.
  std::function<void(const std::filesystem::path&, const std::vector<judge::Case>&)> on_built{};
  /// Only the case that it names runs, and one of its launches is stepped through. The record has
  /// no cases then, and no score; its outcome's message says what became of the case. It outlives
  /// the run.
  StepLink* steps = nullptr;
};

/// A case that has ended.
struct EndedCase {
  std::string name;
  bool is_correct = false;
  std::string message;  ///< the first difference, or why there is no answer
};

struct Progress {
  std::string stage;                 ///< "compiling", "running stride sweep", …
  double fraction = 0;               ///< 0…1 of the whole run
  std::optional<EndedCase> ended{};  ///< when that is the news
};

/// Does not throw for anything that the exercise file does: compile errors, crashes, hangs and
/// wrong answers are in the record's outcome. Cancelling ends the run's processes and gives
/// Outcome::canceled.
record::RunRecord run_lab(const Installation& installation, const RunRequest& request,
                          const std::function<void(const Progress&)>& on_progress,
                          std::stop_token cancel);

}  // namespace warpscope::runner
