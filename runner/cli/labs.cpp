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
  using enum runner::TextTable::Align;
  runner::TextTable table(
      {{"part"}, {"lab"}, {"title"}, {"stars"}, {"minutes", right}, {"needs"}, {"progress"}});
  for (const auto& lab : runner::labs(installation)) {
    table.add_row({lab.part, lab.id, lab.title,
                   std::string(static_cast<std::size_t>(lab.difficulty), '*'),
                   lab.minutes > 0 ? std::to_string(lab.minutes) : "",
                   fmt::format("{}", fmt::join(lab.needs, ", ")),
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
