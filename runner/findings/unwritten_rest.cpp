#include "runner/findings/unwritten_rest.h"

#include <fmt/format.h>

#include "record/metrics.h"
#include "runner/findings/replace.h"

namespace warpscope::runner {

void refine_unwritten_rest(const record::RunRecord& record, std::uint32_t case_index,
                           std::uint64_t written_bytes, record::Finding& finding) {
  if (finding.id != "grid-too-small" || written_bytes == 0) return;
  const auto stored_bytes = record::case_counter(record, case_index, record::metric::kStoreBytes);
  if (stored_bytes <= written_bytes) return;
  rename(finding, "local-for-global-index");
  finding.cause = fmt::format(
      "The threads stored {} bytes, but only the first {} bytes of the output were written: "
      "different blocks computed the same indices.",
      stored_bytes, written_bytes);
}

}  // namespace warpscope::runner
