#include "vgpu/server/left_elements.h"

#include <fmt/format.h>

#include <algorithm>

#include "findings/catalogue.h"
#include "vgpu/memory/written_bytes.h"

namespace warpscope::device {
namespace {

/// Of more than so many places that launches have written nothing is said any more.
constexpr std::size_t kMostLaunched = 1 << 14;

}  // namespace

void LeftElements::write(std::uint64_t begin, std::uint64_t end) {
  std::erase_if(left_, [&](const auto& left) {
    return left.second.elements.begin < end && begin < left.second.elements.end;
  });
}

void LeftElements::forget() {
  is_known_ = false;
  left_.clear();
  launched_.clear();
}

bool LeftElements::is_of_another(std::uint64_t begin, std::uint64_t end) const {
  return std::ranges::any_of(
      launched_, [&](const auto& span) { return span.first < end && begin < span.second; });
}

void LeftElements::launch(const exec::LaunchFootprint& footprint, const Launch& launch) {
  if (!is_known_) return;
  for (const auto& span : footprint.spans) {
    if (!span.is_write) continue;
    write(span.begin, span.end);
    launched_.emplace(span.begin, span.end);
  }
  if (launched_.size() > kMostLaunched) return forget();
  for (const auto& elements : footprint.left) {
    if (!is_of_another(elements.begin, elements.end)) left_[elements.begin] = {elements, launch};
  }
}

std::optional<LeftElements::Found> LeftElements::look_at(const memory::DeviceMemory& memory,
                                                         const Box& box) {
  const auto bytes = box.span_bytes();
  if (!bytes || box.height > 1 || box.depth > 1) return std::nullopt;
  for (const auto& [begin, left] : left_) {
    const memory::Allocation* allocation = memory.find(begin);
    const auto& elements = left.elements;
    const bool is_copied = begin >= box.address && elements.end <= box.address + *bytes;
    if (!is_copied || allocation == nullptr ||
        elements.end > allocation->address + allocation->size_bytes ||
        said_.contains(left.launch.host_site))
      continue;
    const bool has_values =
        allocation->written == nullptr ||
        allocation->written->has_all(begin - allocation->address, elements.end - begin);
    if (!has_values) continue;
    said_.insert(left.launch.host_site);
    auto finding = make_finding("grid-rounded-down");
    finding.cause = fmt::format(
        "{} has {} {} of {} threads, {} in all, and its guard would let {} pass. What is copied to "
        "the host has the other {} as they were before.",
        left.launch.kernel, left.launch.blocks, left.launch.blocks == 1 ? "block" : "blocks",
        left.launch.threads_per_block, elements.threads, elements.bound,
        elements.bound - elements.threads);
    return Found{std::move(finding), left.launch.host_site};
  }
  return std::nullopt;
}

}  // namespace warpscope::device
