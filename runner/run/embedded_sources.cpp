#include "runner/run/embedded_sources.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "base/unique_fd.h"
#include "record/metrics.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNameBytes = 4096;

bool ends_as_a_source(const fs::path& path) {
  constexpr std::array<std::string_view, 16> kEndings{
      ".cu",  ".cuh", ".c",   ".cc",  ".cpp", ".cxx", ".h",   ".hh",
      ".hpp", ".hxx", ".inl", ".inc", ".ipp", ".tpp", ".txx", ".ptx"};
  return std::ranges::find(kEndings, path.extension().string()) != kEndings.end();
}

/// Nothing of a device, a pipe or a file that is too large or no text.
std::optional<std::string> text_of(const fs::path& path, std::uint64_t limit_bytes) {
  std::error_code error;
  const auto real = fs::canonical(path, error);
  // Asked before it is opened, too: merely opening a device may do something.
  if (error || !ends_as_a_source(real) || !fs::is_regular_file(real, error)) return std::nullopt;
  const UniqueFd file(::open(real.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  if (status.st_size <= 0 || static_cast<std::uint64_t>(status.st_size) > limit_bytes) {
    return std::nullopt;
  }
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const auto count = ::read(file.get(), text.data() + size, text.size() - size);
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  if (text.empty() || text.find('\0') != std::string::npos) return std::nullopt;
  return text;
}

std::optional<std::string> find_text(const std::string& name, const std::vector<fs::path>& folders,
                                     std::uint64_t limit_bytes) {
  if (name.empty() || name.size() > kMostNameBytes || name.find('\0') != std::string::npos ||
      !ends_as_a_source(name)) {
    return std::nullopt;
  }
  if (fs::path(name).is_absolute()) return text_of(name, limit_bytes);
  for (const auto& folder : folders) {
    if (auto text = text_of(folder / name, limit_bytes)) return text;
  }
  return std::nullopt;
}

/// All files that lines name, those with the most instructions first.
std::vector<std::string> named_files(const record::RunRecord& record) {
  std::map<std::string, std::uint64_t> work;
  for (const auto& launch : record.launches) {
    for (const auto& line : launch.lines) {
      const auto found = line.counters.find(record::metric::kInstructions);
      work[line.where.file] += found == line.counters.end() ? 0 : found->second;
    }
  }
  for (const auto& finding : record.findings) {
    if (finding.where) work.try_emplace(finding.where->file, 0);
  }
  std::vector<std::string> names;
  for (const auto& [name, instructions] : work) names.push_back(name);
  std::ranges::stable_sort(names, std::ranges::greater{},
                           [&](const std::string& name) { return work.at(name); });
  return names;
}

}  // namespace

std::optional<std::string> source_text(const fs::path& path) {
  if (!path.is_absolute()) return std::nullopt;
  return find_text(path.string(), {}, kMostSourceBytes);
}

void embed_sources(record::RunRecord& record, const std::vector<fs::path>& folders) {
  std::uint64_t left_bytes = kMostSourcesBytes;
  std::size_t left = kMostSources;
  for (const auto& name : named_files(record)) {
    if (left == 0) return;
    if (std::ranges::find(record.sources, name, &record::SourceFile::path) != record.sources.end())
      continue;
    auto text = find_text(name, folders, std::min(kMostSourceBytes, left_bytes));
    if (!text) continue;
    left_bytes -= text->size();
    --left;
    record.sources.push_back({name, std::move(*text)});
  }
}

}  // namespace warpscope::runner
