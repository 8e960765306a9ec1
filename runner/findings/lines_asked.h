// The lines from which a program asked for launches and copies, where a finding is of several.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

class LinesAsked {
 public:
  /// In the order in which the program asked; nothing for a place that is not known.
  void add(const std::optional<record::SourceLine>& where);
  void add(const std::optional<record::HostOrder>& asked);

  /// Where to begin looking: the first that was added.
  std::optional<record::SourceLine> first() const;
  /// " Lines 62 and 74 ask for them." Empty unless several lines of the first one's file do.
  std::string sentence() const;

 private:
  std::vector<record::SourceLine> lines_;  ///< each once
};

}  // namespace warpscope::runner
