// The same programs on two devices side by side: which counters are equal, and what took how long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

/// A program's record on either device.
struct RecordPair {
  record::RunRecord first, second;
};

/// The same launch on both: of its case, or of the program where there are no cases, the one in the
/// same place.
struct ComparedLaunch {
  std::string program;  ///< label of its record
  std::string place;    ///< its case; empty without cases
  std::string kernel;   ///< short
  record::Dim3 grid, block;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> counters;  ///< that both count
  /// One of the two does not say that its counts of machine code are exact.
  bool is_about = false;
  double first_s = 0, second_s = 0;  ///< of a launch that was measured cold too, the cold one
  std::string first_stalls, second_stalls;  ///< in words; empty where the device does not tell
};

struct ComparedProgram {
  std::string label;
  std::size_t cases = 0, first_right = 0, second_right = 0;
};

struct DeviceComparison {
  record::Device first, second;
  std::vector<ComparedProgram> programs;
  std::vector<ComparedLaunch> launches;
  bool are_cold = false;              ///< a device's times are, as far as it told cold ones
  std::vector<std::string> left_out;  ///< sentences: of programs and cases that cannot be compared
};

/// Whether the launch's count is one that a device gave as "about" or "at least".
bool is_about(const ComparedLaunch& launch, std::string_view counter);

/// Launches whose kernels or shapes differ, in a case or in a program without cases, are left out
/// with a sentence. Counters that one of the devices does not count, or only ours does
/// ("warpscope__"), are not compared.
DeviceComparison compare_devices(const std::vector<RecordPair>& pairs);

/// Programs, counters that differ with two examples each, and kernels, as tables.
std::string comparison_text(const DeviceComparison& comparison);

/// A row for each launch and quantity: program, case, launch, kernel, grid, block, quantity, both
/// values, and "yes" or "no": whether they are equal; "about" where they are not, and one of the
/// devices said that its count is not exact; nothing of times.
std::string comparison_csv(const DeviceComparison& comparison);

}  // namespace warpscope::runner
