// warpscope labs
#include <fmt/format.h>

#include "runner/cli/commands.h"
#include "runner/exercise/lab_progress.h"
#include "runner/report/table.h"
#include "runner/run_lab.h"

namespace warpscope::cli {
namespace {

int list_labs() {
  const auto installation = runner::Installation::discover();
  runner::TextTable table({{"part"}, {"lab"}, {"title"}, {"stars"}, {"progress"}});
  for (const auto& lab : runner::labs(installation)) {
    table.add_row({lab.part, lab.id, lab.title,
                   std::string(static_cast<std::size_t>(lab.difficulty), '*'),
                   runner::progress_in_words(installation.exercises / lab.id, lab.id)});
  }
  fmt::print(
      "{}\nThe progress is that of the copies in {}; a file elsewhere is graded all the same, and "
      "not noted.\n",
      table.text(), installation.exercises.string());
  return 0;
}

}  // namespace

void add_labs(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("labs", "Show the labs and how far you are");
  command->alias("list");
  command->callback([&action] { action = [](const std::stop_token&) { return list_labs(); }; });
}

}  // namespace warpscope::cli
