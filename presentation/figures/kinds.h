// The kinds of figures: what each is called, which parameters it has, and who draws it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "presentation/figures/drawing.h"

namespace warpscope::figures {

/// A number of a figure.
struct NumberParameter {
  std::string_view key;
  std::int64_t unless_given = 0, lowest = 0, highest = 0;
  bool is_for_formulas = false;  ///< nothing but the figure's formulas uses it
  std::span<const std::int64_t> choices =
      {};  ///< the only values; empty: all from lowest to highest
};

/// A formula of a figure (expression.h).
struct FormulaParameter {
  std::string_view key;
  std::string_view unless_given;
};

/// Values of all parameters of a figure.
struct Values {
  std::map<std::string, std::int64_t, std::less<>> numbers;
  std::map<std::string, std::string, std::less<>> formulas;
  std::int64_t number(std::string_view key) const { return numbers.find(key)->second; }
  /// The value of a formula in one lane. Names in it are "lane" and the figure's numbers.
  std::int64_t in_lane(std::string_view key, std::uint32_t lane) const;
};

struct Kind {
  std::string_view name;
  std::span<const NumberParameter> numbers;
  std::span<const FormulaParameter> formulas;
  /// Throws std::runtime_error with a sentence when the values make no figure.
  Drawing (*draw)(const Values& values);
};

/// One row per kind, each drawn by the file of its name.
std::span<const Kind> kinds();

extern const Kind kSectors;              ///< addresses of a warp on sectors and lines
extern const Kind kBanksOfSharedMemory;  ///< words of a warp on the 32 banks
extern const Kind kLanes;                ///< lanes that run each line of a branch or a loop
extern const Kind kPipeline;             ///< a ring of stages between a producer and a consumer
extern const Kind kStreams;              ///< copies and kernels of several streams, in time

}  // namespace warpscope::figures
