#include "vgpu/exec/trace/contact_times.h"

#include <algorithm>
#include <limits>

namespace warpscope::exec {
namespace {

std::uint64_t way_of(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32 | to;
}

std::uint32_t cycles_between(std::uint64_t first, std::uint64_t last) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(last - std::min(first, last), kMost));
}

}  // namespace

void ContactTimes::Warp::begin(std::uint64_t at) {
  *this = {};
  begin_ = left_ = at;
}

void ContactTimes::Warp::come_to(std::uint32_t place, std::uint64_t at, std::uint64_t seen) {
  const std::uint64_t number = way_of(place_, place);
  auto way = std::ranges::find(ways_, number, &Way::number);
  if (way == ways_.end()) way = ways_.insert(way, {number, {}, {}});
  const Step step{cycles_between(left_, at), cycles_between(at, seen)};
  way->steps.push_back(step);
  way->all.add({step.cycles, step.seen_after, 1});
  place_ = place;
  left_ = at;
}

std::vector<ContactTimes::Warp>& ContactTimes::block(std::uint64_t number, std::size_t warps) {
  std::vector<Warp>& block = blocks_[number];
  block.resize(warps);
  return block;
}

void ContactTimes::finish() {
  of_all_.clear();
  has_repeated_ = false;
  for (const auto& [number, warps] : blocks_) {
    for (const Warp& warp : warps) {
      for (const Warp::Way& way : warp.ways_) {
        of_all_[way.number].add(way.all);
        has_repeated_ = has_repeated_ || way.steps.size() > 1 || way.leads_back();
      }
    }
  }
}

const ContactTimes::Warp* ContactTimes::find(std::uint64_t block, std::uint32_t warp) const {
  const auto found = blocks_.find(block);
  if (found == blocks_.end() || warp >= found->second.size()) return nullptr;
  return &found->second[warp];
}

std::uint64_t ContactTimes::begin(std::uint64_t block, std::uint32_t warp) const {
  const Warp* of = find(block, warp);
  return of == nullptr ? 0 : of->begin_;
}

std::optional<ContactTimes::Step> ContactTimes::step(std::uint64_t block, std::uint32_t warp,
                                                     std::uint32_t from, std::uint32_t to,
                                                     std::uint64_t time) const {
  const std::uint64_t number = way_of(from, to);
  if (const Warp* of = find(block, warp)) {
    const auto way = std::ranges::find(of->ways_, number, &Warp::Way::number);
    if (way != of->ways_.end())
      return time < way->steps.size() ? way->steps[time] : way->all.mean();
  }
  const auto all = of_all_.find(number);
  if (all == of_all_.end()) return std::nullopt;
  return all->second.mean();
}

}  // namespace warpscope::exec
