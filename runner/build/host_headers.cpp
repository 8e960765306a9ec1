#include "runner/build/host_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/making_lock.h"
#include "runner/build/new_folder.h"
#include "runner/build/old_builds.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHostHeaders = "host-headers-";
constexpr const char* kText = "headers.h";
constexpr const char* kSourceName = "exercise.cu";
constexpr const char* kObjectName = "exercise.cu.o";
/// Two files whose host sides differ right behind the headers.
constexpr std::array<std::string_view, 2> kSamples{
    "__global__ void first(int* out) { out[threadIdx.x] = 1; }\n",
    "#include <vector>\nstd::vector<int> second() { return {}; }\n"};

/// What both begin with, up to a line that begins with '#', where a new place in a file begins.
std::string_view common_begin(std::string_view first, std::string_view second) {
  const auto [end, ignored] = std::ranges::mismatch(first, second);
  const auto alike = first.substr(0, static_cast<std::size_t>(end - first.begin()));
  const auto line = alike.rfind("\n#");
  return line == std::string_view::npos ? std::string_view() : alike.substr(0, line + 1);
}

/// Leaves an empty text where a stage fails: then every file is compiled whole.
void make(const Compiler& compiler, const fs::path& folder, const std::stop_token& cancel) {
  Compiler::Job job;
  job.folder = folder;
  const auto stages = compiler.stages_of_compile(job, kSourceName, kObjectName, cancel);
  std::array<std::string, 2> texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto result = "host-" + std::to_string(i) + ".cpp";
    const auto script = host_side(stages, (folder / result).string());
    write_file(folder / kText, "");
    if (!script) return;
    write_file(folder / kSourceName, kSamples[i]);
    if (!compiler.run_stages(job, *script, kObjectName, cancel).is_success()) return;
    texts[i] = read_file(folder / result);
    fs::remove(folder / result);
  }
  write_file(folder / kText, common_begin(texts[0], texts[1]));
  const auto script = precompile(stages, (folder / kText).string());
  if (script && compiler.run_stages(job, *script, kObjectName, cancel).is_success()) return;
  if (cancel.stop_requested()) throw std::runtime_error("Canceled.");
  write_file(folder / kText, "");
}

}  // namespace

PrecompiledText prepare_host_headers(const Installation& installation, const Compiler& compiler,
                                     const std::stop_token& cancel) {
  auto identity = fmt::format("{} {}", installation.nvcc.string(),
                              fs::last_write_time(installation.nvcc).time_since_epoch().count());
  for (const auto& option : compiler.options()) identity += "\n" + option;
  for (const auto& sample : kSamples) identity += sample;
  const auto target = installation.work_folder / (kHostHeaders + sha256(identity).substr(0, 16));
  std::error_code ignored;
  fs::last_write_time(target, fs::file_time_type::clock::now(), ignored);
  if (!fs::is_directory(target)) {
    const MakingLock lock(installation.work_folder, target.filename().string(), cancel);
    if (!fs::is_directory(target)) {
      NewFolder folder(target);
      make(compiler, folder.path(), cancel);
      write_file(folder.path() / kBuildLog, "");
      folder.publish();
      remove_old_builds(installation.work_folder, kHostHeaders, kKeptShared);
    }
  }
  return {target / kText, fs::file_size(target / kText)};
}

}  // namespace warpscope::runner
