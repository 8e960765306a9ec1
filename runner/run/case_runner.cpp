#include "runner/run/case_runner.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <set>

namespace warpscope::runner {
namespace {

Clock::duration seconds(double value) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(value));
}

class Runner {
 public:
  Runner(const ProgramSession::Setup& setup, const judge::Judge& judge, EventCollector& events,
         const std::stop_token& cancel)
      : setup_(setup),
        judge_(judge),
        events_(events),
        cancel_(cancel),
        end_of_run_(Clock::now() + seconds(setup.limits.total_s)) {}

  RanCase run(const judge::Case& set, std::uint32_t index) {
    RanCase result;
    if (const auto reason = reason_to_skip(set); !reason.empty()) {
      result.message = reason;
      return result;
    }
    if (session_ && session_copy_engines_ != set.copy_engines) close_session(false);
    if (!session_) {
      session_ = std::make_unique<ProgramSession>(setup_, events_, set.copy_engines);
      session_copy_engines_ = set.copy_engines;
    }
    const auto deadline = std::min(end_of_run_, Clock::now() + seconds(setup_.limits.case_s));
    const auto end = session_->run_case(set, index, deadline, cancel_);
    result.is_run = true;
    result.end = end.kind;
    result.message = end.message;
    if (end.kind == CaseEnd::Kind::answered) {
      result.opinion = examine(set, end.answer);
      return result;
    }
    result.is_error_left = end.answer.status == lab_protocol::Status::left_error;
    if (end.kind == CaseEnd::Kind::timed_out) {
      slow_tasks_.insert(set.task);
      result.limit_s = setup_.limits.case_s;
    }
    if (end.kind == CaseEnd::Kind::device_lost) run_.tool_error = end.message;
    if (end.kind == CaseEnd::Kind::canceled) run_.is_canceled = true;
    close_session(end.kind != CaseEnd::Kind::failed);
    return result;
  }

  CasesRun take() {
    if (session_) close_session(false);
    return std::move(run_);
  }

 private:
  std::string reason_to_skip(const judge::Case& set) const {
    if (run_.is_canceled || cancel_.stop_requested()) return "The run was canceled.";
    if (!run_.tool_error.empty()) return "The run stopped before this case.";
    if (slow_tasks_.contains(set.task)) {
      return "Not run: another case of " + set.task + " did not end in time.";
    }
    if (Clock::now() >= end_of_run_) {
      return fmt::format("Not run: the time for all cases, {} s, was used up.",
                         setup_.limits.total_s);
    }
    return {};
  }

  judge::Opinion examine(const judge::Case& set, const Answer& answer) {
    const auto begin = Clock::now();
    auto opinion = judge_.examine(set, answer.outputs);
    run_.judge_s += std::chrono::duration<double>(Clock::now() - begin).count();
    return opinion;
  }

  void close_session(bool must_kill) {
    session_->finish(must_kill);
    const auto room = setup_.limits.output_bytes -
                      std::min<std::uint64_t>(setup_.limits.output_bytes, run_.output.size());
    run_.output += session_->output().substr(0, room);
    if (const auto exit = session_->program_exit()) {
      const auto program = setup_.sandbox.exit_of_program(*exit);
      run_.exit_code = program.is_signal ? -program.code : program.code;
    }
    session_.reset();
  }

  const ProgramSession::Setup& setup_;
  const judge::Judge& judge_;
  EventCollector& events_;
  const std::stop_token& cancel_;
  Clock::time_point end_of_run_;
  std::unique_ptr<ProgramSession> session_;
  std::optional<std::uint32_t> session_copy_engines_;  ///< its device's
  std::set<std::string> slow_tasks_;
  CasesRun run_;
};

}  // namespace

CasesRun run_cases(const ProgramSession::Setup& setup, const judge::Judge& judge,
                   const std::vector<judge::Case>& cases, EventCollector& events,
                   const std::function<void(std::size_t)>& on_case, const std::stop_token& cancel) {
  Runner runner(setup, judge, events, cancel);
  std::vector<RanCase> results;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    on_case(i);
    results.push_back(runner.run(cases[i], static_cast<std::uint32_t>(i)));
  }
  auto run = runner.take();
  run.cases = std::move(results);
  if (cancel.stop_requested()) run.is_canceled = true;
  return run;
}

}  // namespace warpscope::runner
