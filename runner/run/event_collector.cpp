#include "runner/run/event_collector.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>

#include "record/fingerprint.h"

namespace warpscope::runner {
namespace {

/// A program that copies element by element would fill the record otherwise.
constexpr std::size_t kMaxTransfersOfACase = 10'000;
/// Nor may one that launches without end. The lab's programs launch a handful of kernels per case.
constexpr std::size_t kMaxLaunchesOfACase = 1'000;
/// Lines with counters, over all launches: a long source that is launched again and again.
constexpr std::size_t kMaxLines = 500'000;
/// Of one id, and of errors in each case: that many say all that there is to say. No id is left out
/// because of another, so whoever provokes a thousand harmless findings hides no error.
constexpr std::size_t kMaxFindingsOfAnId = 100;
constexpr std::size_t kMaxIds = 1'000;
constexpr std::size_t kMaxPhases = 65'536;
constexpr std::size_t kMaxRanges = 10'000, kMaxMarks = 1'000;

template <typename... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};
template <typename... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

void add(record::Counters& sums, const record::Counters& counters) {
  for (const auto& [name, value] : counters) sums[name] += value;
}

void merge_into(record::Launch& sum, const record::Launch& launch) {
  sum.count += launch.count;
  sum.duration_s += launch.duration_s;
  if (launch.is_stopped) sum.is_stopped = launch.is_stopped;
  sum.finished_blocks.reset();  // of one launch
  sum.clock.reset();
  if (launch.sampled_blocks) sum.sampled_blocks = launch.sampled_blocks;
  // As sure as the least sure of them; nothing where one has no counts.
  if (!launch.machine_instructions) sum.machine_instructions.reset();
  if (sum.machine_instructions)
    sum.machine_instructions = std::max(*sum.machine_instructions, *launch.machine_instructions);
  sum.dram_bytes += launch.dram_bytes;
  sum.read_sectors += launch.read_sectors;
  sum.bytes_from_host += launch.bytes_from_host;
  sum.bytes_to_host += launch.bytes_to_host;
  sum.written_sectors += launch.written_sectors;
  sum.written_sectors_beside_atomics += launch.written_sectors_beside_atomics;
  sum.phases_left_out += launch.phases.size() + launch.phases_left_out;
  add(sum.counters, launch.counters);
  // Mostly the same lines in the same order.
  auto next = sum.lines.begin();
  for (const auto& line : launch.lines) {
    const bool is_next = next != sum.lines.end() && next->where == line.where;
    const auto same =
        is_next ? next : std::ranges::find(sum.lines, line.where, &record::LineCounters::where);
    if (same == sum.lines.end()) {
      sum.lines.push_back(line);
      next = sum.lines.end();
    } else {
      add(same->counters, line.counters);
      next = std::next(same);
    }
  }
}

}  // namespace

void EventCollector::begin_device() {
  clock_start_s_ = clock_end_s_;
  launch_of_id_.clear();
  range_of_number_.clear();
  is_finished_ = false;
  acknowledged_ = 0;
  host_calls_.emplace_back();
  data_flow_.begin_process();
}

HostCalls& EventCollector::host_calls() {
  if (host_calls_.empty()) host_calls_.emplace_back();
  return host_calls_.back();
}

/// What one session's device has counted, a later session that launches nothing does not take back.
void EventCollector::begin(record::Device device) {
  if (device_ && device_->capabilities && device.capabilities) {
    auto& now = *device.capabilities;
    std::erase_if(now.left_out_counters, [&](const std::string& name) {
      return std::ranges::count(device_->capabilities->left_out_counters, name) == 0;
    });
    if (now.why_not_counted.empty()) now.why_not_counted = device_->capabilities->why_not_counted;
  }
  device_ = std::move(device);
}

