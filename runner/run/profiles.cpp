#include "runner/run/profiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "vgpu/timing/profile.h"

namespace warpscope::runner {
namespace {

ProfileScale scale_of(const std::filesystem::path& file) {
  const auto profile = timing::load_profile(file);
  return {profile.name, profile.title, profile.sm.count, profile.memory_bytes};
}

}  // namespace

std::filesystem::path find_profile(const Installation& installation, const std::string& name) {
  const auto folder = installation.root / "vgpu" / "profiles";
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

std::vector<ProfileScale> profiles(const Installation& installation) {
  std::vector<ProfileScale> result;
  const auto folder = installation.root / "vgpu" / "profiles";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".toml") result.push_back(scale_of(file.path()));
  }
  std::ranges::sort(result, {}, &ProfileScale::name);
  return result;
}

std::string scale_text(const ProfileScale& profile) {
  return fmt::format("{} SMs, {:.3g} GB of memory", profile.sm_count,
                     static_cast<double>(profile.memory_bytes) / 1e9);
}

std::string profile_line(const Installation& installation, const std::string& name) {
  const auto chosen = scale_of(find_profile(installation, name));
  std::string others;
  for (const auto& profile : profiles(installation)) {
    if (profile.name != name) others += (others.empty() ? "" : ", ") + profile.name;
  }
  auto line = fmt::format("No real GPU: this runs on a {} ({}; --profile {}", chosen.title,
                          scale_text(chosen), name);
  if (!others.empty()) line += fmt::format(", or choose {}", others);
  return line + ").\n";
}

}  // namespace warpscope::runner
