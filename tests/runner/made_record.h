// Hand-made records for tests of rules, scores and reports.
#pragma once

#include <string>
#include <string_view>

#include "record/metrics.h"
#include "record/record.h"
#include "tests/support/profiles.h"

namespace warpscope::runner::test {

/// A record with one correct case, "scale/1024", on a virtual device. It has no useful bytes, so
/// that nobody asks what the kernels moved for it.
inline record::RunRecord made_record() {
  record::RunRecord record;
  record.created = "2026-01-31T12:00:00Z";
  record.lab = "coalescing";
  record.program.label = "student";
  record.device.id = "virtual:mini";
  record.device.name = "Mini";
  record.device.dram_bytes_per_s = 1e12;
  record.device.multiprocessor = arch::test::profile("h200").sm;
  auto& item = record.cases.emplace_back();
  item.name = "scale/1024";
  item.task = "scale";
  item.verdict = record::Case::Verdict::correct;
  return record;
}

/// A launch of `scale` in case 0 with 1024 blocks of 256 threads.
inline record::Launch& add_launch(record::RunRecord& record) {
  auto& launch = record.launches.emplace_back();
  launch.id = static_cast<std::uint32_t>(record.launches.size() - 1);
  launch.case_index = 0;
  launch.kernel = "scale(float*, int)";
  launch.grid = {1024, 1, 1};
  launch.block = {256, 1, 1};
  launch.duration_s = 1e-6;
  return launch;
}

using Access = record::Finding::Access;
using Place = Access::Place;

/// What a device says of a refused access. Its sentence and its lanes tell nothing: no rule may
/// read them.
inline record::Finding refused_access(const std::string& id, const Access& access,
                                      std::uint32_t line = 12) {
  record::Finding finding;
  finding.id = id;
  finding.cause = "A sentence.";
  finding.lanes = "some lanes";
  finding.where.emplace().file = "exercise.cu";
  finding.where->line = line;
  finding.access = access;
  return finding;
}

/// Counters of a line of exercise.cu, added to the launch's sums too.
inline record::LineCounters& add_line(record::Launch& launch, std::uint32_t number,
                                      const record::Counters& counters) {
  auto& line = launch.lines.emplace_back();
  line.where.file = "exercise.cu";
  line.where.line = number;
  line.counters = counters;
  for (const auto& [name, value] : counters) launch.counters[name] += value;
  return line;
}

inline record::Counters loads(std::uint64_t requests, std::uint64_t sectors, std::uint64_t ideal) {
  using namespace record::metric;
  return {{std::string(kLoadRequests), requests},
          {std::string(kLoadSectors), sectors},
          {std::string(kLoadSectorsIdeal), ideal}};
}

inline record::Counters stores(std::uint64_t requests, std::uint64_t sectors, std::uint64_t ideal) {
  using namespace record::metric;
  return {{std::string(kStoreRequests), requests},
          {std::string(kStoreSectors), sectors},
          {std::string(kStoreSectorsIdeal), ideal}};
}

inline const record::Finding* find(const record::RunRecord& record, std::string_view id) {
  for (const auto& finding : record.findings) {
    if (finding.id == id) return &finding;
  }
  return nullptr;
}

}  // namespace warpscope::runner::test
