// Programs on the virtual GPU beside what an H200 counted in their launches (h200/README.md), or an
// H100.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope {

/// What a program's launches counted, here and on the H200.
struct Probes {
  record::RunRecord run;
  std::vector<std::map<std::string, std::string>> measured;  ///< a row per launch

  /// What the measured launch is called: its probe, or else its kernel.
  const std::string& name(std::size_t launch) const;
  std::uint64_t hardware(std::size_t launch, std::string_view metric) const;
  std::uint64_t ours(std::size_t launch, std::string_view metric) const;
};

/// The program h200/<name>.cu, run with these options of `warpscope exec`, and
/// h200/<name>_h200.csv; or those of h100. It is run once for all tests of the process. Throws
/// std::runtime_error with the program's output when it fails or when its launches are not as many
/// as the measured ones.
const Probes& probes(const std::string& name, const std::vector<std::string>& options = {});

using Metrics = std::vector<std::string_view>;

/// Which launches, by their names.
using Chosen = std::function<bool(std::string_view)>;
inline bool all(std::string_view) { return true; }
/// Those whose names begin with one of these.
Chosen all_of(const std::vector<std::string_view>& starts);
/// Those whose names begin with none of these.
Chosen all_but(const std::vector<std::string_view>& starts);

/// Expects each of these metrics to be equal in the chosen launches; how many these are.
std::size_t compare(const Probes& probes, const Metrics& metrics, const Chosen& is_chosen = all);

}  // namespace warpscope
