#include "runner/cli/harness_outputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "base/files.h"
#include "runner/report/autolab.h"
#include "runner/report/gradescope.h"
#include "runner/report/grading_harness.h"

namespace warpscope::cli {
namespace {

/// A result that cannot be written is printed, so that it is not lost.
void write_or_print(const std::string& file, const std::string& text) {
  try {
    std::error_code ignored;
    if (file == kPrairielearnFile)  // PrairieLearn leaves that to us
      std::filesystem::create_directories(std::filesystem::path(file).parent_path(), ignored);
    replace_file(file, text);
  } catch (const std::runtime_error&) {
    fmt::print("{}", text);
    throw;
  }
}

/// Other steps' outputs are in that file as well.
void append_to(const std::string& file, const std::string& text) {
  std::ofstream to(file, std::ios::app | std::ios::binary);
  to << text << std::flush;
  if (to.good()) return;
  fmt::print("{}", text);
  throw std::runtime_error("Cannot write to " + file + ".");
}

}  // namespace

void write_harness_outputs(const HarnessOptions& options, const record::RunRecord& record,
                           const runner::InstructorRules& rules, Outputs& outputs) {
  if (options.is_coderunner) fmt::print("{}", runner::coderunner_json(record, rules));
  if (options.is_autolab) fmt::print("{}", runner::autolab_lines(record));
  outputs.add(options.gradescope,
              [&] { write_or_print(options.gradescope, runner::gradescope_json(record, &rules)); });
  outputs.add(options.prairielearn, [&] {
    write_or_print(options.prairielearn, runner::prairielearn_json(record, rules));
  });
  outputs.add(options.classroom,
              [&] { append_to(options.classroom, runner::classroom_output(record, rules)); });
}

void write_harness_reason(const HarnessOptions& options, const std::string& reason) {
  if (options.is_coderunner) fmt::print("{}", runner::coderunner_none(reason));
  if (options.is_autolab) fmt::print("{}", runner::autolab_none(reason));
  if (!options.gradescope.empty())
    write_or_print(options.gradescope, runner::gradescope_none(reason));
  if (!options.prairielearn.empty())
    write_or_print(options.prairielearn, runner::prairielearn_none(reason));
  if (!options.classroom.empty()) append_to(options.classroom, runner::classroom_none(reason));
}

}  // namespace warpscope::cli
