#include "runner/cli/lab_run.h"

#include <stdexcept>

#include "runner/cli/commands.h"
#include "runner/cli/terminal.h"
#include "runner/run/device_link.h"

namespace warpscope::cli {

runner::LabInfo chosen_lab(const runner::Installation& installation, const std::string& id) {
  const auto labs = runner::labs(installation);
  try {
    return runner::find_lab(labs, id);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

record::RunRecord run_with_progress(const runner::Installation& installation,
                                    const runner::RunRequest& request,
                                    const std::filesystem::path& record_path,
                                    const std::stop_token& cancel) {
  if (!std::filesystem::is_regular_file(request.file)) {
    throw UsageError("There is no file " + request.file.string() + ".");
  }
  try {
    runner::find_profile(installation, request.profile);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
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
