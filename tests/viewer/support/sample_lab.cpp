#include "tests/viewer/support/sample_lab.h"

#include <chrono>
#include <stdexcept>
#include <thread>

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

record::RunRecord run_fake(FakeRunner& runner, const runner::RunRequest& request,
                           const std::function<void(const runner::Progress&)>& on_progress,
                           const std::stop_token& cancel) {
  ++runner.runs;
  on_progress({"compiling", 0.1});
  if (runner.fails) throw std::runtime_error("the sandbox is not there");
  while (runner.is_slow && !cancel.stop_requested()) {
    on_progress({"running copy/stride-8", 0.6});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  auto record = request.label == "student" ? student_record() : reference_record();
  record.lab = request.lab;
  if (cancel.stop_requested()) {
    record.outcome.kind = record::Outcome::Kind::canceled;
    record.outcome.message = "The run was cancelled.";
  }
  return record;
}

}  // namespace

SampleLab::SampleLab() {
  folder_.write("labs/sample/starter.cu", student_record().sources.front().text);
  folder_.write("labs/sample/reference.cu", reference_record().sources.front().text);
  folder_.write("labs/sample/handout.md", kHandout);
  folder_.write("labs/sample/lab.toml", kLabFile);
  folder_.write("labs/sample/step-1.cu", "// step: neighbours load neighbours\n");
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
  services.labs = {lab("sample", "Sample"), lab("bare", "Bare")};
  services.exercises_folder = root / "exercises";
  services.run_lab = [runner = runner_](
                         const runner::RunRequest& request,
                         const std::function<void(const runner::Progress&)>& on_progress,
                         const std::stop_token& cancel) {
    return run_fake(*runner, request, on_progress, cancel);
  };
  services.open_in_editor =
      [runner = runner_](const std::filesystem::path& file) -> std::optional<std::string> {
    runner->opened = file;
    return runner->has_editor ? std::optional<std::string>("an editor") : std::nullopt;
  };
  return services;
}

}  // namespace warpscope::viewer::test
