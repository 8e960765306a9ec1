// Files that a command was asked to write besides what it prints.
#pragma once

#include <functional>
#include <string>

namespace warpscope::cli {

/// Throws UsageError where such a file cannot be written, before any work is done for it. An empty
/// name and "-" are none.
void expect_writable(const std::string& file);

/// Writes files. One that cannot be written (the disk may be full by now) takes nothing else with
/// it: its reason goes to standard error, and the rest is done.
class Outputs {
 public:
  /// `write` throws a std::exception when it cannot; nothing is done without a name.
  void add(const std::string& file, const std::function<void()>& write);
  /// `code`, or that of a failure of the tool when something was not written.
  int exit_code(int code) const;

 private:
  bool has_failed_ = false;
};

/// Throws std::runtime_error with a sentence when what was printed did not get out.
void finish_standard_output();

}  // namespace warpscope::cli
