#include "runner/prediction_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "runner/lab/programs.h"

namespace warpscope::runner {

std::vector<PredictionRun> by_program(const std::vector<PredictionQuestion>& questions,
                                      const std::vector<GivenPrediction>& given) {
  std::vector<PredictionRun> runs;
  for (const auto& answer : given) {
    const auto question = std::ranges::find(questions, answer.id, &PredictionQuestion::id);
    if (question == questions.end()) continue;
    auto run = std::ranges::find(runs, question->program, &PredictionRun::program);
    if (run == runs.end()) run = runs.insert(run, {question->program, {}});
    run->given.push_back(answer);
  }
  return runs;
}

void set_program(const std::filesystem::path& lab_folder, const PredictionRun& run,
                 RunRequest& request) {
  const auto file = lab_folder / (run.program + ".cu");
  if (!has_program(lab_folder, run.program))
    throw std::runtime_error(fmt::format("{} is not here.", file.string()));
  request.file = file;
  request.text = lab_program(lab_folder, run.program).text;
  request.label = run.program;
  request.predictions = run.given;
}

}  // namespace warpscope::runner
