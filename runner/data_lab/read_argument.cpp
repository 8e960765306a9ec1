#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include "runner/data_lab/read_parts.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kMostUlp = 1 << 20;
constexpr std::size_t kMostFields = 64;
constexpr double kMostFraction = 1024;

constexpr std::array kTypes{
    std::pair<std::string_view, ElementType>{"float", ElementType::f32},
    std::pair<std::string_view, ElementType>{"double", ElementType::f64},
    std::pair<std::string_view, ElementType>{"int", ElementType::i32},
    std::pair<std::string_view, ElementType>{"unsigned", ElementType::u32},
    std::pair<std::string_view, ElementType>{"std::int64_t", ElementType::i64},
    std::pair<std::string_view, ElementType>{"std::uint64_t", ElementType::u64},
    std::pair<std::string_view, ElementType>{"std::uint8_t", ElementType::u8}};

bool is_floating(ElementType type) { return type == ElementType::f32 || type == ElementType::f64; }

/// All of them are floats, and so are those of the next whole number.
void read_fractions(TomlTable& view, ElementType type, Generator& generator) {
  if (!is_floating(type)) view.fail("values", "of fractions are for float and double");
  const auto bound = [&](const char* key, double otherwise) {
    const auto value = view.number_if_there(key).value_or(otherwise);
    if (std::floor(value) != value || std::abs(value) > kMostFraction + 1)
      view.fail(key, "must be a whole number from -1025 to 1025 for fractions");
    return value;
  };
  generator.low = bound("low", -kMostFraction);
  generator.high = bound("high", kMostFraction);
  if (generator.low >= generator.high) view.fail("high", "must be above \"low\"");
  if (generator.high - generator.low > 2 * kMostFraction)
    view.fail("high", fmt::format("must be at most {:g} above \"low\"", 2 * kMostFraction));
}

bool are_fractions(const Generator& generator) {
  return generator.kind == Generator::Kind::fractions;
}

