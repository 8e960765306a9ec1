#include "runner/cli/lab_run.h"

#include "runner/cli/terminal.h"

namespace warpscope::cli {

record::RunRecord run_with_progress(const runner::Installation& installation,
                                    const runner::RunRequest& request,
                                    const std::filesystem::path& record_path,
                                    const std::stop_token& cancel) {
  record::RunRecord record;
  {
    ProgressLine line;
    record = runner::run_lab(
        installation, request, [&](const auto& progress) { line.show(progress); }, cancel);
  }
  if (!record_path.empty()) record::save(record, record_path);
  return record;
}

}  // namespace warpscope::cli
