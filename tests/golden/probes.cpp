#include "tests/golden/probes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "tests/golden/csv_table.h"
#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

/// Of the card that it was read on.
std::filesystem::path measured(const std::string& name) {
  const std::filesystem::path golden = std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/golden";
  const std::filesystem::path of_h200 = golden / "h200" / (name + "_h200.csv");
  return std::filesystem::exists(of_h200) ? of_h200 : golden / "h100" / (name + "_h100.csv");
}

Probes run_probes(const std::string& name, const std::vector<std::string>& options) {
  VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_" + name, {}, options);
  if (run.exit_code != 0 || run.record.outcome.kind != record::Outcome::Kind::completed)
    throw std::runtime_error(name + " fails: " + run.record.outcome.message + "\n" + run.output);
  Probes probes{std::move(run.record), read_csv(measured(name))};
  if (probes.run.launches.size() != probes.measured.size()) {
    throw std::runtime_error(name + " makes " + std::to_string(probes.run.launches.size()) +
                             " launches; " + std::to_string(probes.measured.size()) +
                             " were measured.");
  }
  return probes;
}

bool begins_with_one_of(std::string_view name, const std::vector<std::string_view>& starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return name.starts_with(start); });
}

}  // namespace

const std::string& Probes::name(std::size_t launch) const {
  const auto probe = measured[launch].find("probe");
  return probe != measured[launch].end() ? probe->second : measured[launch].at("kernel");
}

std::uint64_t Probes::hardware(std::size_t launch, std::string_view metric) const {
  return std::stoull(measured[launch].at(std::string(metric)));
}

std::uint64_t Probes::ours(std::size_t launch, std::string_view metric) const {
  return counter_or_zero(run.launches[launch], metric);
}

const Probes& probes(const std::string& name, const std::vector<std::string>& options) {
  static std::map<std::pair<std::string, std::vector<std::string>>, Probes> runs;
  const auto found = runs.find({name, options});
  if (found != runs.end()) return found->second;
  return runs.emplace(std::pair(name, options), run_probes(name, options)).first->second;
}

Chosen all_of(const std::vector<std::string_view>& starts) {
  return [starts](std::string_view name) { return begins_with_one_of(name, starts); };
}

Chosen all_but(const std::vector<std::string_view>& starts) {
  return [starts](std::string_view name) { return !begins_with_one_of(name, starts); };
}

std::size_t compare(const Probes& probes, const Metrics& metrics, const Chosen& is_chosen) {
  std::size_t compared = 0;
  for (std::size_t i = 0; i < probes.measured.size(); ++i) {
    if (!is_chosen(probes.name(i))) continue;
    ++compared;
    for (const std::string_view metric : metrics) {
      EXPECT_EQ(probes.ours(i, metric), probes.hardware(i, metric))
          << metric << " of launch " << i << ", " << probes.name(i);
    }
  }
  return compared;
}

}  // namespace warpscope
