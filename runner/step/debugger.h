// The line debugger of a terminal: commands in, text out, over a launch that stands still.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "record/record.h"
#include "runner/run/step_link.h"

namespace warpscope::runner {

/// The next command; nothing at the end of the input.
using NextLine = std::function<std::optional<std::string>()>;
using WriteText = std::function<void(const std::string&)>;

class Debugger {
 public:
  /// `findings`: of an earlier run of the same program, to which one can go. All must outlive this.
  Debugger(StepLink& link, const std::vector<record::Finding>& findings, WriteText write)
      : link_(link), findings_(findings), write_(std::move(write)) {}

  /// Obeys commands until there are none, or until quit. `first`: commands before them, as if
  /// typed. False: the launch was never come to, or it ended by itself.
  bool run(const NextLine& next_line, const std::vector<std::string>& first,
           const std::stop_token& cancel);
  /// All commands, a line each.
  static std::string help();

 private:
  enum class After { go_on, quit };
  After obey(const std::string& line, const std::stop_token& cancel);
  /// Sends, waits, and says where it stands. False: the run has ended.
  bool go(device::StepCommand command, const std::stop_token& cancel);
  /// The same, with `text` of what is seen.
  bool show(device::StepCommand command,
            const std::function<std::string(const device::Stood&)>& text,
            const std::stop_token& cancel);
  device::StepCommand command(device::StepCommand::Action action) const;
  bool follow(const std::vector<std::string>& words, const std::stop_token& cancel);
  bool to_finding(const std::vector<std::string>& words, const std::stop_token& cancel);

  StepLink& link_;
  const std::vector<record::Finding>& findings_;
  WriteText write_;
  std::uint64_t block_ = 0;
  std::uint32_t warp_ = 0;
  std::string file_;  ///< of the line that was shown last
};

}  // namespace warpscope::runner
