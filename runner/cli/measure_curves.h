// compare-devices LAB --curves
#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace warpscope::cli {

struct CurvesToMeasure {
  std::string lab;
  std::string device;             ///< "cuda:0"
  std::vector<std::string> only;  ///< programs; empty: all that are measured
  std::string file;               ///< to be written
};

/// Measures the sweeps of a lab on a real GPU and writes what labs/LAB/h200.json is. Returns the
/// exit code. Throws UsageError for what is not there.
int measure_curves(const CurvesToMeasure& wanted, const std::stop_token& cancel);

}  // namespace warpscope::cli
