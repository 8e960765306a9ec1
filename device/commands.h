// What the trusted side tells a device: JSON lines on the control socket, one command each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/match_by.h"

namespace warpscope::device {

/// The launches and copies that come belong to this case.
struct BeginCase {
  std::uint64_t command_id = 0;
  std::uint32_t case_index = 0;
  bool is_checked = true;      ///< its launches, where the device checks any
  std::uint32_t schedule = 0;  ///< another order of blocks and warps; 0: as the device was told
  /// Inputs that are exchanged, see match_by.h: one behind the other they lie in the file
  /// that the device was given for them, what is shown and then what is held.
  struct Exchanged {
    std::uint64_t bytes = 0;  ///< of each of the two
    MatchBy match_by = MatchBy::whole;
  };
  std::vector<Exchanged> exchanged{};
};
/// The largest that a command may name: of all of them together, both arrays of each.
inline constexpr std::uint64_t kMostExchangedBytes = std::uint64_t{1} << 32;

std::string to_json_line(const BeginCase& command);    ///< without the newline
BeginCase command_from_json(const std::string& line);  ///< throws record::RecordError

}  // namespace warpscope::device
