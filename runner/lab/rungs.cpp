#include "runner/lab/rungs.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "runner/lab/programs.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// What the first line "// step: …" says; empty when it is another.
std::string change_in(std::string_view text) {
  constexpr std::string_view kStep = "// step: ";
  if (!text.starts_with(kStep)) return {};
  return std::string(
      text.substr(kStep.size(), std::min(text.find('\n'), text.size()) - kStep.size()));
}

Rung rung(const fs::path& folder, const std::string& name, const std::string& change) {
  auto program = lab_program(folder, name);
  const auto written = change_in(program.text);
  return {name, folder / (name + ".cu"), written.empty() ? change : written,
          std::move(program.text), std::move(program.diff)};
}

}  // namespace

std::vector<Rung> rungs_of(const fs::path& lab_folder) {
  std::vector<Rung> rungs{rung(lab_folder, "starter", "as handed out")};
  const auto steps = number_of_steps(lab_folder);
  for (std::size_t number = 1; number <= steps; ++number) {
    rungs.push_back(rung(lab_folder, step_name(number), ""));
    if (rungs.back().change.empty()) {
      throw std::runtime_error(rungs.back().file.string() +
                               ": the first line must be \"// step: …\" and say what changed.");
    }
  }
  rungs.push_back(rung(lab_folder, "reference", "the solution"));
  return rungs;
}

}  // namespace warpscope::runner
