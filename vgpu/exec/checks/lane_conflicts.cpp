// Lanes of one store that write to the same place.
//
// Which of them remains is not defined (CUDA C++ Programming Guide, "SIMT Architecture"). Where all
// write the same value it does not matter, and of strong stores a program may want any. Values that
// are equal by luck count as different: some lanes have a sum over the warp, and others a part of
// it.
#include <algorithm>
#include <array>
#include <cstring>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

bool gives_the_same(const AccessEvent& event, std::uint32_t one, std::uint32_t other) {
  for (std::uint32_t k = 0; k * event.element_bytes < event.size_bytes; ++k) {
    const std::byte* values = k < event.values.size() ? event.values.at(k) : nullptr;
    if (values == nullptr) return true;  // not known
    if (std::memcmp(values + std::size_t{one} * event.register_bytes,
                    values + std::size_t{other} * event.register_bytes, event.element_bytes) != 0)
      return false;
  }
  return true;
}

/// Places that rise from lane to lane are different ones.
bool rise(const AccessEvent& event) {
  std::uint64_t last = 0;
  bool is_first = true;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = event.addresses[first_lane(rest)];
    if (!is_first && address <= last) return false;
    last = address;
    is_first = false;
  }
  return true;
}

}  // namespace

void BlockChecker::check_lanes_of_store(const AccessEvent& event, std::uint32_t place) {
  const bool is_partial = partial_.warp == event.warp && partial_instruction_ == event.instruction;
  const std::uint32_t partial = is_partial ? partial_.lanes : 0;
  partial_ = {};
  if (event.ordering != Ordering::weak || event.element_bytes == 0 ||
      event.space == ptx::Space::local || layout_.is_contiguous || layout_.is_row() || rise(event))
    return;
  std::array<std::uint32_t, kWarpSize> lanes{};
  std::size_t count = 0;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1)
    lanes.at(count++) = first_lane(rest);
  std::sort(lanes.begin(), lanes.begin() + static_cast<std::ptrdiff_t>(count),
            [&](std::uint32_t a, std::uint32_t b) {
              return event.addresses[a] != event.addresses[b]
                         ? event.addresses[a] < event.addresses[b]
                         : a < b;
            });
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint32_t one = lanes.at(i - 1), other = lanes.at(i);
    if (event.addresses[one] != event.addresses[other]) continue;
    const bool is_luck = ((partial >> one ^ partial >> other) & 1u) != 0;
    if (!is_luck && gives_the_same(event, one, other)) continue;
    Violation* violation = checker_.add(Violation::Kind::conflicting_writes, place, place);
    if (violation == nullptr) return;
    violation->is_race = true;
    violation->access = checker_.describe(place, number_, event.warp, one);
    violation->other = checker_.describe(place, number_, event.warp, other);
    violation->space = event.space;
    violation->address = event.addresses[one];
    violation->access_bytes = event.size_bytes;
    if (event.space == ptx::Space::shared) checker_.name_shared(*violation);
    if (event.space == ptx::Space::global) checker_.name_global(*violation);
    return;
  }
}

}  // namespace warpscope::exec::checks
