#include "runner/data_lab/data_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/files.h"
#include "runner/data_lab/read_parts.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kFileBytes = 1 << 20;
constexpr std::uint64_t kMostArguments = 64;

DataTask read_task(TomlTable& view, DataLab& lab) {
  DataTask task;
  task.name = identifier(view, "name");
  task.sizes = view.texts("sizes");
  if (task.sizes.empty()) view.fail("sizes", "must name the sizes of a case, e.g. [\"n\"]");
  std::set<std::string> known;
  for (const auto& size : task.sizes) {
    if (!is_c_identifier(size) || is_word_of_cases(size) || !known.insert(size).second) {
      view.fail("sizes", "must be different names of letters, digits and '_', not " + size);
    }
  }
  if (view.text_or("answer", "").empty()) {
    task.answer.clear();
  } else {
    task.answer = identifier(view, "answer");
    if (task.answer == task.name) view.fail("answer", "must be another function than the task's");
  }
  if (!lab.answers.empty() && task.answer.empty())
    view.fail("answer", "must name a function of " + lab.answers);
  if (!view.text_or("useful_bytes", "").empty()) {
    task.useful_bytes = expression(view, "useful_bytes", "", task.sizes);
  }
  view.for_each("argument",
                [&](TomlTable& row) { task.arguments.push_back(read_argument(row, task)); });
  const bool has_output = std::ranges::any_of(task.arguments, &DataArgument::comes_out);
  if (!has_output) view.fail("argument", "must be there with the kind out or inout");
  if (task.arguments.size() > kMostArguments) view.fail("argument", "must be at most 64");
  read_cases(view, task, lab);
  return task;
}

/// A header in the lab's folder.
std::string read_answers(TomlTable& table) {
  auto file = table.text_or("answers", "");
  const auto stem = file.substr(0, file.find('.'));
  if (!file.empty() && !(is_c_identifier(stem) && (file == stem + ".h" || file == stem + ".cuh")))
    table.fail("answers", "must name a header in the lab's folder, such as \"cpu.h\"");
  return file;
}

}  // namespace

DataLab parse_data_lab(std::string_view text, std::string_view name) {
  DataLab lab;
  read_toml(text, name, [&](TomlTable& table) {
    lab.answers = read_answers(table);
    table.for_each("task", [&](TomlTable& view) {
      auto task = read_task(view, lab);
      for (const auto& other : lab.tasks) {
        if (other.name == task.name) view.fail("name", "is used twice");
      }
      lab.tasks.push_back(std::move(task));
    });
    if (lab.tasks.empty()) table.fail("task", "must be there: write [[task]]");
  });
  return lab;
}

std::optional<DataLab> load_data_lab(const std::filesystem::path& lab_folder) {
  const auto file = lab_folder / kDataJudge;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::nullopt;
  auto lab = parse_data_lab(read_file(file, kFileBytes), file.string());
  if (!lab.answers.empty() && !std::filesystem::exists(lab_folder / lab.answers, error)) {
    throw std::runtime_error(fmt::format("{}: there is no {} beside it, which has the answers.",
                                         file.string(), lab.answers));
  }
  return lab;
}

}  // namespace warpscope::runner
