#include "vgpu/exec/instructions/device_runtime.h"

#include <array>
#include <span>

#include "vgpu/exec/access/report.h"
#include "vgpu/exec/analysis/ordering.h"
#include "vgpu/exec/instructions/call_values.h"
#include "vgpu/exec/instructions/system_call.h"
#include "vgpu/exec/machine/device_printf.h"

namespace warpscope::exec::device_runtime {
namespace {

using system_call::argument;
using system_call::for_each_lane;
using system_call::set_result;

struct Extent {  // dim3
  std::uint32_t x = 0, y = 0, z = 0;
};

Dim3 to_dim3(const Extent& extent) { return {extent.x, extent.y, extent.z}; }

DeviceLaunches& launches(WarpContext& c) { return c.block->worker->launches; }

DeviceLaunches::Thread thread_of(const WarpContext& c, std::uint32_t lane) {
  const Dim3& at = c.block->block_index;
  const Dim3& grid = c.block->configuration->grid;
  return {(std::uint64_t{at.z} * grid.y + at.y) * grid.x + at.x, c.warp_index * kWarpSize + lane};
}

// Writes what a pointer argument points to.
template <typename T>
bool put(WarpContext& c, const Operation* op, std::uint32_t lane, std::uint64_t address, T value) {
  if (write_generic(c, lane, address, std::as_bytes(std::span(&value, 1)))) {
    if (c.block->observers.any()) report_written(c, *op, lane, address, sizeof value);
    return true;
  }
  raise(c, op, Fault::Kind::out_of_bounds, 1u << lane,
        "A call of the CUDA runtime in a kernel was given an address that is not in writable "
        "memory.",
        address);
  return false;
}

// void* cudaGetParameterBufferV2(void* function, dim3 grid, dim3 block, unsigned shared_bytes)
const Operation* prepare(WarpContext& c, const Operation* op) {
  return for_each_lane(c, op, [&](std::uint32_t lane) {
    const std::uint64_t buffer = launches(c).prepare(
        c, thread_of(c, lane), argument(c, op, 0, lane), to_dim3(argument<Extent>(c, op, 1, lane)),
        to_dim3(argument<Extent>(c, op, 2, lane)), argument<std::uint32_t>(c, op, 3, lane));
    set_result(c, op, lane, buffer);
    return true;
  });
}

// cudaError_t cudaLaunchDeviceV2(void* buffer, cudaStream_t stream)
const Operation* submit(WarpContext& c, const Operation* op) {
  const Operation* next = for_each_lane(c, op, [&](std::uint32_t lane) {
    const std::int32_t error = launches(c).submit(c, thread_of(c, lane), argument(c, op, 0, lane),
                                                  argument(c, op, 1, lane));
    set_result(c, op, lane, static_cast<std::uint32_t>(error));
    return true;
  });
  system_call::forget_accesses(c);
  return next;
}

// cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags)
const Operation* create_stream(WarpContext& c, const Operation* op) {
  return for_each_lane(c, op, [&](std::uint32_t lane) {
    set_result(c, op, lane, device_error::success);
    return put(c, op, lane, argument(c, op, 0, lane), launches(c).create_stream());
  });
}

// cudaError_t cudaStreamDestroy(cudaStream_t stream)
const Operation* destroy_stream(WarpContext& c, const Operation* op) {
  return for_each_lane(c, op, [&](std::uint32_t lane) {
    const std::int32_t error =
        launches(c).destroy_stream(thread_of(c, lane), argument(c, op, 0, lane));
    set_result(c, op, lane, static_cast<std::uint32_t>(error));
    return true;
  });
}

// cudaError_t cudaGetLastError(), cudaPeekAtLastError()
template <bool kIsForgotten>
const Operation* last_error(WarpContext& c, const Operation* op) {
  return for_each_lane(c, op, [&](std::uint32_t lane) {
    const std::int32_t error = launches(c).last_error(thread_of(c, lane), kIsForgotten);
    set_result(c, op, lane, static_cast<std::uint32_t>(error));
    return true;
  });
}

// cudaError_t cudaMalloc(void** address, size_t bytes): of the same heap as malloc.
const Operation* allocate(WarpContext& c, const Operation* op) {
  return for_each_lane(c, op, [&](std::uint32_t lane) {
    const auto address = c.block->memory->allocate_on_heap(argument(c, op, 1, lane),
                                                           system_call::heap_origin(c, op));
    set_result(c, op, lane, address ? device_error::success : device_error::memory_allocation);
    return put(c, op, lane, argument(c, op, 0, lane), address.value_or(0));
  });
}

// cudaError_t cudaFree(void* address)
const Operation* release(WarpContext& c, const Operation* op) {
  const Operation* next = for_each_lane(c, op, [&](std::uint32_t lane) {
    const std::uint64_t address = argument(c, op, 0, lane);
    const bool is_valid = address == 0 || c.block->memory->release_on_heap(address);
    set_result(c, op, lane, is_valid ? device_error::success : device_error::invalid_value);
    return true;
  });
  system_call::forget_accesses(c);
  return next;
}

struct Row {
  std::string_view name;  // without the prefix
  Function function;
};
// _ptsz: in code for which default streams are those of threads.
constexpr std::array<Row, 9> kRuntimeCalls{{
    {"Free", {1, release}},
    {"GetLastError", {0, last_error<true>}},
    {"GetParameterBufferV2", {4, prepare}},
    {"LaunchDeviceV2", {2, submit}},
    {"LaunchDeviceV2_ptsz", {2, submit}},
    {"Malloc", {2, allocate}},
    {"PeekAtLastError", {0, last_error<false>}},
    {"StreamCreateWithFlags", {2, create_stream}},
    {"StreamDestroy", {1, destroy_stream}},
}};

}  // namespace

std::optional<Function> find(std::string_view name) {
  if (!name.starts_with(kDeviceRuntimePrefix)) return std::nullopt;
  name.remove_prefix(kDeviceRuntimePrefix.size());
  for (const Row& row : kRuntimeCalls) {
    if (row.name == name) return row.function;
  }
  return std::nullopt;
}

}  // namespace warpscope::exec::device_runtime
