#include "tests/viewer/support/sample_lab.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "runner/lab/lab_description.h"
#include "runner/lab/prediction_answers.h"
#include "runner/run_source.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

constexpr std::string_view kDeck = R"(---
title: "A sample deck"
---

## Requests {#requests}

A warp asks **once**, for all its lanes.

| lanes | sectors |
|------:|:--------|
| 32    | `4`     |

::: notes
Say it slowly.
:::

## Sectors {#sectors}

- 32 bytes
- see [requests](#requests)

```cuda
__global__ void copy(float* out) { out[threadIdx.x] = 1.0f; }  // one line
```

## The end

1. first
2. second

```figure sectors
slider = stride 1 32
```
)";

constexpr std::string_view kHandout = R"(# Sample

Predict, run, *see*, explain.

## Task 1: the stride

<details><summary>Hint 1: what to look at</summary>
Look at the **stride**.
</details>
<details><summary>Hint 2: the idea</summary>
Neighbours load neighbours.
</details>
)";

constexpr std::string_view kLabFile = R"(title = "Sample"
difficulty = 2
deck = "slides/sample.md"
tasks = ["copy"]

[limits]
case_s = 5
total_s = 30
instruction_budget = 1000000

[[check]]
id = "correct"
title = "copy gives the right answer"
points = 100
kind = "correct"
task = "copy"

[[ladder]]
heading = "sectors per request"
metric = "warpscope__sectors_per_request.ratio"
)";

constexpr std::string_view kAskingHandout = R"(# Asking

**The question:** why do *neighbours* matter?

## Task 1: the `stride`

Let neighbours load neighbours.

<details><summary>Hint 1: what to look at</summary>
Look at the **stride**.
</details>

## Task 2: the store

Store as you load. Predict the sectors (`--task 2`), or all that `./run predict asking --task 2`
asks for.

## Explain

1. Why does the curve rise?
2. Where does it end?
)";

constexpr std::string_view kAskingLabFile = R"(title = "Asking"
heat = "passes"
tasks = ["copy", "store"]

[[sweep]]
id = "stride"
title = "copy: a stride of 1 to 32 floats"
x_label = "stride, floats"

[[check]]
id = "correct"
title = "The copy is right"
points = 60
kind = "correct"
task = "copy"

[[check]]
id = "traffic"
title = "No byte is moved in vain"
points = 40
kind = "counter"
task = "store"
metric = "warpscope__sectors_per_request.ratio"
at_most = 8

[[predict]]
id = "sectors"
question = "The starter: sectors per load request, for strides of so many floats"
kind = "curve"
unit = "sectors per request"
sweep = "stride"
points = [1, 2, 4, 8, 16, 32]
metric = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"

[[predict]]
id = "neighbours"
task = 1
question = "With neighbours: sectors per load request"
kind = "number"
unit = "sectors per request"
program = "step-1"
metric = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"
cases = "copy/stride-32"

[[predict]]
id = "requests"
task = 2
question = "The starter's last case: sectors per load request"
kind = "number"
unit = "sectors per request"
metric = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"
cases = "copy/stride-32"

[[predict]]
id = "faster"
task = 1
question = "Does the stride matter then?"
kind = "choice"
program = "step-1"
metric = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"
cases = "copy/stride-32"
option = [
  { text = "no", at_most = 4 },
  { text = "yes", at_least = 4.1 },
]
)";

