// Which right answers of a record were computed on the host, and which case shows it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

/// Looks at each case of a record once: checks ask for the same cases many times, and a case's
/// answer takes a walk over all launches and copies.
class HostEvidence {
 public:
  /// The record must stay, and its cases, launches and copies as they are.
  explicit HostEvidence(const record::RunRecord& record);

  /// The case that shows that no kernel computed the answer of this one: itself, a large one of its
  /// task, or, where this one has no stand-ins that would tell, any whose answer is right for its
  /// stand-ins. Nothing for a case whose answer is not right.
  std::optional<std::uint32_t> of(std::uint32_t case_index) const;

 private:
  const record::RunRecord& record_;
  std::vector<bool> is_made_on_host_;  ///< by case
  /// By task: the first of its large cases that is. The task's small cases, which tell little, are
  /// not believed either then. Large is what has half of the useful bytes of the largest.
  std::map<std::string, std::uint32_t> large_case_;
  std::map<std::string, std::uint32_t> case_of_stand_ins_;  ///< by task, the first
};

}  // namespace warpscope::runner
