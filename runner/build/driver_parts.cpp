#include "runner/build/driver_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <stdexcept>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/making_lock.h"
#include "runner/build/new_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVersionFile = "cuda-version";
constexpr const char* kCompileStages = "compile-stages";
constexpr const char* kLinkStages = "link-stages";

struct Source {
  std::string text;
  bool is_compiled = false;
};
/// By path in the folder where they are compiled.
using Sources = std::map<std::string, Source>;

bool is_header(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cuh";
}

void add_headers(Sources& sources, const fs::path& folder, const std::string& prefix,
                 bool is_recursive) {
  if (!fs::is_directory(folder)) return;
  for (auto it = fs::recursive_directory_iterator(folder); it != fs::end(it); ++it) {
    if (it->is_directory() && !is_recursive) it.disable_recursion_pending();
    if (!it->is_regular_file() || !is_header(it->path())) continue;
    sources[prefix + it->path().lexically_relative(folder).generic_string()].text =
        read_file(it->path());
  }
}

/// The headers and sources of a folder of the tree, under the names that they have there.
void add_parts(Sources& sources, const fs::path& root, const std::string& name) {
  add_headers(sources, root / name, "include/" + name + "/", false);
  for (const auto& file : fs::directory_iterator(root / name)) {
    if (file.path().extension() != ".cpp") continue;
    sources[name + "/" + file.path().filename().string()] = {read_file(file.path()), true};
  }
}

Sources collect(const fs::path& root, const fs::path& lab_folder) {
  Sources sources;
  add_headers(sources, root / "kernels", "include/kernels/", true);
  add_headers(sources, lab_folder, "include/lab/", false);
  sources["driver.cu"] = {read_file(lab_folder / "driver.cu"), true};
  add_parts(sources, root, "lab_protocol");
  add_parts(sources, root, "labs/driver");
  return sources;
}

/// A compiler that was replaced gives another key.
std::string identity(const fs::path& nvcc) {
  return fmt::format("{} {} {}", nvcc.string(), fs::file_size(nvcc),
                     fs::last_write_time(nvcc).time_since_epoch().count());
}

std::string key_of(const Sources& sources, const fs::path& nvcc, const Compiler& compiler) {
  std::string text = identity(nvcc) + " with stages of exercises";
  for (const auto& option : compiler.options()) text += '\n' + option;
  for (const auto& [path, source] : sources) {
    text += fmt::format("\n{} {}\n{}", path, source.text.size(), source.text);
  }
  return sha256(text).substr(0, 16);
}

std::string object_name(const std::string& source) { return source + ".o"; }

void compile_all(const Compiler& compiler, const Sources& sources, const fs::path& folder,
                 const std::stop_token& cancel) {
  Compiler::Job job;
  job.folder = folder;
  job.include_folders = {folder / "include", folder / "include" / "lab"};
  std::vector<std::pair<std::string, std::future<FinishedProcess>>> running;
  for (const auto& [path, source] : sources) {
    if (!source.is_compiled) continue;
    running.emplace_back(path, std::async(std::launch::async, [&, name = path] {
                           return compiler.compile(job, name, object_name(name), cancel);
                         }));
  }
  std::string errors;
  for (auto& [path, future] : running) {
    const auto result = future.get();
    if (!result.is_success()) errors += path + ":\n" + result.output;
  }
  if (cancel.stop_requested()) throw std::runtime_error("Canceled.");
  if (!errors.empty()) throw std::runtime_error("The lab's driver does not compile.\n" + errors);
}

std::vector<fs::path> objects_in(const fs::path& folder, const Sources& sources) {
  std::vector<fs::path> objects;
  for (const auto& [path, source] : sources) {
    if (source.is_compiled) objects.push_back(folder / object_name(path));
  }
  return objects;
}

std::string with_other_path(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// What nvcc will do with every exercise, asked once.
void keep_stages(const Compiler& compiler, const Sources& sources, const fs::path& folder,
                 const fs::path& target, const std::stop_token& cancel) {
  Compiler::Job job;
  job.folder = folder / kExerciseFolder;
  job.include_folders = {folder / "include", folder / "include" / "lab"};
  fs::create_directories(job.folder);
  write_file(job.folder / kExerciseSource, "");
  auto objects = objects_in(folder, sources);
  objects.push_back(job.folder / kExerciseObject);
  const auto keep = [&](const char* file, const std::string& text) {
    write_file(folder / file, with_other_path(text, folder.string(), target.string()));
  };
  keep(kCompileStages, compiler.stages_of_compile(job, kExerciseSource, kExerciseObject, cancel));
  keep(kLinkStages, compiler.stages_of_link(job, objects, kProgram, cancel));
}

void make(const Compiler& compiler, const Sources& sources, const fs::path& target,
          const std::stop_token& cancel) {
  NewFolder folder(target);
  for (const auto& [path, source] : sources) {
    fs::create_directories((folder.path() / path).parent_path());
    write_file(folder.path() / path, source.text);
  }
  compile_all(compiler, sources, folder.path(), cancel);
  keep_stages(compiler, sources, folder.path(), target, cancel);
  write_file(folder.path() / kVersionFile, compiler.version(cancel));
  folder.publish();
}

}  // namespace

std::string stages_in(const Compiler::Job& job, const DriverParts& parts, std::string stages) {
  return with_other_path(std::move(stages), (parts.folder / kExerciseFolder).string(),
                         job.folder.string());
}

DriverParts prepare_driver_parts(const Installation& installation, const fs::path& lab_folder,
                                 const Compiler& compiler, const std::stop_token& cancel) {
  const auto sources = collect(installation.root, lab_folder);
  DriverParts parts;
  parts.key = key_of(sources, installation.nvcc, compiler);
  const auto folder =
      installation.work_folder / lab_folder.filename() / fmt::format("driver-{}", parts.key);
  if (!fs::is_directory(folder)) {
    const MakingLock lock(folder.parent_path(), folder.filename().string(), cancel);
    if (!fs::is_directory(folder)) make(compiler, sources, folder, cancel);
  }
  parts.folder = folder;
  parts.host_headers = prepare_host_headers(installation, compiler, cancel);
  parts.objects = objects_in(folder, sources);
  parts.compile_stages = read_file(folder / kCompileStages);
  parts.link_stages = read_file(folder / kLinkStages);
  parts.include_folders = {folder / "include", folder / "include" / "lab"};
  parts.cuda_version = read_file(folder / kVersionFile);
  return parts;
}

}  // namespace warpscope::runner
