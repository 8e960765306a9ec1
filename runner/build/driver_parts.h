// The part of a lab's program that does not change when the student edits: compiled once, kept in
// the work folder.
#pragma once

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "runner/build/compiler.h"
#include "runner/build/host_headers.h"

namespace warpscope::runner {

struct DriverParts {
  std::string key;  ///< of everything that went into them
  std::vector<std::filesystem::path> objects;
  /// What the exercise may include: the lab's headers, labs/driver, kernels. Nothing else of the
  /// tree.
  std::vector<std::filesystem::path> include_folders;
  std::string cuda_version;
  /// What nvcc would run for an exercise (stages.h), in kExerciseFolder below the folder of the
  /// parts.
  std::string compile_stages, link_stages;
  std::filesystem::path folder;
  /// What the compiler must see, besides the exercise's folder, to compile and link one.
  std::vector<std::filesystem::path> readable;
  PrecompiledText host_headers;  ///< the lean ones
};

/// The exercise and what is made of it, by the stages' names.
inline constexpr const char* kExerciseFolder = "exercise";
inline constexpr const char* kExerciseSource = "exercise.cu";
inline constexpr const char* kExerciseObject = "exercise.cu.o";
inline constexpr const char* kProgram = "program";

/// One of these stages for a job in another folder.
std::string stages_in(const Compiler::Job& job, const DriverParts& parts, std::string stages);

/// Texts of driver.cu and of headers that a lab's folder need not hold, by these names.
using MadeSources = std::map<std::string, std::string>;

/// DriverParts::key of what prepare_driver_parts() would make now: the lab's driver and headers,
/// the device library, compiler and options. Compiles nothing.
std::string driver_parts_key(const Installation& installation,
                             const std::filesystem::path& lab_folder, const Compiler& compiler,
                             const MadeSources& made = {});

/// Takes them from the work folder or compiles them, several at a time; what all labs have in
/// common only for the first lab. Throws std::runtime_error with the compiler's output when they do
/// not compile: never the student's fault. A request to cancel also ends in an exception. `made`
/// stands for files that the folder lacks.
DriverParts prepare_driver_parts(const Installation& installation,
                                 const std::filesystem::path& lab_folder, const Compiler& compiler,
                                 const std::stop_token& cancel, const MadeSources& made = {});

}  // namespace warpscope::runner