void EventCollector::add(const device::Event& event) {
  std::visit(Overloaded{
                 [&](const device::Started& started) { begin(started.device); },
                 [&](const device::LaunchProgressed&) {},  // no part of a record
                 [&](const device::LaunchTiming&) {},
                 [&](const device::LaunchEnded& ended) {
                   auto launch = ended.launch;
                   launch.ranges = positions_of(ended.ranges);
                   const auto position =
                       add_launch(std::move(launch), site_of(ended.site), ended.timeline);
                   data_flow_.add({true, position}, ended.launch.case_index, ended.flow);
                 },
                 [&](const device::TransferEnded& ended) {
                   auto transfer = ended.transfer;
                   transfer.ranges = positions_of(ended.ranges);
                   const auto position = add_transfer(std::move(transfer), site_of(ended.site));
                   data_flow_.add({false, position}, ended.transfer.case_index, ended.flow);
                 },
                 [&](const device::Stood&) {},
                 [&](const device::CountersTold&) {},  // a link makes capabilities of it
                 [&](const device::Diagnosed& diagnosed) {
                   if (diagnosed.call) {
                     auto finding = diagnosed.finding;
                     place_launch(finding);
                     host_calls().add(std::move(finding), *diagnosed.call);
                   } else {
                     add_finding(diagnosed.finding);
                   }
                 },
                 [&](const device::RangeTold& told) { add(told); },
                 [&](const device::MarksTold& told) { add(told); },
                 [&](const device::SiteTold& told) { host_calls().add(told.site); },
                 [&](const device::Reacted& reacted) { host_calls().add(reacted.reaction); },
                 [&](const device::Finished&) { is_finished_ = true; },
                 [&](const device::Acknowledged& answer) { acknowledged_ = answer.command_id; },
             },
             event);
}

void EventCollector::add_all(EventCollector other) {
  begin_device();
  if (!device_) device_ = std::move(other.device_);
  const auto before = host_calls_.size();
  const auto moved = [&](Site site) { return Site{site.process + before, site.number}; };
  for (std::size_t i = 0; i < other.ranges_.size(); ++i) {
    auto& range = other.ranges_[i];
    add(device::RangeTold{{static_cast<std::uint32_t>(i + 1), range.parent ? *range.parent + 1 : 0,
                           std::move(range.name), std::move(range.domain), range.is_pushed,
                           range.thread}});
  }
  const auto in_ranges = [&](std::vector<std::uint32_t>& ranges) {
    for (auto& position : ranges) ++position;  // the numbers that were given just now
    ranges = positions_of(ranges);
  };
  for (auto& launch : other.launches_) in_ranges(launch.ranges);
  for (auto& transfer : other.transfers_) in_ranges(transfer.ranges);
  ranges_left_out_ += other.ranges_left_out_;
  marks_left_out_ += other.marks_left_out_;
  for (auto& mark : other.marks_) {
    const double time_s = mark.time_s;
    add(device::MarksTold{
        {{std::move(mark.name), std::move(mark.domain), mark.thread}}, 0, time_s});
  }
  std::vector<std::size_t> launches;
  std::vector<std::size_t> transfers;
  for (std::size_t i = 0; i < other.launches_.size(); ++i)
    launches.push_back(add_launch(std::move(other.launches_[i]), moved(other.launch_sites_[i]),
                                  std::move(other.timelines_[i])));
  for (std::size_t i = 0; i < other.transfers_.size(); ++i)
    transfers.push_back(add_transfer(other.transfers_[i], moved(other.transfer_sites_[i])));
  data_flow_.add_all(other.data_flow_, launches, transfers);
  for (auto& calls : other.host_calls_) {
    calls.for_each([&](record::Finding& finding) { place_launch(finding); });
    host_calls_.push_back(std::move(calls));
  }
  for (auto& finding : other.findings_) add_finding(std::move(finding));
  is_finished_ = other.is_finished_;
}

