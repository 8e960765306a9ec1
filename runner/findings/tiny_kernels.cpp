#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// Together they cost a tenth of a millisecond: a launch takes about two microseconds, however
/// little it does.
constexpr std::size_t kFewestLaunches = 50;
/// From twice that on the work takes longer than the launch.
constexpr double kTinySeconds = 4e-6;

bool is_one_block(const record::Launch& launch) {
  return std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z == 1;
}

struct RowOfLaunches {
  std::size_t first = 0, count = 0;
  double seconds = 0;  ///< from the begin of the first to the end of the last
};

/// The longest row of launches of one kernel, one block each, with no copy between them.
RowOfLaunches longest_row(const record::RunRecord& record) {
  RowOfLaunches longest, row;
  auto transfer = record.transfers.begin();
  for (std::size_t i = 0; i < record.launches.size(); ++i) {
    const auto& launch = record.launches[i];
    const auto& before = record.launches[i > 0 ? i - 1 : 0];
    bool is_next = row.count > 0 && launch.kernel_mangled == before.kernel_mangled &&
                   launch.case_index == before.case_index && launch.stream == before.stream;
    for (; transfer != record.transfers.end() && transfer->start_s <= launch.start_s; ++transfer)
      is_next = false;
    if (!is_one_block(launch) || launch.duration_s > kTinySeconds) {
      row = {};
      continue;
    }
    if (!is_next) row = {i, 0, 0};
    ++row.count;
    row.seconds = launch.start_s + launch.duration_s - record.launches[row.first].start_s;
    if (row.count > longest.count) longest = row;
  }
  return longest;
}

/// Who measures how long a launch takes, or has a graph launch them, does so on purpose.
bool is_on_purpose(const record::RunRecord& record) {
  return std::ranges::any_of(record.sources, [](const record::SourceFile& source) {
    return source.text.find("cudaEventElapsedTime") != std::string::npos ||
           source.text.find("cudaGraph") != std::string::npos;
  });
}

}  // namespace

void find_tiny_kernels(record::RunRecord& record) {
  const auto row = longest_row(record);
  if (row.count < kFewestLaunches || is_on_purpose(record)) return;
  const auto& launch = record.launches[row.first];
  auto finding = make_finding("many-tiny-kernels");
  finding.where = launch_site(record, launch);
  if (!finding.where) return;  // kernels launch them, which costs less
  finding.launch = launch.id;
  finding.case_index = launch.case_index;
  finding.cause = fmt::format(
      "{} launches of a single block follow each other and take {}, of which nearly all is the "
      "time that a launch takes by itself.",
      row.count, time_text(row.seconds));
  record.findings.push_back(std::move(finding));
}

}  // namespace warpscope::runner
