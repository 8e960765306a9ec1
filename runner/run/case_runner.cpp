#include "runner/run/case_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <future>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <span>

#include "record/fingerprint.h"
#include "runner/origin/answer_words.h"
#include "runner/origin/returned_answers.h"
#include "runner/run/profiles.h"

namespace warpscope::runner {
namespace {

Clock::duration seconds(double value) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(value));
}

/// What sessions that work side by side must know of each other.
class Shared {
 public:
  Shared(const ProgramSession::Setup& setup, const std::function<void(std::size_t)>& on_case,
         const OnCaseEnd& on_end)
      : on_case_(on_case),
        on_end_(on_end),
        profile_copy_engines_(running_profile(setup.installation, setup.profile).copy_engines) {}

  std::uint32_t profile_copy_engines() const { return profile_copy_engines_; }

  void begin(std::size_t index) {
    const std::scoped_lock lock(mutex_);
    on_case_(index);
  }
  void end(std::size_t index, const RanCase& ran) {
    const std::scoped_lock lock(mutex_);
    if (on_end_) on_end_(index, ran);
  }
  void add_slow(const std::string& task) {
    const std::scoped_lock lock(mutex_);
    slow_tasks_.insert(task);
  }
  bool is_slow(const std::string& task) const {
    const std::scoped_lock lock(mutex_);
    return slow_tasks_.contains(task);
  }
  /// The tool failed, or the run was canceled: no further case is begun.
  void stop() {
    const std::scoped_lock lock(mutex_);
    is_stopped_ = true;
  }
  bool is_stopped() const {
    const std::scoped_lock lock(mutex_);
    return is_stopped_;
  }

 private:
  const std::function<void(std::size_t)>& on_case_;
  const OnCaseEnd& on_end_;
  std::uint32_t profile_copy_engines_;
  mutable std::mutex mutex_;
  std::set<std::string> slow_tasks_;
  bool is_stopped_ = false;
};

using Returned = std::vector<std::vector<std::byte>>;

/// Runs some of the cases, one after the other.
class Runner {
 public:
  Runner(const ProgramSession::Setup& setup, const judge::Judge& judge, Shared& shared,
         const std::stop_token& cancel)
      : setup_(setup),
        judge_(judge),
        shared_(shared),
        cancel_(cancel),
        left_(seconds(setup.limits.total_s)) {}

  /// `first`: the index of the first of them.
  void run_all(std::span<const judge::Case> cases, std::size_t first) {
    try {
      for (std::size_t i = 0; i < cases.size(); ++i) {
        shared_.begin(first + i);
        run_.cases.push_back(run(cases[i], static_cast<std::uint32_t>(first + i)));
        shared_.end(first + i, run_.cases.back());
      }
      if (session_) close_session(false);
    } catch (...) {
      shared_.stop();
      throw;
    }
  }
  CasesRun& result() { return run_; }
  EventCollector& events() { return events_; }

 private:
  RanCase run(const judge::Case& set, std::uint32_t index) {
    RanCase result;
    if (const auto reason = reason_to_skip(set); !reason.empty()) {
      result.message = reason;
      return result;
    }
    const auto copy_engines = asked_of_device(set);
    if (session_ && session_copy_engines_ != copy_engines) close_session(false);
    if (!session_) {
      session_ = std::make_unique<ProgramSession>(setup_, events_, copy_engines);
      session_copy_engines_ = copy_engines;
    }
    const auto limit = std::min(left_, seconds(setup_.limits.case_s));
    const auto end = session_->run_case(set, index, limit, cancel_);
    left_ -= session_->used();
    result.is_run = true;
    result.end = end.kind;
    result.message = end.message;
    if (end.kind == CaseEnd::Kind::answered) {
      result.opinion = examine(set, end.answer);
      if (!result.opinion.is_correct && answers_stand_ins(set, end.answer)) {
        result.opinion = {};
        result.opinion.is_correct = true;
        result.is_of_stand_ins = true;
      }
      for (const auto& [name, array] : end.answer.outputs) {
        result.outputs.emplace_back(array.bytes().size(), record::fingerprint(array.bytes()));
      }
      result.is_among_returned = is_part_of(end.answer.outputs, session_->returned_arrays(false));
      return result;
    }
    result.is_error_left = end.answer.status == lab_protocol::Status::left_error;
    if (end.kind == CaseEnd::Kind::timed_out) {
      shared_.add_slow(set.task);
      result.limit_s = setup_.limits.case_s;
    }
    if (end.kind == CaseEnd::Kind::device_lost) run_.tool_error = end.message;
    if (end.kind == CaseEnd::Kind::canceled) run_.is_canceled = true;
    if (!run_.tool_error.empty() || run_.is_canceled) shared_.stop();
    const auto returned = close_session(end.kind != CaseEnd::Kind::failed);
    if (end.is_crash) events_.place_crash(index);
    if (can_be_own_end(end)) look_at_returned(set, returned, result);
    return result;
  }

