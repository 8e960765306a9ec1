#include "runner/lab/programs.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/unified_diff.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kProgramBytes = 1 << 20;
constexpr std::string_view kStep = "step-";

/// The number of a step's name without leading zeros; nothing for other programs.
std::optional<std::size_t> step_number(std::string_view name) {
  if (!name.starts_with(kStep)) return std::nullopt;
  std::size_t number = 0;
  const auto* const end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + kStep.size(), end, number);
  const bool is_number = read.ec == std::errc() && read.ptr == end && number > 0;
  return is_number && step_name(number) == name ? std::optional(number) : std::nullopt;
}

/// NAME.diff or NAME.cu, whichever is there.
fs::path file_of(const fs::path& folder, const std::string& name) {
  const auto diff = folder / (name + ".diff"), whole = folder / (name + ".cu");
  const bool is_diff = fs::exists(diff);
  if (is_diff && fs::exists(whole))
    throw std::runtime_error(diff.string() + " is there as a .cu file as well; remove one.");
  if (!is_diff && !fs::exists(whole))
    throw std::runtime_error("There is neither " + whole.string() + " nor " + diff.string() + ".");
  return is_diff ? diff : whole;
}

LabProgram with_changes(const fs::path& file, std::string diff_text, const UnifiedDiff& diff,
                        std::string_view base) {
  return {apply(diff, base, file.string()), std::move(diff_text)};
}

/// One step behind the one before.
LabProgram step_program(const fs::path& folder, std::size_t number, const std::string& before) {
  const auto file = file_of(folder, step_name(number));
  auto text = read_file(file, kProgramBytes);
  if (file.extension() == ".cu") return {std::move(text), {}};
  const auto diff = parse_diff(text, file.string(), step_name(number) + ".cu");
  const auto expected = (number == 1 ? "starter" : step_name(number - 1)) + ".cu";
  if (diff.base != expected) {
    throw std::runtime_error(file.string() +
                             ": a step changes the one before, so its diff must "
                             "begin with \"--- a/" +
                             expected + "\".");
  }
  return with_changes(file, std::move(text), diff, before);
}

LabProgram step_up_to(const fs::path& folder, std::size_t last) {
  LabProgram program{read_file(folder / "starter.cu", kProgramBytes), {}};
  for (std::size_t number = 1; number <= last; ++number)
    program = step_program(folder, number, program.text);
  return program;
}

/// What "--- a/NAME.cu" of a fault or another way means.
std::string text_of_base(const fs::path& folder, const std::string& base) {
  const auto number = step_number(fs::path(base).stem().string());
  if (number && fs::path(base).extension() == ".cu") return step_up_to(folder, *number).text;
  return read_file(folder / base, kProgramBytes);
}

}  // namespace

bool is_step(const std::string& name) { return step_number(name).has_value(); }

std::string step_name(std::size_t number) { return std::string(kStep) + std::to_string(number); }

std::size_t number_of_steps(const fs::path& lab_folder) {
  std::size_t last = 0;
  for (const auto& entry : fs::directory_iterator(lab_folder)) {
    const auto& path = entry.path();
    if (path.extension() != ".cu" && path.extension() != ".diff") continue;
    const auto number = step_number(path.stem().string());
    if (number) last = std::max(last, *number);
  }
  for (std::size_t number = 1; number < last; ++number) {
    if (has_program(lab_folder, step_name(number))) continue;
    throw std::runtime_error("There is no " + (lab_folder / step_name(number)).string() +
                             ".diff; the steps of a lab are step-1, step-2 and so on.");
  }
  return last;
}

bool has_program(const fs::path& lab_folder, const std::string& name) {
  return fs::exists(lab_folder / (name + ".cu")) || fs::exists(lab_folder / (name + ".diff"));
}

LabProgram lab_program(const fs::path& lab_folder, const std::string& name) {
  if (const auto number = step_number(name)) return step_up_to(lab_folder, *number);
  const auto file = file_of(lab_folder, name);
  auto text = read_file(file, kProgramBytes);
  if (file.extension() == ".cu") return {std::move(text), {}};
  const auto diff = parse_diff(text, file.string());
  return with_changes(file, std::move(text), diff, text_of_base(lab_folder, diff.base));
}

}  // namespace warpscope::runner
