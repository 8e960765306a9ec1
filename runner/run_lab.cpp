#include "runner/run_lab.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "base/error_sentence.h"
#include "base/files.h"
#include "base/foreign_text.h"
#include "record/beside_curves.h"
#include "record/measured_curves.h"
#include "runner/build/exercise_build.h"
#include "runner/compiler_settings.h"
#include "runner/data_lab/data_judge.h"
#include "runner/data_lab/driver_text.h"
#include "runner/data_lab/find_judge.h"
#include "runner/dependences.h"
#include "runner/exercise/lab_progress.h"
#include "runner/findings/compile_errors.h"
#include "runner/findings/provoked.h"
#include "runner/findings/rules.h"
#include "runner/findings_of_build.h"
#include "runner/installation/version.h"
#include "runner/lab/instructor_rules.h"
#include "runner/measured_sweeps.h"
#include "runner/origin/stand_ins.h"
#include "runner/other_orders.h"
#include "runner/run/case_runner.h"
#include "runner/run/gpu_profile.h"
#include "runner/run/profiles.h"
#include "runner/run/program_output.h"
#include "runner/run/progress_text.h"
#include "runner/run/verdicts.h"
#include "runner/score/check_cases.h"
#include "runner/score/penalties.h"
#include "runner/score/score.h"
#include "runner/source_names.h"
#include "runner/step_case.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kExerciseBytes = 1 << 20;
constexpr std::size_t kLaunchColumns = 90;  // of what is said of a launch that runs for long
constexpr double kCompileShare = 0.3;       // of the progress bar
constexpr std::uint32_t kMostWorkers = 16;
/// For finding lines of the program's calls, which takes milliseconds.
constexpr std::uint64_t kLookUp_s = 5;
constexpr std::uint64_t kLookUpBytes = std::uint64_t{2} << 30;
constexpr std::uint32_t kMostSessions = 4;

using Outcome = record::Outcome;