  /// Nothing, if the case wants as many as the profile has: then any device will do.
  std::optional<std::uint32_t> asked_of_device(const judge::Case& set) const {
    return set.copy_engines == shared_.profile_copy_engines() ? std::nullopt : set.copy_engines;
  }

  std::string reason_to_skip(const judge::Case& set) const {
    if (run_.is_canceled || cancel_.stop_requested()) return "The run was canceled.";
    if (shared_.is_stopped()) return "The run stopped before this case.";
    if (shared_.is_slow(set.task)) {
      return "Not run: another case of " + set.task + " did not end in time.";
    }
    if (left_ <= Clock::duration::zero()) {
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

  /// It is right for what the program's host was shown, which the device never had.
  bool answers_stand_ins(const judge::Case& set, const Answer& answer) {
    if (set.stand_ins.empty()) return false;
    auto shown = set;
    for (auto& [name, stand_in] : shown.stand_ins) shown.inputs[name] = std::move(stand_in.array);
    return examine(shown, answer).is_correct;
  }

  /// The function threw, or the program ended by exit() or abort().
  bool can_be_own_end(const CaseEnd& end) const {
    if (end.is_no_answer) return false;
    if (end.kind == CaseEnd::Kind::failed)
      return end.answer.status != lab_protocol::Status::left_error;
    return end.kind == CaseEnd::Kind::ended_early &&
           (run_.exit_code >= 0 || run_.exit_code == -SIGABRT);
  }

  /// Copies that brought the answer alone are told by their fingerprints.
  bool is_part_of(const std::map<std::string, judge::Array>& outputs, const Returned& returned) {
    std::uint64_t wanted = 0, had = 0;
    for (const auto& [name, array] : outputs) wanted += array.bytes().size();
    for (const auto& array : returned) had += array.size();
    return had > wanted && is_among_returned(outputs, returned);
  }

  /// Of a case with stand-ins.
  void look_at_returned(const judge::Case& set, const Returned& returned, RanCase& result) {
    const auto possible = possible_answers(set, returned);
    if (possible.empty()) return;
    const auto only = judge_.only_answer(set);
    for (const auto& outputs : possible) {
      Answer answer;
      answer.outputs = outputs;
      if (!are_same_words(outputs, only) && !examine(set, answer).is_correct) continue;
      result.is_right_before_end = result.opinion.is_correct = true;
      for (const auto& [name, array] : outputs)
        result.outputs.emplace_back(array.bytes().size(), record::fingerprint(array.bytes()));
      return;
    }
  }

  /// Gives what the program had of the device in the last case, where it has stand-ins.
  Returned close_session(bool must_kill) {
    session_->finish(must_kill);
    auto returned = session_->returned_arrays(true);
    const auto room = setup_.limits.output_bytes -
                      std::min<std::uint64_t>(setup_.limits.output_bytes, run_.output.size());
    run_.output += session_->output().substr(0, room);
    if (const auto exit = session_->program_exit()) {
      const auto program = setup_.sandbox.exit_of_program(*exit);
      run_.exit_code = program.is_signal ? -program.code : program.code;
    }
    session_.reset();
    return returned;
  }

  const ProgramSession::Setup& setup_;
  const judge::Judge& judge_;
  Shared& shared_;
  const std::stop_token& cancel_;
  Clock::duration left_;  ///< of the time for all cases
  EventCollector events_;
  std::unique_ptr<ProgramSession> session_;
  std::optional<std::uint32_t> session_copy_engines_;  ///< its device's
  CasesRun run_;
};

/// What a case takes grows with its bytes; the smallest takes about as long as this many.
constexpr std::uint64_t kBytesOfAnyCase = std::uint64_t{256} << 10;
/// Below this, a session takes longer to start than it saves.
constexpr std::uint64_t kFewestBytesOfASession = std::uint64_t{8} << 20;

std::uint64_t weight_of(const judge::Case& set) {
  std::uint64_t bytes = kBytesOfAnyCase + set.work_bytes;
  for (const auto& [name, array] : set.inputs) bytes += array.bytes().size();
  for (const auto& [name, shape] : set.outputs) {
    bytes += shape.count * lab_protocol::size_bytes(shape.type);
  }
  return bytes;
}

/// Where each session's cases begin, and behind the last of them the end. The parts lie one behind
/// the other, so that a record does not depend on how many sessions there were.
std::vector<std::size_t> parts_of(const std::vector<judge::Case>& cases, std::uint32_t sessions) {
  std::vector<std::uint64_t> weights;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool needs_session = i > 0 && cases[i].copy_engines != cases[i - 1].copy_engines;
    weights.push_back(weight_of(cases[i]) + (needs_session ? kFewestBytesOfASession : 0));
  }
  const auto total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  const auto parts = std::clamp<std::uint64_t>(total / kFewestBytesOfASession, 1, sessions);
  std::vector<std::size_t> begins{0};
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (before * parts >= total * begins.size() && begins.size() < parts) begins.push_back(i);
    before += weights[i];
  }
  begins.push_back(cases.size());
  return begins;
}

