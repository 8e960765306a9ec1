#include "vgpu/exec/machine/device_launches.h"

#include <algorithm>
#include <cstring>

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/program/parameters.h"

namespace warpscope::exec {
namespace {

// A GPU runs them while the kernel goes on, so that its own limit of 2048 that wait is rarely met.
constexpr std::size_t kMostLaunches = std::size_t{1} << 18;

const ptx::Function* kernel_at(const Program& program, std::uint64_t address) {
  const std::vector<ptx::Function>& functions = program.module().functions;
  if (address < memory::kCodeBase || (address - memory::kCodeBase) % memory::kCodeBytes != 0)
    return nullptr;
  const std::uint64_t index = (address - memory::kCodeBase) / memory::kCodeBytes;
  if (index >= functions.size() || !functions[index].is_entry || functions[index].is_declaration)
    return nullptr;
  return &functions[index];
}

}  // namespace

std::int32_t DeviceLaunches::fail(Thread thread, std::int32_t error) {
  errors_[thread] = error;
  return error;
}

std::uint64_t DeviceLaunches::prepare(const WarpContext& c, Thread thread, std::uint64_t function,
                                      const Dim3& grid, const Dim3& block,
                                      std::uint32_t dynamic_shared_bytes) {
  const auto refuse = [&](std::int32_t error) {
    fail(thread, error);
    return std::uint64_t{0};
  };
  const ptx::Function* kernel = kernel_at(*c.block->program, function);
  if (kernel == nullptr) return refuse(device_error::invalid_device_function);
  if (made_.size() + prepared_.size() >= kMostLaunches)
    return refuse(device_error::launch_out_of_resources);
  ChildLaunch launch;
  launch.kernel = std::string(kernel->name);
  launch.grid = grid;
  launch.block = block;
  launch.dynamic_shared_bytes = dynamic_shared_bytes;
  launch.parameters.resize(lay_out_parameters(*kernel).size_bytes);
  const auto& check = c.block->options->check_child;
  const std::int32_t error = check ? check(launch) : device_error::invalid_device_function;
  if (error != device_error::success) return refuse(error);
  const std::uint64_t size_bytes = std::max<std::uint64_t>(launch.parameters.size(), 1);
  const auto buffer = c.block->memory->allocate_on_heap(size_bytes);
  if (!buffer) return refuse(device_error::memory_allocation);
  prepared_.emplace(*buffer, std::move(launch));
  return *buffer;
}

std::int32_t DeviceLaunches::submit(const WarpContext& c, Thread thread, std::uint64_t buffer,
                                    std::uint64_t stream) {
  const auto found = prepared_.find(buffer);
  if (found == prepared_.end()) return fail(thread, device_error::invalid_value);
  ChildLaunch launch = std::move(found->second);
  prepared_.erase(found);
  if (stream > kFireAndForgetStream && !streams_.contains(stream)) {
    c.block->memory->release_on_heap(buffer);
    return fail(thread, device_error::invalid_resource_handle);
  }
  const std::uint64_t size_bytes = std::max<std::uint64_t>(launch.parameters.size(), 1);
  const std::byte* bytes = c.block->memory->translate(buffer, size_bytes);
  if (bytes == nullptr) return fail(thread, device_error::invalid_value);
  std::copy_n(bytes, launch.parameters.size(), launch.parameters.begin());
  c.block->memory->release_on_heap(buffer);
  launch.is_tail = stream == kTailStream;
  made_.push_back(std::move(launch));
  return device_error::success;
}

std::uint64_t DeviceLaunches::create_stream() {
  streams_.insert(next_stream_);
  return next_stream_++;
}

std::int32_t DeviceLaunches::destroy_stream(Thread thread, std::uint64_t stream) {
  if (streams_.erase(stream) == 0) return fail(thread, device_error::invalid_resource_handle);
  return device_error::success;
}

std::int32_t DeviceLaunches::last_error(Thread thread, bool is_forgotten) {
  const auto found = errors_.find(thread);
  if (found == errors_.end()) return device_error::success;
  const std::int32_t error = found->second;
  if (is_forgotten) errors_.erase(found);
  return error;
}

}  // namespace warpscope::exec
