// Keeps track of `.loc` within a function: where an instruction comes from and where that was
// inlined.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vgpu/ptx/parse_context.h"

namespace warpscope::ptx {

/// The current location. `.loc 1 15 3, function_name $L, inlined_at 1 17 3` names only the call
/// site; where that call site was inlined itself is what the latest `.loc 1 17 3 ...` before it
/// said. Line 0 stands for no place. The place before it may come back behind it as a plain `.loc`,
/// and is inlined where it was: LLVM's DwarfDebug::beginInstruction writes it so.
class SourceLocations {
 public:
  /// Reads what follows `.loc`.
  void parse_loc(ParseContext& context);
  void apply_to(Instruction& instruction) const;

 private:
  struct Hash {
    std::size_t operator()(const SourceLocation& place) const noexcept {
      constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
      const std::uint64_t key =
          (std::uint64_t{place.file} << 52) ^ (std::uint64_t{place.line} << 20) ^ place.column;
      return key * kOdd >> 16;
    }
  };

  std::vector<SourceLocation> call_sites(const SourceLocation& here,
                                         const SourceLocation& call_site) const;

  struct Inlined {
    SourceLocation place;
    std::vector<SourceLocation> inlined_at;
  };

  SourceLocation location_;
  std::vector<SourceLocation> inlined_at_;
  /// Call sites of the latest `.loc` at a place, where it had any.
  std::unordered_map<SourceLocation, std::vector<SourceLocation>, Hash> inlined_at_of_;
  Inlined before_line_zero_;  ///< what the latest `.loc` came behind, if its line is 0
};

}  // namespace warpscope::ptx
