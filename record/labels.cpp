#include "record/labels.h"

#include <map>

namespace warpscope::record {

std::vector<std::string> distinct_labels(std::span<const RunRecord* const> records) {
  std::map<std::string, std::size_t> count, number;
  for (const auto* record : records) ++count[record->program.label];
  std::vector<std::string> labels;
  for (const auto* record : records) {
    const auto& label = record->program.label;
    labels.push_back(count[label] == 1 ? label : label + " " + std::to_string(++number[label]));
  }
  return labels;
}

void make_labels_distinct(std::span<RunRecord> records) {
  std::vector<const RunRecord*> all;
  for (const auto& record : records) all.push_back(&record);
  const auto labels = distinct_labels(all);
  for (std::size_t i = 0; i < records.size(); ++i) records[i].program.label = labels[i];
}

}  // namespace warpscope::record
