// Runs all cases of a lab, in as few processes as it takes: a case that ends badly costs its
// process, and the next case gets a fresh one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/judge.h"
#include "runner/run/program_session.h"

namespace warpscope::runner {

/// A case and what became of it.
struct RanCase {
  bool is_run = false;
  CaseEnd::Kind end = CaseEnd::Kind::answered;
  judge::Opinion opinion;  ///< when answered, and as is_right_before_end says
  /// When answered: size and fingerprint (record/fingerprint.h) of each output.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> outputs;
  std::string message;  ///< otherwise; also why it was not run
  double limit_s = 0;   ///< when timed out: how long it could have taken
  /// When answered: right for the stand-ins of its inputs, and not for them.
  bool is_of_stand_ins = false;
  /// When answered: the program had more of the device than the answer, and that among it.
  bool is_among_returned = false;
  /// When failed: the function came to its end with an error that nobody asked for.
  bool is_error_left = false;
  /// When the program ended itself or threw: `opinion` and `outputs` are of what it had of the
  /// device, which is right. See own_end.h.
  bool is_right_before_end = false;
};

struct CasesRun {
  std::vector<RanCase> cases;  ///< one for each that was set
  std::string output;          ///< of all processes, cut at the lab's limit
  int exit_code = 0;           ///< of the last case's process; minus the signal when one ended it
  bool is_canceled = false;
  std::string tool_error;  ///< not empty: the tool itself failed
  double judge_s = 0;      ///< of the session whose answers took longest
};

/// Told what became of a case, never two at once.
using OnCaseEnd = std::function<void(std::size_t index, const RanCase& ran)>;

/// `on_case(i)` is called before case i, never twice at once; in order if there is one session.
/// Each case is run at most once. After a case that did not end in time, the other cases of its
/// task that have not begun are not run. Events of all cases are in `events`, in the cases' order.
CasesRun run_cases(const ProgramSession::Setup& setup, const judge::Judge& judge,
                   const std::vector<judge::Case>& cases, EventCollector& events,
                   const std::function<void(std::size_t)>& on_case, const std::stop_token& cancel,
                   const OnCaseEnd& on_end = {});

}  // namespace warpscope::runner
