// Names the mistake behind a wrong output, where the positions of the wrong elements give it away.
// For judges whose tasks write one array, element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "labs/judge/judge.h"

namespace warpscope::labs {

/// What became of one element of an output.
enum class Element : std::uint8_t {
  right,      ///< holds the answer
  untouched,  ///< holds what it held before the call, and that is not the answer
  wrong,      ///< holds something else
};

/// A finding's id and its sentence; both empty when the positions tell nothing.
struct Diagnosis {
  std::string finding;
  std::string cause;
};

/// The part of an output that a task writes, element by element.
struct WrittenArray {
  std::span<const Element> elements;
  std::string name;  ///< what to call it in sentences
  std::size_t element_bytes = 4;
  std::size_t first = 0;  ///< where in its array the part begins; arrays begin on a 128-byte line
  std::string output{};   ///< its key in Case::outputs, if its elements are those of the array
};

/// Judges by positions alone. Recognised: an untouched rest of one to three elements that a loop
/// over groups of four leaves ("vector-tail-missed"), any other untouched rest ("grid-too-small").
/// Several mistakes leave such a rest: runner/findings/unwritten_rest.h decides which one it was.
Diagnosis diagnose(const WrittenArray& output);

/// Which elements are not right, behind "wrong elements: 3 of 8": ", all from 768 on", ", all i
/// with i % 4 == 3". Empty where fewer than two are right or wrong, or they have nothing in common.
std::string positions_in_words(std::span<const Element> elements);

/// The opinion on an output: correct, or the first difference as `describe(index)` words it, with
/// diagnose()'s finding.
template <typename Describe>
judge::Opinion opinion_on(const WrittenArray& output, Describe describe) {
  const std::size_t count = output.elements.size();
  std::size_t right_count = 0;
  std::size_t first_wrong = count;
  for (std::size_t i = 0; i < count; ++i) {
    if (output.elements[i] == Element::right) {
      ++right_count;
    } else if (first_wrong == count) {
      first_wrong = i;
    }
  }
  judge::Opinion opinion;
  opinion.is_correct = right_count == count;
  if (opinion.is_correct) return opinion;
  if (!output.output.empty())
    opinion.first_wrong = {output.output, output.first + first_wrong, output.element_bytes};
  Diagnosis diagnosis = diagnose(output);
  opinion.message = describe(first_wrong) +
                    "; wrong elements: " + std::to_string(count - right_count) + " of " +
                    std::to_string(count);
  if (diagnosis.finding.empty()) opinion.message += positions_in_words(output.elements);
  opinion.finding = std::move(diagnosis.finding);
  opinion.cause = std::move(diagnosis.cause);
  if (!opinion.finding.empty()) {
    opinion.rest = {right_count, count - right_count, output.element_bytes, output.first};
  }
  return opinion;
}

}  // namespace warpscope::labs
