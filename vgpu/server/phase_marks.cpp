#include "vgpu/server/phase_marks.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "kernels/trace_layout/layout.h"

namespace warpscope::device {
namespace {

/// The ends of the mangled name of warpscope::trace::buffer. What stands before them is the file's.
constexpr std::string_view kNameEnds[] = {"9warpscope5trace6bufferE", "9warpscope5traceL6bufferE"};

// Copied, because nobody has promised that the program's variable is aligned.
template <typename T>
T at(const std::byte* bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes + offset, sizeof value);
  return value;
}

std::uint32_t dropped_of(const std::byte* bytes) {
  return at<std::uint32_t>(bytes, offsetof(trace::Buffer, dropped));
}

/// Control characters have no meaning in a name.
std::string printable(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  return name;
}

std::string name_of(std::uint16_t phase, const std::byte* bytes) {
  std::string name;
  if (phase < trace::most_names) {
    const std::byte* const begin =
        bytes + offsetof(trace::Buffer, name) + phase * trace::name_bytes;
    const std::byte* const end = std::find(begin, begin + trace::name_bytes, std::byte{0});
    name.assign(reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin));
  }
  return name.empty() ? "phase " + std::to_string(phase) : printable(name);
}

std::uint64_t product(const record::Dim3& size) { return std::uint64_t{size.x} * size.y * size.z; }

bool makes_sense(const trace::Mark& mark, const record::Launch& launch, std::uint32_t sm_count) {
  return mark.block < product(launch.grid) && mark.warp < (product(launch.block) + 31) / 32 &&
         mark.sm < sm_count && mark.end_cycles >= mark.begin_cycles;
}

void take_buffer(std::byte* bytes, std::uint32_t sm_count, record::Launch& launch) {
  for (std::size_t i = 0; i < trace::capacity; ++i) {
    const auto mark = at<trace::Mark>(bytes, i * sizeof(trace::Mark));
    if (mark.is_written != trace::is_fresh) continue;
    std::memcpy(bytes + i * sizeof(trace::Mark) + offsetof(trace::Mark, is_written),
                &trace::is_recorded, sizeof trace::is_recorded);
    if (launch.phases.size() >= kMostPhasesOfALaunch || !makes_sense(mark, launch, sm_count)) {
      ++launch.phases_left_out;
      continue;
    }
    launch.phases.push_back({mark.block, mark.warp, mark.sm, name_of(mark.phase, bytes),
                             mark.warp_start_ns, mark.begin_cycles, mark.end_cycles});
  }
}

}  // namespace

std::vector<std::string> trace_buffers(const ptx::Module& module) {
  std::vector<std::string> names;
  for (const ptx::Variable& variable : module.variables) {
    const bool is_named = std::ranges::any_of(
        kNameEnds, [&](std::string_view end) { return variable.name.ends_with(end); });
    if (is_named && variable.space == ptx::Space::global && !variable.is_extern &&
        variable.size_bytes == sizeof(trace::Buffer)) {
      names.emplace_back(variable.name);
    }
  }
  return names;
}

PhaseMarks::PhaseMarks(DeviceState& device, const LoadedModule& module)
    : sm_count_(device.description.sm_count) {
  for (const exec::Symbol& symbol : module.trace_buffers) {
    std::byte* const bytes = device.memory.translate(symbol.address, sizeof(trace::Buffer));
    if (bytes != nullptr) buffers_.push_back({bytes, dropped_of(bytes)});
  }
}

bool PhaseMarks::take(record::Launch& launch) {
  for (const Buffer& buffer : buffers_) {
    take_buffer(buffer.bytes, sm_count_, launch);
    launch.phases_left_out += dropped_of(buffer.bytes) - buffer.dropped;
  }
  std::ranges::stable_sort(launch.phases, {}, [](const record::Phase& phase) {
    return std::tuple(phase.block, phase.warp);
  });
  using enum record::ClockReads;
  if (launch.phases.empty() || (launch.clock_reads != by_clock && launch.clock_reads != about))
    return false;
  const auto start_ns = static_cast<std::uint64_t>(launch.start_s * 1e9);
  for (record::Phase& phase : launch.phases)
    phase.warp_start_ns -= std::min(phase.warp_start_ns, start_ns);
  return true;
}

void take_stage_phases(const exec::LaunchResult& result, std::uint32_t sm_count,
                       record::Launch& launch) {
  if (!launch.phases.empty()) return;
  constexpr std::string_view kNames[] = {"wait to fill", "fill", "wait to use", "use"};
  for (const exec::StagePhase& phase : result.stage_phases) {
    std::string name(kNames[static_cast<std::size_t>(phase.kind)]);
    if (!phase.ring.empty()) name += " " + printable(phase.ring);
    launch.phases.push_back({phase.block, phase.warp,
                             static_cast<std::uint32_t>(phase.block % std::max(sm_count, 1u)), name,
                             0, phase.begin_cycles, phase.end_cycles});
  }
  launch.phases_left_out += result.stage_phases_left_out;
  std::ranges::sort(launch.phases, {}, [](const record::Phase& phase) {
    return std::tuple(phase.block, phase.warp, phase.begin_cycles, phase.end_cycles);
  });
}

}  // namespace warpscope::device
