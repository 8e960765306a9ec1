#include "arch/figure.h"

#include <algorithm>

namespace warpscope::arch {

std::string_view word_of(Source source) {
  switch (source) {
    case Source::measured:
      return "measured";
    case Source::published:
      return "published";
    case Source::assumed:
      break;
  }
  return "assumed";
}

FigureCounts count_by_source(const std::vector<Figure>& figures) {
  const auto of = [&](Source source) {
    return static_cast<std::size_t>(std::ranges::count(figures, source, &Figure::source));
  };
  return {of(Source::measured), of(Source::published), of(Source::assumed)};
}

}  // namespace warpscope::arch
