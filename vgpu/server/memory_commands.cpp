#include <cstring>
#include <optional>

#include "record/fingerprint.h"
#include "vgpu/origin/held_inputs.h"
#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {
namespace {

/// Live allocations of one program; more would make this process itself grow without limit.
constexpr std::uint64_t kMaxAllocations = std::uint64_t{1} << 20;
/// Arrays of which it is known that they were copied to the host.
constexpr std::size_t kMostSeen = 1024;

/// The first byte of a box that one allocation holds, of whatever device.
std::byte* translate(const DeviceState& device, const Box& box) {
  const auto bytes = box.span_bytes();
  std::byte* host = bytes ? device.machine.translate(box.address, *bytes) : nullptr;
  if (host == nullptr || !box.packed_bytes()) throw CommandError(cuda_error::invalid_value);
  return host;
}

/// True when both are in the memory of devices, and not of the same.
bool is_between_devices(const DeviceState& device, const Box& one, const Box& other) {
  const std::uint32_t first = device.machine.owner_of(one.address);
  const std::uint32_t second = device.machine.owner_of(other.address);
  const auto count = device.machine.device_count();
  return first != second && first < count && second < count;
}

/// The same, with a check that the piece is one of the box.
std::byte* translate_piece(const DeviceState& device, const CopyRequest& copy) {
  std::byte* host = translate(device, copy.box);
  const std::uint64_t all = *copy.box.packed_bytes();
  if (copy.first > all || copy.bytes > all - copy.first) {
    throw CommandError(cuda_error::invalid_value);
  }
  return host;
}

/// For checks: these bytes of some device or of the host have been written.
void mark_written(const DeviceState& device, std::uint64_t address, std::uint64_t bytes) {
  const std::uint32_t owner = device.machine.owner_of(address);
  if (!device.options.checks || owner >= device.machine.device_count()) return;
  device.machine.device(owner).memory.mark_written(address, bytes);
  device.machine.device(owner).other_order.overwrite(address, bytes);
}

/// The same of bytes that were copied from `from`.
void copy_written(const DeviceState& device, std::uint64_t to, std::uint64_t from,
                  std::uint64_t bytes) {
  const std::uint32_t owner = device.machine.owner_of(to);
  const std::uint32_t source = device.machine.owner_of(from);
  const auto count = device.machine.device_count();
  if (!device.options.checks || owner >= count) return;
  const memory::DeviceMemory& memory = device.machine.device(owner).memory;
  if (source == owner) {
    device.machine.device(owner).other_order.copy(to, from, bytes);
  } else {
    device.machine.device(owner).other_order.overwrite(to, bytes);
  }
  memory.copy_written(to, source < count ? device.machine.device(source).memory : memory, from,
                      bytes);
}

void log_transfer(const DeviceState& device, record::Transfer::Kind kind, std::uint64_t bytes,
                  std::uint32_t stream, bool is_asynchronous, timing::Interval when,
                  record::Transfer transfer = {}, const HostOrder& asked = {},
                  OperationFlow flow = {}) {
  transfer.kind = kind;
  transfer.case_index = device.machine.progress.case_index;
  transfer.size_bytes = bytes;
  transfer.device_index = device.index;
  transfer.stream = device.machine.clock.shown_number(stream);
  transfer.is_asynchronous = is_asynchronous;
  transfer.start_s = when.start_s;
  transfer.duration_s = when.end_s - when.start_s;
  transfer.queued_s = when.start_s - when.asked_s;
  if (asked.order != 0) transfer.asked = record::HostOrder{std::nullopt, asked.order, asked.waits};
  device.options.log(
      TransferEnded{transfer, asked.site, std::move(flow), device.machine.open_ranges});
}

/// Of each row its own: rows that lie apart share none, and are fetched one by one.
std::uint64_t sectors_of(const Box& box) {
  constexpr std::uint64_t kSectorBytes = 32;
  std::uint64_t sectors = 0;
  for_each_run(box, 0, *box.packed_bytes(),
               [&](std::uint64_t offset, std::uint64_t, std::uint64_t bytes) {
                 const std::uint64_t first = box.address + offset;
                 sectors += (first + bytes - 1) / kSectorBytes - first / kSectorBytes + 1;
               });
  return sectors;
}

/// The live allocation of whatever device, or of the host's pages, that the box lies in; it has
/// been translated.
const memory::Allocation* allocation_of(const DeviceState& device, const Box& box) {
  const std::uint32_t owner = device.machine.owner_of(box.address);
  const bool is_of_device = owner < device.machine.device_count();
  return (is_of_device ? device.machine.device(owner) : device).memory.find(box.address);
}

/// Copies and fills go through L2 (bench/calibrate/probes_l2.cu).
void leave_in_l2(DeviceState& device, const Box& box) {
  if (!device.l2_contents) return;
  for_each_run(box, 0, *box.packed_bytes(),
               [&](std::uint64_t offset, std::uint64_t, std::uint64_t bytes) {
                 device.l2_contents->use(box.address + offset, bytes);
               });
}

/// What a copy or a fill reads and writes, nullptr for the host's side; nothing when nobody follows
/// data.
OperationFlow flow_of(const DeviceState& device, const Box* source, const Box* target) {
  if (!device.options.follows_data) return {};
  origin::FlowTracker& flow = device.machine.flow_tracker;
  flow.begin();
  const auto each_row = [&](const Box* box, const auto& visit) {
    const memory::Allocation* allocation = box == nullptr ? nullptr : allocation_of(device, *box);
    if (allocation == nullptr) return;
    for_each_run(*box, 0, *box->packed_bytes(),
                 [&](std::uint64_t offset, std::uint64_t, std::uint64_t bytes) {
                   visit(*allocation, box->address + offset, bytes);
                 });
  };
  each_row(source, [&](const auto&... row) { flow.read(row...); });
  if (target == nullptr) each_row(source, [&](const auto&... row) { flow.bring(row...); });
  each_row(target, [&](const auto&... row) { flow.write(row...); });
  return flow.end();
}

/// The same 4 bytes again and again.
bool is_uniform(std::span<const std::byte> bytes) {
  constexpr std::size_t kWord = 4;
  return bytes.size() <= kWord ||
         std::memcmp(bytes.data(), bytes.data() + kWord, bytes.size() - kWord) == 0;
}

/// Of what will be copied to the host: the pieces see the same memory.
std::uint64_t fingerprint_of(const DeviceState& device, const CopyRequest& copy) {
  const std::byte* source = translate(device, copy.box);
  std::uint64_t sum = 0;
  for_each_run(copy.box, 0, *copy.box.packed_bytes(),
               [&](std::uint64_t offset, std::uint64_t, std::uint64_t bytes) {
                 sum += record::fingerprint({source + offset, bytes});
               });
  return sum % record::kFingerprints;
}

/// The clock and the log see one transfer, however many pieces it comes in. `staged`: the bytes of
/// the first one, where they go to the device.
void account(DeviceState& device, const CopyRequest& copy, record::Transfer::Kind kind,
             std::span<const std::byte> staged = {}, bool is_unchanged = false) {
  if (copy.total_bytes == 0) return;
  if (copy.total_bytes > device.memory.capacity_bytes()) {
    throw CommandError(cuda_error::invalid_value);
  }
  const auto direction = kind == record::Transfer::Kind::host_to_device
                             ? timing::VirtualClock::Copy::to_device
                             : timing::VirtualClock::Copy::to_host;
  const timing::Interval when =
      device.machine.clock.copy(copy.stream, direction, copy.total_bytes, copy.is_pinned);
  record::Transfer transfer;
  transfer.is_pageable = !copy.is_pinned;
  if (kind == record::Transfer::Kind::device_to_host)
    transfer.fingerprint = fingerprint_of(device, copy);
  if (!staged.empty() && staged.size() == copy.total_bytes)
    transfer.fingerprint = record::fingerprint(staged);
  transfer.is_uniform = staged.size() == copy.total_bytes && is_uniform(staged);
  transfer.is_unchanged = is_unchanged;
  const bool is_to_device = kind == record::Transfer::Kind::host_to_device;
  log_transfer(
      device, kind, copy.total_bytes, copy.stream, copy.is_asynchronous, when, transfer, copy.asked,
      flow_of(device, is_to_device ? nullptr : &copy.box, is_to_device ? &copy.box : nullptr));
}

/// For checks: a copy that came in one piece, as wide as it is long.
bool is_simple(const DeviceState& device, const CopyRequest& copy) {
  return device.options.checks && copy.bytes == copy.total_bytes &&
         copy.box.span_bytes() == copy.bytes;
}

/// The bytes went to the host before, and come back as they were and as they are here still.
bool comes_back(DeviceState& device, const CopyRequest& copy, const std::byte* target,
                std::span<const std::byte> staged) {
  if (!is_simple(device, copy)) return false;
  const auto seen = device.seen_by_host.find(copy.box.address);
  if (seen == device.seen_by_host.end() || seen->second != copy.bytes) return false;
  device.seen_by_host.erase(seen);
  return std::memcmp(target, staged.data(), copy.bytes) == 0;
}

/// Memory that the program sees: it holds exchanged inputs for the time of a launch only.
bool is_shared(const DeviceState& device, std::uint64_t address) {
  const auto* allocation = device.memory.find(address);
  return allocation != nullptr && allocation->is_adopted;
}

/// Of that memory the piece that a byte is in.
std::vector<std::span<std::byte>> shared_with(const DeviceState& device, const std::byte* byte) {
  auto all = device.machine.shared_memory();
  std::erase_if(all, [&](std::span<std::byte> piece) {
    return byte < piece.data() || byte >= piece.data() + piece.size();
  });
  return all;
}

}  // namespace

