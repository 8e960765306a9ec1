#include "runner/findings/host_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/quantity.h"
#include "record/metrics.h"
#include "runner/findings/catalogue.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

constexpr std::uint64_t kSectorBytes = 32;
/// What a kernel cannot do without, whatever it is counted as.
constexpr std::uint64_t kLeastShare = 4;

struct Moved {
  std::uint64_t written = 0, all = 0;  ///< bytes
};

Moved moved_by_kernels(const record::RunRecord& record, std::uint32_t case_index) {
  const auto value = [&](std::string_view name) {
    return record::case_counter(record, case_index, name);
  };
  Moved moved;
  moved.written =
      value(kStoreBytes) + kSectorBytes * (value(kAtomicSectors) + value(kReductionSectors));
  // An asynchronous copy moves 16 bytes per lane at most.
  moved.all =
      moved.written + value(kLoadBytes) + std::uint64_t{16} * 32 * value(kAsynchronousCopies);
  // Bulk copies are no instructions of lanes: they show only in what memory had to move.
  std::uint64_t of_memory = 0;
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index) of_memory += launch.dram_bytes;
  }
  moved.all = std::max(moved.all, of_memory);
  return moved;
}

bool has_copy_on_device(const record::RunRecord& record, std::uint32_t case_index) {
  return std::ranges::any_of(record.transfers, [&](const record::Transfer& transfer) {
    return transfer.case_index == case_index &&
           transfer.kind == record::Transfer::Kind::device_to_device;
  });
}

}  // namespace

bool is_made_on_host(const record::RunRecord& record, std::uint32_t case_index) {
  if (case_index >= record.cases.size()) return false;
  const auto& item = record.cases[case_index];
  const bool is_answer = item.verdict == record::Case::Verdict::correct && item.useful_bytes > 0;
  if (!is_answer || has_copy_on_device(record, case_index)) return false;
  const auto moved = moved_by_kernels(record, case_index);
  return moved.written == 0 || moved.all * kLeastShare < item.useful_bytes;
}

void find_host_work(record::RunRecord& record) {
  struct Task {
    std::size_t cases = 0;
    std::uint32_t largest = 0;  ///< case with the most useful bytes
  };
  std::map<std::string, Task> tasks;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    if (!is_made_on_host(record, i)) continue;
    auto& task = tasks.try_emplace(record.cases[i].task, Task{0, i}).first->second;
    ++task.cases;
    if (record.cases[i].useful_bytes > record.cases[task.largest].useful_bytes) task.largest = i;
  }
  for (const auto& [name, task] : tasks) {
    const auto& item = record.cases[task.largest];
    auto finding = make_finding("host-side-work");
    finding.case_index = task.largest;
    finding.cause = fmt::format(
        "The answer of {} is right, but the kernels moved {} for it, of which they wrote {}; the "
        "task has to move {}. The same holds for {} of this task's cases.",
        item.name, bytes_text(moved_by_kernels(record, task.largest).all),
        bytes_text(moved_by_kernels(record, task.largest).written), bytes_text(item.useful_bytes),
        task.cases);
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
