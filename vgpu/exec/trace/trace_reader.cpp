#include "vgpu/exec/trace/trace_reader.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace warpscope::exec {
namespace {

[[noreturn]] void fail_to_read() {
  throw std::runtime_error("The trace of a warp ends within a record.");
}

[[noreturn]] void fail_to_know() {
  throw std::runtime_error("The trace of a warp has a record of an unknown kind.");
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
      return repeated(value);
    case TraceKind::access:
      return in_full(value);
    case TraceKind::scattered_access:
      return scattered(value);
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
      record.kind = static_cast<MbarrierRecord::Kind>(value & 3);
      record.parity = (value & 4) != 0;
      record.drops = (value & 8) != 0;
      record.instruction = static_cast<std::uint32_t>(number());
      record.lanes = static_cast<std::uint32_t>(number());
      record.offset = static_cast<std::uint32_t>(number());
      record.count = static_cast<std::uint32_t>(number());
      record.bytes = static_cast<std::int64_t>(distance());
      return record;
    }
    case TraceKind::rare:
      return rare(static_cast<RareKind>(value & 3), value >> 2);
  }
  fail_to_know();
}

TraceRecord TraceReader::rare(RareKind kind, std::uint32_t value) {
  switch (kind) {
    case RareKind::bulk_copy: {
      BulkCopyRecord record;
      record.is_to_global = (value & 1) != 0;
      record.is_within_shared = (value & 2) != 0;
      record.instruction = static_cast<std::uint32_t>(number());
      record.lane = static_cast<std::uint32_t>(number());
      record.mbarrier = static_cast<std::uint32_t>(number());
      record.bytes = static_cast<std::uint32_t>(number());
      record.address = number();
      return record;
    }
    case RareKind::clock:
      return ClockRecord{value};
    case RareKind::pause:
      return PauseRecord{value, static_cast<std::uint32_t>(number())};
    case RareKind::rare_operands: {
      RareOperandsRecord record;
      record.instruction = value;
      record.lanes = static_cast<std::uint32_t>(number());
      record.operands = static_cast<RareOperands>(number());
      return record;
    }
  }
  fail_to_know();
}

TracedAccess TraceReader::access_of(std::uint32_t site, const Shape& shape) {
  runs_ = shape.runs;
  for (SectorRun& run : runs_) run.first += shape.first;
  return {site, shape.lanes, shape.counts, shape.bank_words, runs_};
}

TracedAccess TraceReader::repeated(std::uint32_t site) {
  Shape& shape = last(site);
  if (!shape.runs.empty()) shape.first += distance();
  return access_of(site, shape);
}

void TraceReader::read_head(std::uint32_t& lanes, AccessCounters& counts,
                            std::uint32_t& bank_words) {
  const std::uint64_t given = number();
  lanes = (given & 1) != 0 ? lanes_ : static_cast<std::uint32_t>(given >> 1);
  counts.instructions = number();
  counts.requests = number();
  counts.bytes = number();
  counts.units = number();
  counts.more_units = number();
  bank_words = static_cast<std::uint32_t>(number());
}

TracedAccess TraceReader::in_full(std::uint32_t site) {
  Shape& shape = last(site);
  read_head(shape.lanes, shape.counts, shape.bank_words);
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
  return access_of(site, shape);
}

TracedAccess TraceReader::scattered(std::uint32_t site) {
  TracedAccess access;
  access.site = site;
  read_head(access.lanes, access.counts, access.bank_words);
  const std::uint64_t count = number(), lowest = number(), width = number();
  if (width == 0 || width > sizeof(std::uint64_t) || count > bytes_.size() / width) fail_to_read();
  std::vector<std::uint64_t> sectors(count);
  for (std::uint64_t& sector : sectors) {
    std::memcpy(&sector, bytes_.data(), width);
    sector += lowest;
    bytes_ = bytes_.subspan(width);
  }
  std::sort(sectors.begin(), sectors.end());
  sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
  runs_.clear();
  for (const std::uint64_t sector : sectors) {
    if (!runs_.empty() && runs_.back().first + runs_.back().count == sector) {
      ++runs_.back().count;
    } else {
      runs_.push_back({sector, 1});
    }
  }
  access.runs = runs_;
  return access;
}

}  // namespace warpscope::exec