Address allocate(DeviceState& device, const ByteCount& request) {
  const auto address = device.allocation_count < kMaxAllocations
                           ? device.memory.allocate(request.bytes)
                           : std::nullopt;
  if (!address) throw CommandError(cuda_error::memory_allocation);
  ++device.allocation_count;
  if (device.options.checks) device.memory.track_writes(*address);
  device.allocations_of_case[*address] = request.bytes;
  return {*address};
}

void release(DeviceState& device, const Address& request) {
  const std::uint64_t address = request.address;
  const memory::Allocation* allocation =
      device.machine.owner_of(address) == device.index ? device.memory.find(address) : nullptr;
  // A module's variables belong to the module, not to the program; shared pages have a request of
  // their own.
  const bool is_program_owned =
      allocation != nullptr && !allocation->is_module_variable && !allocation->is_adopted;
  const std::uint64_t freed_bytes = allocation == nullptr ? 0 : allocation->size_bytes;
  if (!is_program_owned || !device.memory.release(address)) {
    throw CommandError(cuda_error::invalid_value);
  }
  device.machine.flow_tracker.forget(address);
  device.other_order.overwrite(address, freed_bytes);
  --device.allocation_count;
  device.allocations_of_case.erase(address);
}

Address reserve(DeviceState& device, const ByteCount& request) {
  const auto address = device.memory.reserve(request.bytes);
  if (!address) throw CommandError(cuda_error::memory_allocation);
  return {*address};
}

