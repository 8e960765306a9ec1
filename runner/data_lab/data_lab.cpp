#include "runner/data_lab/data_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/toml_table.h"
#include "labs/judge/awkward_sizes.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kFileBytes = 1 << 20;
constexpr std::uint64_t kMostCases = 1000;
constexpr std::uint64_t kMostArguments = 64;
constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostUlp = 1 << 20;

constexpr std::array kTypes{
    std::pair<std::string_view, ElementType>{"float", ElementType::f32},
    std::pair<std::string_view, ElementType>{"double", ElementType::f64},
    std::pair<std::string_view, ElementType>{"int", ElementType::i32},
    std::pair<std::string_view, ElementType>{"unsigned", ElementType::u32},
    std::pair<std::string_view, ElementType>{"std::int64_t", ElementType::i64},
    std::pair<std::string_view, ElementType>{"std::uint64_t", ElementType::u64},
    std::pair<std::string_view, ElementType>{"std::uint8_t", ElementType::u8}};

bool is_identifier(std::string_view text) {
  const auto is_part = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
         std::ranges::all_of(text, is_part);
}

/// A name that C++ takes.
std::string identifier(TomlTable& view, const std::string& key) {
  auto name = view.text(key);
  if (!is_identifier(name)) view.fail(key, "must be a letter, then letters, digits and '_'");
  return name;
}

std::string expression(TomlTable& view, const std::string& key, std::string otherwise,
                       const std::vector<std::string>& sizes) {
  auto written = view.text_or(key, std::move(otherwise));
  try {
    check_expression(written, sizes);
  } catch (const std::runtime_error& error) {
    view.fail(key, error.what());
  }
  return written;
}

ElementType type_of(TomlTable& view) {
  std::vector<std::string_view> words;
  for (const auto& [word, type] : kTypes) words.push_back(word);
  const auto written = view.word("type", words);
  return std::ranges::find(kTypes, written, [](const auto& row) { return row.first; })->second;
}

Generator read_generator(TomlTable& view) {
  Generator generator;
  using Kind = Generator::Kind;
  generator.kind = view.choice<Kind>("values", {{"uniform", Kind::uniform},
                                                {"permutation", Kind::permutation},
                                                {"sequence", Kind::sequence},
                                                {"constant", Kind::constant}});
  if (generator.kind == Kind::uniform) {
    const auto low = view.number_if_there("low");
    const auto high = view.number_if_there("high");
    if (!low || !high) view.fail("values", "needs \"low\" and \"high\"");
    if (*low >= *high) view.fail("high", "must be above \"low\"");
    generator.low = *low;
    generator.high = *high;
  }
  if (generator.kind == Kind::sequence) {
    generator.first = view.number_if_there("first").value_or(0);
    generator.step = view.number_if_there("step").value_or(1);
  }
  if (generator.kind == Kind::constant) {
    const auto value = view.number_if_there("value");
    if (!value) view.fail("values", "needs \"value\"");
    generator.first = *value;
  }
  return generator;
}

Tolerance read_tolerance(TomlTable& view) {
  Tolerance tolerance;
  tolerance.ulp = view.whole_or("ulp", 0);
  if (tolerance.ulp > kMostUlp) view.fail("ulp", "must be at most 2^20");
  const auto share = [&](const char* key) {
    const auto value = view.number_if_there(key).value_or(0);
    if (value < 0) view.fail(key, "must not be below 0");
    return value;
  };
  tolerance.relative = share("relative");
  tolerance.absolute = share("absolute");
  if (tolerance.relative >= 1) view.fail("relative", "must be below 1");
  return tolerance;
}

DataArgument read_argument(TomlTable& view, const DataTask& task) {
  DataArgument argument;
  argument.name = identifier(view, "name");
  for (const auto& other : task.arguments) {
    if (other.name == argument.name) view.fail("name", "is used twice");
  }
  using Kind = DataArgument::Kind;
  argument.kind = view.choice<Kind>(
      "kind",
      {{"in", Kind::in}, {"out", Kind::out}, {"inout", Kind::inout}, {"scalar", Kind::scalar}});
  argument.type = type_of(view);
  if (argument.is_array()) {
    argument.count = expression(view, "count", task.sizes.front(), task.sizes);
  } else if (const auto value = view.text_or("size", ""); !value.empty()) {
    argument.value = expression(view, "size", "", task.sizes);
    return argument;
  }
  if (argument.kind != Kind::out) argument.generator = read_generator(view);
  if (argument.kind == Kind::scalar && argument.generator.kind == Generator::Kind::permutation) {
    view.fail("values", "of one number is no permutation");
  }
  if (argument.comes_out()) argument.tolerance = read_tolerance(view);
  if (argument.is_array() && argument.goes_in()) {
    const auto sparse = view.whole_or("sparse", 0);
    if (sparse > 1) view.fail("sparse", "must be 0 or 1");
    argument.is_read_sparsely = sparse == 1;
  }
  return argument;
}

