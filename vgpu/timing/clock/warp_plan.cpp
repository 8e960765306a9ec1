#include "vgpu/timing/clock/warp_plan.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "vgpu/exec/program/kernel.h"

namespace warpscope::timing {
namespace {

using machine_code::Class;
using machine_code::MachineInstruction;
using Kind = exec::AccessSite::Kind;

/// Half a gigabyte.
constexpr std::size_t kMostPlanned = std::size_t{1} << 26;

/// Whether an instruction may be what a request of this kind became.
bool may_make(const MachineInstruction& instruction, const Request& request,
              std::span<const exec::AccessSite> sites) {
  const Class unit = instruction.unit;
  switch (request.kind) {
    case Request::Kind::access:
      break;
    case Request::Kind::barrier:
      return unit == Class::barrier;
    case Request::Kind::mbarrier:
      return unit == Class::mbarrier || unit == Class::wait;
    case Request::Kind::bulk:
      return unit == Class::bulk_copy;
    case Request::Kind::clock:
      return reads_special_register(instruction);
    case Request::Kind::pause:
      return unit == Class::wait;
  }
  switch (sites[request.site].kind) {
    case Kind::global_load:
      // ptxas puts loads that nothing executes before some copies.
      if (request.is_copy) return unit == Class::asynchronous_copy;
      return unit == Class::global_load || unit == Class::local_load || unit == Class::shared_load;
    case Kind::global_store:
      return unit == Class::global_store || unit == Class::local_store ||
             unit == Class::shared_store;
    case Kind::global_atomic:
    case Kind::global_reduction:
      return unit == Class::global_atomic;
    case Kind::shared_load:
    case Kind::matrix_load:
      return unit == Class::shared_load;
    case Kind::shared_store:
    case Kind::matrix_store:
      return unit == Class::shared_store;
    case Kind::shared_atomic:
      return unit == Class::shared_atomic || unit == Class::shared_load;
    case Kind::local_load:
      return unit == Class::local_load;
    case Kind::local_store:
      return unit == Class::local_store;
    case Kind::constant_load:
      return unit == Class::constant_load;
    case Kind::image:
    case Kind::image_reduction:
      return unit == Class::image;
    case Kind::asynchronous_copy:
    case Kind::bulk_copy:
    case Kind::bulk_reduction:
    case Kind::fixed_constant_load:
    case Kind::branch:
    case Kind::barrier:
      return false;
  }
  return false;
}

/// Whether it may be what some request became.
bool may_ask(const MachineInstruction& instruction) {
  switch (instruction.unit) {
    case Class::constant_load:
    case Class::global_load:
    case Class::global_store:
    case Class::global_atomic:
    case Class::local_load:
    case Class::local_store:
    case Class::shared_load:
    case Class::shared_store:
    case Class::shared_atomic:
    case Class::asynchronous_copy:
    case Class::image:
    case Class::barrier:
    case Class::mbarrier:
    case Class::bulk_copy:
    case Class::wait:
      return true;
    default:
      return reads_special_register(instruction);
  }
}

/// A warp's requests by the PTX instruction that makes them, first come, first taken.
class Waiting {
 public:
  Waiting(const MachineKernel& kernel, std::span<const exec::AccessSite> sites,
          const std::vector<Request>& requests)
      : sites_(sites), requests_(requests) {
    for (std::uint32_t i = 0; i < requests.size(); ++i) {
      const std::uint32_t number =
          kernel.ptx_number(WarpRequests::instruction_of(requests[i], sites));
      lists_[number].requests.push_back(i);
    }
  }
  /// The next one, if it may be this instruction's; it is taken off unless the instruction only
  /// looks. `at`: where it stands in the plan. `first_entry`, `last_entry`: what the warp asks
  /// behind the last is for a later execution.
  std::uint32_t take(const MachineInstruction& instruction, std::size_t at,
                     std::uint32_t first_entry, std::uint32_t last_entry) {
    const auto found = lists_.find(instruction.ptx);
    if (found == lists_.end()) return PlannedInstruction::kNone;
    List& list = found->second;
    if (list.next >= list.requests.size()) return PlannedInstruction::kNone;
    const std::uint32_t index = list.requests[list.next];
    const Request& request = requests_[index];
    // Neither a false guard nor a test that failed makes one; a register of another name is none.
    const bool may_make_none = instruction.is_guarded || request.kind == Request::Kind::mbarrier ||
                               request.kind == Request::Kind::clock;
    if (may_make_none && request.entries > last_entry) return PlannedInstruction::kNone;
    if (!may_make(instruction, request, sites_)) return PlannedInstruction::kNone;
    const bool only_looks = request.kind == Request::Kind::access &&
                            sites_[request.site].kind == Kind::shared_atomic &&
                            instruction.unit != Class::shared_atomic;
    if (!only_looks) ++list.next;
    if (is_awaited(request)) list.places.push_back({at, first_entry});
    return index;
  }
  /// Others wait for what mbarriers and bulk copies do, so nothing of it may be lost: where the
  /// machine code has fewer turns than the PTX, an instruction is issued again.
  void add_left(WarpPlan& plan) {
    std::vector<std::pair<std::size_t, PlannedInstruction>> added;
    for (auto& [number, list] : lists_) {
      for (; list.next < list.requests.size() && !list.places.empty(); ++list.next) {
        const std::uint32_t index = list.requests[list.next];
        if (!is_awaited(requests_[index])) break;
        const auto later = std::ranges::upper_bound(list.places, requests_[index].entries, {},
                                                    &Place::first_entry);
        const Place& place = later == list.places.begin() ? *later : *std::prev(later);
        added.push_back({place.at, {plan[place.at].instruction, index}});
      }
    }
    if (added.empty()) return;
    std::ranges::stable_sort(
        added, {}, [](const auto& each) { return std::pair(each.first, each.second.request); });
    WarpPlan longer;
    longer.reserve(plan.size() + added.size());
    auto next = added.begin();
    for (std::size_t at = 0; at < plan.size(); ++at) {
      longer.push_back(plan[at]);
      for (; next != added.end() && next->first == at; ++next) longer.push_back(next->second);
    }
    plan = std::move(longer);
  }

