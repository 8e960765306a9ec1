#include "labs/judge/number_opinion.h"

#include <fmt/format.h>

namespace warpscope::labs {

judge::Opinion opinion_on_numbers(const std::string& name, const std::vector<std::int32_t>& found,
                                  const std::vector<std::int32_t>& expected) {
  std::vector<Element> elements(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    elements[i] = found[i] == expected[i] ? Element::right
                  : found[i] == -1        ? Element::untouched
                                          : Element::wrong;
  }
  return opinion_on({.elements = elements, .name = name, .output = name}, [&](std::size_t i) {
    return elements[i] == Element::untouched
               ? fmt::format("{}[{}] was never written, expected {}", name, i, expected[i])
               : fmt::format("{}[{}] is {}, expected {}", name, i, found[i], expected[i]);
  });
}

}  // namespace warpscope::labs
