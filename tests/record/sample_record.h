// A small run record for tests.
#pragma once

#include "record/metrics.h"
#include "record/record.h"

namespace warpscope::record::test {

/// Two cases; the first has two launches of one kernel with 10 requests and 40 sectors each, on
/// line 7 of exercise.cu.
inline RunRecord sample_record() {
  RunRecord record;
  record.created = "2026-01-31T12:00:00Z";
  record.producer.version = "0.1.0";
  record.device.id = "virtual:mini";
  record.device.name = "Mini";
  record.program.label = "student";
  record.lab = "coalescing";
  record.cases.resize(2);
  record.cases[0].name = "scale/32";
  record.cases[0].task = "scale";
  record.cases[0].verdict = Case::Verdict::correct;
  record.cases[0].useful_bytes = 2560;
  record.cases[1].name = "scale/33";
  record.cases[1].task = "scale";
  for (std::uint32_t id = 0; id < 2; ++id) {
    Launch launch;
    launch.id = id;
    launch.case_index = 0;
    launch.kernel = "scale(float*, float const*, int)";
    launch.start_s = id * 2e-6;
    launch.duration_s = 1e-6;
    launch.counters = {{std::string(metric::kLoadRequests), 10},
                       {std::string(metric::kLoadSectors), 40}};
    auto& line = launch.lines.emplace_back();
    line.where.file = "exercise.cu";
    line.where.line = 7;
    line.counters = launch.counters;
    record.launches.push_back(launch);
  }
  return record;
}

}  // namespace warpscope::record::test
