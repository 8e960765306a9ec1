#include "cupti/activities.h"

#include <string_view>

#include "cupti/cold_cache.h"

namespace warpscope::cupti {
namespace {

record::Dim3 extent(std::int32_t x, std::int32_t y, std::int32_t z) {
  return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
          static_cast<std::uint32_t>(z)};
}

record::Transfer::Kind kind_of(std::uint8_t copy_kind) {
  using Kind = record::Transfer::Kind;
  switch (copy_kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
      return Kind::host_to_device;
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
      return Kind::device_to_host;
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOH:
      return Kind::host_to_host;
    default:
      return Kind::device_to_device;
  }
}

}  // namespace

double ActivityReader::seconds(std::uint64_t time_ns) const {
  constexpr double kNanosecond = 1e-9;
  return time_ns <= begin_ns_ ? 0 : static_cast<double>(time_ns - begin_ns_) * kNanosecond;
}

std::uint32_t ActivityReader::stream(std::uint32_t id) {
  const auto [found, is_new] = streams_.try_emplace(id, next_stream_);
  if (is_new) ++next_stream_;
  return found->second;
}

void ActivityReader::read(const CUpti_Activity& record) {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    case CUPTI_ACTIVITY_KIND_KERNEL:
      return read_kernel(reinterpret_cast<const CUpti_ActivityKernel10&>(record));
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      return read_copy(reinterpret_cast<const CUpti_ActivityMemcpy6&>(record));
    case CUPTI_ACTIVITY_KIND_MEMSET:
      return read_fill(reinterpret_cast<const CUpti_ActivityMemset4&>(record));
    default:
      return;
  }
}

void ActivityReader::read_kernel(const CUpti_ActivityKernel10& kernel) {
  if (kernel.name != nullptr && std::string_view(kernel.name) == kColdCacheKernel) return;
  record::Launch launch;
  launch.kernel_mangled = kernel.name == nullptr ? "" : kernel.name;
  launch.kernel = launch.kernel_mangled;  // the trusted side demangles
  launch.grid = extent(kernel.gridX, kernel.gridY, kernel.gridZ);
  launch.block = extent(kernel.blockX, kernel.blockY, kernel.blockZ);
  launch.dynamic_shared_bytes = static_cast<std::uint32_t>(kernel.dynamicSharedMemory);
  launch.static_shared_bytes = static_cast<std::uint32_t>(kernel.staticSharedMemory);
  launch.device_index = kernel.deviceId;
  launch.stream = stream(kernel.streamId);
  launch.start_s = seconds(kernel.start);
  launch.duration_s = seconds(kernel.end) - launch.start_s;
  launch.machine_code =
      record::MachineCode{kernel.registersPerThread, kernel.localMemoryPerThread, 0};
  seen_.launches.push_back(std::move(launch));
}

void ActivityReader::read_copy(const CUpti_ActivityMemcpy6& copy) {
  record::Transfer transfer;
  transfer.kind = kind_of(copy.copyKind);
  transfer.size_bytes = copy.bytes;
  transfer.device_index = copy.deviceId;
  transfer.stream = stream(copy.streamId);
  transfer.is_asynchronous = (copy.flags & CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC) != 0;
  transfer.is_pageable = copy.srcKind == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE ||
                         copy.dstKind == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE;
  transfer.start_s = seconds(copy.start);
  transfer.duration_s = seconds(copy.end) - transfer.start_s;
  seen_.transfers.push_back(std::move(transfer));
}

void ActivityReader::read_fill(const CUpti_ActivityMemset4& fill) {
  record::Transfer transfer;
  transfer.kind = record::Transfer::Kind::fill;
  transfer.size_bytes = fill.bytes;
  transfer.device_index = fill.deviceId;
  transfer.stream = stream(fill.streamId);
  transfer.is_asynchronous = (fill.flags & CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC) != 0;
  transfer.is_uniform = true;
  transfer.start_s = seconds(fill.start);
  transfer.duration_s = seconds(fill.end) - transfer.start_s;
  seen_.transfers.push_back(std::move(transfer));
}

}  // namespace warpscope::cupti
