// warpscope compare-devices
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "base/files.h"
#include "runner/build/source_program.h"
#include "runner/cli/commands.h"
#include "runner/cli/compile_source.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/measure_curves.h"
#include "runner/cli/outputs.h"
#include "runner/lab/rungs.h"
#include "runner/report/device_comparison.h"
#include "runner/report/ladder.h"
#include "runner/run/exec_program.h"
#include "runner/run/gpu_profile.h"
#include "runner/run/open_device.h"
#include "runner/run/profiles.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

struct CompareOptions {
  std::string target;                  ///< a lab, or a program
  std::vector<std::string> arguments;  ///< of the program
  std::vector<std::string> devices{"virtual:h200", "cuda:0"};
  std::vector<std::string> only, nvcc;
  std::string records, from, csv, curves;
};

/// What requests take.
std::string profile_of(const std::string& device) {
  return runner::profile_of_device(device, runner::ExecRequest{}.profile);
}

/// A record for each of the devices, in their order.
struct DeviceRecords {
  std::string label;
  std::vector<record::RunRecord> of;
};

/// "step-1.cuda-0.json" of what "cuda:0" did.
std::string ending_of(std::string device) {
  std::ranges::replace(device, ':', '-');
  return "." + device + ".json";
}

void keep(const DeviceRecords& records, const CompareOptions& options) {
  if (options.records.empty()) return;
  const fs::path folder(options.records);
  fs::create_directories(folder);
  auto name = records.label;
  std::ranges::replace(name, '/', '-');
  for (std::size_t i = 0; i < records.of.size(); ++i)
    record::save(records.of[i], folder / (name + ending_of(options.devices[i])));
}

/// The starter, each rung and the reference, or those of them that were asked for.
std::vector<DeviceRecords> run_lab_on_each(const runner::Installation& installation,
                                           const runner::LabInfo& lab,
                                           const CompareOptions& options,
                                           const std::stop_token& cancel) {
  expect_reference_shown(installation, lab);
  const auto rungs = runner::rungs_of(lab.folder);
  for (const auto& name : options.only) rung_named(rungs, name);
  std::vector<DeviceRecords> all;
  for (const auto& rung : rungs) {
    if (!options.only.empty() && std::ranges::find(options.only, rung.name) == options.only.end())
      continue;
    auto& records = all.emplace_back(DeviceRecords{rung.name, {}});
    for (const auto& device : options.devices) {
      runner::RunRequest request;
      request.lab = lab.given;
      request.file = rung.file;
      request.text = rung.text;
      request.label = rung.name;
      request.profile = profile_of(device);
      request.workers = 0;
      records.of.push_back(run_with_progress(installation, request, cancel));
      const auto& record = records.of.back();
      if (!runner::gives_ladder_row(record)) {
        throw std::runtime_error(
            fmt::format("{} on {}: {}", rung.name, device, record.outcome.message));
      }
    }
    keep(records, options);
  }
  return all;
}

/// Nothing, and `code` is set, where it does not compile.
std::vector<DeviceRecords> run_program_on_each(runner::Installation& installation,
                                               const CompareOptions& options,
                                               const std::stop_token& cancel, int& code) {
  DeviceRecords records{fs::path(options.target).filename().string(), {}};
  for (const auto& device : options.devices) {
    runner::ExecRequest request;
    request.program = options.target;
    request.arguments = options.arguments;
    request.profile = profile_of(device);
    request.label = records.label;
    request.options.worker_threads =
        std::clamp(std::thread::hardware_concurrency(), 1U, device::kMostWorkerThreads);
    if (runner::is_cuda_source(request.program)) {
      if (const auto failed = compile_source(options.nvcc, installation, request, cancel)) {
        code = exit_code_of(*failed);
        return {};
      }
    }
    if (!runner::gpu_index(request.profile) && !installation.ptxas().empty()) {
      request.options.uses_clock = true;
      request.options.ptxas = installation.ptxas().string();
      request.options.cubins_folder = installation.cubins_folder().string();
    }
    fmt::print(stderr, "{}", runner::profile_line(installation, request.profile));
    try {
      records.of.push_back(runner::exec_program(installation, request, cancel));
    } catch (const runner::NoProgram& error) {
      throw UsageError(error.what());
    }
    const auto& outcome = records.of.back().outcome;
    if (outcome.kind == record::Outcome::Kind::tool_error)
      throw std::runtime_error(outcome.message);
    if (outcome.exit_code != 0)
      fmt::print(stderr, "warpscope: the program ended with {} on {}.\n", outcome.exit_code,
                 device);
  }
  keep(records, options);
  return {std::move(records)};
}

