// Edit-to-result time of every lab of the course: a file is saved → compiled → run → judged → its
// record is written. Beside it, by turns, one plain nvcc of the same file: to an object file, with
// the options and include folders that the runner uses; and the same without memory checks, and
// without the clock, to see what these add.
//
// edit_to_result_benchmark [ROUNDS [LAB …]]
//
// Every round saves a text that was never compiled before: the runner keeps what it compiled. A
// first round, which also compiles the lab's driver, is not counted. Times are medians of the wall
// clock; the last column compares processor time, which other work on the machine changes less.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/freed_memory.h"
#include "record/record.h"
#include "runner/build/compiler.h"
#include "runner/build/driver_parts.h"
#include "runner/compiler_settings.h"
#include "runner/data_lab/driver_text.h"
#include "runner/lab/lab_description.h"
#include "runner/run/profiles.h"
#include "runner/run_lab.h"
#include "runner/sandbox/sandbox.h"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr int kRounds = 5;

/// A folder that goes away with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "warpscope-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The text with an end that no earlier one had.
std::string edited(const std::string& text) {
  static int edit = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return text + fmt::format("// edit {} at {}\n", ++edit, now);
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Of this process and of those that it has waited for.
double processor_s() {
  double seconds = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    getrusage(who, &used);
    for (const timeval& part : {used.ru_utime, used.ru_stime})
      seconds += static_cast<double>(part.tv_sec) + static_cast<double>(part.tv_usec) * 1e-6;
  }
  return seconds;
}

double processor_seconds_of(const std::function<void()>& work) {
  const double begin = processor_s();
  work();
  return processor_s() - begin;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const auto middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// One program of a lab, measured again and again.
class Measured {
 public:
  Measured(const runner::Installation& installation, const runner::LabInfo& lab,
           const std::string& program)
      : installation_(installation),
        lab_(lab),
        text_(read_file(lab.folder / (program + ".cu"))),
        sandbox_(runner::Sandbox::detect()) {
    const auto capability =
        runner::running_profile(installation, runner::RunRequest{}.profile).compute_capability;
    const runner::Compiler compiler(
        installation, sandbox_,
        runner::compiler_settings(runner::load_lab(lab.folder / "lab.toml"), capability));
    options_ = compiler.options();
    const auto data = runner::load_data_lab(lab.folder);
    include_folders_ =
        runner::prepare_driver_parts(installation, lab.folder, compiler, {},
                                     data ? runner::made_sources(*data) : runner::MadeSources{})
            .include_folders;
  }

  void round(bool is_counted) {
    const double plain_s = plain_nvcc();
    record::Timings timings;
    double edit_s = 0, estimated_s = 0;
    const double edit_processor_s =
        processor_seconds_of([&] { edit_s = seconds_of([&] { timings = edit_to_record({}); }); });
    const double unchecked_s = seconds_of([&] { edit_to_record({.has_checks = false}); });
    const double estimated_processor_s = processor_seconds_of(
        [&] { estimated_s = seconds_of([&] { edit_to_record({.uses_clock = false}); }); });
    if (!is_counted) return;
    plain_.push_back(plain_s);
    edit_.push_back(edit_s);
    unchecked_.push_back(unchecked_s);
    estimated_.push_back(estimated_s);
    edit_processor_.push_back(edit_processor_s);
    estimated_processor_.push_back(estimated_processor_s);
    compile_.push_back(timings.compile_s);
    run_.push_back(timings.run_s);
    judge_.push_back(timings.judge_s);
  }

  std::string row(const std::string& name) const {
    return fmt::format(
        "| {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.0f} | "
        "{:.2f} | {:.2f} |\n",
        name, median(plain_), median(edit_), median(edit_) / median(plain_), median(compile_),
        median(run_), median(judge_), 100 * (median(edit_) / median(unchecked_) - 1),
        median(edit_) / median(estimated_), median(edit_processor_) / median(estimated_processor_));
  }

  double share() const { return median(edit_) / median(plain_); }

 private:
  double plain_nvcc() const {
    const auto source = folder_.path() / "plain.cu";
    write_file(source, edited(text_));
    std::string command = "'" + installation_.nvcc.string() + "'";
    for (const auto& option : options_) command += " " + option;
    for (const auto& folder : include_folders_) command += " -I'" + folder.string() + "'";
    command += " -c '" + source.string() + "' -o '" + (folder_.path() / "plain.o").string() +
               "' >/dev/null 2>&1";
    return seconds_of([&] {
      if (std::system(command.c_str()) != 0) throw std::runtime_error("nvcc failed: " + command);
    });
  }

  struct Way {
    bool has_checks = true, uses_clock = true;
  };
  record::Timings edit_to_record(const Way& way) const {
    const auto exercise = folder_.path() / "exercise.cu";
    write_file(exercise, edited(text_));
    runner::RunRequest request;
    request.lab = lab_.id;
    request.file = exercise;
    request.has_checks = way.has_checks;
    request.uses_clock = way.uses_clock;
    request.workers = 0;  // as ./run, ./run watch and the viewer do
    const auto result = runner::run_lab(installation_, request, {}, {});
    if (!result.score) throw std::runtime_error("the run has no score: " + result.outcome.message);
    record::save(result, folder_.path() / "record.json");
    return result.host_timings;
  }

  const runner::Installation& installation_;
  const runner::LabInfo& lab_;
  std::string text_;
  runner::Sandbox sandbox_;
  std::vector<std::string> options_;
  std::vector<fs::path> include_folders_;
  TemporaryFolder folder_;
  std::vector<double> plain_, edit_, unchecked_, estimated_, compile_, run_, judge_;
  std::vector<double> edit_processor_, estimated_processor_;
};

int measure(int rounds, const std::vector<std::string>& wanted) {
  const auto installation = runner::Installation::discover();
  fmt::print(
      "| program | plain nvcc, s | edit to result, s | share | compile, s | run, s | "
      "judge, s | checks add, % | over that without the clock | the same of processor time |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  std::vector<double> shares;
  for (const auto& lab : runner::labs(installation)) {
    if (!wanted.empty() && std::ranges::find(wanted, lab.id) == wanted.end()) continue;
    for (const char* program : {"starter", "reference"}) {
      Measured measured(installation, lab, program);
      for (int i = 0; i <= rounds; ++i) measured.round(i > 0);
      fmt::print("{}", measured.row(lab.id + "/" + program));
      std::fflush(stdout);
      shares.push_back(measured.share());
    }
  }
  if (shares.empty()) throw std::runtime_error("there is no such lab");
  fmt::print("\nMedian of the shares {:.2f}, largest {:.2f}; {} rounds.\n", median(shares),
             std::ranges::max(shares), rounds);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace warpscope

int main(int argc, char** argv) {
  warpscope::keep_freed_memory();  // as the tool does
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const int rounds = arguments.empty() ? warpscope::kRounds : std::stoi(arguments.front());
    if (rounds < 1) throw std::runtime_error("there must be at least one round");
    return warpscope::measure(rounds,
                              {arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()});
  } catch (const std::exception& error) {
    fmt::print(stderr, "edit_to_result_benchmark: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
