// warpscope explain
#include "runner/report/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "record/record.h"
#include "runner/cli/commands.h"
#include "runner/cli/whole_number.h"

namespace warpscope::cli {
namespace {

struct ExplainOptions {
  std::string record;
  std::optional<std::uint32_t> launch;
};

/// The launch that is asked for; without a number the longest one.
const record::Launch& launch_of(const record::RunRecord& record, const ExplainOptions& options) {
  const auto& launches = record.launches;
  if (launches.empty())
    throw UsageError(options.record + " has no launches" +
                     (record.outcome.message.empty() ? "." : ": " + record.outcome.message));
  if (!options.launch)
    return *std::ranges::max_element(launches, std::less{}, &record::Launch::duration_s);
  const auto found = std::ranges::find(launches, *options.launch, &record::Launch::id);
  if (found == launches.end())
    throw UsageError(fmt::format("{} has no launch {}: they are 0 to {}.", options.record,
                                 *options.launch, launches.size() - 1));
  return *found;
}

int explain(const ExplainOptions& options) {
  if (!std::filesystem::exists(options.record))
    throw UsageError("There is no file " + options.record + ".");
  const auto record = record::load(options.record);
  fmt::print("{}", runner::explained(record, launch_of(record, options)));
  return 0;
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ExplainOptions>();
  auto* command = app.add_subcommand(
      "explain",
      "Say what bounds a launch of a run record, and what mending it would bring. The record comes "
      "from exec --explain or run LAB --explain");
  command->add_option("RECORD", options->record, "run record")->required();
  command
      ->add_option("LAUNCH", options->launch,
                   "its number in the table of launches; the longest one unless given")
      ->check(whole_number());
  command->callback([options, &action] {
    action = [options](const std::stop_token&) { return explain(*options); };
  });
}

}  // namespace warpscope::cli
