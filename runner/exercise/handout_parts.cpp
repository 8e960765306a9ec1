#include "runner/exercise/handout_parts.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace warpscope::runner {
namespace {

/// Calls `use` with each line and whether it lies in a code block or is a fence of one.
template <class Use>
void for_each_handout_line(std::string_view text, Use&& use) {
  bool is_code = false;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_fence = line.starts_with("```");
    use(line, is_code || is_fence);
    if (is_fence) is_code = !is_code;
  }
}

/// N of "Task N".
std::optional<std::uint32_t> number_of_task(std::string_view heading) {
  constexpr std::string_view kTask = "Task ";
  if (!heading.starts_with(kTask)) return std::nullopt;
  std::uint32_t number = 0;
  const auto read =
      std::from_chars(heading.data() + kTask.size(), heading.data() + heading.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

bool has_word_explain(std::string_view heading) {
  std::string lower(heading);
  std::ranges::transform(lower, lower.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return lower.find("explain") != std::string::npos;
}

/// The length of "12. " at the line's beginning; 0 where there is none.
std::size_t number_length(std::string_view line) {
  const auto digits = line.find_first_not_of("0123456789");
  const bool is_number =
      digits != std::string_view::npos && digits > 0 && line.substr(digits).starts_with(". ");
  return is_number ? digits + 2 : 0;
}

}  // namespace

std::string_view without_margins(std::string_view text) {
  constexpr std::string_view kWhiteSpace = " \t\r\n";
  const auto first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

std::vector<HandoutSection> handout_sections(std::string_view handout) {
  std::vector<HandoutSection> sections(1);
  for_each_handout_line(handout, [&](std::string_view line, bool is_code) {
    if (!is_code && line.starts_with("## ")) {
      auto& section = sections.emplace_back();
      section.heading = without_margins(line.substr(3));
      section.task = number_of_task(section.heading);
      return;
    }
    sections.back().text += line;
    sections.back().text += '\n';
  });
  return sections;
}

std::string lab_question(std::string_view handout) {
  constexpr std::string_view kMark = "**The question:**";
  const auto begin = handout.find(kMark);
  if (begin == std::string_view::npos) return {};
  const auto rest = handout.substr(begin + kMark.size());
  return std::string(without_margins(rest.substr(0, rest.find("\n\n"))));
}

std::vector<std::string> explain_questions(std::string_view handout) {
  std::string_view text;
  const auto sections = handout_sections(handout);
  for (const auto& section : sections) {
    if (has_word_explain(section.heading)) text = section.text;
  }
  std::vector<std::string> questions;
  bool is_open = false;  // the line belongs to the last question
  for_each_handout_line(text, [&](std::string_view line, bool is_code) {
    const auto number = is_code ? 0 : number_length(line);
    if (number > 0) {
      questions.emplace_back(without_margins(line.substr(number)));
      is_open = true;
      return;
    }
    const auto inside = without_margins(line);
    is_open = is_open && (inside.empty() || is_code || line.starts_with(' '));
    if (!is_open) return;
    questions.back() += '\n';
    questions.back() += inside;
  });
  for (auto& question : questions) question = without_margins(question);
  if (questions.empty() && !without_margins(text).empty())
    questions.emplace_back(without_margins(text));
  return questions;
}

std::string task_title(const HandoutSection& section) {
  const auto colon = section.heading.find(':');
  if (!section.task) return section.heading;
  return colon == std::string::npos
             ? std::string()
             : std::string(without_margins(section.heading.substr(colon + 1)));
}

}  // namespace warpscope::runner