void EventCollector::find_host_places(const PlaceSearch& search) {
  // All in one go: it takes a process, and devices side by side were called from the same places.
  std::vector<device::HostSite> sites;
  for (const auto& calls : host_calls_)
    sites.insert(sites.end(), calls.sites().begin(), calls.sites().end());
  const auto places = find_places(sites, search);
  std::span<const HostPlace> rest(places);
  for (auto& calls : host_calls_) {
    const auto count = calls.sites().size();
    calls.set_places(rest.first(count));
    rest = rest.subspan(count);
  }
}

void EventCollector::settle_host_calls(const HostProgram& program) {
  find_host_places(program.search);
  for (auto& calls : host_calls_) {
    for (auto& finding : calls.settle(program)) keep(std::move(finding));
  }
  const auto line_of = [&](Site site) { return host_calls_[site.process].line_of(site.number); };
  for (std::size_t i = 0; i < launches_.size(); ++i) {
    if (launches_[i].asked) launches_[i].asked->where = line_of(launch_sites_[i]);
  }
  for (std::size_t i = 0; i < transfers_.size(); ++i) {
    if (transfers_[i].asked) transfers_[i].asked->where = line_of(transfer_sites_[i]);
  }
}

void EventCollector::add(const device::RangeTold& told) {
  if (ranges_.size() >= kMaxRanges) {
    ++ranges_left_out_;
    return;
  }
  record::Range range;
  range.name = told.range.name;
  range.domain = told.range.domain;
  range.is_pushed = told.range.is_pushed;
  range.thread = told.range.thread;
  if (const auto found = range_of_number_.find(told.range.parent); found != range_of_number_.end())
    range.parent = found->second;
  range_of_number_[told.range.number] = static_cast<std::uint32_t>(ranges_.size());
  ranges_.push_back(std::move(range));
}

void EventCollector::add(const device::MarksTold& told) {
  marks_left_out_ += told.left_out;
  for (const auto& mark : told.marks) {
    if (marks_.size() < kMaxMarks) {
      marks_.push_back({mark.name, mark.domain, mark.thread, clock_start_s_ + told.time_s});
    } else {
      ++marks_left_out_;
    }
  }
}

std::vector<std::uint32_t> EventCollector::positions_of(
    const std::vector<std::uint32_t>& numbers) const {
  std::vector<std::uint32_t> positions;
  for (const auto number : numbers) {
    const auto found = range_of_number_.find(number);
    if (found != range_of_number_.end()) positions.push_back(found->second);
  }
  return positions;
}

void EventCollector::extend(const std::vector<std::uint32_t>& ranges, double start_s, double end_s,
                            std::uint64_t record::Range::*count) {
  for (std::optional<std::uint32_t> each : ranges) {
    // A parent was told before, so it lies before its range.
    for (; each; each = ranges_[*each].parent) {
      auto& range = ranges_[*each];
      const bool is_first = range.launches + range.transfers == 0;
      range.start_s = is_first ? start_s : std::min(range.start_s, start_s);
      range.end_s = is_first ? end_s : std::max(range.end_s, end_s);
      ++(range.*count);
    }
  }
}

