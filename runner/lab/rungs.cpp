#include "runner/lab/rungs.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "base/files.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kRungBytes = 1 << 20;

/// What the first line "// step: …" says; empty when it is another.
std::string change_in(const fs::path& file) {
  constexpr std::string_view kStep = "// step: ";
  const auto text = read_file(file, kRungBytes);
  if (!text.starts_with(kStep)) return {};
  return text.substr(kStep.size(), std::min(text.find('\n'), text.size()) - kStep.size());
}

Rung rung(const fs::path& folder, const std::string& name, const std::string& change) {
  const auto file = folder / (name + ".cu");
  const auto written = change_in(file);
  return {name, file, written.empty() ? change : written};
}

std::size_t number_of_steps(const fs::path& folder) {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    files += name.starts_with("step-") && name.ends_with(".cu") ? 1 : 0;
  }
  return files;
}

}  // namespace

std::vector<Rung> rungs_of(const fs::path& lab_folder) {
  std::vector<Rung> rungs{rung(lab_folder, "starter", "as handed out")};
  const auto steps = number_of_steps(lab_folder);
  for (std::size_t number = 1; number <= steps; ++number) {
    const auto name = "step-" + std::to_string(number);
    if (!fs::exists(lab_folder / (name + ".cu"))) {
      throw std::runtime_error("There is no " + (lab_folder / (name + ".cu")).string() +
                               "; the steps of a lab are step-1.cu, step-2.cu and so on.");
    }
    rungs.push_back(rung(lab_folder, name, ""));
    if (rungs.back().change.empty()) {
      throw std::runtime_error(rungs.back().file.string() +
                               ": the first line must be \"// step: …\" and say what changed.");
    }
  }
  rungs.push_back(rung(lab_folder, "reference", "the solution"));
  return rungs;
}

}  // namespace warpscope::runner
