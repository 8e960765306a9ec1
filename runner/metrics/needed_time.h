// How long the operations of a case need for their work, where some take their time: so that no
// slow kernel and no copy of what is there already makes it look as if more went on at once.
#pragma once

#include <cstdint>
#include <optional>

#include "record/record.h"
#include "runner/metrics/counted.h"

namespace warpscope::runner {

/// What the operations of a case need to do at most, all together. Times beyond that do not count.
struct MostWork {
  std::optional<double> instructions{};  ///< warp instructions of kernels; nothing: no limit
  std::optional<double> copied_bytes{};  ///< between host and device, both ways; nothing: no limit
};

class NeededTimes {
 public:
  NeededTimes(const record::RunRecord& record, std::uint32_t case_index, Counted counted,
              const MostWork& most);
  /// Seconds, at most its duration: a kernel needs for each of its instructions no longer than
  /// twice what that kernel of the case needs which is quickest so.
  double of(const record::Launch& launch) const;
  /// The same of a copy between host and device, by bytes. Fills, and copies from one place of the
  /// device to another, count for nothing.
  double of(const record::Transfer& transfer) const;

 private:
  /// Operations of one kind.
  struct Kind {
    std::optional<double> least_s;  ///< for one instruction or byte
    double amount = 0;              ///< of instructions or bytes, of all
    double counted_share = 1;       ///< of what they have together
    void add(double duration_s, double its_amount);
    void limit(std::optional<double> most);
    double needed_s(double duration_s, double its_amount) const;
  };
  Kind kernels_, copies_;
};

}  // namespace warpscope::runner
