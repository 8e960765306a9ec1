// Where the figures of a profile come from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::arch {

enum class Source : std::uint8_t {
  measured,   ///< on a GPU of this kind, or fitted to what was
  published,  ///< by the maker, or measured by others
  assumed
};

/// "measured", "published" or "assumed"
std::string_view word_of(Source source);

/// One figure of a profile, for people.
struct Figure {
  std::string key;    ///< "sm.count"
  std::string value;  ///< as the file has it
  Source source = Source::assumed;
  std::string where;  ///< what it was measured on, published in or assumed from
};

/// How many there are of each kind.
struct FigureCounts {
  std::size_t measured = 0, published = 0, assumed = 0;
};
FigureCounts count_by_source(const std::vector<Figure>& figures);

}  // namespace warpscope::arch