std::string name_of(const DataTask& task, const Sizes& sizes) {
  std::string name;
  for (const auto& size : task.sizes) {
    name += fmt::format("{}{}", name.empty() ? "" : "x", sizes.at(size));
  }
  return name;
}

void add_case(TomlTable& view, DataTask& task, DataCase item, const std::string& key) {
  const auto has_name = [&](const DataCase& other) { return other.name == item.name; };
  if (std::ranges::any_of(task.cases, has_name)) {
    view.fail(key, "gives two cases the name " + item.name + "; name one of them");
  }
  if (task.cases.size() >= kMostCases) view.fail(key, "must be at most 1000");
  task.cases.push_back(std::move(item));
}

void read_cases(TomlTable& view, DataTask& task) {
  if (const auto awkward = view.whole_or("awkward_sizes", 0); awkward > 0) {
    if (awkward > 1) view.fail("awkward_sizes", "must be 0 or 1");
    if (task.sizes.size() > 1) view.fail("awkward_sizes", "is for tasks with one size");
    for (const int size : labs::kAwkwardSizes) {
      const Sizes sizes{{task.sizes.front(), size}};
      add_case(view, task, {name_of(task, sizes), sizes, "", 0}, "awkward_sizes");
    }
  }
  view.for_each("case", [&](TomlTable& row) {
    DataCase item;
    for (const auto& size : task.sizes) {
      item.sizes[size] = static_cast<std::int64_t>(row.whole(size, 0, kLargestSize));
    }
    item.name = row.text_or("name", name_of(task, item.sizes));
    item.sweep = row.text_or("sweep", "");
    const auto x = row.number_if_there("x");
    item.sweep_x = x.value_or(static_cast<double>(item.sizes.at(task.sizes.front())));
    add_case(row, task, std::move(item), task.sizes.front());
  });
  if (task.cases.empty()) view.fail("case", "must be there, or \"awkward_sizes\"");
}

DataTask read_task(TomlTable& view) {
  DataTask task;
  task.name = identifier(view, "name");
  task.sizes = view.texts("sizes");
  if (task.sizes.empty()) view.fail("sizes", "must name the sizes of a case, e.g. [\"n\"]");
  std::set<std::string> known;
  for (const auto& size : task.sizes) {
    const bool is_taken = size == "name" || size == "sweep" || size == "x";
    if (!is_identifier(size) || is_taken || !known.insert(size).second) {
      view.fail("sizes", "must be different names of letters, digits and '_', not " + size);
    }
  }
  if (view.text_or("answer", "").empty()) {
    task.answer.clear();
  } else {
    task.answer = identifier(view, "answer");
    if (task.answer == task.name) view.fail("answer", "must be another function than the task's");
  }
  if (!view.text_or("useful_bytes", "").empty()) {
    task.useful_bytes = expression(view, "useful_bytes", "", task.sizes);
  }
  view.for_each("argument",
                [&](TomlTable& row) { task.arguments.push_back(read_argument(row, task)); });
  const bool has_output = std::ranges::any_of(task.arguments, &DataArgument::comes_out);
  if (!has_output) view.fail("argument", "must be there with the kind out or inout");
  if (task.arguments.size() > kMostArguments) view.fail("argument", "must be at most 64");
  read_cases(view, task);
  return task;
}

}  // namespace

DataLab parse_data_lab(std::string_view text, std::string_view name) {
  DataLab lab;
  read_toml(text, name, [&](TomlTable& table) {
    table.for_each("task", [&](TomlTable& view) {
      auto task = read_task(view);
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
  return parse_data_lab(read_file(file, kFileBytes), file.string());
}

std::string_view written_type(ElementType type) {
  return std::ranges::find(kTypes, type, [](const auto& row) { return row.second; })->first;
}

}  // namespace warpscope::runner
