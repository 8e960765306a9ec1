#include "vgpu/exec/machine/barrier_name.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/trace_layout/barrier_label.h"

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kBarrierBytes = 8;
constexpr auto kLabelBytes = static_cast<std::uint32_t>(sizeof(trace::BarrierLabel));
// Further before an mbarrier no label is looked for: 255 mbarriers and their label.
constexpr std::uint32_t kFarthestBytes = 2048;

/// One mbarrier for each stage, one behind the other.
struct GroupOfBarriers {
  std::uint32_t offset;  ///< in shared memory
  std::uint32_t stages;
};

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

std::string in_words(std::uint64_t number) {
  constexpr std::array<const char*, 13> kWords{"no",   "one",    "two",   "three", "four",
                                               "five", "six",    "seven", "eight", "nine",
                                               "ten",  "eleven", "twelve"};
  return number < kWords.size() ? kWords[number] : std::to_string(number);
}

// The stages of a group take turns: of the phases that it has ended, stage 0 has the first, stage 1
// the second, and so on. Empty unless all its mbarriers are known.
std::string progress_of(const BlockContext& block, const GroupOfBarriers& group,
                        std::uint32_t stage, const std::string& words) {
  const std::size_t tab = words.find('\t');
  if (tab == std::string::npos) return {};
  std::uint64_t made = 0, of_this = 0;
  std::uint32_t known = 0;
  for (const NamedBarrier& each : block.named_barriers) {
    const std::uint32_t at = (each.offset - group.offset) / kBarrierBytes;
    if (each.offset < group.offset || at >= group.stages) continue;
    ++known;
    made += each.phases_ended;
    if (at == stage) of_this = each.phases_ended;
  }
  if (known != group.stages) return {};
  return words.substr(0, tab) + " " + in_words(made) + " " + words.substr(tab + 1) +
         (made == 1 ? "" : "s") + " of " + in_words(of_this * group.stages + stage + 1);
}

// The program wrote the label: nothing in it is believed.
std::optional<BarrierName> name_by(const trace::BarrierLabel& label, const BlockContext& block,
                                   std::uint32_t label_offset, std::uint32_t number) {
  if (label.magic != trace::is_barrier_label || label.stages == 0) return std::nullopt;
  const auto awaited = string_at(block, label.awaited);
  if (!awaited) return std::nullopt;
  const std::uint32_t group = number / label.stages, stage = number % label.stages;
  const auto line = line_of(*awaited, group);
  if (!line) return std::nullopt;
  const auto ring = label.ring == 0 ? std::nullopt : string_at(block, label.ring);
  const std::size_t tab = std::min(line->find('\t'), line->size());
  const std::uint32_t first =
      label_offset + kLabelBytes + (number - stage) * kBarrierBytes;  // of the group
  return BarrierName{"stage " + std::to_string(stage) + " of " +
                         (ring ? "ring '" + *ring + "' " : std::string("a ring ")) +
                         line->substr(0, tab),
                     ring.value_or(""), group < 16 && (label.data_groups >> group & 1) != 0,
                     tab == line->size()
                         ? std::string{}
                         : progress_of(block, {first, label.stages}, stage, line->substr(tab + 1))};
}

}  // namespace

std::optional<BarrierName> barrier_name(const BlockContext& block, std::uint32_t offset) {
  if (std::uint64_t{offset} + kBarrierBytes > block.shared.size()) return std::nullopt;
  for (std::uint32_t back = kLabelBytes; back <= std::min(offset, kFarthestBytes);
       back += kBarrierBytes) {
    trace::BarrierLabel label;
    std::memcpy(&label, block.shared.data() + offset - back, sizeof label);
    if (auto name = name_by(label, block, offset - back, (back - kLabelBytes) / kBarrierBytes))
      return name;
  }
  return std::nullopt;
}

NamedBarrier* named_barrier(BlockContext& block, const std::byte* at) {
  const auto offset = static_cast<std::uint64_t>(at - block.shared.data());
  for (NamedBarrier& each : block.named_barriers) {
    if (each.offset == offset) return &each;
  }
  return nullptr;
}

void note_phase(BlockContext& block, const std::byte* at) {
  NamedBarrier* const barrier = named_barrier(block, at);
  if (barrier == nullptr || Mbarrier::load(at).parity == barrier->parity) return;
  barrier->parity = !barrier->parity;
  ++barrier->phases_ended;
}

}  // namespace warpscope::exec