void allocate_at(DeviceState& device, const AddressRange& request) {
  const bool is_allocated = device.allocation_count < kMaxAllocations &&
                            device.memory.allocate_at(request.address, request.bytes);
  if (!is_allocated) throw CommandError(cuda_error::memory_allocation);
  ++device.allocation_count;
  if (device.options.checks) device.memory.track_writes(request.address);
}

MemoryInfo memory_info(DeviceState& device, const Nothing&) {
  const std::uint64_t all = device.memory.capacity_bytes();
  return {all - device.memory.used_bytes(), all};
}

void copy_to_device(DeviceState& device, const CopyRequest& copy) {
  device.machine.expect_stream(copy.stream);
  std::span<const std::byte> staged = device.staged(copy.bytes);
  std::byte* target = translate_piece(device, copy);
  std::vector<std::byte> held;  // not in the staging memory, which the program sees
  if (!is_shared(device, copy.box.address) &&
      device.machine.progress.exchanged_inputs.exchange(staged, copy.first,
                                                        *copy.box.packed_bytes(), held))
    staged = held;
  account(device, copy, record::Transfer::Kind::host_to_device, staged,
          comes_back(device, copy, target, staged));
  for_each_run(copy.box, copy.first, copy.bytes,
               [&](std::uint64_t offset, std::uint64_t packed, std::uint64_t bytes) {
                 std::memcpy(target + offset, &staged[packed - copy.first], bytes);
                 mark_written(device, copy.box.address + offset, bytes);
               });
  if (copy.total_bytes == 0) return;
  device.note_use("copy to the device", spans_of(copy.box, true));
  leave_in_l2(device, copy.box);
}

void copy_to_host(DeviceState& device, const CopyRequest& copy) {
  device.machine.expect_stream(copy.stream);
  const std::span<std::byte> staged = device.staged(copy.bytes);
  const std::byte* source = translate_piece(device, copy);
  account(device, copy, record::Transfer::Kind::device_to_host);
  if (is_simple(device, copy) && device.seen_by_host.size() < kMostSeen)
    device.seen_by_host[copy.box.address] = copy.bytes;
  for_each_run(copy.box, copy.first, copy.bytes,
               [&](std::uint64_t offset, std::uint64_t packed, std::uint64_t bytes) {
                 std::memcpy(&staged[packed - copy.first], source + offset, bytes);
                 if (!device.options.compares_orders) return;
                 if (auto finding = device.other_order.copy_to_host(
                         device.memory, copy.box.address + offset, bytes))
                   device.diagnose(std::move(*finding));
               });
  device.machine.progress.returned.add(staged);
  if (copy.total_bytes != 0) leave_in_l2(device, copy.box);
  if (copy.total_bytes == 0 || !device.options.watches_host) return;
  device.note_use("copy to the host", spans_of(copy.box, false));
  const std::uint32_t owner = device.machine.owner_of(copy.box.address);
  if (owner >= device.machine.device_count()) return;
  auto unwritten =
      device.machine.unwritten_copies.look_at(device.machine.device(owner).memory, copy.box);
  if (unwritten)
    device.diagnose(std::move(*unwritten), HostCall{0, device.machine.operations.site()});
  auto left = device.machine.left_elements.look_at(device.machine.device(owner).memory, copy.box);
  if (left) device.diagnose(std::move(left->finding), HostCall{0, left->host_site});
}

