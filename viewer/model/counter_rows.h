// Counters for people: the few that matter in words, and all under their names.
#pragma once

#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::viewer {

struct CounterRow {
  std::string words;   ///< "sectors per load request"
  std::string value;   ///< "19.4 (4 would do)"
  std::string metric;  ///< Nsight Compute's name, or "warpscope__…"
};

/// What to look at first: requests, sectors per request beside the fewest that would do, conflicts,
/// active lanes. Counters that are 0 and ratios over nothing are left out.
std::vector<CounterRow> main_rows(const record::Counters& counters);
/// All counters that are not 0, and the ratios that follow from them, with units.
std::vector<CounterRow> all_rows(const record::Counters& counters);

/// Load requests that each warp of the launch made on average: "2 per warp"; empty without any.
std::string load_requests_per_warp(const record::Launch& launch);

}  // namespace warpscope::viewer