/// Adds what came after.
void append(CasesRun& all, CasesRun part, std::uint64_t output_bytes) {
  std::ranges::move(part.cases, std::back_inserter(all.cases));
  const auto room = output_bytes - std::min<std::uint64_t>(output_bytes, all.output.size());
  all.output += part.output.substr(0, room);
  all.exit_code = part.exit_code;
  all.is_canceled = all.is_canceled || part.is_canceled;
  if (all.tool_error.empty()) all.tool_error = std::move(part.tool_error);
  all.judge_s = std::max(all.judge_s, part.judge_s);
}

}  // namespace

CasesRun run_cases(const ProgramSession::Setup& setup, const judge::Judge& judge,
                   const std::vector<judge::Case>& cases, EventCollector& events,
                   const std::function<void(std::size_t)>& on_case, const std::stop_token& cancel,
                   const OnCaseEnd& on_end) {
  Shared shared(setup, on_case, on_end);
  const auto begins = parts_of(cases, setup.sessions_at_once);
  const std::size_t parts = begins.size() - 1;
  std::vector<std::unique_ptr<Runner>> runners;
  for (std::size_t part = 0; part < parts; ++part) {
    runners.push_back(std::make_unique<Runner>(setup, judge, shared, cancel));
  }
  const auto run_part = [&](std::size_t part) {
    const auto count = begins[part + 1] - begins[part];
    runners[part]->run_all(std::span(cases).subspan(begins[part], count), begins[part]);
  };
  std::vector<std::future<void>> others;
  for (std::size_t part = 1; part < parts; ++part) {
    others.push_back(std::async(std::launch::async, run_part, part));
  }
  run_part(0);
  for (auto& other : others) other.get();
  CasesRun all = std::move(runners.front()->result());
  events = std::move(runners.front()->events());
  for (std::size_t part = 1; part < parts; ++part) {
    append(all, std::move(runners[part]->result()), setup.limits.output_bytes);
    events.add_all(std::move(runners[part]->events()));
  }
  if (cancel.stop_requested()) all.is_canceled = true;
  return all;
}

}  // namespace warpscope::runner