/// `type`: of what it makes.
Generator read_generator(TomlTable& view, ElementType type) {
  Generator generator;
  using Kind = Generator::Kind;
  generator.kind = view.choice<Kind>("values", {{"uniform", Kind::uniform},
                                                {"fractions", Kind::fractions},
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
  if (generator.kind == Kind::fractions) read_fractions(view, type, generator);
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

/// The device knows stand-ins by their values: they lie between the fractions, so nothing else of
/// the argument may.
bool read_stand_in(TomlTable& view, const DataArgument& argument, const Generator& generator) {
  if (!switch_or_off(view, "stand_in")) return false;
  const bool is_all = generator.low == -kMostFraction && generator.high == kMostFraction;
  if (!argument.is_on_host || argument.kind != DataArgument::Kind::in ||
      argument.type != ElementType::f32 || !are_fractions(generator) || !is_all) {
    view.fail("stand_in",
              "is for floats of values = \"fractions\" without \"low\" and \"high\" that go in in "
              "host memory");
  }
  return true;
}

void read_fields(TomlTable& view, DataArgument& argument) {
  view.for_each("field", [&](TomlTable& row) {
    DataField field;
    field.name = identifier(row, "name");
    for (const auto& other : argument.fields) {
      if (other.name == field.name) row.fail("name", "is used twice");
    }
    if (!row.text_or("values", "").empty()) field.generator = read_generator(row, argument.type);
    field.has_stand_in = read_stand_in(row, argument, field.generator.value_or(argument.generator));
    argument.fields.push_back(std::move(field));
  });
  if (argument.fields.empty()) return;
  if (argument.fields.size() > kMostFields) view.fail("field", "must be at most 64");
  if (argument.kind != DataArgument::Kind::in) view.fail("field", "is for the kind in");
  const bool are_others_between = std::ranges::any_of(argument.fields, [&](const DataField& field) {
    return !are_fractions(field.generator.value_or(argument.generator));
  });
  if (are_others_between && std::ranges::any_of(argument.fields, &DataField::has_stand_in))
    view.fail("field", "must all be fractions where one has a \"stand_in\"");
  argument.structure = identifier(view, "structure");
}

/// How what comes out is compared.
void read_comparison(TomlTable& view, DataArgument& argument, const DataTask& task) {
  argument.tolerance = read_tolerance(view);
  if (!view.text_or("answer_type", "").empty()) {
    argument.answer_type = read_type(view, "answer_type");
    if (argument.type != ElementType::f32 || argument.answer_type != ElementType::f64) {
      view.fail("answer_type", "can be double, of an argument of the type float");
    }
    if (task.answer.empty()) view.fail("answer_type", "is for a task with \"answer\"");
    if (argument.tolerance.ulp > 0) view.fail("ulp", "is for answers of the argument's own type");
  }
  view.table_if_there("grid", [&](TomlTable& grid) {
    argument.grid = {expression(grid, "columns", "", task.sizes), grid.text_or("row", "row"),
                     grid.text_or("column", "column")};
    if (argument.grid->columns.empty()) grid.fail("columns", "must say how many a row has");
  });
  if (view.text_or("begins", "").empty()) return;
  if (argument.kind != DataArgument::Kind::inout) view.fail("begins", "is for the kind inout");
  argument.begins = expression(view, "begins", "", task.sizes);
}

void read_array(TomlTable& view, DataArgument& argument, const DataTask& task) {
  argument.count = expression(view, "count", task.sizes.front(), task.sizes);
  if (!view.text_or("memory", "").empty()) {
    argument.is_on_host = view.choice<bool>("memory", {{"device", false}, {"host", true}});
  }
  if (argument.goes_in()) {
    argument.generator = read_generator(view, argument.type);
    read_fields(view, argument);
    if (argument.fields.empty())
      argument.has_stand_in = read_stand_in(view, argument, argument.generator);
    argument.is_read_sparsely = switch_or_off(view, "sparse");
  }
  if (argument.comes_out()) read_comparison(view, argument, task);
}

void read_scalar(TomlTable& view, DataArgument& argument, const DataTask& task) {
  if (!view.text_or("size", "").empty()) {
    argument.value = expression(view, "size", "", task.sizes);
    const bool is_size = std::ranges::find(task.sizes, argument.name) != task.sizes.end();
    if (is_size && argument.value != argument.name)
      view.fail("size", "must be \"" + argument.name + "\", as a size has this name");
    return;
  }
  argument.generator = read_generator(view, argument.type);
  if (argument.generator.kind == Generator::Kind::permutation)
    view.fail("values", "of one number is no permutation");
}

}  // namespace

bool is_c_identifier(std::string_view text) {
  const auto is_part = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
         std::ranges::all_of(text, is_part);
}

std::string identifier(TomlTable& view, const std::string& key) {
  auto name = view.text(key);
  if (!is_c_identifier(name)) view.fail(key, "must be a letter, then letters, digits and '_'");
  return name;
}

std::string expression(TomlTable& view, const std::string& key, std::string otherwise,
                       const std::vector<std::string>& sizes) {
  auto written = view.text_or(key, std::move(otherwise));
  if (written.empty()) return written;
  try {
    check_expression(written, sizes);
  } catch (const std::runtime_error& error) {
    view.fail(key, error.what());
  }
  return written;
}

bool switch_or_off(TomlTable& view, const std::string& key) {
  const auto written = view.whole_or(key, 0);
  if (written > 1) view.fail(key, "must be 0 or 1");
  return written == 1;
}

ElementType read_type(TomlTable& view, const std::string& key) {
  std::vector<std::string_view> words;
  for (const auto& [word, type] : kTypes) words.push_back(word);
  const auto written = view.word(key, words);
  return std::ranges::find(kTypes, written, [](const auto& row) { return row.first; })->second;
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
  argument.type = argument.answer_type = read_type(view, "type");
  if (argument.is_array()) {
    read_array(view, argument, task);
  } else {
    read_scalar(view, argument, task);
  }
  return argument;
}

std::string_view written_type(ElementType type) {
  return std::ranges::find(kTypes, type, [](const auto& row) { return row.second; })->first;
}

}  // namespace warpscope::runner
