#include "vgpu/exec/trace/trace_reader.h"

#include <cstring>
#include <stdexcept>

namespace warpscope::exec {
namespace {

[[noreturn]] void fail_to_read() {
  throw std::runtime_error("The trace of a warp ends within a record.");
}

}  // namespace

std::uint64_t TraceReader::number() {
  std::uint64_t value = 0;
  for (std::uint32_t shift = 0;; shift += 7) {
    if (bytes_.empty() || shift >= 64) fail_to_read();
    const auto byte = static_cast<std::uint64_t>(bytes_.front());
    bytes_ = bytes_.subspan(1);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

std::uint64_t TraceReader::distance() {
  const std::uint64_t folded = number();
  return folded >> 1 ^ (~(folded & 1) + 1);
}

std::optional<TraceRecord> TraceReader::next() {
  if (bytes_.empty()) return std::nullopt;
  const std::uint64_t head = number();
  const auto value = static_cast<std::uint32_t>(head >> 3);
  switch (static_cast<TraceKind>(head & 7)) {
    case TraceKind::entry_lanes:
      if (bytes_.size() < sizeof lanes_) fail_to_read();
      std::memcpy(&lanes_, bytes_.data(), sizeof lanes_);
      bytes_ = bytes_.subspan(sizeof lanes_);
      [[fallthrough]];
    case TraceKind::entry:
      return BlockEntry{value, lanes_};
    case TraceKind::access_as_before:
      return access(value, true);
    case TraceKind::access:
      return access(value, false);
    case TraceKind::barrier: {
      BarrierRecord record;
      record.site = value;
      record.lanes = static_cast<std::uint32_t>(number());
      record.barrier = static_cast<std::uint32_t>(number());
      record.threads = static_cast<std::uint32_t>(number());
      record.waits = number() != 0;
      return record;
    }
    case TraceKind::mbarrier: {
      MbarrierRecord record;
      record.waits = (value & 1) != 0;
      record.parity = (value & 2) != 0;
      record.lanes = static_cast<std::uint32_t>(number());
      record.offset = static_cast<std::uint32_t>(number());
      return record;
    }
  }
  throw std::runtime_error("The trace of a warp has a record of an unknown kind.");
}

TracedAccess TraceReader::access(std::uint32_t site, bool is_as_before) {
  TracedShape& shape = last_[site];
  if (is_as_before) {
    if (!shape.runs.empty()) shape.first += distance();
  } else {
    const std::uint64_t lanes = number();
    shape.lanes = (lanes & 1) != 0 ? lanes_ : static_cast<std::uint32_t>(lanes >> 1);
    shape.counts.instructions = number();
    shape.counts.requests = number();
    shape.counts.bytes = number();
    shape.counts.units = number();
    shape.counts.more_units = number();
    // Each takes two bytes or more.
    const std::uint64_t count = number();
    if (count > bytes_.size()) fail_to_read();
    shape.runs.resize(count);
    if (count != 0) shape.first = number();
    std::uint64_t end = 0;
    for (SectorRun& run : shape.runs) {
      run.first = end + distance();
      run.count = static_cast<std::uint32_t>(number());
      end = run.first + run.count;
    }
  }
  runs_ = shape.runs;
  for (SectorRun& run : runs_) run.first += shape.first;
  return {site, shape.lanes, shape.counts, runs_};
}

}  // namespace warpscope::exec
