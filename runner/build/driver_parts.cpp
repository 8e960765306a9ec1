#include "runner/build/driver_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <future>
#include <map>
#include <stdexcept>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/making_lock.h"
#include "runner/build/new_folder.h"
#include "runner/build/old_builds.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVersionFile = "cuda-version";
constexpr const char* kCompileStages = "compile-stages";
constexpr const char* kLinkStages = "link-stages";
constexpr const char* kDriver = "driver.cu";
constexpr const char* kDriverPrefix = "driver-";

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

/// What all labs' drivers have in common: they are compiled once for all labs with these options.
Sources collect_common(const fs::path& root) {
  Sources sources;
  add_headers(sources, root / "kernels", "include/kernels/", true);
  add_parts(sources, root, "lab_protocol");
  add_parts(sources, root, "labs/driver");
  return sources;
}

/// What a lab adds. Its driver may include all headers.
Sources collect_own(const Sources& common, const fs::path& lab_folder, const MadeSources& made) {
  Sources sources = common;
  std::erase_if(sources, [](const auto& entry) { return entry.second.is_compiled; });
  for (const auto& [name, text] : made) {
    if (is_header(name)) sources["include/lab/" + name].text = text;
  }
  add_headers(sources, lab_folder, "include/lab/", false);
  const auto driver = made.find(kDriver);
  const bool is_made = driver != made.end() && !fs::exists(lab_folder / kDriver);
  sources[kDriver] = {is_made ? driver->second : read_file(lab_folder / kDriver), true};
  return sources;
}

/// A compiler that was replaced gives another key.
std::string identity(const fs::path& nvcc) {
  return fmt::format("{} {} {}", nvcc.string(), fs::file_size(nvcc),
                     fs::last_write_time(nvcc).time_since_epoch().count());
}

std::string key_of(const Sources& sources, const fs::path& nvcc, const Compiler& compiler,
                   const std::string& rest) {
  std::string text = identity(nvcc) + '\n' + rest;
  for (const auto& option : compiler.options()) text += '\n' + option;
  for (const auto& [path, source] : sources) {
    text += fmt::format("\n{} {}\n{}", path, source.text.size(), source.text);
  }
  return sha256(text).substr(0, 16);
}

std::vector<fs::path> include_folders_in(const fs::path& folder) {
  return {folder / "include", folder / "include" / "lab"};
}

std::string object_name(const std::string& source) { return source + ".o"; }

/// The lab's own files come to no limit but on a machine that has no time for them.
void compile_all(const Compiler& hurried, const Sources& sources, const fs::path& folder,
                 const std::stop_token& cancel) {
  constexpr int kPatience = 4;
  const Compiler compiler = hurried.with_patience(kPatience);
  Compiler::Job job;
  job.folder = folder;
  job.include_folders = include_folders_in(folder);
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
    if (result.ending == FinishedProcess::Ending::timed_out)
      errors += "The compiler did not finish in time.\n";
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

/// What nvcc will do with every exercise, asked once. `objects` are to be linked with it.
void keep_stages(const Compiler& compiler, std::vector<fs::path> objects, const fs::path& folder,
                 const fs::path& target, const std::stop_token& cancel) {
  Compiler::Job job;
  job.folder = folder / kExerciseFolder;
  job.include_folders = include_folders_in(folder);
  fs::create_directories(job.folder);
  write_file(job.folder / kExerciseSource, "");
  objects.push_back(job.folder / kExerciseObject);
  const auto keep = [&](const char* file, const std::string& text) {
    write_file(folder / file, with_other_path(text, folder.string(), target.string()));
  };
  keep(kCompileStages, compiler.stages_of_compile(job, kExerciseSource, kExerciseObject, cancel));
  keep(kLinkStages, compiler.stages_of_link(job, objects, kProgram, cancel));
}

void compile_in(const fs::path& folder, const Compiler& compiler, const Sources& sources,
                const std::stop_token& cancel) {
  for (const auto& [path, source] : sources) {
    fs::create_directories((folder / path).parent_path());
    write_file(folder / path, source.text);
  }
  compile_all(compiler, sources, folder, cancel);
}

/// Makes the folder unless it is there with these files; `fill` is given one that becomes it.
void provide(const fs::path& target, const std::vector<fs::path>& files,
             const std::function<void(const fs::path&)>& fill, const std::stop_token& cancel) {
  const auto is_there = [&] {
    return fs::is_directory(target) &&
           std::ranges::all_of(files, [](const fs::path& file) { return fs::exists(file); });
  };
  std::error_code ignored;
  fs::last_write_time(target, fs::file_time_type::clock::now(), ignored);
  if (is_there()) return;
  const MakingLock lock(target.parent_path(), target.filename().string(), cancel);
  if (is_there()) return;
  fs::remove_all(target);  // somebody took files out of it
  NewFolder folder(target);
  fill(folder.path());
  write_file(folder.path() / kBuildLog, "");
  folder.publish();
  remove_old_builds(target.parent_path(), kDriverPrefix, kKeptShared);
}

struct Keys {
  std::string common, own;
};

Keys keys_of(const Installation& installation, const Sources& common, const Sources& own,
             const Compiler& compiler) {
  Keys keys;
  keys.common = key_of(common, installation.nvcc, compiler, "common");
  keys.own = key_of(own, installation.nvcc, compiler, keys.common);
  return keys;
}

}  // namespace

