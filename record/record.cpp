#include "record/record.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

#include "base/files.h"
#include "record/alone.h"
#include "record/json_value.h"

namespace warpscope::record {
namespace {

constexpr std::uintmax_t kMaxFileBytes = std::uintmax_t{1} << 30;

void save_timelines(const RunRecord& record, const std::filesystem::path& path) {
  std::error_code ignored;
  if (!record.timelines || record.timelines->is_empty()) {
    if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
    return;
  }
  try {
    replace_file(path, record.timelines->to_bytes(run_number(record)));
  } catch (const std::exception& reason) {
    throw RecordError(
        std::string("The run record is kept without the timelines of its launches. ") +
        reason.what());
  }
}

}  // namespace

std::string to_json(const RunRecord& record) { return to_text(to_json_value(record), 1); }

RunRecord from_json(std::string_view text) {
  const auto document = parse_json(text);
  return record_from_json(JsonView(document));
}

void save(const RunRecord& record, const std::filesystem::path& path) {
  try {
    replace_file(path, to_json(record) + '\n');
  } catch (const std::runtime_error& reason) {
    throw RecordError(std::string("The run record is not kept. ") + reason.what());
  }
  std::error_code ignored;
  const auto beside = timelines_path(path);
  if (!beside.empty() && std::filesystem::is_regular_file(path, ignored))
    save_timelines(record, beside);
}

RunRecord load(const std::filesystem::path& path) {
  std::string text;
  try {
    text = read_file(path, kMaxFileBytes);
  } catch (const std::runtime_error& reason) {
    throw RecordError(std::string("There is no run record to read. ") + reason.what());
  }
  try {
    RunRecord record = from_json(text);
    if (auto timelines = Timelines::open(timelines_path(path), run_number(record)))
      record.timelines = std::make_shared<const Timelines>(*std::move(timelines));
    return record;
  } catch (const RecordError& reason) {
    throw RecordError(path.string() + ": " + reason.what());
  }
}

std::uint64_t case_counter(const RunRecord& record, std::uint32_t case_index,
                           std::string_view metric) {
  std::uint64_t sum = 0;
  for (const auto& launch : record.launches) {
    if (launch.case_index != case_index) continue;
    if (const auto found = launch.counters.find(metric); found != launch.counters.end()) {
      sum += found->second;
    }
  }
  return sum;
}

double case_kernel_s(const RunRecord& record, std::uint32_t case_index) {
  double sum_s = 0;
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index) sum_s += alone_s(launch);
  }
  return sum_s;
}

}  // namespace warpscope::record
