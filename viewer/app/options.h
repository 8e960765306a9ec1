// The command line of warpscope-viewer.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "viewer/style/theme.h"

namespace warpscope::viewer {

struct Options {
  std::string what;  ///< lab, file or record; empty for what follows
  std::string lab = "coalescing";
  std::filesystem::path file;               ///< the student's; empty for the working copy
  std::string device;                       ///< "cuda:0", "virtual:h200", "auto"; empty: the usual
  std::filesystem::path exercises;          ///< where working copies are made; empty: the usual
  std::filesystem::path record;             ///< a saved record to open instead of running a lab
  std::filesystem::path reference_record;   ///< beside it
  std::filesystem::path class_results;      ///< folder of a class's results to show as well
  bool shows_reference = false;             ///< before a version of the student's own has run
  std::filesystem::path off_screen_folder;  ///< for pictures; empty for a window
  std::string pane;                         ///< to bring to the front
  ThemeKind theme = ThemeKind::dark;
  std::optional<float> scale;  ///< of text and controls; the monitor's when absent
  int width = 1600, height = 1000;
};

/// The options, or the exit code of a program that ends at once: 0 after --help, 2 after a usage
/// error, which has then been printed.
struct ParsedOptions {
  Options options;
  std::optional<int> exit_code;
};
ParsedOptions parse_options(int argc, const char* const* argv);

}  // namespace warpscope::viewer
