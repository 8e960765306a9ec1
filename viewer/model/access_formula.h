// A request that the user writes down instead of running it: an array's shape, an index in
// threadIdx or lane, and the bytes of an element.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "record/warp_request.h"

namespace warpscope::viewer {

struct AccessFormula {
  std::string shape;  ///< "[32][33]"; may be empty where the index is one number
  std::string index;  ///< "[threadIdx.x][threadIdx.y]", "lane * 33 + 1"
  std::uint32_t element_bytes = 4;
  std::uint32_t block_width = 32;  ///< blockDim.x: x is lane % width, y is lane / width
  bool operator==(const AccessFormula&) const = default;
};

/// What an index may be made of, in the words of the pane.
inline constexpr std::string_view kFormulaNames =
    "lane, x, y, threadIdx.x, threadIdx.y, blockDim.x";

/// A source, and the line (from 1) at which its names are looked up: what is defined above it.
struct FormulaSource {
  std::string_view text;
  std::uint32_t line = 0;
};

/// What the first warp's lanes ask for with it, counted: all 32, of an atomic those of `like`.
/// `like`: its space, kind and array are taken. Names are lane, x, y, threadIdx.x, threadIdx.y,
/// blockDim.x, blockIdx (0), and constants and variables that the source defines by these. Throws
/// std::runtime_error with a sentence where the formula cannot be read, where an element lies in
/// front of the array or beyond memory, and for an atomic on elements of 1 byte.
record::WarpRequest request_of(const AccessFormula& formula, const record::WarpRequest& like,
                               const FormulaSource& source = {});

/// A formula that gives the request's addresses, but for where the first lane begins: what the line
/// of the source says of the array where that can be read, else one by the lane's number. Its index
/// is empty where neither gives them.
AccessFormula formula_of(const record::WarpRequest& request, const FormulaSource& source);

}  // namespace warpscope::viewer
