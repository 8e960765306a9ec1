#include "record/timeline_slice.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "record/record.h"

namespace warpscope::record {
namespace {

using KeptTransfer = ClockTimeline::Transfer;

class Writer {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_ += value;
  }
  /// Of one that came after `earlier`, or did not come.
  void later(std::uint64_t earlier, std::uint64_t cycle) {
    number(cycle < earlier || cycle == 0 ? 0 : cycle - earlier + 1);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (left_.empty()) fail("ends in the middle");
      const auto byte = static_cast<std::uint8_t>(left_.front());
      left_.remove_prefix(1);
      if (shift > 63 || (shift == 63 && (byte & 0x7F) > 1)) fail("has a number beyond 64 bits");
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
  }
  std::uint32_t small() {
    const std::uint64_t value = number();
    if (value > std::numeric_limits<std::uint32_t>::max()) fail("has a number beyond 32 bits");
    return static_cast<std::uint32_t>(value);
  }
  /// Of things that take at least so many bytes each.
  std::size_t count(std::size_t least_bytes) {
    const std::uint64_t value = number();
    if (value > left_.size() / least_bytes) fail("ends in the middle");
    return static_cast<std::size_t>(value);
  }
  std::string text() {
    const std::size_t size = count(1);
    std::string value(left_.substr(0, size));
    left_.remove_prefix(size);
    return value;
  }
  std::uint64_t sum(std::uint64_t one, std::uint64_t other) {
    if (one > std::numeric_limits<std::uint64_t>::max() - other) fail("has a time beyond 64 bits");
    return one + other;
  }
  std::uint64_t later(std::uint64_t earlier) {
    const std::uint64_t distance = number();
    return distance == 0 ? 0 : sum(earlier, distance - 1);
  }
  bool is_at_end() const { return left_.empty(); }
  [[noreturn]] static void fail(const char* what) {
    throw RecordError(std::string("A launch's timeline ") + what + ".");
  }

 private:
  std::string_view left_;
};

KeptTransfer read_transfer(Reader& reader) {
  KeptTransfer transfer;
  const std::uint64_t kind = reader.number();
  if (kind > static_cast<std::uint64_t>(KeptTransfer::Kind::loads))
    Reader::fail("has a transfer of an unknown kind");
  transfer.kind = static_cast<KeptTransfer::Kind>(kind);
  transfer.block = reader.number();
  transfer.stage = reader.small();
  transfer.asking_warps = reader.number();
  transfer.using_warps = reader.number();
  transfer.requests = reader.number();
  transfer.bytes = reader.number();
  transfer.latency_cycles = reader.number();
  transfer.asked_cycle = reader.number();
  transfer.arrived_cycle = reader.sum(transfer.asked_cycle, reader.number());
  transfer.used_cycle = reader.later(transfer.arrived_cycle);
  // Without a use there is nothing to give back.
  transfer.given_back_cycle = reader.later(transfer.used_cycle);
  if (transfer.used_cycle == 0) transfer.given_back_cycle = 0;
  return transfer;
}

}  // namespace

std::string to_slice(const ClockTimeline& timeline) {
  Writer writer;
  writer.number(timeline.blocks.size());
  for (const auto& block : timeline.blocks) {
    writer.number(block.block);
    writer.number(block.sm);
    writer.number(block.begin_cycle);
    writer.number(block.end_cycle - std::min(block.begin_cycle, block.end_cycle));
  }
  writer.number(timeline.blocks_left_out);
  writer.number(timeline.states.size());
  for (const auto& state : timeline.states) writer.text(state);
  writer.number(timeline.warps.size());
  for (const auto& warp : timeline.warps) {
    writer.number(warp.block);
    writer.number(warp.warp);
    writer.number(warp.begin_cycle);
    writer.number(warp.spans.size());
    for (const std::uint64_t value : warp.spans) writer.number(value);
  }
  writer.number(timeline.transfers.size());
  for (const KeptTransfer& transfer : timeline.transfers) {
    writer.number(static_cast<std::uint64_t>(transfer.kind));
    writer.number(transfer.block);
    writer.number(transfer.stage);
    writer.number(transfer.asking_warps);
    writer.number(transfer.using_warps);
    writer.number(transfer.requests);
    writer.number(transfer.bytes);
    writer.number(transfer.latency_cycles);
    writer.number(transfer.asked_cycle);
    writer.number(transfer.arrived_cycle - std::min(transfer.asked_cycle, transfer.arrived_cycle));
    writer.later(transfer.arrived_cycle, transfer.used_cycle);
    writer.later(transfer.used_cycle, transfer.given_back_cycle);
  }
  writer.number(timeline.transfers_left_out);
  writer.number(timeline.interval_cycles);
  writer.number(timeline.bytes_in_flight.size());
  for (const std::uint64_t bytes : timeline.bytes_in_flight) writer.number(bytes);
  return writer.take();
}

ClockTimeline from_slice(std::string_view bytes) {
  constexpr std::size_t kBlockBytes = 4, kWarpBytes = 4, kTransferBytes = 12;
  constexpr std::size_t kMostTransfers = 4096;  // of a few blocks; whoever draws them compares them
  Reader reader(bytes);
  ClockTimeline timeline;
  timeline.blocks.resize(reader.count(kBlockBytes));
  for (auto& block : timeline.blocks) {
    block.block = reader.number();
    block.sm = reader.small();
    block.begin_cycle = reader.number();
    block.end_cycle = reader.sum(block.begin_cycle, reader.number());
  }
  timeline.blocks_left_out = reader.number();
  timeline.states.resize(reader.count(1));
  for (auto& state : timeline.states) state = reader.text();
  timeline.warps.resize(reader.count(kWarpBytes));
  for (auto& warp : timeline.warps) {
    warp.block = reader.number();
    warp.warp = reader.small();
    warp.begin_cycle = reader.number();
    warp.spans.resize(reader.count(1));
    for (auto& value : warp.spans) value = reader.number();
  }
  timeline.transfers.resize(reader.count(kTransferBytes));
  if (timeline.transfers.size() > kMostTransfers) Reader::fail("has too many transfers");
  for (auto& transfer : timeline.transfers) transfer = read_transfer(reader);
  timeline.transfers_left_out = reader.number();
  timeline.interval_cycles = reader.number();
  timeline.bytes_in_flight.resize(reader.count(1));
  for (auto& value : timeline.bytes_in_flight) value = reader.number();
  if (!reader.is_at_end()) Reader::fail("goes on behind its end");
  return timeline;
}

}  // namespace warpscope::record