 private:
  static bool is_awaited(const Request& request) {
    return request.kind == Request::Kind::mbarrier || request.kind == Request::Kind::bulk;
  }
  struct Place {
    std::size_t at = 0;
    std::uint32_t first_entry = 0;
  };
  struct List {
    std::vector<std::uint32_t> requests;
    std::size_t next = 0;
    std::vector<Place> places;  ///< instructions that have taken one on which others may wait
  };
  std::span<const exec::AccessSite> sites_;
  const std::vector<Request>& requests_;
  std::unordered_map<std::uint32_t, List> lists_;
};

}  // namespace

WarpPlans::WarpPlans(const MachineKernel& kernel, std::span<const exec::AccessSite> sites)
    : kernel_(kernel), sites_(sites), walk_(*kernel.function, kernel.blocks) {
  walk_.write_order(&order_);
}

std::size_t WarpPlans::Hash::operator()(const Key& key) const {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ULL;
  std::uint64_t hash = key.entries.size();
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * kFactor;
    hash ^= hash >> 29;
  };
  for (const auto& [block, lanes] : key.entries) mix(std::uint64_t{block} << 32 | lanes);
  for (const std::uint64_t request : key.requests) mix(request);
  for (const machine_code::RareOperands& rare : key.rare) {
    mix(std::uint64_t{rare.ptx} << 32 | rare.lanes);
    mix(std::uint64_t{rare.entry} << 32 | rare.instructions);
  }
  return hash;
}

std::shared_ptr<const WarpPlan> WarpPlans::plan_of(const WarpRequests& warp) {
  constexpr std::size_t kMostKept = std::size_t{1} << 22;
  Key key{warp.entries, {}, {}};
  for (const auto& [operands, entry] : warp.rare) key.rare.push_back(kernel_.rare(operands, entry));
  key.requests.reserve(warp.requests.size());
  for (const Request& request : warp.requests)
    key.requests.push_back(std::uint64_t{request.site} << 32 | request.entries);
  // Sites and instructions have numbers of their own.
  for (const Request& request : warp.requests) {
    if (request.kind != Request::Kind::access && request.kind != Request::Kind::barrier)
      key.requests.push_back(~std::uint64_t{request.site});
  }
  const auto found = plans_.find(key);
  if (found != plans_.end()) {
    planned_ += found->second.use_count() == 1 ? found->second->size() : 0;
    return found->second;
  }
  auto plan = std::make_shared<const WarpPlan>(make(warp, key.rare));
  if (kept_ > kMostKept) {
    plans_.clear();
    kept_ = 0;
  }
  planned_ += plan->size();
  if (planned_ > kMostPlanned) throw PlansTooLong();
  kept_ += plan->size() + warp.entries.size() + warp.requests.size() + warp.rare.size();
  plans_.emplace(std::move(key), plan);
  return plan;
}

void WarpPlans::give_back(std::shared_ptr<const WarpPlan> plan) {
  constexpr long kHereAndCached = 2;
  if (plan.use_count() <= kHereAndCached) planned_ -= std::min(planned_, plan->size());
}

WarpPlan WarpPlans::make(const WarpRequests& warp,
                         const std::vector<machine_code::RareOperands>& rare) {
  constexpr std::uint32_t kNoLimit = ~0U;
  order_.clear();
  walk_.warps(warp.entries, rare);
  // Behind which entry each machine block is issued again.
  std::vector<std::uint32_t> last_entry(order_.size(), kNoLimit);
  std::vector<std::uint32_t> next(kernel_.function->blocks.size(), kNoLimit);
  for (std::size_t i = order_.size(); i-- > 0;) {
    const std::uint32_t block = order_[i].block, first = order_[i].first_entry;
    const std::uint32_t last = order_[i].last_entry;
    if (next[block] != kNoLimit)
      last_entry[i] = std::max(last, next[block] == 0 ? 0 : next[block] - 1);
    next[block] = first;
  }
  Waiting waiting(kernel_, sites_, warp.requests);
  WarpPlan plan;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    for (std::uint32_t at = order_[i].first; at < order_[i].end; ++at) {
      const MachineInstruction& instruction = kernel_.function->code[at];
      const std::uint32_t request =
          may_ask(instruction)
              ? waiting.take(instruction, plan.size(), order_[i].first_entry, last_entry[i])
              : PlannedInstruction::kNone;
      plan.push_back({at, request});
      if (plan.size() > kMostPlanned) throw PlansTooLong();
    }
  }
  waiting.add_left(plan);
  return plan;
}

}  // namespace warpscope::timing
