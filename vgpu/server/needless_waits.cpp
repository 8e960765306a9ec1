#include "vgpu/server/needless_waits.h"

#include <algorithm>
#include <string>

#include "base/quantity.h"
#include "findings/catalogue.h"

namespace warpscope::device {
namespace {

/// Operations that are remembered. A wait that may be for an older one counts as needed.
constexpr std::size_t kMostKeptUses = 256;
constexpr std::size_t kMostWaits = 256;
/// What a line's waits must cost to be worth a word, and of which part of all the time.
constexpr double kFewestLostSeconds = 10e-6;
constexpr double kLeastPartLost = 0.1;

bool comes_behind(const HostOperation& operation, const HostOperation& earlier) {
  return operation.sequence != earlier.sequence && comes_after(operation, earlier);
}

bool use_same_of_host(const HostOperation& a, const HostOperation& b) {
  return (a.writes_host || b.writes_host) && a.host_begin < b.host_end && b.host_begin < a.host_end;
}

}  // namespace

template <typename IsBehind>
void NeedlessWaits::need(IsBehind is_behind) {
  std::erase_if(waits_, [&](const Wait& wait) {
    const bool is_needed = is_behind(wait.operation);
    if (is_needed) needed_.insert(wait.operation.host_site);
    return is_needed;
  });
}

void NeedlessWaits::end_operation(const timing::VirtualClock& clock) {
  if (current_.sequence == 0) return;
  if (!is_known_) use_everything();
  const bool is_work = !done_.empty() && done_.back().operation.sequence == current_.sequence;
  if (is_work) {
    const double lost_s =
        clock.has_stream(current_.stream) ? clock.lost_by_waits_s(current_.stream) : 0;
    std::set<std::uint32_t> sites;
    for (Wait& wait : waits_) {
      if (wait.operation.stream != current_.stream || wait.has_next) continue;
      wait.has_next = true;
      sites.insert(wait.operation.host_site);
    }
    for (const std::uint32_t site : sites) {
      cost_of_[site].lost_s += lost_s / static_cast<double>(sites.size());
      ++cost_of_[site].waits;
    }
  }
  last_of_stream_[current_.stream] = current_;
}

void NeedlessWaits::begin(const HostOperation& operation, const timing::VirtualClock& clock) {
  end_operation(clock);
  if (begin_s_ < 0) begin_s_ = clock.now_s();
  current_ = operation;
  is_known_ = false;
}

void NeedlessWaits::record(std::uint32_t event) {
  is_known_ = true;
  record_of_event_[event] = current_;
}

void NeedlessWaits::wait(std::uint32_t event) {
  is_known_ = true;
  const auto recorded = record_of_event_.find(event);
  if (recorded == record_of_event_.end() || current_.host_site == 0) return;
  if (done_.size() == kMostKeptUses || waits_.size() == kMostWaits) {
    needed_.insert(current_.host_site);
    return;
  }
  const auto last = last_of_stream_.find(current_.stream);
  Wait wait{current_, {}, false};
  for (const Done& done : done_) {
    const HostOperation& awaited = done.operation;
    const bool is_new = comes_after(recorded->second, awaited) &&
                        awaited.sequence > current_.all_before &&
                        (last == last_of_stream_.end() || !comes_after(last->second, awaited));
    if (is_new) wait.awaited.push_back(awaited.sequence);
  }
  if (!wait.awaited.empty()) waits_.push_back(std::move(wait));
}

void NeedlessWaits::use(const std::vector<Span>& spans) {
  if (current_.sequence == 0 || spans.empty()) return;
  is_known_ = true;
  const auto shares = [&](std::uint64_t sequence) {
    const auto of = std::find_if(done_.begin(), done_.end(), [&](const Done& done) {
      return done.operation.sequence == sequence;
    });
    return of == done_.end() || use_same_of_host(of->operation, current_) ||
           use_same(of->spans, spans);
  };
  std::erase_if(waits_, [&](const Wait& wait) {
    const bool is_needed = comes_behind(current_, wait.operation) &&
                           std::any_of(wait.awaited.begin(), wait.awaited.end(), shares);
    if (is_needed) needed_.insert(wait.operation.host_site);
    return is_needed;
  });
  if (done_.empty() || done_.back().operation.sequence != current_.sequence) {
    if (done_.size() == kMostKeptUses) done_.pop_front();
    done_.push_back({current_, spans});
    return;
  }
  auto& all = done_.back().spans;
  all.insert(all.end(), spans.begin(), spans.end());
  std::sort(all.begin(), all.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
}

void NeedlessWaits::host_waits_for_stream(std::uint32_t stream) {
  const auto last = last_of_stream_.find(stream);
  need([&](const HostOperation& wait) {
    return wait.stream == stream || (current_.stream == stream && comes_behind(current_, wait)) ||
           (last != last_of_stream_.end() && comes_behind(last->second, wait));
  });
}

void NeedlessWaits::host_waits_for_event(std::uint32_t event) {
  const auto recorded = record_of_event_.find(event);
  if (recorded == record_of_event_.end()) return;
  need([&](const HostOperation& wait) { return comes_behind(recorded->second, wait); });
}

std::vector<Diagnosed> NeedlessWaits::take(const timing::VirtualClock& clock) {
  end_operation(clock);
  const double all_s = clock.now_s() - std::max(begin_s_, 0.0);
  std::vector<Diagnosed> findings;
  for (const auto& [site, cost] : cost_of_) {
    if (needed_.contains(site) || cost.lost_s < kFewestLostSeconds ||
        cost.lost_s < kLeastPartLost * all_s)
      continue;
    record::Finding finding = make_finding("issue-order-serialises");
    finding.cause = "Behind " + std::string(cost.waits == 1 ? "this wait" : "each of these waits") +
                    " the stream uses nothing that the work uses for which it waits. Without " +
                    (cost.waits == 1 ? "it" : "them") + " its operations would begin " +
                    time_text(cost.lost_s) +
                    " earlier, while a copy engine or the "
                    "multiprocessors are idle.";
    findings.push_back({std::move(finding), HostCall{0, site}});
  }
  return findings;
}

}  // namespace warpscope::device