/// Those that keep() wrote, in a ladder's order.
std::vector<runner::RecordPair> kept_pairs(const CompareOptions& options) {
  const fs::path folder(options.from);
  if (!fs::exists(folder)) throw UsageError("There is no folder " + options.from + ".");
  if (!fs::is_directory(folder)) throw UsageError(options.from + " is no folder.");
  const auto first = ending_of(options.devices[0]), second = ending_of(options.devices[1]);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    if (name.ends_with(first)) names.push_back(name.substr(0, name.size() - first.size()));
  }
  std::ranges::sort(names, {}, [](const std::string& name) {
    return std::tuple(name == "reference", name != "starter", name.size(), name);
  });
  std::vector<runner::RecordPair> pairs;
  for (const auto& name : names)
    pairs.push_back(
        {record::load(folder / (name + first)), record::load(folder / (name + second))});
  if (pairs.empty())
    throw UsageError(fmt::format("In {} are no records that end in {}.", options.from, first));
  return pairs;
}

/// By lab, or of the program, on each device; kept where that was asked for.
std::vector<DeviceRecords> run_all(CompareOptions& options, const std::stop_token& cancel,
                                   int& code) {
  auto installation = runner::Installation::discover();
  std::optional<runner::LabInfo> lab;
  try {
    lab = runner::find_lab(installation, options.target);
  } catch (const std::runtime_error& error) {
    std::error_code ignored;
    if (!fs::exists(options.target, ignored))
      throw UsageError(fmt::format("There is no program {}. {}", options.target, error.what()));
  }
  for (const auto& device : options.devices) {
    try {
      check_profile(installation, profile_of(device));
    } catch (const std::runtime_error& error) {
      throw UsageError(error.what());
    }
  }
  return lab ? run_lab_on_each(installation, *lab, options, cancel)
             : run_program_on_each(installation, options, cancel, code);
}

int compare(CompareOptions options, const std::stop_token& cancel) {
  if (!options.curves.empty()) {
    if (options.devices.size() != 1)
      throw UsageError("--curves measures on one real GPU: --devices cuda:0.");
    return measure_curves({options.target, options.devices.front(), options.only, options.curves},
                          cancel);
  }
  if (options.target.empty() && options.from.empty())
    throw UsageError("Name a lab or a program to be run, or a folder of records by --from.");
  if (!options.target.empty() && !options.from.empty())
    throw UsageError("With --from nothing is run: leave out " + options.target + ".");
  const bool only_runs = options.devices.size() == 1 && !options.records.empty();
  if (options.devices.size() != 2 && !only_runs) {
    throw UsageError(
        "--devices takes two, with a comma between; or one, whose records --records keeps.");
  }
  expect_writable(options.csv);
  std::vector<runner::RecordPair> pairs;
  if (!options.from.empty()) {
    pairs = kept_pairs(options);
  } else {
    int code = kFullMarks;
    auto all = run_all(options, cancel, code);
    if (code != kFullMarks || only_runs) return code;
    for (auto& records : all) pairs.push_back({std::move(records.of[0]), std::move(records.of[1])});
  }
  const auto comparison = runner::compare_devices(pairs);
  fmt::print("{}", runner::comparison_text(comparison));
  Outputs outputs;
  outputs.add(options.csv, [&] { write_file(options.csv, runner::comparison_csv(comparison)); });
  return outputs.exit_code(kFullMarks);
}

}  // namespace

void add_compare_devices(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CompareOptions>();
  auto* command = app.add_subcommand(
      "compare-devices", "Run a lab's ladder or a program on two devices and compare them");
  command->add_option("LAB|PROGRAM", options->target, "a lab, or a program, or FILE.cu");
  command->add_option("ARGUMENTS", options->arguments,
                      "of the program; those with a dash behind --");
  command->add_option("--devices", options->devices, "the two, with a comma between")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--only", options->only, "of a lab: starter, reference, step-1, …; a list")
      ->delimiter(',');
  command->add_option("--nvcc", options->nvcc, "options for nvcc when it compiles FILE.cu")
      ->allow_extra_args(false);
  command->add_option("--records", options->records,
                      "keep the records in this folder; with one device, that is all");
  command->add_option("--from", options->from, "run nothing: compare the records of this folder");
  command->add_option("--curves", options->curves,
                      "of a lab, on one real GPU: measure its sweeps and write this file, the "
                      "lab's h200.json");
  command->add_option("--csv", options->csv, "write every counter of every launch to this file");
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) { return compare(*options, cancel); };
  });
}

}  // namespace warpscope::cli
