#include "runner/installation/installation.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "runner/installation/real_compiler.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

fs::path in_path(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable != nullptr ? variable : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (is_program(fs::path(folder) / name)) return fs::path(folder) / name;
  }
  return {};
}

/// The folder above the executable that holds the labs.
fs::path find_root(const fs::path& executable) {
  for (auto folder = executable.parent_path();; folder = folder.parent_path()) {
    if (fs::exists(folder / "labs" / "course.toml")) return folder;
    if (folder == folder.root_path()) break;
  }
  throw std::runtime_error("Cannot find the folder labs/ above " + executable.string() +
                           "; start Warpscope from its build folder inside the source tree, by "
                           "./run, or install it with "
                           "`cmake --install`.");
}

/// `ours`: where one is put that we fetch.
fs::path find_nvcc(const fs::path& ours) {
  if (const char* chosen = std::getenv("CUDACXX"); chosen != nullptr && *chosen != '\0') {
    fs::path path = fs::path(chosen).is_absolute() ? fs::path(chosen) : in_path(chosen);
    if (!is_program(path)) {
      throw std::runtime_error("CUDACXX names " + std::string(chosen) +
                               ", which is not a program; set it to an nvcc of CUDA 13.0 or newer, "
                               "or unset it.");
    }
    return path;
  }
  for (const auto& candidate :
       {in_path("nvcc"), fs::path("/usr/local/cuda/bin/nvcc"), ours / "cuda/bin/nvcc"}) {
    if (is_program(candidate)) return candidate;
  }
  return {};
}

fs::path existing(const fs::path& path, const char* what) {
  if (!fs::exists(path)) {
    throw std::runtime_error("Cannot find " + std::string(what) + " at " + path.string() +
                             "; build it with ./run, or install Warpscope again.");
  }
  return path;
}

/// Where a link leads to, so that what is made there has one name; the path itself, where it leads
/// nowhere.
fs::path without_links(const fs::path& path) {
  std::error_code error;
  auto real = fs::canonical(path, error);
  return error ? path : real;
}

/// The first of `candidates` and the user's cache where we may write.
fs::path make_work_folder(std::vector<fs::path> candidates) {
  const auto add = [&](const char* variable, const char* below) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value == '/') candidates.push_back(fs::path(value) / below);
  };
  add("XDG_CACHE_HOME", "warpscope");
  add("HOME", ".cache/warpscope");
  for (const auto& candidate : candidates) {
    std::error_code error;
    fs::create_directories(candidate, error);
    if (!error && ::access(candidate.c_str(), W_OK) == 0) return without_links(candidate);
  }
  throw std::runtime_error("No folder to build labs in can be written; set XDG_CACHE_HOME to one.");
}

}  // namespace

fs::path Installation::ptxas() const {
  std::error_code error;
  const fs::path compiler = fs::canonical(nvcc, error);
  if (error) return {};
  const fs::path found = compiler.parent_path() / "ptxas";
  return fs::is_regular_file(found, error) ? found : fs::path();
}

Installation Installation::discover() {
  const auto executable = fs::read_symlink("/proc/self/exe");
  const auto folder = executable.parent_path();
  const auto build = folder.parent_path();  // or the prefix
  Installation installation;
  installation.is_installed = fs::exists(build / "share/warpscope/labs/course.toml") &&
                              fs::exists(build / "lib/warpscope/warpscope-device");
  installation.root =
      installation.is_installed ? build / "share" / "warpscope" : find_root(executable);
  const auto programs = installation.is_installed ? build / "lib" / "warpscope" : folder;
  const auto libraries = installation.is_installed ? programs : build / "lib";
  installation.device_program = existing(programs / "warpscope-device", "the virtual GPU");
  installation.cudart_folder = existing(libraries / "cudart", "the CUDA runtime library");
  installation.judges_folder = libraries / "judges";
  installation.exercises =
      (installation.is_installed ? fs::current_path() : installation.root) / "exercises";
  if (installation.is_installed) {
    installation.work_folder = make_work_folder({});
    installation.nvcc = real_compiler(find_nvcc(installation.work_folder));
  } else {
    installation.work_folder = make_work_folder({build / "lab-cache"});
    installation.nvcc = real_compiler(find_nvcc(without_links(installation.root / ".deps")));
  }
  return installation;
}

}  // namespace warpscope::runner
