// What a source defines above one of its lines, found in one pass, for formulas that name it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace warpscope::viewer {

/// What is longer is no index and no definition, whatever a source says.
inline constexpr std::size_t kLongestFormula = 1000;

class SourceNames {
 public:
  /// The text is looked at, not copied. `line`: from 1; 0: all of the text, and no line.
  SourceNames(std::string_view text, std::uint32_t line);

  /// What the last "name = …;" with a type in front of it says; null where none does.
  const std::string_view* definition(std::string_view name) const;
  /// "[kTile][33]" of the last "__shared__ … array[kTile][33]"; empty where there is none.
  std::string_view shared_shape(std::string_view array) const;
  /// "[x][0]" of each "array[x][0]" in the line, the first few.
  std::vector<std::string_view> subscripts_in_line(std::string_view array) const;

 private:
  std::string_view text_;  ///< up to and with the line
  std::string_view line_;
  std::map<std::string_view, std::string_view> definitions_;
};

}  // namespace warpscope::viewer
