#include "tests/viewer/support/ring_records.h"

#include <memory>
#include <utility>

#include "record/timeline_slice.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

record::ClockTimeline ring_of_two_stages() {
  using Kind = record::ClockTimeline::Transfer::Kind;
  record::ClockTimeline of;
  of.states = {"selected", "long_scoreboard"};
  of.warps = {{0, 0, 0, {0, 100, 1, 2000, 0, 50}}, {0, 8, 0, {0, 3000}}, {1, 8, 0, {0, 10}}};
  of.transfers = {{Kind::bulk_copies, 0, 0, 256, 1, 2, 8192, 640, 500, 1300, 1310, 1900},
                  {Kind::bulk_copies, 0, 1, 256, 1, 2, 8192, 640, 600, 1400, 1400, 0},
                  {Kind::bulk_copies, 1, 0, 256, 1, 2, 8192, 640, 600, 1400, 0, 0}};
  of.interval_cycles = 1000;
  of.bytes_in_flight = {8192, 4096, 0};
  return of;
}

}  // namespace

record::RunRecord with_rings(const std::vector<std::uint32_t>& launches) {
  auto record = student_record();
  record.device.clock_hz = 1e9;
  record::Timelines timelines;
  for (const std::uint32_t id : launches) {
    record.launches[id].clock.emplace().sms = 1;
    timelines.add(id, record::to_slice(ring_of_two_stages()));
  }
  record.timelines = std::make_shared<const record::Timelines>(std::move(timelines));
  return record;
}

}  // namespace warpscope::viewer::test
