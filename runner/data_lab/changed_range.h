// An array that a function changes from some element on, and must leave alone before it: what was
// changed beside that range, or in the wrong part of it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "labs/judge/error_pattern.h"
#include "labs/judge/unwritten.h"
#include "labs/judge/value_opinion.h"
#include "runner/data_lab/nearness.h"

namespace warpscope::runner {

/// All three have the same size. Answer: T, or double for floats.
template <typename T, typename Answer>
class ChangedRange {
 public:
  /// `begin`: the first element of the range, at most the size.
  ChangedRange(const DataArgument& argument, std::size_t begin, std::vector<T> before,
               std::vector<T> given, std::vector<Answer> answer)
      : argument_(argument),
        begin_(std::min(begin, given.size())),
        before_(std::move(before)),
        given_(std::move(given)),
        answer_(std::move(answer)),
        step_(common_step()) {}

  judge::Opinion opinion() const {
    std::size_t first = 0;
    while (first < begin_ && is_untouched(first)) ++first;
    if (first < begin_) return opinion_on_early_change(first);
    const std::size_t count = given_.size() - begin_;
    std::vector<labs::Element> elements(count);
    for (std::size_t i = 0; i < count; ++i) {
      elements[i] = is_right(begin_ + i)       ? labs::Element::right
                    : is_untouched(begin_ + i) ? labs::Element::untouched
                                               : labs::Element::wrong;
    }
    auto opinion = labs::opinion_on(
        {.elements = elements,
         .name = "the range",
         .element_bytes = sizeof(T),
         .first = begin_,
         .output = argument_.name},
        [&](std::size_t i) {
          const auto at = begin_ + i;
          return fmt::format("{}[{}], {} after the beginning of the range, is {}, expected {}{}{}",
                             argument_.name, at, i, text_of(at), answer_text<T>(answer_[at]),
                             tolerance_text(argument_.tolerance), steps_in_words(at));
        });
    if (!opinion.is_correct && is_first_part_repeated()) {
      opinion.finding = "local-for-global-index";
      opinion.cause =
          "The first elements were changed more than once and the others never: every block "
          "computed the same indices, from threadIdx alone.";
    }
    return opinion;
  }

 private:
  /// What is added to each element of the range, where it is the same for all.
  std::optional<double> common_step() const {
    std::optional<double> step;
    for (std::size_t i = begin_; i < given_.size(); ++i) {
      const double of_this = static_cast<double>(answer_[i]) - static_cast<double>(before_[i]);
      if (!step) step = of_this;
      if (of_this != *step) return std::nullopt;
    }
    return step && *step != 0 ? step : std::nullopt;
  }

  bool is_right(std::size_t i) const { return is_near(given_[i], answer_[i], argument_.tolerance); }
  bool is_untouched(std::size_t i) const { return is_same(given_[i], before_[i]); }
  double increase(std::size_t i) const {
    return static_cast<double>(given_[i]) - static_cast<double>(before_[i]);
  }
  /// As one is changed that belongs to the range, as far as that can be told of one that does not.
  bool is_changed_alike(std::size_t i) const {
    return step_ ? increase(i) == *step_ : !is_untouched(i);
  }
  std::string text_of(std::size_t i) const {
    return labs::looks_unwritten(given_[i]) ? "never written" : fmt::format("{}", given_[i]);
  }
  std::string steps_in_words(std::size_t i) const {
    if (!step_) return {};
    if (is_untouched(i)) return " (nothing was added)";
    if (increase(i) == 2 * *step_) return fmt::format(" ({} was added twice)", *step_);
    return {};
  }

  /// Besides the range, or instead of its end?
  judge::Opinion opinion_on_early_change(std::size_t first) const {
    auto opinion = labs::wrong(fmt::format(
        "{0}[{1}] lies before the range, which begins at {0}[{2}], and was changed from {3} to {4}",
        argument_.name, first, begin_, before_[first], text_of(first)));
    const std::size_t end = first + given_.size() - begin_;
    bool is_range_right = true, is_shifted = true;
    for (std::size_t i = first; i < given_.size(); ++i) {
      if (i >= begin_) is_range_right = is_range_right && is_right(i);
      const bool is_as_shifted = i >= end      ? is_untouched(i)
                                 : i >= begin_ ? is_right(i)
                                               : is_changed_alike(i);
      is_shifted = is_shifted && is_as_shifted;
    }
    if (is_range_right) {
      opinion.finding = "missing-lower-guard";
      opinion.cause = fmt::format(
          "The range is right, but elements before it were changed too, from {0}[{1}] on; it "
          "begins at {0}[{2}].",
          argument_.name, first, begin_);
    } else if (is_shifted) {
      opinion.finding = "range-too-early";
      opinion.cause = fmt::format(
          "{0}[{1}] to {0}[{2}] were changed: as many elements as should be, but {3} too early. "
          "The range begins at {0}[{4}].",
          argument_.name, first, end - 1, begin_ - first, begin_);
    }
    return opinion;
  }

  /// A first part of the range was changed some times over and the rest never: every block worked
  /// on the elements of block 0.
  bool is_first_part_repeated() const {
    // Adding thousands of times rounds away low bits.
    constexpr double kRounded = 0.01;
    if (!step_) return false;
    std::size_t changed = begin_;
    bool is_repeated = false;
    for (; changed < given_.size() && !is_untouched(changed); ++changed) {
      const double times = increase(changed) / *step_;
      if (!(std::abs(times - std::round(times)) < kRounded) || times < 0.5) return false;
      is_repeated = is_repeated || times > 1.5;
    }
    if (!is_repeated || changed == given_.size()) return false;
    while (changed < given_.size() && is_untouched(changed)) ++changed;
    return changed == given_.size();
  }

  const DataArgument& argument_;
  std::size_t begin_;
  std::vector<T> before_, given_;
  std::vector<Answer> answer_;
  std::optional<double> step_;
};

}  // namespace warpscope::runner
