#include "viewer/app/options.h"

#include <CLI/CLI.hpp>
#include <charconv>

namespace warpscope::viewer {
namespace {

constexpr int kUsageError = 2;
constexpr int kLeastPixels = 320, kMostPixels = 8192;

/// "1600x1000" → two numbers; an empty string when it is well formed, else what is wrong.
std::string read_size(const std::string& text, int& width, int& height) {
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, width);
  const bool has_both = first.ec == std::errc() && first.ptr != end && *first.ptr == 'x';
  if (has_both) {
    const auto second = std::from_chars(first.ptr + 1, end, height);
    const auto fits = [](int pixels) { return pixels >= kLeastPixels && pixels <= kMostPixels; };
    if (second.ec == std::errc() && second.ptr == end && fits(width) && fits(height)) return {};
  }
  return "a size is written 1600x1000, each between " + std::to_string(kLeastPixels) + " and " +
         std::to_string(kMostPixels);
}

}  // namespace

ParsedOptions parse_options(int argc, const char* const* argv) {
  ParsedOptions parsed;
  Options& options = parsed.options;
  CLI::App app{
      "Shows a lab: source with counters, curves, timeline, findings and slides, the student's "
      "attempt beside "
      "the reference."};
  app.name("warpscope-viewer");
  auto* what =
      app.add_option("LAB|FILE|RECORD", options.what,
                     "a lab; a CUDA source (in a working copy it is its lab's, any other is run as "
                     "warpscope exec does); or a saved run record (.json)");
  app.add_option("--lab", options.lab, "the lab to open")->capture_default_str()->excludes(what);
  app.add_option("--file", options.file,
                 "the student's file; without it exercises/<lab>/exercise.cu, "
                 "which begins as a copy of the lab's starter")
      ->excludes(what);
  app.add_option("--device", options.device,
                 "what labs run on: virtual:PROFILE; cuda:0, a real GPU of this machine; or auto, "
                 "the real one where there is one");
  app.add_option(
      "--exercises", options.exercises,
      "the folder of the students' files; exercises/ in the source tree, or in the current "
      "folder when Warpscope is installed");
  auto* open =
      app.add_option("--open", options.record, "show a saved run record instead of running a lab")
          ->excludes(what);
  app.add_option("--reference", options.reference_record, "a second record beside --open")
      ->needs(open);
  app.add_option("--class", options.class_results,
                 "the folder of a class's results (grades/LAB), for the pane \"Class\"");
  app.add_flag("--show-reference", options.shows_reference,
               "show all that the lab hides: reference, curves of an H200 and of other programs");
  app.add_option("--off-screen", options.off_screen_folder,
                 "write pictures and a report into this folder instead of opening a window");
  app.add_option("--pane", options.pane, "the pane to bring to the front, in any case");
  app.add_option("--scale", options.scale, "size of text and controls, 0.5 to 3")
      ->check(CLI::Range(0.5, 3.0));
  std::string theme = "dark";
  app.add_option("--theme", theme, "dark or light")
      ->check(CLI::IsMember({"dark", "light"}))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--size",
         [&options](const std::string& text) {
           const std::string problem = read_size(text, options.width, options.height);
           if (!problem.empty()) throw CLI::ValidationError("--size", problem);
         },
         "of the window or the pictures, in pixels")
      ->default_str("1600x1000");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    parsed.exit_code = app.exit(error) == 0 ? 0 : kUsageError;
  }
  options.theme = theme == "light" ? ThemeKind::light : ThemeKind::dark;
  return parsed;
}

}  // namespace warpscope::viewer
