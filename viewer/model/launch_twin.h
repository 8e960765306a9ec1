// The same launch on the other side: another attempt, the reference, or another device.
#pragma once

#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::viewer {

/// The launch of `other` in the place that `launch` has in `record`: of the case of the same name,
/// or of a program without cases, the one with as many launches before it. nullptr without one.
const record::Launch* twin_of(const record::RunRecord& record, const record::Launch& launch,
                              const record::RunRecord& other);

struct TwinRow {
  std::string words;         ///< "sectors per load request"
  std::string value, other;  ///< "–" where a device does not count it
  std::string metric;        ///< Nsight Compute's name, or "warpscope__…"
  bool is_equal = true;      ///< also where only one of the two is known
};

/// All counters that are not 0 on both sides, and the ratios that follow from them.
std::vector<TwinRow> twin_rows(const record::Device& device, const record::Launch& launch,
                               const record::Device& other_device, const record::Launch& other);

}  // namespace warpscope::viewer
