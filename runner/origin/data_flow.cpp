#include "runner/origin/data_flow.h"

namespace warpscope::runner {
namespace {

/// A program that launches or copies without end would fill the memory otherwise.
constexpr std::size_t kMostFlowOperations = 100'000;
constexpr std::size_t kMostFlowSources = 2'000'000;
/// Of more it is not kept who wrote what they brought.
constexpr std::size_t kMostWriterRuns = 500'000;

}  // namespace

void DataFlow::add(RecordRow row, std::optional<std::uint32_t> case_index,
                   const device::OperationFlow& flow) {
  if (flow.operation == 0) return;  // it did nothing, or nobody follows
  add({process_, flow.operation},
      {row, case_index, flow.sources, flow.has_unknown_sources, flow.last_writers});
}

void DataFlow::add(const Key& key, Operation operation) {
  if (operations_.size() >= kMostFlowOperations ||
      sources_ + operation.sources.size() > kMostFlowSources) {
    lost_cases_.insert(operation.case_index.value_or(kNoCase));
    return;
  }
  sources_ += operation.sources.size();
  const auto runs = operation.last_writers.runs.size() + operation.last_writers.writers.size();
  if (writer_runs_ + runs > kMostWriterRuns) {
    operation.last_writers = {{}, {}, false, true};
  } else {
    writer_runs_ += runs;
  }
  of_row_[operation.row].push_back(key);
  operations_[key] = std::move(operation);
}

void DataFlow::add_all(const DataFlow& other, std::span<const std::size_t> launches,
                       std::span<const std::size_t> transfers) {
  for (auto [key, operation] : other.operations_) {
    auto& row = operation.row;
    row.position = row.is_launch ? launches[row.position] : transfers[row.position];
    add(Key{process_ + key.first, key.second}, std::move(operation));
  }
  process_ += other.process_;
  lost_cases_.insert(other.lost_cases_.begin(), other.lost_cases_.end());
}

std::optional<DataFlow::Origin> DataFlow::origin_of(std::uint32_t case_index,
                                                    std::span<const RecordRow> rows) const {
  Origin origin;
  Origin lost;
  lost.is_lost = true;
  std::vector<Key> pending;
  std::set<Key> seen;
  const auto visit = [&](const Key& key) {
    if (seen.insert(key).second) pending.push_back(key);
  };
  for (const auto& row : rows) {
    const auto found = of_row_.find(row);
    if (found == of_row_.end()) return is_lost(case_index) ? std::optional(lost) : std::nullopt;
    for (const auto& key : found->second) visit(key);
  }
  while (!pending.empty()) {
    const Key key = pending.back();
    pending.pop_back();
    const auto found = operations_.find(key);
    if (found == operations_.end()) return lost;
    const Operation& operation = found->second;
    if (operation.has_unknown_sources) return lost;
    const bool is_of_case = operation.case_index == case_index;
    if (is_of_case) origin.rows.insert(operation.row);
    for (const auto& source : operation.sources) {
      if (source.operation == 0) {
        origin.reads_host = true;
        continue;
      }
      const Key from{key.first, source.operation};
      const auto writer = operations_.find(from);
      if (is_of_case && writer != operations_.end()) {
        const auto& of = writer->second;
        if (of.case_index == case_index)
          origin.sectors_read[of.row] += source.sectors;
        else if (of.case_index)
          origin.sectors_of_other_cases[*of.case_index] += source.sectors;
      }
      visit(from);
    }
  }
  return origin;
}

std::optional<DataFlow::Writers> DataFlow::writers_of(const RecordRow& copy) const {
  const auto rows = of_row_.find(copy);
  if (rows == of_row_.end() || rows->second.size() != 1) return std::nullopt;
  const Key& key = rows->second.front();
  const device::LastWriters& told = operations_.at(key).last_writers;
  if (told.is_unknown || told.writers.empty()) return std::nullopt;
  Writers writers{{}, told.runs, told.has_more_runs};
  for (const auto& writer : told.writers) {
    auto& own = writers.writers.emplace_back();
    own.bytes = writer.bytes;
    if (writer.operation == 0) continue;
    const auto found = operations_.find({key.first, writer.operation});
    if (found == operations_.end()) return std::nullopt;
    own.row = found->second.row;
    if (writer.line != 0) own.where = record::SourceLine{writer.file, writer.line};
  }
  return writers;
}

void DataFlow::name_files(const std::function<std::string(const std::string&)>& name) {
  for (auto& [key, operation] : operations_) {
    for (auto& writer : operation.last_writers.writers) {
      if (writer.line != 0) writer.file = name(writer.file);
    }
  }
}

}  // namespace warpscope::runner
