#include "presentation/figures/figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "arch/profile.h"
#include "base/files.h"
#include "base/spelling.h"
#include "presentation/figures/expression.h"
#include "presentation/figures/words.h"

namespace warpscope::figures {
namespace {

constexpr std::string_view kSlider = "slider", kChoice = "choice";
constexpr std::uint64_t kMostKeptBytes = 4 << 20;

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

/// Keys that a line of the figure may begin with.
std::vector<std::string_view> known_keys(const Kind& kind) {
  std::vector<std::string_view> known;
  if (!kind.numbers.empty()) known.push_back(kSlider);
  if (!kind.texts.empty()) known.push_back(kChoice);
  for (const auto& it : kind.numbers) known.push_back(it.key);
  for (const auto& it : kind.formulas) known.push_back(it.key);
  for (const auto& it : kind.texts) known.push_back(it.key);
  return known;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

}  // namespace

Figure::Figure(std::string_view kind, std::string_view text,
               const std::filesystem::path& kept_folder)
    : Figure(kind, text, WithoutRuns{}) {
  load_runs(kept_folder);
  load_profile(kept_folder);
  try_ends();
}

Figure::Figure(std::string_view kind, std::string_view text, WithoutRuns)
    : kind_(&kind_named(kind)) {
  for (const auto& it : kind_->texts) values_.texts[std::string(it.key)] = it.unless_given;
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
  check_texts();
}

std::vector<KeptWish> Figure::wishes(std::string_view kind, std::string_view text) {
  Figure figure(kind, text, WithoutRuns{});
  std::vector<KeptWish> all;
  if (figure.kind_->wishes == nullptr) return all;
  // Every combination of choices, counted up like a number with a digit for each.
  std::vector<std::size_t> digits(figure.choices_.size(), 0);
  while (true) {
    for (std::size_t i = 0; i < digits.size(); ++i)
      figure.choose(figure.choices_[i].key, figure.choices_[i].values[digits[i]]);
    for (auto& wish : figure.kind_->wishes(figure.values_)) all.push_back(std::move(wish));
    std::size_t i = 0;
    for (; i < digits.size(); ++i) {
      if (++digits[i] < figure.choices_[i].values.size()) break;
      digits[i] = 0;
    }
    if (i == digits.size()) return all;
  }
}

void Figure::load_runs(const std::filesystem::path& kept_folder) {
  if (kind_->wishes == nullptr) return;
  const auto& lab = values_.text("lab");
  const auto line = given_.find("lab")->second;
  if (!is_plain_name(lab))
    throw FigureError(line, fmt::format("\"lab\" is the id of a lab; here it is \"{}\".", lab));
  const auto file = kept_folder / (lab + ".json");
  try {
    runs_ = std::make_shared<record::KeptRuns>(
        record::kept_runs_from_text(read_file(file, kMostKeptBytes)));
    values_.kept = runs_.get();
  } catch (const std::exception& error) {
    throw FigureError(line,
                      fmt::format("{} \"./run keep {}\" makes that file.", error.what(), lab));
  }
}

void Figure::load_profile(const std::filesystem::path& kept_folder) {
  if (!kind_->uses_profile) return;
  const auto& name = values_.text("profile");
  const auto given = given_.find("profile");
  const auto line = given == given_.end() ? 0 : given->second;
  if (!is_plain_name(name))
    throw FigureError(line,
                      fmt::format("\"profile\" is the name of a GPU; here it is \"{}\".", name));
  const auto root = kept_folder.parent_path().parent_path();
  try {
    profile_ = std::make_shared<arch::Profile>(
        arch::load_profile(root / "arch" / "profiles" / (name + ".toml")));
    values_.profile = profile_.get();
  } catch (const std::exception& error) {
    throw FigureError(line, error.what());
  }
}

void Figure::read(std::string_view key, std::string_view value, std::size_t line) {
  if (key == kSlider && !kind_->numbers.empty()) {
    add_slider(value, line);
    return;
  }
  if (key == kChoice && !kind_->texts.empty()) {
    add_choice(value, line);
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
  if (const auto text = values_.texts.find(key); text != values_.texts.end()) {
    text->second = value;
    return;
  }
  const auto known = known_keys(*kind_);
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

void Figure::add_choice(std::string_view value, std::size_t line) {
  const auto space = std::min(value.find(' '), value.size());
  Choice choice{std::string(value.substr(0, space)), words_of(value.substr(space))};
  const bool is_profile = kind_->uses_profile && choice.key == "profile";
  if (!values_.texts.contains(choice.key) || choice.values.size() < 2 || is_profile)
    throw FigureError(line,
                      "A choice is written \"choice = KEY WORD, WORD, …\" with the key of a "
                      "word of the figure.");
  choices_.push_back(std::move(choice));
  choice_lines_.push_back(line);
}

void Figure::check_texts() const {
  for (const auto& text : kind_->texts) {
    if (text.is_required && !given_.contains(text.key))
      throw FigureError(0, fmt::format("A figure of {} needs \"{} = …\".", kind_->name, text.key));
  }
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    const auto& choice = choices_[i];
    const auto& now = values_.text(choice.key);
    if (std::ranges::find(choice.values, now) == choice.values.end())
      throw FigureError(choice_lines_[i],
                        fmt::format("The choice of \"{}\" does not hold \"{}\".", choice.key, now));
  }
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
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    const auto before = text(choices_[i].key);
    for (const auto& value : choices_[i].values) {
      choose(choices_[i].key, value);
      try {
        draw();
      } catch (const std::runtime_error& error) {
        throw FigureError(choice_lines_[i],
                          fmt::format("With {} = {}: {}", choices_[i].key, value, error.what()));
      }
    }
    choose(choices_[i].key, before);
  }
}

}  // namespace warpscope::figures
