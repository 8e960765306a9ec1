// Making a program out of the student's file and the lab's driver.
#pragma once

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "runner/build/driver_parts.h"
#include "runner/build/own_headers.h"

namespace warpscope::runner {

struct ExerciseBuild {
  bool is_canceled = false;
  /// A sentence where the compiler came to a limit: of time, memory or the size of a file.
  std::string limit_reached;
  bool is_out_of_time = false;    ///< that limit was the wall clock's
  std::filesystem::path program;  ///< empty when it did not compile
  std::string compiler_output;    ///< paths are as in source_name()
  std::string file_name;          ///< the student's name for the file, without its folder
  /// Functions of the lab that the file lacks; cases that call one of them fail.
  struct Missing {
    std::string cause;  ///< a sentence or two
    std::string meant;  ///< name of the function of the file that `cause` asks about, or empty
    bool operator==(const Missing&) const = default;
  };
  std::vector<Missing> missing_functions;
  /// Names of the runtime, of libraries and of the lab's driver that the file defines, as written
  /// there; calls of these go to theirs.
  std::vector<std::string> taken_names;
  std::string sha256;            ///< of the file
  std::filesystem::path folder;  ///< where the file was when it was compiled
  std::vector<std::filesystem::path> include_folders;
  std::vector<std::filesystem::path> driver_folders;  ///< of what it was linked with

  /// The name that records use for a file that the compiler saw, whatever folder it was compiled
  /// in: the student's own for the exercise, "exercise.h" or "kernels/grid/ceil_div.cuh" for
  /// others.
  std::string source_name(const std::string& compiled_path) const;
  /// A text in which all such paths have these names.
  std::string named(std::string text) const;
};

/// ExerciseBuild::source_name() of paths that come again and again.
class SourceNames {
 public:
  explicit SourceNames(const ExerciseBuild& build) : build_(build) {}  ///< which outlives this
  const std::string& of(const std::string& compiled_path);

 private:
  const ExerciseBuild& build_;
  std::map<std::string, std::string> names_;
};

/// The exercise file.
struct ExerciseFile {
  std::string name;  ///< without its folder; for messages only
  std::string text;
  std::vector<OwnHeader> headers{};  ///< of the student's own
};

/// Where build_exercise() keeps what it makes of the text with these parts, and looks for it.
std::filesystem::path exercise_folder(const Installation& installation, const std::string& lab,
                                      const std::string& text, const DriverParts& parts,
                                      const Compiler& compiler, const std::stop_token& cancel);

/// Compiles the text and links it; a program that was made from the same text before is taken from
/// the work folder. Throws std::runtime_error when the tool itself fails.
ExerciseBuild build_exercise(const Installation& installation, const std::string& lab,
                             const ExerciseFile& file, const DriverParts& parts,
                             const Compiler& compiler, const std::stop_token& cancel);

}  // namespace warpscope::runner
