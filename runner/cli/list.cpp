// warpscope list
#include <fmt/format.h>

#include "runner/cli/commands.h"
#include "runner/report/table.h"
#include "runner/run_lab.h"

namespace warpscope::cli {
namespace {

int list() {
  runner::TextTable table({{"lab"}, {"title"}, {"difficulty"}, {"part"}});
  for (const auto& lab : runner::labs(runner::Installation::discover())) {
    table.add_row(
        {lab.id, lab.title, std::string(static_cast<std::size_t>(lab.difficulty), '*'), lab.part});
  }
  fmt::print("{}", table.text());
  return 0;
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("list", "Show the labs");
  command->callback([&action] { action = [](const std::stop_token&) { return list(); }; });
}

}  // namespace warpscope::cli
