#include "vgpu/exec/machine/barrier_name.h"

#include <algorithm>
#include <cstring>

#include "kernels/trace_layout/barrier_label.h"

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kBarrierBytes = 8;
// Further before an mbarrier no label is looked for: 255 mbarriers and their label.
constexpr std::uint32_t kFarthestBytes = 2048;

std::optional<std::string> line_of(const std::string& text, std::uint32_t number) {
  std::size_t begin = 0;
  for (; number > 0; --number) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return std::nullopt;
    ++begin;
  }
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::optional<std::string> string_at(const BlockContext& block, std::uint64_t address) {
  constexpr std::size_t kLongest = 1024;
  std::string text;
  while (text.size() < kLongest) {
    const std::byte* const at = block.memory->translate(address + text.size(), 1);
    if (at == nullptr) return std::nullopt;
    if (*at == std::byte{0}) return text;
    text += static_cast<char>(*at);
  }
  return text;
}

// The program wrote the label: nothing in it is believed.
std::optional<BarrierName> name_by(const trace::BarrierLabel& label, const BlockContext& block,
                                   std::uint32_t number) {
  if (label.magic != trace::is_barrier_label || label.stages == 0) return std::nullopt;
  const auto awaited = string_at(block, label.awaited);
  if (!awaited) return std::nullopt;
  const std::uint32_t group = number / label.stages;
  const auto line = line_of(*awaited, group);
  if (!line) return std::nullopt;
  const auto ring = label.ring == 0 ? std::nullopt : string_at(block, label.ring);
  return BarrierName{"stage " + std::to_string(number % label.stages) + " of " +
                         (ring ? "ring '" + *ring + "' " : std::string("a ring ")) + *line,
                     ring.value_or(""), group < 16 && (label.data_groups >> group & 1) != 0};
}

}  // namespace

std::optional<BarrierName> barrier_name(const BlockContext& block, std::uint32_t offset) {
  constexpr auto kLabelBytes = static_cast<std::uint32_t>(sizeof(trace::BarrierLabel));
  if (std::uint64_t{offset} + kBarrierBytes > block.shared.size()) return std::nullopt;
  for (std::uint32_t back = kLabelBytes; back <= std::min(offset, kFarthestBytes);
       back += kBarrierBytes) {
    trace::BarrierLabel label;
    std::memcpy(&label, block.shared.data() + offset - back, sizeof label);
    if (auto name = name_by(label, block, (back - kLabelBytes) / kBarrierBytes)) return name;
  }
  return std::nullopt;
}

}  // namespace warpscope::exec
