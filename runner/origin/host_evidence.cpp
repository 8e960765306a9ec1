#include "runner/origin/host_evidence.h"

#include <algorithm>

#include "runner/origin/host_work.h"

namespace warpscope::runner {

HostEvidence::HostEvidence(const record::RunRecord& record) : record_(record) {
  std::map<std::string, std::uint64_t> most_bytes;
  for (const auto& item : record.cases) {
    auto& most = most_bytes[item.task];
    most = std::max(most, item.useful_bytes);
  }
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    is_made_on_host_.push_back(is_made_on_host(record, i));
    const bool is_large = 2 * item.useful_bytes >= most_bytes[item.task];
    if (is_made_on_host_.back() && is_large) large_case_.try_emplace(item.task, i);
    if (item.is_answer_of_stand_ins) case_of_stand_ins_.try_emplace(item.task, i);
  }
}

std::optional<std::uint32_t> HostEvidence::of(std::uint32_t case_index) const {
  const auto& item = record_.cases[case_index];
  if (item.verdict != record::Case::Verdict::correct) return std::nullopt;
  if (is_made_on_host_[case_index]) return case_index;
  const auto large = large_case_.find(item.task);
  if (large != large_case_.end()) return large->second;
  const auto proof = case_of_stand_ins_.find(item.task);
  const bool is_proof = !item.has_stand_ins && proof != case_of_stand_ins_.end();
  return is_proof ? std::optional(proof->second) : std::nullopt;
}

}  // namespace warpscope::runner
