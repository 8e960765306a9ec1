// Probe programs on the virtual GPU beside what an H200 counted (h200/README.md).
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/golden/csv_table.h"
#include "tests/golden/virtual_run.h"

namespace warpscope {

/// What a program's launches counted, here and on the H200.
struct Probes {
  record::RunRecord run;
  std::vector<std::map<std::string, std::string>> measured;

  Probes(const std::string& program, const std::string& readings,
         const std::vector<std::string>& options = {})
      : run(run_on_virtual_gpu(program, options)),
        measured(read_csv(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/golden/h200" /
                          readings)) {}

  const std::string& name(std::size_t launch) const { return measured[launch].at("probe"); }
  std::uint64_t hardware(std::size_t launch, std::string_view metric) const {
    return std::stoull(measured[launch].at(std::string(metric)));
  }
  std::uint64_t ours(std::size_t launch, std::string_view metric) const {
    return counter(run.launches[launch], metric);
  }
};

/// Which launches, by their names.
using Chosen = std::function<bool(std::string_view)>;

/// Compares a metric in the chosen launches; how many these are.
inline std::size_t compare(const Probes& probes, std::string_view metric, const Chosen& is_chosen) {
  std::size_t compared = 0;
  for (std::size_t i = 0; i < probes.measured.size(); ++i) {
    if (!is_chosen(probes.name(i))) continue;
    ++compared;
    EXPECT_EQ(probes.ours(i, metric), probes.hardware(i, metric))
        << metric << " of launch " << i << ", " << probes.name(i);
  }
  return compared;
}

inline bool all(std::string_view) { return true; }

}  // namespace warpscope
