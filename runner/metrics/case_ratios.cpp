#include "runner/metrics/case_ratios.h"

#include "record/derived.h"

namespace warpscope::runner {

std::vector<CaseRatio> case_ratios(const record::RunRecord& record) {
  using namespace record::derived;
  std::vector<CaseRatio> ratios{{"sectors/load", kSectorsPerLoadRequest},
                                {"sectors/store", kSectorsPerStoreRequest},
                                {"lanes", kLanesPerInstruction}};
  if (record::metric_value(kSharedConflictWays, record::total_counters(record))) {
    ratios.push_back({"bank-conflict ways", kSharedConflictWays});
  }
  return ratios;
}

}  // namespace warpscope::runner
