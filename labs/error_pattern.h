// Names the mistake behind a wrong output, where the positions of the wrong elements give it away.
// For judges whose tasks write one array, element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "runner/judge/judge.h"

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

/// Judges by positions alone. Recognised: an untouched rest of one to three elements that a loop
/// over groups of four leaves ("vector-tail-missed"), any other untouched rest ("grid-too-small").
/// `elements` is the part of the output that the task writes, `name` what to call it in sentences.
/// `alignment_phase` is the index of its first element within an aligned group of four.
Diagnosis diagnose(std::span<const Element> elements, const std::string& name,
                   std::size_t alignment_phase = 0);

/// The opinion on one output array whose task wrote `elements`: correct, or the first difference as
/// `describe(index)` words it, with diagnose()'s finding.
template <typename Describe>
judge::Opinion opinion_on(std::span<const Element> elements, const std::string& name,
                          std::size_t alignment_phase, Describe describe) {
  std::size_t wrong_count = 0;
  std::size_t first_wrong = elements.size();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i] == Element::right) continue;
    if (wrong_count++ == 0) first_wrong = i;
  }
  if (wrong_count == 0) return {.is_correct = true, .message = {}, .finding = {}, .cause = {}};
  const Diagnosis diagnosis = diagnose(elements, name, alignment_phase);
  return {.is_correct = false,
          .message = describe(first_wrong) + "; wrong elements: " + std::to_string(wrong_count) +
                     " of " + std::to_string(elements.size()),
          .finding = diagnosis.finding,
          .cause = diagnosis.cause};
}

}  // namespace warpscope::labs
