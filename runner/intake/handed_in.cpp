#include "runner/intake/handed_in.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "base/foreign_text.h"
#include "base/text_of_others.h"
#include "runner/intake/archive.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 10'000;
constexpr int kMostDepth = 8;
constexpr std::size_t kMostArchives = 16;
constexpr std::uint64_t kMostCopied = std::uint64_t{64} << 20;
constexpr std::uint64_t kMostUnpacked = std::uint64_t{64} << 20;

bool is_of_others(const fs::path& path) {
  return path.filename().string().starts_with('.') || path.filename() == "__MACOSX";
}

/// Calls it for each entry below the folder that is no folder, in the order of their names.
void for_each_below(const fs::path& folder, int depth, std::size_t& count,
                    const std::function<void(const fs::path&)>& call) {
  for (const auto& entry : entries_of(folder)) {
    std::error_code error;
    if (fs::is_directory(fs::symlink_status(entry, error))) {
      if (depth < kMostDepth) for_each_below(entry, depth + 1, count, call);
    } else if (count++ < kMostFiles) {
      call(entry);
    }
  }
}

}  // namespace

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!is_of_others(entry->path())) entries.push_back(entry->path());
  }
  if (error) {
    throw std::runtime_error("Cannot read the folder " + one_line_of_others(folder.string()) +
                             ": " + error.message() + ".");
  }
  std::ranges::sort(entries);
  return entries;
}

std::vector<fs::path> headers_in(const fs::path& folder) {
  std::vector<fs::path> headers;
  std::size_t count = 0;
  for_each_below(folder, 0, count, [&](const fs::path& path) {
    if (file_problem(path).empty() && is_wanted(path) && !is_archive(path) &&
        path.extension() != ".txt" && path.extension() != ".html")
      headers.push_back(path);
  });
  return headers;
}

std::string file_problem(const fs::path& path) {
  std::error_code error;
  switch (fs::symlink_status(path, error).type()) {
    case fs::file_type::regular:
      return {};
    case fs::file_type::symlink:
      return "It is a symbolic link; only regular files are graded.";
    default:
      return "It is not a regular file.";
  }
}

FoundFiles files_in(const fs::path& folder) {
  FoundFiles found;
  found.has_odd_names = !is_utf8(folder.string());
  std::size_t count = 0;
  for_each_below(folder, 0, count, [&](const fs::path& path) {
    if (!file_problem(path).empty()) {
      found.has_links = true;
    } else if (is_archive(path)) {
      found.archives.push_back(path);
    } else if (is_source(path)) {
      found.sources.push_back(path);
    } else if (path.extension() == ".html") {
      found.has_typed_text = true;
    }
    found.has_odd_names = found.has_odd_names || !is_utf8(path.string());
  });
  return found;
}

std::string copy_in(const fs::path& file, const std::string& name, const fs::path& folder) {
  if (auto problem = file_problem(file); !problem.empty()) return problem;
  std::error_code error;
  if (fs::file_size(file, error) > kMostCopied || error)
    return one_line_of_others(name) + " is larger than 64 MiB; it was left out.";
  const auto inner = inner_path(name);
  if (inner.empty()) return {};
  auto target = folder / inner;
  for (int number = 2; fs::exists(fs::symlink_status(target, error)); ++number) {
    target = folder / inner;
    target.replace_filename(inner.stem().string() + " (" + std::to_string(number) + ")" +
                            inner.extension().string());
  }
  fs::create_directories(target.parent_path(), error);
  fs::copy_file(file, target, error);
  if (!error) return {};
  return "Cannot copy " + one_line_of_others(name) + ": " + error.message() + ".";
}

std::vector<std::string> copy_all(const fs::path& from, const fs::path& to) {
  std::vector<std::string> notes;
  std::size_t count = 0;
  for_each_below(from, 0, count, [&](const fs::path& path) {
    if (!is_wanted(path) || !file_problem(path).empty()) return;  // links are told by files_in()
    auto note = copy_in(path, path.lexically_relative(from).string(), to);
    if (!note.empty()) notes.push_back(std::move(note));
  });
  return notes;
}

std::vector<std::string> unpack_all(const fs::path& folder) {
  std::vector<std::string> notes;
  UnpackLimits limits;
  limits.bytes = kMostUnpacked;
  std::size_t count = 0;
  while (true) {
    const auto archives = files_in(folder).archives;
    if (archives.empty()) return notes;
    for (const auto& archive : archives) {
      std::error_code error;
      if (count++ == kMostArchives) {
        notes.emplace_back("There are more than 16 zip files; the others were left out.");
        return notes;
      }
      auto place = archive;
      place.replace_extension();
      if (fs::exists(place, error)) place += " (zip)";
      try {
        for (auto& note : unpack(archive, place, limits)) notes.push_back(std::move(note));
      } catch (const std::runtime_error& problem) {
        notes.emplace_back(problem.what());
      }
      fs::remove(archive, error);
    }
  }
}

}  // namespace warpscope::runner