void copy_on_device(DeviceState& device, const DeviceCopyRequest& request) {
  const Box& destination = request.target;
  const Box& source = request.source;
  const std::uint32_t stream = request.stream;
  device.machine.expect_stream(stream);
  if (destination.width != source.width || destination.height != source.height ||
      destination.depth != source.depth) {
    throw CommandError(cuda_error::invalid_value);
  }
  std::byte* to = translate(device, destination);
  const std::byte* from = translate(device, source);
  std::optional<origin::HeldInputs> held;
  if (is_shared(device, source.address) && !is_shared(device, destination.address))
    held.emplace(device.machine.progress.exchanged_inputs, shared_with(device, from));
  const std::uint64_t bytes = *source.packed_bytes();
  for_each_run(destination, 0, bytes,
               [&](std::uint64_t to_offset, std::uint64_t first, std::uint64_t count) {
                 for_each_run(source, first, count,
                              [&](std::uint64_t offset, std::uint64_t packed, std::uint64_t run) {
                                const std::uint64_t place = to_offset + (packed - first);
                                std::memmove(to + place, from + offset, run);
                                copy_written(device, destination.address + place,
                                             source.address + offset, run);
                              });
               });
  if (device.options.watches_host) {
    device.note_use("copy on the device", spans_of(source, false));
    device.note_use("copy on the device", spans_of(destination, true));
  }
  leave_in_l2(device, source);
  leave_in_l2(device, destination);
  const auto way = is_between_devices(device, destination, source)
                       ? timing::VirtualClock::Copy::between_devices
                       : timing::VirtualClock::Copy::on_device;
  const timing::Interval when = device.machine.clock.copy(stream, way, bytes, true);
  record::Transfer transfer;
  transfer.touched_sectors = sectors_of(source) + sectors_of(destination);
  log_transfer(device, record::Transfer::Kind::device_to_device, bytes, stream,
               request.is_asynchronous, when, transfer, {}, flow_of(device, &source, &destination));
}

void fill(DeviceState& device, const FillRequest& request) {
  const Box& destination = request.target;
  const std::uint32_t value = request.value;
  const std::uint8_t element_bytes = request.element_bytes;
  const std::uint32_t stream = request.stream;
  device.machine.expect_stream(stream);
  const bool is_whole = (element_bytes == 1 || element_bytes == 2 || element_bytes == 4) &&
                        destination.width % element_bytes == 0;
  if (!is_whole) throw CommandError(cuda_error::invalid_value);
  std::byte* target = translate(device, destination);
  // Unlike a copy, a fill is the device's own access.
  if (device.memory.find(destination.address) == nullptr) {
    throw CommandError(cuda_error::invalid_value);
  }
  const std::uint64_t bytes = *destination.packed_bytes();
  for_each_run(destination, 0, bytes,
               [&](std::uint64_t offset, std::uint64_t, std::uint64_t count) {
                 mark_written(device, destination.address + offset, count);
                 if (element_bytes == 1) {
                   std::memset(target + offset, static_cast<int>(value & 0xFF), count);
                   return;
                 }
                 for (std::uint64_t i = 0; i < count; i += element_bytes) {
                   std::memcpy(target + offset + i, &value, element_bytes);  // little endian
                 }
               });
  if (device.options.watches_host) device.note_use("fill", spans_of(destination, true));
  leave_in_l2(device, destination);
  const timing::Interval when =
      device.machine.clock.copy(stream, timing::VirtualClock::Copy::fill, bytes, true);
  record::Transfer transfer;
  transfer.touched_sectors = sectors_of(destination);
  log_transfer(device, record::Transfer::Kind::fill, bytes, stream, request.is_asynchronous, when,
               transfer, {}, flow_of(device, nullptr, &destination));
}

}  // namespace warpscope::device
