#include "presentation/figures/figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "base/spelling.h"
#include "presentation/figures/expression.h"

namespace warpscope::figures {
namespace {

constexpr std::string_view kSlider = "slider";

std::string_view without_spaces(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

const NumberParameter* number_of(const Kind& kind, std::string_view key) {
  const auto found = std::ranges::find(kind.numbers, key, &NumberParameter::key);
  return found == kind.numbers.end() ? nullptr : &*found;
}

bool is_allowed(const NumberParameter& parameter, std::int64_t value) {
  return value >= parameter.lowest && value <= parameter.highest &&
         (parameter.choices.empty() ||
          std::ranges::find(parameter.choices, value) != parameter.choices.end());
}

std::string allowed(const NumberParameter& parameter) {
  if (!parameter.choices.empty())
    return fmt::format("one of {}", fmt::join(parameter.choices, ", "));
  return fmt::format("a whole number from {} to {}", parameter.lowest, parameter.highest);
}

const Kind& kind_named(std::string_view name) {
  std::vector<std::string_view> known;
  for (const auto& kind : kinds()) {
    if (kind.name == name) return kind;
    known.push_back(kind.name);
  }
  throw FigureError(0,
                    fmt::format("There is no figure \"{}\"{} The kinds are {}.", name,
                                nearest_word(name, known).empty() ? "." : did_you_mean(name, known),
                                list_of_words(known, "and")));
}

}  // namespace

Figure::Figure(std::string_view kind, std::string_view text) : kind_(&kind_named(kind)) {
  for (const auto& it : kind_->numbers) values_.numbers[std::string(it.key)] = it.unless_given;
  for (const auto& it : kind_->formulas) values_.formulas[std::string(it.key)] = it.unless_given;
  std::istringstream lines{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto bare = without_spaces(line);
    if (bare.empty()) continue;
    const auto equals = bare.find('=');
    if (equals == std::string_view::npos)
      throw FigureError(number, fmt::format("\"{}\" is not of the form \"key = value\".", bare));
    read(without_spaces(bare.substr(0, equals)), without_spaces(bare.substr(equals + 1)), number);
  }
  check_use();
  try_ends();
}

void Figure::read(std::string_view key, std::string_view value, std::size_t line) {
  if (key == kSlider) {
    add_slider(value, line);
    return;
  }
  if (!given_.emplace(key, line).second)
    throw FigureError(line, fmt::format("\"{}\" is given twice.", key));
  if (const auto* parameter = number_of(*kind_, key)) {
    const auto number = whole_number(value);
    if (!number || !is_allowed(*parameter, *number))
      throw FigureError(
          line, fmt::format("\"{}\" is {}; here it is \"{}\".", key, allowed(*parameter), value));
    values_.numbers[std::string(key)] = *number;
    return;
  }
  if (const auto formula = values_.formulas.find(key); formula != values_.formulas.end()) {
    formula->second = value;
    return;
  }
  std::vector<std::string_view> known{kSlider};
  for (const auto& it : kind_->numbers) known.push_back(it.key);
  for (const auto& it : kind_->formulas) known.push_back(it.key);
  const auto meant = did_you_mean(key, known);
  throw FigureError(line, fmt::format("A figure of {} has no \"{}\"{} It has {}.", kind_->name, key,
                                      meant.empty() ? "." : meant, list_of_words(known, "and")));
}

void Figure::add_slider(std::string_view value, std::size_t line) {
  std::istringstream words{std::string(value)};
  std::string key, lowest_text, highest_text, more;
  words >> key >> lowest_text >> highest_text >> more;
  const auto lowest = whole_number(lowest_text), highest = whole_number(highest_text);
  const auto* parameter = number_of(*kind_, key);
  if (parameter == nullptr) {
    std::vector<std::string_view> known;
    for (const auto& it : kind_->numbers) known.push_back(it.key);
    const auto meant = did_you_mean(key, known);
    throw FigureError(line,
                      fmt::format("A slider moves a number of the figure, and \"{}\" is none{} "
                                  "Numbers are {}.",
                                  key, meant.empty() ? "." : meant, list_of_words(known, "and")));
  }
  if (!lowest || !highest || *lowest >= *highest || !more.empty() || *lowest < parameter->lowest ||
      *highest > parameter->highest)
    throw FigureError(line, fmt::format("A slider is written \"slider = {0} FROM TO\"; {0} is {1}.",
                                        key, allowed(*parameter)));
  Slider slider{key, *lowest, *highest, {}};
  for (const auto choice : parameter->choices) {
    if (choice >= *lowest && choice <= *highest) slider.choices.push_back(choice);
  }
  sliders_.push_back(std::move(slider));
  slider_lines_.push_back(line);
}

void Figure::check_use() const {
  for (const auto& number : kind_->numbers) {
    const bool is_named = std::ranges::any_of(
        values_.formulas, [&](const auto& formula) { return names(formula.second, number.key); });
    if (!number.is_for_formulas || is_named) continue;
    std::size_t line = 0;
    if (const auto given = given_.find(number.key); given != given_.end()) line = given->second;
    for (std::size_t i = 0; i < sliders_.size(); ++i) {
      if (sliders_[i].key == number.key) line = slider_lines_[i];
    }
    if (line > 0)
      throw FigureError(line, fmt::format("\"{}\" has no effect, because no formula of the figure "
                                          "names it.",
                                          number.key));
  }
}

void Figure::try_ends() {
  try {
    draw();
  } catch (const std::runtime_error& error) {
    throw FigureError(0, error.what());
  }
  for (std::size_t i = 0; i < sliders_.size(); ++i) {
    const auto& slider = sliders_[i];
    const auto before = number(slider.key);
    if (before < slider.lowest || before > slider.highest)
      throw FigureError(slider_lines_[i],
                        fmt::format("The slider goes from {} to {}, but \"{}\" is {}.",
                                    slider.lowest, slider.highest, slider.key, before));
    for (const auto end : {slider.lowest, slider.highest}) {
      set(slider.key, end);
      try {
        draw();
      } catch (const std::runtime_error& error) {
        throw FigureError(slider_lines_[i],
                          fmt::format("With {} = {}: {}", slider.key, end, error.what()));
      }
    }
    set(slider.key, before);
  }
}

}  // namespace warpscope::figures
