#include "runner/metrics/needed_time.h"

#include <algorithm>

#include "record/derived.h"
#include "record/metrics.h"

namespace warpscope::runner {
namespace {

/// Small operations take longer for their size: to begin costs each of them the same. An honest
/// program may cut its work into uneven pieces.
constexpr double kMostOverQuickest = 2;

double instructions_of(const record::Launch& launch) {
  return record::metric_value(record::metric::kInstructions, launch.counters).value_or(0);
}

bool is_with_host(const record::Transfer& transfer) {
  using Kind = record::Transfer::Kind;
  return transfer.kind == Kind::host_to_device || transfer.kind == Kind::device_to_host;
}

}  // namespace

void NeededTimes::Kind::add(double duration_s, double its_amount) {
  if (its_amount <= 0) return;
  amount += its_amount;
  const double of_one_s = duration_s / its_amount;
  least_s = std::min(least_s.value_or(of_one_s), of_one_s);
}

void NeededTimes::Kind::limit(std::optional<double> most) {
  if (most && amount > *most) counted_share = *most / amount;
}

double NeededTimes::Kind::needed_s(double duration_s, double its_amount) const {
  if (!least_s) return duration_s;  // nobody counted
  return counted_share * std::min(duration_s, kMostOverQuickest * *least_s * its_amount);
}

NeededTimes::NeededTimes(const record::RunRecord& record, std::uint32_t case_index, Counted counted,
                         const MostWork& most) {
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index && is_counted(launch, counted))
      kernels_.add(launch.duration_s, instructions_of(launch));
  }
  for (const auto& transfer : record.transfers) {
    if (transfer.case_index == case_index && is_counted(transfer, counted) &&
        is_with_host(transfer))
      copies_.add(transfer.duration_s, static_cast<double>(transfer.size_bytes));
  }
  kernels_.limit(most.instructions);
  copies_.limit(most.copied_bytes);
}

double NeededTimes::of(const record::Launch& launch) const {
  return kernels_.needed_s(launch.duration_s, instructions_of(launch));
}

double NeededTimes::of(const record::Transfer& transfer) const {
  if (!is_with_host(transfer)) return 0;
  return copies_.needed_s(transfer.duration_s, static_cast<double>(transfer.size_bytes));
}

}  // namespace warpscope::runner
