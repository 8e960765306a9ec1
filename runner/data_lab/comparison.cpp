#include "runner/data_lab/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "labs/judge/error_pattern.h"
#include "labs/judge/unwritten.h"
#include "labs/judge/wrong_pattern.h"
#include "runner/data_lab/changed_range.h"
#include "runner/data_lab/nearness.h"
#include "runner/data_lab/with_type.h"

namespace warpscope::runner {
namespace {

using labs::Element;

std::size_t size_of(const std::string& expression, const Sizes& sizes) {
  return static_cast<std::size_t>(std::max<std::int64_t>(evaluate(expression, sizes), 0));
}

/// Where elements of a grid lie. Of no grid: nothing is said.
class Places {
 public:
  Places(const DataArgument& argument, const Sizes& sizes)
      : argument_(argument), columns_(argument.grid ? size_of(argument.grid->columns, sizes) : 0) {}

  /// " (row 3, column 2)".
  std::string text(std::size_t i) const {
    if (columns_ == 0) return {};
    return fmt::format(" ({} {}, {} {})", argument_.grid->row, i / columns_, argument_.grid->column,
                       i % columns_);
  }

  /// Names it where each element holds what belongs to the place that it has in the grid's
  /// transpose. `holds(i, other)`: whether i holds the answer to `other`.
  template <typename Holds>
  void look_for_swap(std::size_t count, judge::Opinion& opinion, Holds holds) const {
    const std::size_t rows = columns_ == 0 ? 0 : count / columns_;
    if (opinion.is_correct || rows < 2 || columns_ < 2 || rows * columns_ != count) return;
    for (std::size_t i = 0; i < count; ++i)
      if (!holds(i, i % columns_ * rows + i / columns_)) return;
    opinion.finding = "row-col-swap";
    opinion.cause = fmt::format(
        "Every element holds the value of another place: {}s and {}s are swapped in the index.",
        argument_.grid->row, argument_.grid->column);
  }

 private:
  const DataArgument& argument_;
  std::size_t columns_;
};

template <typename T, typename Answer>
judge::Opinion opinion(const DataArgument& argument, const ComparedArray& arrays) {
  auto given = arrays.given.as<T>();
  auto answer = arrays.answer.as<Answer>();
  auto before = arrays.before == nullptr ? std::vector<T>() : arrays.before->as<T>();
  if (!argument.begins.empty()) {
    return ChangedRange<T, Answer>(argument, size_of(argument.begins, arrays.sizes),
                                   std::move(before), std::move(given), std::move(answer))
        .opinion();
  }
  const Places places(argument, arrays.sizes);
  const auto holds = [&](std::size_t i, std::size_t other) {
    return is_near(given[i], answer[other], argument.tolerance);
  };
  const auto is_untouched = [&](std::size_t i) {
    return before.empty() ? labs::looks_unwritten(given[i]) : is_same(given[i], before[i]);
  };
  std::vector<Element> elements(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    elements[i] = holds(i, i)       ? Element::right
                  : is_untouched(i) ? Element::untouched
                                    : Element::wrong;
  }
  auto result = labs::opinion_on(
      {.elements = elements,
       .name = argument.name,
       .element_bytes = sizeof(T),
       .output = argument.name},
      [&](std::size_t i) {
        const auto found = elements[i] == Element::untouched && before.empty()
                               ? std::string("never written")
                               : fmt::format("{}", given[i]);
        return fmt::format("{}[{}]{} is {}, expected {}{}", argument.name, i, places.text(i), found,
                           answer_text<T>(answer[i]), tolerance_text(argument.tolerance));
      });
  places.look_for_swap(given.size(), result, holds);
  if constexpr (std::is_same_v<T, Answer>) {
    if (!result.is_correct && result.finding.empty())
      result.message += labs::values_in_words<T>(given, answer, elements);
  } else if (!result.is_correct && result.finding.empty()) {
    const std::vector<T> rounded(answer.begin(), answer.end());
    result.message += labs::values_in_words<T>(given, rounded, elements);
  }
  return result;
}

}  // namespace

judge::Opinion opinion_on_array(const DataArgument& argument, const ComparedArray& arrays) {
  if (argument.answer_type != argument.type) return opinion<float, double>(argument, arrays);
  return with_type(argument.type, [&]<typename T>(T) { return opinion<T, T>(argument, arrays); });
}

bool has_nan(const lab_protocol::Array& answer) {
  return with_type(answer.type(), [&]<typename T>(T) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::ranges::any_of(answer.as<T>(), [](T value) { return std::isnan(value); });
    }
    return false;
  });
}

}  // namespace warpscope::runner
