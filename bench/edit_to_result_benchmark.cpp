// Edit-to-result time of the coalescing lab: the file is saved → compiled → run → judged → its
// record is written.
//
// Every iteration saves a file that was never compiled before. The first, unmeasured run compiles
// the lab's driver, which later runs of that lab use again. Times are of the wall clock.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "record/record.h"
#include "runner/run_lab.h"

namespace warpscope {
namespace {
namespace fs = std::filesystem;

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

std::string read_text(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Text that no earlier run of this program has compiled: the runner keeps what it compiled.
std::string unique_comment(int edit) {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return "// edit " + std::to_string(edit) + " at " + std::to_string(now) + "\n";
}

/// One edit and all that follows, until the record is on disk.
record::Timings run_once(const runner::Installation& installation, const fs::path& folder,
                         const std::string& text, int edit) {
  const fs::path exercise = folder / "exercise.cu";
  std::ofstream(exercise) << text << unique_comment(edit);
  runner::RunRequest request;
  request.lab = "coalescing";
  request.file = exercise;
  const record::RunRecord result = runner::run_lab(installation, request, {}, {});
  if (result.outcome.kind != record::Outcome::Kind::completed) {
    throw std::runtime_error("the run did not complete: " + result.outcome.message);
  }
  record::save(result, folder / "record.json");
  return result.host_timings;
}

void edit_to_result(benchmark::State& state, const std::string& variant) {
  const runner::Installation installation = runner::Installation::discover();
  const std::string text = read_text(installation.root / "labs/coalescing" / (variant + ".cu"));
  const TemporaryFolder folder;
  int edit = 0;
  run_once(installation, folder.path(), text, edit);
  record::Timings sum;
  for (auto iteration : state) {
    const record::Timings timings = run_once(installation, folder.path(), text, ++edit);
    sum.compile_s += timings.compile_s;
    sum.run_s += timings.run_s;
    sum.judge_s += timings.judge_s;
  }
  state.counters["compile_s"] =
      benchmark::Counter(sum.compile_s, benchmark::Counter::kAvgIterations);
  state.counters["run_s"] = benchmark::Counter(sum.run_s, benchmark::Counter::kAvgIterations);
  state.counters["judge_s"] = benchmark::Counter(sum.judge_s, benchmark::Counter::kAvgIterations);
}

constexpr int kEdits = 5;
BENCHMARK_CAPTURE(edit_to_result, starter, "starter")
    ->Iterations(kEdits)
    ->UseRealTime()
    ->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(edit_to_result, reference, "reference")
    ->Iterations(kEdits)
    ->UseRealTime()
    ->Unit(benchmark::kSecond);

}  // namespace
}  // namespace warpscope

BENCHMARK_MAIN();
