// warpscope devices
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "runner/cli/commands.h"
#include "runner/report/table.h"
#include "runner/run/profiles.h"

namespace warpscope::cli {
namespace {

constexpr auto kRight = runner::TextTable::Align::right;

std::string runs(const arch::Profile& profile) {
  return arch::refusal(profile) ? "no, a data sheet" : "yes";
}

int list_devices() {
  runner::TextTable table({{"profile"},
                           {"title"},
                           {"compute capability"},
                           {"SMs", kRight},
                           {"memory", kRight},
                           {"bandwidth", kRight},
                           {"measured", kRight, "figures"},
                           {"published", kRight, "figures"},
                           {"assumed", kRight, "figures"},
                           {"programs run"}});
  for (const auto& profile : runner::profiles(runner::Installation::discover())) {
    const auto counts = arch::count_by_source(profile.figures);
    table.add_row({profile.name, profile.title, profile.compute_capability.text(),
                   std::to_string(profile.sm.count),
                   fmt::format("{:.3g} GB", static_cast<double>(profile.memory_bytes) / 1e9),
                   fmt::format("{:.4g} GB/s", profile.memory.dram_bytes_per_s / 1e9),
                   std::to_string(counts.measured), std::to_string(counts.published),
                   std::to_string(counts.assumed), runs(profile)});
  }
  fmt::print(
      "{}\nOf the figures of each profile so many were measured on a GPU of this kind, published, "
      "and "
      "assumed; devices PROFILE shows them. run, grade and exec take --profile PROFILE.\n",
      table.text());
  return 0;
}

int show_device(const std::string& name) {
  const auto installation = runner::Installation::discover();
  std::filesystem::path file;
  try {
    file = runner::find_profile(installation, name);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  const auto chosen = arch::load_data_sheet(file);
  runner::TextTable table({{"figure"}, {"value"}, {"source"}, {"from"}});
  for (const auto& figure : chosen.figures) {
    table.add_row(
        {figure.key, figure.value, std::string(arch::word_of(figure.source)), figure.where});
  }
  fmt::print("{}\n\n{}\n{}\n", chosen.title, table.text(),
             arch::refusal(chosen).value_or("Programs run on it: --profile " + name + "."));
  return 0;
}

}  // namespace

void add_devices(CLI::App& app, Action& action) {
  const auto name = std::make_shared<std::string>();
  auto* command = app.add_subcommand(
      "devices",
      "Show the GPUs that there are profiles of, or all figures of one and their sources");
  command->add_option("PROFILE", *name, "one of them");
  command->callback([name, &action] {
    action = [name](const std::stop_token&) {
      return name->empty() ? list_devices() : show_device(*name);
    };
  });
}

}  // namespace warpscope::cli