std::size_t EventCollector::add_launch(record::Launch launch, Site site, std::string timeline) {
  launch.start_s += clock_start_s_;
  clock_end_s_ = std::max(clock_end_s_, launch.start_s + launch.duration_s);
  extend(launch.ranges, launch.start_s, launch.start_s + launch.duration_s,
         &record::Range::launches);
  auto& kept = kept_launches_[launch.case_index.value_or(~0U)];
  const auto last = std::ranges::find_if(launches_.rbegin(), launches_.rend(), [&](auto& other) {
    return other.kernel_mangled == launch.kernel_mangled && other.case_index == launch.case_index;
  });
  const bool is_full = kept >= kMaxLaunchesOfACase || lines_ + launch.lines.size() > kMaxLines;
  if (is_full && last != launches_.rend()) {
    merge_into(*last, launch);
    timelines_[last->id].clear();
    launch_of_id_[launch.id] = last->id;
    return last->id;
  }
  ++kept;
  launch.lines.resize(std::min(launch.lines.size(), kMaxLines - lines_));
  lines_ += launch.lines.size();
  if (launch.clock) {
    auto& lines = launch.clock->lines;
    lines.resize(std::min(lines.size(), kMaxLines - lines_));
    lines_ += lines.size();
  }
  const std::size_t phases = std::min(launch.phases.size(), kMaxPhases - phases_);
  launch.phases_left_out += launch.phases.size() - phases;
  launch.phases.resize(phases);
  phases_ += phases;
  const auto position = static_cast<std::uint32_t>(launches_.size());
  launch_of_id_[launch.id] = position;
  launch.id = position;
  launches_.push_back(std::move(launch));
  launch_sites_.push_back(site);
  timelines_.push_back(std::move(timeline));
  return position;
}

void EventCollector::place_launch(record::Finding& finding) const {
  if (!finding.launch) return;
  const auto found = launch_of_id_.find(*finding.launch);
  finding.launch.reset();
  if (found != launch_of_id_.end()) finding.launch = found->second;
}

void EventCollector::add_finding(record::Finding finding) {
  place_launch(finding);
  keep(std::move(finding));
}

void EventCollector::keep(record::Finding finding) {
  const bool is_error = finding.severity == record::Finding::Severity::error;
  const auto of_case = is_error ? finding.case_index : std::nullopt;
  if (kept_findings_.size() >= kMaxIds && !is_error) return;
  if (++kept_findings_[{finding.id, of_case}] > kMaxFindingsOfAnId) return;
  findings_.push_back(std::move(finding));
}

std::size_t EventCollector::add_transfer(record::Transfer transfer, Site site) {
  transfer.start_s += clock_start_s_;
  clock_end_s_ = std::max(clock_end_s_, transfer.start_s + transfer.duration_s);
  extend(transfer.ranges, transfer.start_s, transfer.start_s + transfer.duration_s,
         &record::Range::transfers);
  auto& kept = kept_transfers_[transfer.case_index.value_or(~0U)];
  const auto keep = [&] {
    transfers_.push_back(transfer);
    transfer_sites_.push_back(site);
    return transfers_.size() - 1;
  };
  if (kept < kMaxTransfersOfACase) {
    ++kept;
    return keep();
  }
  const auto last = std::ranges::find_if(transfers_.rbegin(), transfers_.rend(), [&](auto& other) {
    return other.kind == transfer.kind && other.case_index == transfer.case_index;
  });
  if (last == transfers_.rend()) return keep();
  last->size_bytes += transfer.size_bytes;
  last->count += transfer.count;
  last->touched_sectors += transfer.touched_sectors;
  last->fingerprint = (last->fingerprint + transfer.fingerprint) % record::kFingerprints;
  last->is_uniform = last->is_uniform && transfer.is_uniform;
  last->duration_s = transfer.start_s + transfer.duration_s - last->start_s;
  return static_cast<std::size_t>(transfers_.rend() - last) - 1;
}

void EventCollector::move_to(record::RunRecord& record) {
  if (device_) record.device = *device_;
  record::Timelines timelines;
  for (std::size_t i = 0; i < timelines_.size(); ++i) {
    if (!timelines_[i].empty())
      timelines.add(static_cast<std::uint32_t>(i), std::move(timelines_[i]));
  }
  if (!timelines.is_empty())
    record.timelines = std::make_shared<const record::Timelines>(std::move(timelines));
  record.launches = std::move(launches_);
  record.transfers = std::move(transfers_);
  record.ranges = std::move(ranges_);
  record.marks = std::move(marks_);
  record.ranges_left_out = ranges_left_out_;
  record.marks_left_out = marks_left_out_;
  record.findings = std::move(findings_);
}

}  // namespace warpscope::runner