std::string driver_parts_key(const Installation& installation, const fs::path& lab_folder,
                             const Compiler& compiler, const MadeSources& made) {
  const auto common = collect_common(installation.root);
  return keys_of(installation, common, collect_own(common, lab_folder, made), compiler).own;
}

std::string stages_in(const Compiler::Job& job, const DriverParts& parts, std::string stages) {
  return with_other_path(std::move(stages), (parts.folder / kExerciseFolder).string(),
                         job.folder.string());
}

DriverParts prepare_driver_parts(const Installation& installation, const fs::path& lab_folder,
                                 const Compiler& compiler, const std::stop_token& cancel,
                                 const MadeSources& made) {
  remove_deserted_folders(installation.work_folder);
  remove_deserted_folders(installation.work_folder / lab_folder.filename());
  const auto common = collect_common(installation.root);
  const auto own = collect_own(common, lab_folder, made);
  const auto keys = keys_of(installation, common, own, compiler);
  const auto common_folder = installation.work_folder / (kDriverPrefix + ("common-" + keys.common));
  DriverParts parts;
  parts.key = keys.own;
  parts.folder = installation.work_folder / lab_folder.filename() / (kDriverPrefix + parts.key);
  const auto common_objects = objects_in(common_folder, common);
  provide(
      common_folder, common_objects,
      [&](const fs::path& fresh) { compile_in(fresh, compiler, common, cancel); }, cancel);
  provide(
      parts.folder, objects_in(parts.folder, own),
      [&](const fs::path& fresh) {
        compile_in(fresh, compiler, own, cancel);
        auto objects = objects_in(fresh, own);
        objects.insert(objects.end(), common_objects.begin(), common_objects.end());
        keep_stages(compiler, std::move(objects), fresh, parts.folder, cancel);
        write_file(fresh / kVersionFile, compiler.version(cancel));
      },
      cancel);
  parts.host_headers = prepare_host_headers(installation, compiler, StandardHeaders::lean, cancel);
  parts.objects = objects_in(parts.folder, own);
  parts.objects.insert(parts.objects.end(), common_objects.begin(), common_objects.end());
  parts.readable = {parts.folder, common_folder, parts.host_headers.text.parent_path()};
  parts.compile_stages = read_file(parts.folder / kCompileStages);
  parts.link_stages = read_file(parts.folder / kLinkStages);
  parts.include_folders = include_folders_in(parts.folder);
  parts.cuda_version = read_file(parts.folder / kVersionFile);
  return parts;
}

}  // namespace warpscope::runner
