#include "runner/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/driver_parts.h"
#include "runner/compiler_settings.h"
#include "runner/data_lab/data_lab.h"
#include "runner/data_lab/driver_text.h"
#include "runner/installation/version.h"
#include "runner/run/gpu_profile.h"
#include "runner/run/profiles.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// A program or library that was replaced has another one.
std::string identity_of_file(const fs::path& file) {
  std::error_code error;
  const auto bytes = fs::file_size(file, error);
  if (error) return {};
  return fmt::format("{} {} {}\n", file.string(), bytes,
                     fs::last_write_time(file, error).time_since_epoch().count());
}

/// Our programs, the client's libraries and the lab's judge where it is a module.
std::string identity_of_programs(const Installation& installation, const LabInfo& lab) {
  std::vector<fs::path> files{fs::read_symlink("/proc/self/exe"), installation.device_program,
                              installation.judges_folder / (lab.id + ".so")};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(installation.cudart_folder, error))
    files.push_back(entry.path());
  std::ranges::sort(files);
  std::string text;
  for (const auto& file : files) text += identity_of_file(file);
  return text;
}

/// The lab's own files: its description and, where the judge is data, that and what gives answers.
std::string texts_of_lab(const LabInfo& lab, const std::optional<DataLab>& data) {
  auto text = read_file(lab.folder / "lab.toml");
  if (!data) return text;
  for (const std::string& file : {std::string(kDataJudge), data->answers_file()})
    if (fs::exists(lab.folder / file)) text += "\n" + read_file(lab.folder / file);
  return text;
}

/// Of a real GPU what it is; of a virtual one its data sheet.
std::string text_of_device(const Installation& installation, const arch::Profile& profile,
                           const ChosenConditions& chosen) {
  if (gpu_index(chosen.profile)) return chosen.profile + " " + profile.title;
  return read_file(find_profile(installation, chosen.profile));
}

}  // namespace

std::string conditions_of(const Installation& installation, const LabInfo& lab,
                          const ChosenConditions& chosen) {
  const auto profile = running_profile(installation, chosen.profile);
  const auto description = load_lab(lab.folder / "lab.toml");
  const auto sandbox = Sandbox::detect();
  const Compiler compiler(installation, sandbox,
                          compiler_settings(description, profile.compute_capability));
  const auto data = load_data_lab(lab.folder);
  // Compiler, options, device library, driver and headers.
  const auto parts = driver_parts_key(installation, lab.folder, compiler,
                                      data ? made_sources(*data) : MadeSources());
  return sha256(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", kVersion,
                            identity_of_programs(installation, lab), parts, texts_of_lab(lab, data),
                            text_of_device(installation, profile, chosen), chosen.seed,
                            chosen.rules.empty() ? std::string() : read_file(chosen.rules)));
}

}  // namespace warpscope::runner
