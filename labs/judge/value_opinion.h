// Opinions on outputs beside their answers, in the words that most labs use.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "labs/judge/error_pattern.h"
#include "labs/judge/unwritten.h"
#include "labs/judge/wrong_pattern.h"

namespace warpscope::labs {

inline judge::Opinion right() {
  judge::Opinion opinion;
  opinion.is_correct = true;
  return opinion;
}
inline judge::Opinion wrong(std::string message) {
  judge::Opinion opinion;
  opinion.message = std::move(message);
  return opinion;
}

/// How a lab differs from the usual; all by index.
struct ValueWords {
  std::function<bool(std::size_t)> is_untouched{};  ///< else by looks_unwritten()
  std::function<std::string(std::size_t)> place{};  ///< behind NAME[I], with a blank before
  std::function<std::string(std::size_t)> says{};   ///< "is 5", "is never written"
  std::function<std::string(std::size_t)> note{};   ///< behind the answer
  std::string unwritten = "is never written";       ///< what is said of an untouched one
};

/// On an output that is written element by element: "out[3] is 5, expected 6" of the first that is
/// not its answer, how many are wrong, and the mistake that their positions give away.
template <typename T>
judge::Opinion opinion_on_values(const std::string& name, const std::vector<T>& given,
                                 const std::vector<T>& answer, const ValueWords& words = {}) {
  const auto is_untouched = [&](std::size_t i) {
    return words.is_untouched ? words.is_untouched(i) : looks_unwritten(given[i]);
  };
  std::vector<Element> elements(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    elements[i] = given[i] == answer[i] ? Element::right
                  : is_untouched(i)     ? Element::untouched
                                        : Element::wrong;
  }
  const auto text = [](const auto& function, std::size_t i) {
    return function ? function(i) : std::string();
  };
  bool has_note = false;
  auto opinion =
      opinion_on({.elements = elements, .name = name, .output = name}, [&](std::size_t i) {
        const auto says = words.says                          ? words.says(i)
                          : elements[i] == Element::untouched ? words.unwritten
                                                              : fmt::format("is {}", given[i]);
        const auto note = text(words.note, i);
        has_note = !note.empty();
        return fmt::format("{}[{}]{} {}, expected {}{}", name, i, text(words.place, i), says,
                           answer[i], note);
      });
  if (!opinion.is_correct && !has_note)
    opinion.message += values_in_words<T>(given, answer, elements);
  return opinion;
}

/// On answers to questions, each by itself: what `describe(index)` says of the first wrong one, and
/// how many are.
template <typename T, typename Describe>
judge::Opinion opinion_on_answers(const std::vector<T>& given, const std::vector<T>& answer,
                                  Describe describe) {
  const auto first = std::ranges::mismatch(given, answer).in1 - given.begin();
  std::size_t count = 0;
  for (std::size_t i = 0; i < given.size(); ++i) count += given[i] == answer[i] ? 0 : 1;
  if (count == 0) return right();
  std::vector<Element> elements(given.size());
  for (std::size_t i = 0; i < given.size(); ++i)
    elements[i] = given[i] == answer[i] ? Element::right : Element::wrong;
  return wrong(fmt::format("{}; wrong: {} of {}{}", describe(static_cast<std::size_t>(first)),
                           count, given.size(), values_in_words<T>(given, answer, elements)));
}

/// Correct when `found` is `expected`, else what `describe(index)` says of the first that is not.
template <typename T, typename Describe>
judge::Opinion opinion_on_rows(const std::vector<T>& found, const std::vector<T>& expected,
                               Describe describe) {
  const auto first = std::ranges::mismatch(found, expected);
  if (first.in1 == found.end()) return right();
  return wrong(describe(static_cast<std::size_t>(first.in1 - found.begin())));
}

}  // namespace warpscope::labs