/// What the exercise says, as far as it is a file.
std::string text_of(const runner::RunRequest& request) {
  if (request.text) return *request.text;
  std::ifstream file(request.file);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The record of this text: a misspelt word does not compile.
record::RunRecord record_of(const FakeRunner& runner, const runner::RunRequest& request) {
  if (request.label != "student" && request.label != "starter") return reference_record();
  const auto text = text_of(request);
  if (text.find("misspelt") != std::string::npos) return compile_error_record();
  auto record = runner.is_solved ? reference_record() : student_record();
  if (!text.empty()) record.sources.front().text = text;
  if (request.lab != "asking") return record;
  // What a lab hides of a task.
  auto& curve = record.measured_curves.emplace_back();
  curve.sweep = "none";
  curve.task = "store";
  return record;
}

record::RunRecord run_fake(const std::filesystem::path& labs, FakeRunner& runner,
                           const runner::RunRequest& request,
                           const std::function<void(const runner::Progress&)>& on_progress,
                           const std::stop_token& cancel) {
  ++runner.runs;
  on_progress({"compiling", 0.1});
  if (runner.fails) throw std::runtime_error("the sandbox is not there");
  while (runner.is_slow && !cancel.stop_requested()) {
    on_progress({"running copy/stride-8", 0.6});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  auto record = record_of(runner, request);
  record.lab = request.lab;
  if (!request.predictions.empty()) {
    const auto lab = runner::load_lab(labs / request.lab / "lab.toml");
    record.predictions = runner::compare(lab.predictions, request.predictions, record);
  }
  if (cancel.stop_requested()) {
    record.outcome.kind = record::Outcome::Kind::canceled;
    record.outcome.message = "The run was cancelled.";
  }
  return record;
}

/// Nothing is made up here: the program is compiled, and runs on a virtual GPU.
record::RunRecord step_through(const runner::RunRequest& request,
                               const std::function<void(const runner::Progress&)>& on_progress,
                               const std::stop_token& cancel) {
  runner::ExecRequest exec;
  exec.program = request.file.string();
  exec.profile = "mini";
  exec.steps = request.steps;
  return runner::run_source(runner::Installation::discover(), std::move(exec), on_progress, cancel);
}

}  // namespace

SampleLab::SampleLab() {
  folder_.write("labs/sample/starter.cu", student_record().sources.front().text);
  folder_.write("labs/sample/reference.cu", reference_record().sources.front().text);
  folder_.write("labs/sample/exercise.h", "// declares the copy\nvoid copy();\n");
  folder_.write("labs/sample/cpu.h", "// the copy of the processor\n");
  folder_.write("labs/sample/handout.md", kHandout);
  folder_.write("labs/sample/lab.toml", kLabFile);
  folder_.write("labs/sample/step-1.cu", "// step: neighbours load neighbours\n");
  folder_.write("labs/asking/starter.cu", student_record().sources.front().text);
  folder_.write("labs/asking/reference.cu", reference_record().sources.front().text);
  folder_.write("labs/asking/step-1.cu", reference_record().sources.front().text);
  folder_.write("labs/asking/handout.md", kAskingHandout);
  folder_.write("labs/asking/lab.toml", kAskingLabFile);
  folder_.write("labs/bare/starter.cu", "// nothing\n");
  folder_.write("slides/sample.md", kDeck);
}

Services SampleLab::services() const {
  const auto root = folder_.path();
  const auto lab = [&](const char* id, const char* title) {
    runner::LabInfo info;
    info.id = id;
    info.title = title;
    info.difficulty = 2;
    info.part = "Memory";
    info.folder = root / "labs" / id;
    info.deck = root / "slides" / (info.id + ".md");
    return info;
  };
  Services services;
  services.labs = {lab("sample", "Sample"), lab("asking", "Asking"), lab("bare", "Bare")};
  services.exercises_folder = root / "exercises";
  services.run_lab = [runner = runner_, labs = root / "labs"](
                         const runner::RunRequest& request,
                         const std::function<void(const runner::Progress&)>& on_progress,
                         const std::stop_token& cancel) {
    return run_fake(labs, *runner, request, on_progress, cancel);
  };
  services.run_program = [runner = runner_](
                             const runner::RunRequest& request,
                             const std::function<void(const runner::Progress&)>& tell,
                             const std::stop_token& cancel) {
    ++runner->runs;
    if (request.steps != nullptr) return step_through(request, tell, cancel);
    record::RunRecord record;
    record.program.label = request.label;
    record.program.path = request.file.string();
    std::ifstream source(request.file);
    record.sources.push_back({record.program.path, {std::istreambuf_iterator<char>(source), {}}});
    return record;
  };
  services.open_in_editor =
      [runner = runner_](const std::filesystem::path& file) -> std::optional<std::string> {
    runner->opened = file;
    return runner->has_editor ? std::optional<std::string>("an editor") : std::nullopt;
  };
  return services;
}

}  // namespace warpscope::viewer::test
