#include "runner/build/old_sources.h"

#include <array>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/files.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSourcesRead = 1000;
constexpr std::uint64_t kMostSourceBytes = 4 << 20;

/// "x.h" of `#include "x.h"` and `#include <x.h>`.
std::vector<std::string> all_includes(const std::string& text) {
  static const std::regex include(R"((?:^|\n)[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">])");
  std::vector<std::string> names;
  for (std::sregex_iterator found(text.begin(), text.end(), include), end; found != end; ++found)
    names.push_back((*found)[1]);
  return names;
}

std::optional<fs::path> header_in(const std::vector<fs::path>& folders, const std::string& name) {
  for (const auto& folder : folders) {
    std::error_code error;
    const auto path = fs::weakly_canonical(folder / name, error);
    if (!error && fs::is_regular_file(path, error)) return path;
  }
  return std::nullopt;
}

/// The value of an option that nvcc takes as "-Ix", "-I x", "-I=x" and "--include-path=x".
std::optional<std::string> option_value(const std::vector<std::string>& words, std::size_t at,
                                        std::string_view short_name, std::string_view long_name) {
  const std::string& word = words[at];
  if ((word == short_name || word == long_name) && at + 1 < words.size()) return words[at + 1];
  for (const auto name : {long_name, short_name}) {
    if (!word.starts_with(name)) continue;
    const auto value = word.substr(name.size());
    return value.starts_with('=') ? value.substr(1) : value;
  }
  return std::nullopt;
}

}  // namespace

RemovedNames removed_names(const std::string& text) {
  static const std::regex member(
      R"((\.|->)\s*(clockRate|deviceOverlap|kernelExecTimeoutEnabled|computeMode|memoryClockRate|)"
      R"(singleToDoublePrecisionPerfRatio|cooperativeMultiDeviceLaunch)\b)");
  constexpr std::array<std::string_view, 6> kFunctions{
      "cudaThreadSynchronize", "cudaThreadExit",           "cudaThreadSetLimit",
      "cudaThreadGetLimit",    "cudaThreadGetCacheConfig", "cudaThreadSetCacheConfig"};
  RemovedNames names;
  for (const auto function : kFunctions)
    names.functions = names.functions || text.find(function) != std::string::npos;
  names.members = std::regex_search(text, member);
  return names;
}

RemovedNames removed_names_of_source(const fs::path& source,
                                     const std::vector<fs::path>& include_folders) {
  RemovedNames names;
  std::error_code error;
  std::vector<fs::path> open{fs::weakly_canonical(source, error)};
  std::set<fs::path> seen(open.begin(), open.end());
  while (!open.empty()) {
    const auto path = open.back();
    open.pop_back();
    if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > kMostSourceBytes)
      continue;
    std::string text;
    try {
      text = read_file(path);
    } catch (const std::exception&) {
      continue;  // nvcc will say so
    }
    const auto here = removed_names(text);
    names.functions = names.functions || here.functions;
    names.members = names.members || here.members;
    std::vector<fs::path> folders{path.parent_path()};
    folders.insert(folders.end(), include_folders.begin(), include_folders.end());
    for (const auto& name : all_includes(text)) {
      const auto header = header_in(folders, name);
      if (header && seen.size() < kMostSourcesRead && seen.insert(*header).second)
        open.push_back(*header);
    }
  }
  return names;
}

std::vector<fs::path> include_folders_of(const std::vector<std::string>& arguments) {
  std::vector<fs::path> folders;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (const auto folder = option_value(arguments, at, "-I", "--include-path")) {
      folders.emplace_back(*folder);
      continue;
    }
    // "-optf x": CMake puts the folders there.
    const auto file = option_value(arguments, at, "-optf", "--options-file");
    std::error_code error;
    if (!file || !fs::is_regular_file(*file, error)) continue;
    std::istringstream text(read_file(*file));
    std::vector<std::string> words;
    for (std::string word; text >> word;)
      if (word.starts_with("-I") || word.starts_with("--include-path")) words.push_back(word);
    const auto more = include_folders_of(words);
    folders.insert(folders.end(), more.begin(), more.end());
  }
  return folders;
}

}  // namespace warpscope::runner
