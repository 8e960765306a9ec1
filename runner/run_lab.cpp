#include "runner/run_lab.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <stdexcept>

#include "base/files.h"
#include "runner/build/exercise_build.h"
#include "runner/findings/rules.h"
#include "runner/installation/version.h"
#include "runner/run/case_runner.h"
#include "runner/run/verdicts.h"
#include "runner/score/score.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kExerciseBytes = 1 << 20;
/// Shares of the progress bar.
constexpr double kCompileShare = 0.3;

using Outcome = record::Outcome;

std::string now_in_utc() {
  return fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
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
    record_.device.id = "virtual:" + request.profile;
    record_.device.name = request.profile;
    record_.program.label = request.label;
    record_.program.path = request.file.string();
    record_.program.compile_options = compile_options();
    record_.lab = request.lab;
    record_.seed = request.seed;
    record_.sweeps = info.sweeps;
  }

  record::RunRecord run() {
    try {
      lab_ = load_lab(info_.folder / "lab.toml");
      const auto build = compile();
      if (!build.program.empty()) {
        run_and_judge(build);
      }
      if (is_gradable()) record_.score = score_record(record_, lab_.checks);
    } catch (const std::exception& error) {
      record_.outcome.kind =
          cancel_.stop_requested() ? Outcome::Kind::canceled : Outcome::Kind::tool_error;
      record_.outcome.message = error.what();
    }
    report("done", 1);
    return std::move(record_);
  }

 private:
  void report(std::string stage, double fraction) const {
    if (on_progress_) on_progress_({std::move(stage), fraction});
  }

  bool is_gradable() const {
    return record_.outcome.kind != Outcome::Kind::canceled &&
           record_.outcome.kind != Outcome::Kind::tool_error;
  }

  ExerciseBuild compile() {
    report("compiling", 0);
    const Stopwatch watch;
    const auto text = read_file(request_.file, kExerciseBytes);
    record_.sources.push_back({"exercise.cu", text});
    sandbox_ = Sandbox::detect();
    record_.program.sandbox = sandbox_.name();
    const Compiler compiler(installation_, sandbox_);
    const auto parts = prepare_driver_parts(installation_, info_.folder, compiler, cancel_);
    record_.producer.cuda_toolkit = parts.cuda_version;
    auto build = build_exercise(installation_, request_.lab, text, parts, compiler, cancel_);
    record_.program.sha256 = build.sha256;
    record_.outcome.compiler_output = build.compiler_output;
    if (build.is_canceled) {
      record_.outcome.kind = Outcome::Kind::canceled;
      record_.outcome.message = "The run was canceled.";
    } else if (build.program.empty()) {
      record_.outcome.kind = Outcome::Kind::compile_error;
      record_.outcome.message =
          build.is_too_slow ? "The compiler did not finish in time." : "The file does not compile.";
    }
    record_.host_timings.compile_s = watch.elapsed_s();
    return build;
  }

  void run_and_judge(const ExerciseBuild& build) {
    const auto judge = judge::find_judge(request_.lab);
    if (!judge) throw std::runtime_error("Lab " + request_.lab + " has no judge.");
    const auto cases = judge->cases(request_.seed);
    const Stopwatch watch;
    EventCollector events;
    const auto on_case = [&](std::size_t index) {
      report("running " + cases[index].name, kCompileShare + (1 - kCompileShare) *
                                                                 static_cast<double>(index) /
                                                                 static_cast<double>(cases.size()));
    };
    const ProgramSession::Setup setup{installation_, sandbox_, build.program, request_.profile,
                                      lab_.limits};
    const auto run = run_cases(setup, *judge, cases, events, on_case, cancel_);
    record_.host_timings.run_s = watch.elapsed_s() - run.judge_s;
    record_.host_timings.judge_s = run.judge_s;
    events.move_to(record_);
    name_sources(build);
    record_cases(cases, run, record_);
    record_outcome(run, record_);
    apply_rules(record_);
  }

  /// Files under the names that records use, whatever folder the compiler saw them in.
  void name_sources(const ExerciseBuild& build) {
    for (auto& launch : record_.launches) {
      for (auto& line : launch.lines) line.where.file = build.source_name(line.where.file);
    }
    for (auto& finding : record_.findings) {
      if (finding.where) finding.where->file = build.source_name(finding.where->file);
      finding.cause = build.without_folders(std::move(finding.cause));
    }
  }

  const Installation& installation_;
  const RunRequest& request_;
  const LabInfo& info_;
  const std::function<void(const Progress&)>& on_progress_;
  const std::stop_token& cancel_;
  LabDescription lab_;
  Sandbox sandbox_{Sandbox::Kind::process_limits};
  record::RunRecord record_;
};

}  // namespace

std::vector<LabInfo> labs(const Installation& installation) {
  const auto folder = installation.root / "labs";
  std::vector<LabInfo> result;
  for (const auto& part : load_course(folder / "course.toml")) {
    for (const auto& id : part.labs) {
      const auto lab = load_lab(folder / id / "lab.toml");
      LabInfo info;
      info.id = id;
      info.title = lab.title;
      info.difficulty = lab.difficulty;
      info.part = part.title;
      info.folder = folder / id;
      if (!lab.deck.empty()) info.deck = installation.root / lab.deck;
      info.sweeps = lab.sweeps;
      result.push_back(std::move(info));
    }
  }
  return result;
}

const LabInfo& find_lab(const std::vector<LabInfo>& labs, std::string_view id) {
  std::string known;
  for (const auto& lab : labs) {
    if (lab.id == id) return lab;
    known += (known.empty() ? "" : ", ") + lab.id;
  }
  throw std::runtime_error(fmt::format("There is no lab \"{}\"; there are: {}.", id, known));
}

record::RunRecord run_lab(const Installation& installation, const RunRequest& request,
                          const std::function<void(const Progress&)>& on_progress,
                          std::stop_token cancel) {
  const auto all = labs(installation);
  return LabRun(installation, request, find_lab(all, request.lab), on_progress, cancel).run();
}

}  // namespace warpscope::runner
