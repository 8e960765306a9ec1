// The stages of nvcc, with those for the device beside those for the host.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::runner {

/// What the first two stages of each side make of cuda_runtime.h, which nvcc puts before each file.
struct PrecompiledText {
  /// Where what cudafe++ wrote begins with the text in this file, of `bytes`, the host compiler
  /// takes the precompiled header beside that file instead; 0 bytes: never.
  std::filesystem::path text;
  std::uint64_t bytes = 0;
  /// A folder with what the preprocessors make of it (Preprocessed), which then read its macros
  /// only and put its text before the rest; empty: they read the header.
  std::filesystem::path preprocessed{};
  /// An option of both preprocessors, with which these were made.
  std::string option{};
};

/// Names of files for a side.
struct Preprocessed {
  const char *text, *macros;
};
inline constexpr Preprocessed kPreprocessedHost{"host.ii", "host.macros"};
inline constexpr Preprocessed kPreprocessedDevice{"device.ii", "device.macros"};

/// nvcc runs, one after the other: the host compiler's preprocessor and cudafe++ for the host side,
/// the preprocessor and cicc for the device, ptxas as a check, fatbinary, and the host compiler.
/// Only the last one needs both sides: of the device's it needs the stubs of kernels, which cicc
/// has written before it optimises, and for its assembler the image. A shell script that runs the
/// two sides at once and then links, made of what `nvcc --dryrun` printed for one source file and
/// one PTX architecture, and for linking; its output is in the order of nvcc's. It exits with 1
/// where a stage of the compilation fails and with kLinkFailed where the object is there and
/// linking it fails, without a promise about a linker's output; also where the linker has something
/// to say, which another linker may say in other words. Nothing where nvcc would run other stages
/// than these.
///
/// The sides name what has internal linkage by an id that cudafe++ makes of the file's name and
/// contents; here it is a fixed one, so that cicc need not wait. It must differ from the ids of all
/// files that are linked together.
///
/// nvcc's own device linker is left out: files that are compiled without relocatable device code
/// have nothing for it. The gold linker links where it is installed, in half of the time.
struct DryRuns {
  std::string_view compile, link;
};
inline constexpr std::string_view kModuleId = "_77617270_11_exercise_cu_73636f70";  ///< that id
std::optional<std::string> stages_side_by_side(const DryRuns& dry_runs,
                                               const PrecompiledText& headers = {});
inline constexpr int kLinkFailed = 3;  ///< the shell itself ends with 2 where it has an error

/// Only the host's side up to what cudafe++ writes, which is moved to the file `result`. Of
/// `headers` only what is preprocessed.
std::optional<std::string> host_side(std::string_view dry_run, const std::string& result,
                                     const PrecompiledText& headers = {});

/// Preprocesses an empty file for both sides, into the folder `headers.preprocessed`: texts, and in
/// the places of the macros the same texts with all definitions between their lines. Also nothing
/// where nvcc does not put cuda_runtime.h before a file.
std::optional<std::string> preprocess(std::string_view dry_run, const PrecompiledText& headers);
/// Of such a text, what a preprocessor reads in the header's stead to know the same macros from the
/// same places: the places tell it which of them are a system's, whose warnings it keeps to itself.
std::string macros_in(std::string_view text);
/// Of the other one, what stands between the place of the file itself and its contents.
std::string text_before_file(std::string_view text);

/// The text of a preprocessor with `false` in the place of questions of GCC's std::advance whether
/// a distance is a constant. They only ask for a quicker way to the same place, and for each of the
/// two cudafe++ clears 64 MiB.
std::string without_questions(std::string text);
/// The same as a command of sed.
std::string command_without_questions();

/// Precompiles a header for the host compiler, with the options of its last stage.
std::optional<std::string> precompile(std::string_view dry_run, const std::string& header);

}  // namespace warpscope::runner
