// A line of the terminal that shows how far a launch has come, below the line on which the program
// writes, and that leaves no trace.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "device/events.h"

namespace warpscope::cli {

class LaunchLine {
 public:
  enum class Way : std::uint8_t {
    none,
    rewritten,  ///< one line, on a terminal
    lines       ///< one after the other, every few seconds
  };
  /// `write` puts bytes to where the line is shown; `width` gives the columns there are.
  LaunchLine(Way way, std::function<void(const std::string&)> write,
             std::function<std::size_t()> width);
  ~LaunchLine();
  LaunchLine(const LaunchLine&) = delete;
  LaunchLine& operator=(const LaunchLine&) = delete;

  /// Shows it; nothing: the line vanishes.
  void show(const std::optional<device::LaunchProgressed>& progress);

 private:
  void put_below(const std::string& text);

  Way way_;
  std::function<void(const std::string&)> write_;
  std::function<std::size_t()> width_;
  bool is_shown_ = false;
  std::optional<std::chrono::steady_clock::time_point> next_;  ///< of Way::lines
};

/// The line of standard error: rewritten on a terminal that can move its cursor, else lines where
/// they are asked for. Nothing where it is not asked for and the user wants to hear little.
LaunchLine::Way way_of_errors(bool is_asked_for, bool is_quiet);
/// Columns of standard error.
std::size_t width_of_errors();
/// A line there; the second and the third argument of LaunchLine.
void write_errors(const std::string& text);

}  // namespace warpscope::cli
