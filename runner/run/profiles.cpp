#include "runner/run/profiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "runner/run/gpu_profile.h"

namespace warpscope::runner {

std::filesystem::path find_profile(const Installation& installation, const std::string& name) {
  const auto folder = installation.root / "arch" / "profiles";
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".toml") continue;
    if (file.path().stem() == name) return file.path();
    names.push_back(file.path().stem().string());
  }
  std::ranges::sort(names);
  std::string list;
  for (const auto& known : names) list += (list.empty() ? "" : ", ") + known;
  throw std::runtime_error("There is no profile \"" + name + "\"; there are: " + list + ".");
}

std::vector<arch::Profile> profiles(const Installation& installation) {
  std::vector<arch::Profile> result;
  const auto folder = installation.root / "arch" / "profiles";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".toml") result.push_back(arch::load_data_sheet(file.path()));
  }
  std::ranges::sort(result, {}, &arch::Profile::name);
  return result;
}

arch::Profile running_profile(const Installation& installation, const std::string& name) {
  if (const auto index = gpu_index(name)) return profile_of_gpu(installation, *index);
  return arch::load_profile(find_profile(installation, name));
}

std::string scale_text(const arch::Profile& profile) {
  return fmt::format("{} SMs, {:.3g} GB of memory", profile.sm.count,
                     static_cast<double>(profile.memory_bytes) / 1e9);
}

std::string profile_line(const Installation& installation, const std::string& name) {
  const auto chosen = running_profile(installation, name);
  if (gpu_index(name))
    return fmt::format("This runs on a real GPU, {}: {} ({}).\n", name, chosen.title,
                       scale_text(chosen));
  std::string others;
  for (const auto& profile : profiles(installation)) {
    if (profile.name != name && !arch::refusal(profile))
      others += (others.empty() ? "" : ", ") + profile.name;
  }
  auto line = fmt::format("No real GPU: this runs on a {} ({}; --profile {}", chosen.title,
                          scale_text(chosen), name);
  if (!others.empty()) line += fmt::format(", or choose {}", others);
  return line + ").\n";
}

}  // namespace warpscope::runner
