// What a lab's lab.toml says: title, tasks, sweeps, limits and how points are given. The format is
// described in docs/instructors/writing_a_lab.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/mechanism.h"
#include "record/record.h"
#include "runner/findings/provoked.h"
#include "runner/lab/lesson_rows.h"
#include "runner/lab/predictions.h"

namespace warpscope::runner {

/// Limits of one run of a lab's program.
struct LabLimits {
  double case_s = 10;                        ///< one case, in the measure of process/used_time.h
  double total_s = 120;                      ///< all cases of a session, the same
  double cpu_s = 60;                         ///< processor time of one process
  std::uint64_t memory_bytes = 4ULL << 30;   ///< address space of one process
  std::uint64_t output_bytes = 64ULL << 10;  ///< of stdout and stderr that is kept
  std::uint64_t instruction_budget = 0;      ///< warp instructions of one launch; 0 is no limit
  std::uint64_t threads = 512;               ///< of the program, on the host
  /// What the device's process may take for itself, the arrays of the program's on it included.
  std::uint64_t device_memory_bytes = 4ULL << 30;
  double compile_s = 90;                            ///< wall clock, compiler and linker together
  std::uint64_t compile_memory_bytes = 2ULL << 30;  ///< address space of one of their processes
};

/// Other programs of the lab whose curves are kept, to be drawn beside those of a run.
struct ProgramsBeside {
  std::string sweep;                  ///< id
  std::vector<std::string> programs;  ///< "starter", "step-2", "ways/library": files or diffs
};

/// Which launches are watched for races and for reads of memory that nothing has written.
struct MemoryChecks {
  bool is_on = true;
  std::uint64_t most_threads = 16384;   ///< of a launch; larger ones are not watched; 0: no limit
  std::uint64_t most_accesses = 20000;  ///< of warps, in each case; 0: no limit
  std::vector<std::string> except;  ///< cases whose name matches one of these globs are not watched
};

/// A metric, and the most or the fewest of it that a check asks for beside its own value.
struct LimitBeside {
  std::string metric;
  std::optional<double> at_most;
  std::string when_lost;  ///< as that of the check
  std::optional<double> at_least{};
  std::string cases{};  ///< a glob; empty: those of the check
};

/// One row of the score.
struct CheckDescription {
  enum class Kind : std::uint8_t {
    correct,     ///< the share of the cases that are correct
    counter,     ///< a counter or derived metric over the cases stays within a bound
    no_finding,  ///< none of the listed findings shows up
    no_error,    ///< no mistake shows up (findings/catalogue.h), and none listed
  };
  Kind kind = Kind::correct;
  std::string id;
  std::string title;
  double points = 0;
  std::string task;    ///< only cases of this task; empty for every task
  std::string cases;   ///< only cases whose name matches this glob ('*' and '?'); empty for all
  std::string metric;  ///< kind counter
  std::optional<double> at_most;   ///< kind counter: full points up to here …
  std::optional<double> at_least;  ///< … or from here
  std::optional<double> zero_at;   ///< points fall linearly to 0 here; without it at the bound
  /// Kind counter, about active lanes: with more instructions than these, idle lanes are compared
  /// with these. About what goes on at once: of all kernels of a case; more do not count.
  std::optional<double> most_instructions;
  /// Kind counter, about what goes on at once: bytes of all copies between host and device of a
  /// case; more do not count.
  std::optional<double> most_copied_bytes;
  /// Kinds counter and correct: no points beyond one of these, since what is wanted was had in a
  /// way that is not meant (score/beside.h).
  std::vector<LimitBeside> beside;
  /// Kinds counter and correct: no points where the answers are right without all of these, which
  /// are what the check is about: then they have no part in the answers.
  std::vector<record::Mechanism> depends_on;
  std::vector<std::string> findings;  ///< ids: all of kind no_finding, further ones of no_error
  std::string when_lost;  ///< kind counter: what to ask oneself then, behind the value; or empty
  std::uint32_t handout_task = 0;  ///< whose hints help; 0: the place of `task` in the lab's tasks
};

/// A column of the table that `warpscope ladder` prints: a value over some cases, for each rung.
struct LadderColumn {
  std::string heading;
  std::string group;   ///< heading over neighbouring columns that have the same; may be empty
  std::string metric;  ///< counter, derived metric or metric of cases, as in a check
  std::string cases;   ///< only cases whose name matches this glob; empty for all
};

struct LabDescription {
  std::string title;
  int difficulty = 1;              ///< stars, 1 to 5
  std::vector<std::string> needs;  ///< ids of labs that a student has done before
  std::string teaches;             ///< what one knows afterwards, for a list; may be empty
  int minutes = 0;                 ///< about how long it takes; 0: not said
  std::string deck;                ///< relative to the installation's root; may be empty
  std::string heat;                ///< of heat_names.h, beside the source's lines; may be empty
  std::vector<std::string> tasks;
  /// Those whose driver copies each output of 64 bytes or more to the host by itself, at once.
  std::vector<std::string> driver_copies;
  /// Those whose driver uploads each input of 128 bytes or more by itself, at once, and looks at
  /// none.
  std::vector<std::string> driver_uploads;
  std::vector<record::Sweep> sweeps;
  std::vector<ProvokedFindings> provoked;
  std::vector<ProgramsBeside> beside;
  LabLimits limits;
  MemoryChecks memory_checks;
  bool has_openmp = false;        ///< the exercise is compiled with OpenMP for its host code
  bool has_machine_code = false;  ///< ptxas runs as well: launches with too many registers fail
  std::vector<CheckDescription> checks;
  std::vector<LadderColumn> ladder;
  std::vector<PredictionQuestion> predictions;
  std::vector<LessonRow> lessons;  ///< none, or one for each task
};

/// Reads a lab.toml. `name` stands for the file in errors. Throws std::runtime_error with file,
/// line and reason for anything that does not fit the format, unknown keys included. `text` may be
/// hostile.
LabDescription parse_lab(std::string_view text, std::string_view name);
LabDescription load_lab(const std::filesystem::path& path);

/// labs/course.toml: the order of the labs.
struct CoursePart {
  std::string title;
  std::vector<std::string> labs;  ///< ids
};
/// Lower-case letters, digits and '-'.
bool is_lab_id(std::string_view text);
std::vector<CoursePart> parse_course(std::string_view text, std::string_view name);
std::vector<CoursePart> load_course(const std::filesystem::path& path);

}  // namespace warpscope::runner
