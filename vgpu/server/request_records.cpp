#include "vgpu/server/request_records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string>

#include "base/demangle.h"
#include "vgpu/counting/sectors.h"

namespace warpscope::device {
namespace {

constexpr std::uint32_t kMostLaunches = 8;  // of one kernel in one case
constexpr std::uint64_t kLineBytes = 128;
static_assert(exec::LineRequests::kMost <= record::kMostRequestsOfLine);

/// The parameter of 8 bytes that points into the allocation, from 1; 0: none or several.
std::uint32_t parameter_of(const exec::WarpRequest& request, const exec::KernelInfo& kernel,
                           std::span<const std::byte> parameters) {
  std::uint32_t only = 0;
  for (std::size_t k = 0; k < kernel.parameters.size(); ++k) {
    const auto [offset, size_bytes] = kernel.parameters[k];
    std::uint64_t value = 0;
    if (size_bytes != sizeof value || offset + sizeof value > parameters.size()) continue;
    std::memcpy(&value, parameters.data() + offset, sizeof value);
    if (value < request.array_address || value - request.array_address >= request.array_bytes)
      continue;
    if (only != 0) return 0;
    only = static_cast<std::uint32_t>(k + 1);
  }
  return only;
}

/// "tile" of a variable in a function, whose name the compiler has made longer.
std::string array_name(std::string_view mangled) {
  const std::string name = demangled(std::string(mangled));
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

record::WarpRequest::Atomic atomic_of(exec::SharedAtomic how) {
  using enum record::WarpRequest::Atomic;
  switch (how) {
    case exec::SharedAtomic::none:
      return none;
    case exec::SharedAtomic::counting:
      return merged;
    case exec::SharedAtomic::native:
      return native;
    case exec::SharedAtomic::compare_and_swap:
      return compare_and_swap;
    default:
      return loop;
  }
}

record::WarpRequest to_record(const exec::WarpRequest& from, const exec::KernelInfo& kernel,
                              std::span<const std::byte> parameters) {
  const bool is_global = from.space == exec::WarpRequest::Space::global;
  record::WarpRequest request;
  request.space = static_cast<record::WarpRequest::Space>(from.space);
  request.kind = static_cast<record::WarpRequest::Kind>(from.kind);
  request.bytes = from.size_bytes;
  request.lanes = from.lanes;
  request.block = from.block;
  request.warp = from.warp;
  request.may_pair = from.may_pair;
  request.atomic = atomic_of(from.how);
  request.sectors = from.sectors;
  request.lines = is_global ? exec::count_lines(from.addresses, from.lanes) : 0;
  request.wavefronts = from.wavefronts;
  request.conflicts = from.conflicts;
  request.array_bytes = from.array_bytes;
  request.array_offset = is_global ? from.array_address % kLineBytes : from.array_address;
  if (is_global && from.array_bytes != 0) {
    request.parameter = parameter_of(from, kernel, parameters);
  } else {
    request.array = array_name(from.array);
  }
  // Where the allocation is not known (not so of an access that was made), lines are right still.
  const std::uint64_t begin =
      !is_global              ? 0
      : from.array_bytes != 0 ? from.array_address
                              : from.addresses[std::countr_zero(from.lanes)] & ~(kLineBytes - 1);
  record::LaneAddresses addresses{};
  for (std::uint32_t lane = 0; lane < record::kLanesOfWarp; ++lane)
    addresses.at(lane) = static_cast<std::int64_t>(from.addresses[lane] - begin);
  request.addresses = record::runs_of(addresses, from.lanes);
  return request;
}

}  // namespace

void set_requests(DeviceState& device, std::string_view kernel, exec::LaunchOptions& launch) {
  if (!device.options.keeps_requests) return;
  std::uint32_t& launches = device.machine.progress.sampled_launches[std::string(kernel)];
  launch.wants_requests = ++launches <= kMostLaunches;
}

void add_requests(const exec::SampledRequests& requests, const exec::KernelInfo& kernel,
                  std::span<const std::byte> parameters, record::Launch& launch) {
  launch.request_blocks = requests.blocks;
  for (const exec::LineRequests& of_line : requests.lines) {
    const record::SourceLine where{of_line.where.file, of_line.where.line};
    const auto line = std::ranges::find(launch.lines, where, &record::LineCounters::where);
    if (line == launch.lines.end()) continue;
    for (const exec::WarpRequest& request : of_line.requests)
      line->requests.push_back(to_record(request, kernel, parameters));
  }
}

}  // namespace warpscope::device
