#include "runner/run/event_collector.h"

#include <algorithm>

namespace warpscope::runner {
namespace {

/// A program that copies element by element would fill the record otherwise.
constexpr std::size_t kMaxTransfersOfACase = 10'000;

template <typename... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};
template <typename... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

}  // namespace

void EventCollector::begin_device() {
  clock_start_s_ = clock_end_s_;
  first_launch_ = static_cast<std::uint32_t>(launches_.size());
  is_finished_ = false;
  acknowledged_ = 0;
}

void EventCollector::add(const device::Event& event) {
  std::visit(Overloaded{
                 [&](const device::Started& started) { device_ = started.device; },
                 [&](const device::LaunchEnded& ended) { add_launch(ended.launch); },
                 [&](const device::TransferEnded& ended) { add_transfer(ended.transfer); },
                 [&](const device::Diagnosed& diagnosed) {
                   auto finding = diagnosed.finding;
                   if (finding.launch) *finding.launch += first_launch_;
                   findings_.push_back(std::move(finding));
                 },
                 [&](const device::Finished&) { is_finished_ = true; },
                 [&](const device::Acknowledged& answer) { acknowledged_ = answer.command_id; },
             },
             event);
}

void EventCollector::add_launch(record::Launch launch) {
  launch.id = static_cast<std::uint32_t>(launches_.size());
  launch.start_s += clock_start_s_;
  clock_end_s_ = std::max(clock_end_s_, launch.start_s + launch.duration_s);
  launches_.push_back(std::move(launch));
}

void EventCollector::add_transfer(record::Transfer transfer) {
  transfer.start_s += clock_start_s_;
  clock_end_s_ = std::max(clock_end_s_, transfer.start_s + transfer.duration_s);
  auto& kept = kept_transfers_[transfer.case_index.value_or(~0U)];
  if (kept < kMaxTransfersOfACase) {
    ++kept;
    transfers_.push_back(transfer);
    return;
  }
  const auto last = std::ranges::find_if(transfers_.rbegin(), transfers_.rend(), [&](auto& other) {
    return other.kind == transfer.kind && other.case_index == transfer.case_index;
  });
  if (last == transfers_.rend()) {
    transfers_.push_back(transfer);
    return;
  }
  last->size_bytes += transfer.size_bytes;
  last->duration_s = transfer.start_s + transfer.duration_s - last->start_s;
}

void EventCollector::move_to(record::RunRecord& record) {
  if (device_) record.device = *device_;
  record.launches = std::move(launches_);
  record.transfers = std::move(transfers_);
  record.findings = std::move(findings_);
}

}  // namespace warpscope::runner
