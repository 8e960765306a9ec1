#include "runner/build/own_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "base/files.h"
#include "base/foreign_text.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostHeaders = 64;
constexpr std::uint64_t kMostHeaderBytes = 1 << 20;
constexpr std::size_t kMostFiles = 10'000;
constexpr int kMostDepth = 8;
constexpr std::size_t kMostPartBytes = 200;  // of a name; file systems take 255
constexpr std::size_t kMostPathBytes = 1000;

/// What stands in quotes behind #include, line by line.
std::vector<std::string> quoted_includes(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    std::string_view line(text.data() + begin, end - begin);
    begin = end + 1;
    const auto skip_blanks = [&] {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
    skip_blanks();
    if (!line.starts_with('#')) continue;
    line.remove_prefix(1);
    skip_blanks();
    constexpr std::string_view kInclude = "include";
    if (!line.starts_with(kInclude)) continue;
    line.remove_prefix(kInclude.size());
    skip_blanks();
    if (!line.starts_with('"')) continue;
    const auto close = line.find('"', 1);
    if (close != std::string_view::npos && close > 1) found.emplace_back(line.substr(1, close - 1));
  }
  return found;
}

bool has_allowed_ending(const fs::path& path, bool has_sources) {
  constexpr std::array<std::string_view, 7> kHeaders{".h",   ".hpp", ".hh", ".hxx",
                                                     ".cuh", ".inl", ".inc"};
  constexpr std::array<std::string_view, 5> kSources{".cu", ".cpp", ".cc", ".cxx", ".c"};
  auto ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return std::ranges::find(kHeaders, ending) != kHeaders.end() ||
         (has_sources && std::ranges::find(kSources, ending) != kSources.end());
}

/// A regular file, and no link on the way from the root to it.
bool is_plain_below(const fs::path& root, const fs::path& inner) {
  fs::path path = root;
  std::error_code error;
  for (const auto& part : inner) {
    if (part == "..") return false;
    path /= part;
    if (fs::is_symlink(fs::symlink_status(path, error))) return false;
  }
  return fs::is_regular_file(fs::symlink_status(path, error));
}

class HeaderSearch {
 public:
  HeaderSearch(OwnFolder own, const std::vector<fs::path>& include_folders)
      : own_(std::move(own)), include_folders_(include_folders) {}

  /// `folder`: of the including file, below the root; `place`: the same below the build's folder.
  void take_from(const std::string& text, const fs::path& folder, const fs::path& place) {
    for (const auto& include : quoted_includes(text)) take(include, folder, place);
  }

  std::vector<OwnHeader> headers() { return std::move(headers_); }

 private:
  void take(const std::string& include, const fs::path& folder, const fs::path& place) {
    const fs::path named(include);
    if (named.is_absolute() || is_of_lab(named)) return;
    const auto location = (place / named).lexically_normal();
    if (location.empty() || *location.begin() == ".." || !is_below(location)) return;
    if (locations_.contains(location) || !can_be_made(location)) return;
    const auto inner = find(named, folder);
    if (!inner) return;
    if (headers_.size() == kMostHeaders) {
      throw std::runtime_error(
          fmt::format("The file includes more than {} files of its own.", kMostHeaders));
    }
    locations_.insert(location);
    auto text = utf8_from_utf16(read_file_of_others(own_.root / *inner, kMostHeaderBytes));
    headers_.push_back({name_of(location), location.generic_string(), std::move(text)});
    const auto copy = headers_.back().text;
    take_from(copy, inner->parent_path(), location.parent_path());
  }

  bool is_of_lab(const fs::path& named) const {
    std::error_code error;
    return std::ranges::any_of(include_folders_, [&](const fs::path& folder) {
      return fs::exists(folder / named, error);
    });
  }

  /// Inside of what is the student's in a build's folder.
  static bool is_below(const fs::path& location) {
    return *location.begin() == *fs::path(kOwnHeaders).begin();
  }

  /// Whether a file can lie there: its name and its folders are names of files, and none of its
  /// folders is a header already, nor is it a folder of one.
  bool can_be_made(const fs::path& location) const {
    const bool has_long_part = std::ranges::any_of(
        location, [](const fs::path& part) { return part.native().size() > kMostPartBytes; });
    if (has_long_part || location.native().size() > kMostPathBytes) return false;
    for (auto folder = location.parent_path(); !folder.empty(); folder = folder.parent_path())
      if (locations_.contains(folder)) return false;
    const auto first_inside = locations_.lower_bound(location / "");
    return first_inside == locations_.end() ||
           !first_inside->native().starts_with((location / "").native());
  }

  /// Without as many of the folders that only take up "..".
  static std::string name_of(const fs::path& location) {
    auto rest = location.begin();
    for (const auto& part : fs::path(kOwnHeaders)) {
      if (std::next(rest) == location.end() || *rest != part) break;
      ++rest;
    }
    fs::path name;
    for (; rest != location.end(); ++rest) name /= *rest;
    return name.generic_string();
  }

  std::optional<fs::path> find(const fs::path& named, const fs::path& folder) {
    const auto inner = (folder / named).lexically_normal();
    if (has_allowed_ending(inner, own_.has_sources) && is_plain_below(own_.root, inner))
      return inner;
    if (!has_allowed_ending(named, own_.has_sources) || !own_.has_sources) return std::nullopt;
    // Elsewhere among the student's own files.
    const auto [first, last] = files().equal_range(named.filename());
    return first != last && std::next(first) == last ? std::optional(first->second) : std::nullopt;
  }

  /// All files below the root by their names, listed once.
  const std::multimap<fs::path, fs::path>& files() {
    if (files_) return *files_;
    files_.emplace();
    std::error_code error;
    for (fs::recursive_directory_iterator entry(own_.root, error), end; !error && entry != end;
         entry.increment(error)) {
      if (files_->size() == kMostFiles) break;
      if (entry.depth() >= kMostDepth) entry.disable_recursion_pending();
      if (fs::is_regular_file(entry->symlink_status(error)))
        files_->emplace(entry->path().filename(), entry->path().lexically_relative(own_.root));
    }
    return *files_;
  }

  OwnFolder own_;
  const std::vector<fs::path>& include_folders_;
  std::set<fs::path> locations_;
  std::vector<OwnHeader> headers_;
  std::optional<std::multimap<fs::path, fs::path>> files_;
};

}  // namespace

std::vector<OwnHeader> own_headers(const std::string& text, const fs::path& file,
                                   const OwnFolder& own,
                                   const std::vector<fs::path>& include_folders) {
  if (own.root.empty()) return {};
  std::error_code error;
  const auto root = fs::absolute(own.root, error).lexically_normal();
  const auto whole = fs::absolute(file, error).lexically_normal();
  const auto inner = whole.parent_path().lexically_relative(root);
  if (inner.empty() || *inner.begin() == "..") return {};
  HeaderSearch search({root, own.has_sources}, include_folders);
  search.take_from(text, inner == "." ? fs::path() : inner, kOwnHeaders);
  return search.headers();
}

}  // namespace warpscope::runner