std::string now_in_utc() {
  return fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::vector<NamedCase> named(const std::vector<judge::Case>& cases) {
  std::vector<NamedCase> result;
  for (const auto& item : cases) result.push_back({item.name, item.task, item.sweep, item.sweep_x});
  return result;
}

/// Seconds since its making.
class Stopwatch {
 public:
  double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  Clock::time_point begin_ = Clock::now();
};

class LabRun {
 public:
  LabRun(const Installation& installation, const RunRequest& request, const LabInfo& info,
         const std::function<void(const Progress&)>& on_progress, const std::stop_token& cancel)
      : installation_(installation),
        request_(request),
        info_(info),
        on_progress_(on_progress),
        cancel_(cancel) {
    record_.created = now_in_utc();
    record_.producer.version = kVersion;
    record_.device.id = device_name(request.profile);
    record_.device.name = request.profile;
    if (is_real_) record_.device.counters = record_.device.times = record::Provenance::measured;
    record_.program.label = request.label;
    record_.program.path = request.known_as.empty() ? request.file.string() : request.known_as;
    record_.lab = info.id;
    record_.seed = request.seed;
    record_.sweeps = info.sweeps;
    add_progress(request.file, info.id, info.folder, record_);
  }

  record::RunRecord run() {
    try {
      if (is_real_) record_.producer.driver = gpu_driver();
      capability_ = running_profile(installation_, request_.profile).compute_capability;
      record_.program.compile_options = compile_options(capability_);
      lab_ = load_lab(info_.folder / "lab.toml");
      const auto rules = request_.rules.empty() ? rules_of_lab(info_.folder) : request_.rules;
      if (!rules.empty()) {
        rules_ = load_rules(rules);
        lab_ = with_rules(std::move(lab_), info_.id, *rules_);
      }
      if (!request_.has_checks) lab_.memory_checks.is_on = false;
      add_curves_of_lab();
      // The compiler takes longest; inputs and answers do not depend on it.
      const auto judge = make_judge();
      const bool has_own_driver = fs::exists(info_.folder / "driver.cu");
      if (data_judge_ != nullptr && !has_own_driver) {
        lab_.driver_copies = driver_copies(data_judge_->lab());
        lab_.driver_uploads = driver_uploads(data_judge_->lab());
      }
      const auto making = std::async(std::launch::async, [&] {
                            auto cases = judge->cases(request_.seed);
                            if (request_.has_stand_ins && !is_real_)
                              add_stand_ins(*judge, request_.seed, lab_.driver_uploads, cases);
                            return cases;
                          }).share();
      std::future<void> answering;
      const auto build = compile([&] {
        if (data_judge_ != nullptr && !request_.on_built)
          answering = std::async(std::launch::async, [&] { answer(making.get()); });
      });
      if (!build.program.empty()) {
        const auto& cases = making.get();
        expect_cases(lab_, (info_.folder / "lab.toml").string(), named(cases));
        if (answering.valid()) answering.get();
        if (request_.on_built) {
          request_.on_built(build.program, cases);
        } else {
          run_and_judge(build, *judge, cases);
        }
      }
      if (is_gradable()) record_.score = score_record(record_, lab_.checks, lab_.memory_checks);
      if (rules_) take_penalties(record_, *rules_);
      if (!request_.predictions.empty() && is_gradable())
        record_.predictions = compare(lab_.predictions, request_.predictions, record_);
    } catch (const std::exception& error) {
      record_.outcome.kind =
          cancel_.stop_requested() ? Outcome::Kind::canceled : Outcome::Kind::tool_error;
      record_.outcome.message = error_sentence(error);
    }
    report("done", 1);
    return std::move(record_);
  }

 private:
  std::unique_ptr<judge::Judge> make_judge() {
    auto judge = find_judge(info_.folder, installation_.judges_folder);
    if (!judge) throw std::runtime_error("Lab " + info_.id + " has no judge.");
    data_judge_ = dynamic_cast<DataJudge*>(judge.get());
    if (data_judge_ != nullptr) made_ = made_sources(data_judge_->lab());
    return judge;
  }

  void report(std::string stage, double fraction) const {
    if (on_progress_) on_progress_({std::move(stage), fraction});
  }

  bool is_gradable() const {
    return !request_.on_built && request_.steps == nullptr &&
           record_.outcome.kind != Outcome::Kind::canceled &&
           record_.outcome.kind != Outcome::Kind::tool_error &&
           record_.outcome.kind != Outcome::Kind::out_of_memory;
  }

  /// What was measured of this lab on a real GPU, and kept of its other programs on the virtual
  /// one that is the default; a lab need not have either.
  void add_curves_of_lab() {
    const auto measured = info_.folder / "h200.json";
    if (fs::exists(measured))
      record_.measured_curves = record::curves_of(record::load_measured_curves(measured));
    const auto beside = info_.folder / kBesideCurves;
    if (fs::exists(beside) && request_.profile == RunRequest{}.profile)
      record_.beside_curves = record::beside_curves(record::kept_runs_from_text(read_file(beside)));
  }

  /// Nothing, and the outcome is set, where what was handed in is no file that can be compiled.
  std::optional<std::string> exercise_text() {
    if (request_.text) return request_.text;
    try {
      return utf8_from_utf16(read_file_of_others(request_.file, kExerciseBytes));
    } catch (const std::runtime_error& error) {
      record_.outcome.kind = Outcome::Kind::compile_error;
      record_.outcome.message = error.what();
      return std::nullopt;
    }
  }

  /// False, and the outcome is set, where the student's own headers cannot be read.
  bool take_headers(ExerciseFile& file) {
    try {
      file.headers = own_headers(file.text, request_.file, request_.own, parts_.include_folders);
    } catch (const std::runtime_error& error) {
      record_.outcome.kind = Outcome::Kind::compile_error;
      record_.outcome.message = error.what();
      return false;
    }
    for (const auto& header : file.headers) record_.sources.push_back({header.name, header.text});
    return true;
  }

  Compiler make_compiler() const {
    auto settings = compiler_settings(lab_, capability_);
    // A driver's compiler would give other instructions than ptxas, and takes its time.
    settings.has_machine_code |= is_real_;
    return Compiler(installation_, sandbox_, settings);
  }

  /// `on_driver` is called when the lab's part of the program is there.
  ExerciseBuild compile(const std::function<void()>& on_driver) {
    report("compiling", 0);
    const Stopwatch watch;
    const auto text = exercise_text();
    if (!text) return {};
    ExerciseFile file{request_.file.filename().string(), *text};
    record_.sources.push_back({file.name, *text});
    sandbox_ = Sandbox::detect();
    if (!request_.allows_weak_sandbox && !sandbox_.hides_files()) {
      throw std::runtime_error(
          "Neither bubblewrap nor Landlock works on this machine, so a submission could read your "
          "files and the reference: nothing was run. Install bubblewrap, or say "
          "--allow-weak-sandbox.");
    }
    record_.program.sandbox = sandbox_.name();
    const auto compiler = make_compiler();
    record_.program.compile_options = compiler.options();
    parts_ = prepare_driver_parts(installation_, info_.folder, compiler, cancel_, made_);
    record_.producer.cuda_toolkit = parts_.cuda_version;
    on_driver();
    if (!take_headers(file)) return {};
    auto build = build_exercise(installation_, info_.id, file, parts_, compiler, cancel_);
    record_.program.sha256 = build.sha256;
    record_.outcome.compiler_output = build.compiler_output;
    if (build.is_canceled) {
      record_.outcome.kind = Outcome::Kind::canceled;
      record_.outcome.message = "The run was canceled.";
    } else if (build.program.empty()) {
      record_.outcome.kind = Outcome::Kind::compile_error;
      record_.outcome.message =
          build.limit_reached.empty() ? "The file does not compile." : build.limit_reached;
      if (auto finding = compile_error(build.compiler_output, record_.sources))
        record_.findings.push_back(std::move(*finding));
    }
    record_.host_timings.compile_s = watch.elapsed_s();
    return build;
  }

  /// What gives the answers where the judge is data.
  ExerciseFile answers_file() const {
    const auto& lab = data_judge_->lab();
    if (!lab.answers.empty()) return {"answers.cu", answers_text(lab)};
    return {"reference.cu", read_file_of_others(info_.folder / "reference.cu", kExerciseBytes)};
  }

  /// Asks it; whatever is wrong then is the lab's fault. Goes on beside the compiler.
  void answer(const std::vector<judge::Case>& cases) {
    const auto file = answers_file();
    const auto path = (info_.folder / file.name).string();
    const auto build =
        build_exercise(installation_, info_.id, file, parts_, make_compiler(), cancel_);
    if (build.program.empty())
      throw std::runtime_error(path + " does not compile.\n" + build.compiler_output);
    ProgramSession::Setup setup{installation_,
                                sandbox_,
                                build.program,
                                request_.profile,
                                lab_.limits,
                                processors_used(),
                                1,
                                {.is_on = false, .except = {}}};
    setup.measuring = device::Measuring::nothing;
    EventCollector events;
    AnswerKeeper keeper;
    const auto questions = data_judge_->questions(cases);
    const auto run = run_cases(
        setup, keeper, questions, events, [](std::size_t) {}, cancel_);
    if (cancel_.stop_requested()) throw std::runtime_error("The run was canceled.");
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (run.cases[i].is_run && run.cases[i].end == CaseEnd::Kind::answered) continue;
      throw std::runtime_error(fmt::format("{} gives no answer to {}: {}", path, questions[i].name,
                                           run.cases[i].message));
    }
    data_judge_->take_answers(questions, keeper.take());
  }

  void run_and_judge(const ExerciseBuild& build, const judge::Judge& judge,
                     const std::vector<judge::Case>& cases) {
    const Stopwatch watch;
    EventCollector events;
    std::size_t begun = 0, ended = 0;
    std::mutex telling;  // sessions side by side tell of cases and of launches
    Progress last;
    const auto tell = [&](std::string stage, double fraction,
                          std::optional<EndedCase> end_of_case) {
      const std::scoped_lock lock(telling);
      last = {std::move(stage), fraction, {}};
      if (on_progress_) on_progress_({last.stage, fraction, std::move(end_of_case)});
    };
    const auto on_case = [&](std::size_t index) {
      tell("running " + cases[index].name, share_of_cases(begun++, cases.size()), {});
    };
    OnLaunchProgress on_launch;
    if (on_progress_) {
      on_launch = [&](const std::optional<device::LaunchProgressed>& launch) {
        const std::scoped_lock lock(telling);
        auto progress = last;
        if (launch) progress.stage += ", " + launch_progress_text(*launch, kLaunchColumns);
        on_progress_(progress);
      };
    }
    const auto sessions = is_real_ ? 1 : std::min(processors_used(), kMostSessions);
    ProgramSession::Setup setup{installation_,
                                sandbox_,
                                build.program,
                                request_.profile,
                                lab_.limits,
                                std::max(processors_used() / sessions, 1U),
                                sessions,
                                lab_.memory_checks,
                                request_.uses_clock && !installation_.ptxas().empty(),
                                on_launch,
                                request_.tries_changes,
                                request_.keeps_requests,
                                request_.seed};
    if (request_.on_measured) setup.measuring = device::Measuring::nothing;
    if (request_.steps != nullptr)
      return step_through_case(*request_.steps, build, setup, judge, cases, cancel_, record_);
    const auto on_end = [&](std::size_t index, const RanCase& ran) {
      if (!on_progress_) return;
      const bool is_answered = ran.is_run && ran.end == CaseEnd::Kind::answered;
      tell("ran " + cases[index].name, share_of_cases(++ended, cases.size()),
           EndedCase{cases[index].name, is_answered && ran.opinion.is_correct,
                     is_answered ? ran.opinion.message : ran.message});
    };
    auto run = run_cases(setup, judge, cases, events, on_case, cancel_, on_end);
    record_.host_timings.run_s = watch.elapsed_s() - run.judge_s;
    record_.host_timings.judge_s = run.judge_s;
    settle_host_calls(build, run, events);
    events.move_to(record_);
    // First of all: what comes after them may be their consequence.
    auto of_build = findings_of_build(build, record_);
    record_.findings.insert(record_.findings.begin(), of_build.begin(), of_build.end());
    SourceNames names(build);
    name_sources(build, names, record_);
    auto flow = events.take_data_flow();
    flow.name_files([&](const std::string& file) { return names.of(file); });
    record_cases(cases, run, flow, record_, lab_.driver_copies, lab_.driver_uploads);
    if (!is_real_ && request_.has_other_orders && run.tool_error.empty() && !run.is_canceled) {
      const auto on_case_again = [&](std::size_t index) {
        tell("running " + cases[index].name + " in another order", 1, {});
      };
      look_at_other_orders(build, setup, judge, cases, on_case_again, run);
    }
    if (!is_real_ && run.tool_error.empty() && !run.is_canceled) {
      const auto chosen = cases_without(lab_.checks, record_, lab_.memory_checks, request_.seed);
      run.tool_error = run_without(setup, judge, cases, chosen, record_, request_.seed, cancel_);
      run.is_canceled = cancel_.stop_requested();
    }
    record_outcome(run, record_);
    name_texts(build);
    apply_rules(record_);
    name_races_of_orders(record_);
    excuse_provoked(record_, lab_.provoked);
    if (is_real_ && request_.measures_sweeps && run.tool_error.empty() && !run.is_canceled)
      measure_sweeps_of_lab(setup, judge);
  }

  /// What goes wrong with it does not undo the run.
  void measure_sweeps_of_lab(const ProgramSession::Setup& setup, const judge::Judge& judge) {
    try {
      auto measured = judge.measured(request_.seed);
      keep_sweeps(measured, request_.only_sweeps);
      if (data_judge_ != nullptr) answer(measured.cases);
      const auto on_case = [&](std::size_t index) {
        report("measuring " + measured.cases[index].name, 1);
      };
      auto program = measure_sweeps(setup, judge, measured, on_case, cancel_);
      if (request_.on_measured) request_.on_measured(program);
      add_own_curves(std::move(program), record_);
    } catch (const std::exception& error) {
      record_.device.capabilities->why_no_curves =
          "No curves were measured: " + error_sentence(error);
    }
  }

  /// What fails of the tool there is told by `usual`.
  void look_at_other_orders(const ExerciseBuild& build, const ProgramSession::Setup& setup,
                            const judge::Judge& judge, const std::vector<judge::Case>& cases,
                            const std::function<void(std::size_t)>& on_case, CasesRun& usual) {
    const auto chosen = cases_for_other_orders(cases, usual, lab_.checks, record_);
    auto orders =
        run_in_other_orders(setup, judge, cases, chosen, record_, request_.seed, on_case, cancel_);
    usual.tool_error = orders.tool_error;
    usual.is_canceled = orders.is_canceled;
    for (auto& fault : orders.faults) fault.message = build.named(std::move(fault.message));
    record_order_faults(orders, record_);
  }

  /// Of the whole run, when so many cases of all are over.
  static double share_of_cases(std::size_t over, std::size_t all) {
    return kCompileShare +
           (1 - kCompileShare) * static_cast<double>(over) / static_cast<double>(all);
  }

  /// Gives what the program did outside of kernels its lines in the student's file. Its driver
  /// cleans up behind it, so what it leaves is told by the cases.
  void settle_host_calls(const ExerciseBuild& build, const CasesRun& run, EventCollector& events) {
    const auto& source = record_.sources.front();
    HostProgram program;
    program.ended_well = [&](std::optional<std::uint32_t> index) {
      return index && *index < run.cases.size() && run.cases[*index].end == CaseEnd::Kind::answered;
    };
    program.text = [&](const std::string&) { return source.text; };
    program.has_driver = true;
    program.search.program = build.program;
    program.search.is_own = [&](const std::string& file) {
      return build.source_name(file) == source.path;
    };
    program.search.start = [&](std::vector<std::string> arguments, int output_fd) {
      SandboxedCommand command;
      command.arguments = std::move(arguments);
      command.environment = {"LC_ALL=C.UTF-8"};
      command.working_folder = "/tmp";
      command.readable = {build.program};
      command.hidden = {installation_.root, installation_.work_folder};
      command.descriptors = {{output_fd, 1}, {output_fd, 2}};
      command.limits.cpu_s = kLookUp_s;
      command.limits.address_space_bytes = kLookUpBytes;
      return sandbox_.start(command);
    };
    events.settle_host_calls(program);
  }

  std::uint32_t processors_used() const {
    return request_.workers > 0 ? request_.workers
                                : std::clamp(std::thread::hardware_concurrency(), 1U, kMostWorkers);
  }

  /// The same in what the program and its driver said.
  void name_texts(const ExerciseBuild& build) {
    for (auto& item : record_.cases) item.message = build.named(std::move(item.message));
    auto& outcome = record_.outcome;
    outcome.message = build.named(std::move(outcome.message));
    outcome.program_output =
        build.named(without_findings(outcome.program_output, record_.findings));
  }

  const Installation& installation_;
  const RunRequest& request_;
  /// On a real GPU: it is measured by one at a time, has one order, and leaves nothing out.
  const bool is_real_ = gpu_index(request_.profile).has_value();
  const LabInfo& info_;
  const std::function<void(const Progress&)>& on_progress_;
  const std::stop_token& cancel_;
  arch::ComputeCapability capability_;  ///< of the virtual GPU
  LabDescription lab_;
  std::optional<InstructorRules> rules_;
  Sandbox sandbox_{Sandbox::Kind::process_limits};
  DriverParts parts_;
  MadeSources made_;
  DataJudge* data_judge_ = nullptr;  ///< the judge, where it is data
  record::RunRecord record_;
};

}  // namespace

record::RunRecord run_lab(const Installation& installation, const RunRequest& request,
                          const std::function<void(const Progress&)>& on_progress,
                          std::stop_token cancel) {
  const auto lab = find_lab(installation, request.lab);
  return LabRun(installation, request, lab, on_progress, cancel).run();
}

}  // namespace warpscope::runner
