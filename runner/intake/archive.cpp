#include "runner/intake/archive.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "base/files.h"
#include "base/foreign_text.h"
#include "base/text_of_others.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPartBytes = 120;
constexpr std::size_t kMostParts = 32;

struct CloseZip {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using Zip = std::unique_ptr<zip_t, CloseZip>;
using ZipFile = std::unique_ptr<zip_file_t, CloseZip>;

bool ends_with_any(const fs::path& name, const auto& endings) {
  auto text = name.filename().string();
  std::ranges::transform(text, text.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return std::ranges::any_of(endings,
                             [&](std::string_view ending) { return text.ends_with(ending); });
}

[[noreturn]] void fail_to_unpack(const fs::path& archive, const std::string& why) {
  throw std::runtime_error(fmt::format("The zip file {} cannot be read: {}.",
                                       one_line_of_others(archive.filename().string()), why));
}

Zip open_zip(const fs::path& archive) {
  if (const auto reason = reason_not_to_read(archive); !reason.empty())
    throw std::runtime_error(reason);
  int code = 0;
  Zip zip(zip_open(archive.c_str(), ZIP_RDONLY, &code));
  if (zip != nullptr) return zip;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string why = zip_error_strerror(&error);
  zip_error_fini(&error);
  fail_to_unpack(archive, why);
}

/// A symbolic link or a device, which archives from Unix can hold.
bool is_special(zip_t* zip, zip_uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes) != 0) return false;
  constexpr unsigned kModeShift = 16;
  const mode_t mode = attributes >> kModeShift;
  return system == ZIP_OPSYS_UNIX && (mode & S_IFMT) != 0 && !S_ISREG(mode) && !S_ISDIR(mode);
}

/// Whether a name is one of DOS, which Windows still writes: its letters with accents lie below
/// 0xa6, those of Windows and Latin-1 at 0xc0 and above.
bool is_of_code_page_437(std::string_view name) {
  constexpr unsigned char kBehindLetters = 0xa6;
  return !is_utf8(name) && std::ranges::all_of(name, [](char letter) {
    const auto code = static_cast<unsigned char>(letter);
    return code < kBehindLetters;
  });
}

class Unpacking {
 public:
  Unpacking(const fs::path& archive, const fs::path& folder, const UnpackLimits& limits)
      : archive_(archive), folder_(folder), limits_(limits), zip_(open_zip(archive)) {}

  std::vector<std::string> run() {
    std::error_code error;
    if (fs::file_size(archive_, error) > limits_.whole_bytes || error) {
      throw std::runtime_error(fmt::format(
          "The zip file {} is larger than {} MiB; it was left out.",
          one_line_of_others(archive_.filename().string()), limits_.whole_bytes >> 20U));
    }
    const auto count = static_cast<std::uint64_t>(zip_get_num_entries(zip_.get(), 0));
    if (count > limits_.entries) {
      fail_to_unpack(archive_, fmt::format("it has {} entries, and at most {} are read", count,
                                           limits_.entries));
    }
    fs::create_directories(folder_);
    for (zip_uint64_t index = 0; index < count; ++index) take(index);
    return std::move(notes_);
  }

 private:
  void take(zip_uint64_t index) {
    const char* raw = zip_get_name(zip_.get(), index, ZIP_FL_ENC_RAW);
    if (raw == nullptr) fail_to_unpack(archive_, "an entry has no name");
    const char* of_dos = zip_get_name(zip_.get(), index, ZIP_FL_ENC_STRICT);
    const std::string name = of_dos != nullptr && is_of_code_page_437(raw) ? of_dos : raw;
    const auto inner = inner_path(name);
    if (name.ends_with('/') || inner.empty() || is_of_the_system(inner)) return;
    if (!is_wanted(inner)) {
      if (limits_.keeps_names) write_file(folder_ / with_folders(free_name(inner)), "");
      return;
    }
    if (is_special(zip_.get(), index)) {
      note(name, "is a symbolic link or a device; it was left out");
      return;
    }
    if (name.find("..") != std::string::npos || name.front() == '/')
      if (fs::path(name) != inner) note(name, "leads out of the folder; read as " + inner.string());
    write(index, free_name(inner), is_archive(inner));
  }

  /// What macOS and version control put beside the files.
  static bool is_of_the_system(const fs::path& inner) {
    return std::ranges::any_of(inner, [](const fs::path& part) {
      return part.string().starts_with('.') || part == "__MACOSX";
    });
  }

  void note(const std::string& name, const std::string& what) {
    constexpr std::size_t kMostNotes = 20;
    if (notes_.size() < kMostNotes)
      notes_.push_back(fmt::format("{} {}.", one_line_of_others(name), one_line_of_others(what)));
  }

  void write(zip_uint64_t index, const fs::path& inner, bool is_nested) {
    const ZipFile file(zip_fopen_index(zip_.get(), index, 0));
    if (file == nullptr) fail_at(inner, zip_strerror(zip_.get()));
    const auto most = is_nested ? limits_.archive_bytes : limits_.file_bytes;
    std::string text;
    std::array<char, 1 << 16> buffer;
    while (text.size() <= most) {
      const auto count = zip_fread(file.get(), buffer.data(), buffer.size());
      if (count < 0) fail_at(inner, zip_error_strerror(zip_file_get_error(file.get())));
      if (count == 0) break;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    if (text.size() > most && is_nested) {
      const auto path = folder_ / with_folders(inner);
      write_file(path, "");
      fs::resize_file(path, most + 1);
      return;
    }
    text.resize(
        std::min(text.size(), most));  // a source of this size is refused with its own words
    written_ += text.size();
    if (written_ > limits_.bytes) {
      fail_to_unpack(archive_,
                     fmt::format("it holds more than {} MiB of sources", limits_.bytes >> 20U));
    }
    write_file(folder_ / with_folders(inner), text);
  }

  /// A name that nothing below the folder has yet: "exercise (2).cu".
  fs::path free_name(const fs::path& path) {
    auto free = path;
    auto& number = next_numbers_.try_emplace(path, 2).first->second;
    while (!taken_.insert(free).second) {
      free = path;
      free.replace_filename(
          fmt::format("{} ({}){}", path.stem().string(), number++, path.extension().string()));
    }
    return free;
  }

  /// Makes the folders of a file. Where one of them is a file already, or the file a folder, its
  /// name takes their place: "src_exercise.cu". The file's alone, where the whole is too long.
  fs::path with_folders(const fs::path& inner) {
    constexpr std::size_t kLongest = 1000;
    constexpr std::size_t kLongestName = 250;
    std::error_code error;
    if (inner.native().size() <= kLongest) {
      fs::create_directories((folder_ / inner).parent_path(), error);
      if (!error && !fs::is_directory(folder_ / inner)) return inner;
    }
    std::string flat;
    for (const auto& part : inner) flat += (flat.empty() ? "" : "_") + part.string();
    return free_name(flat.size() <= kLongestName ? fs::path(flat) : inner.filename());
  }

  [[noreturn]] void fail_at(const fs::path& inner, const std::string& why) const {
    fail_to_unpack(archive_, fmt::format("{}: {}", one_line_of_others(inner.string()), why));
  }

  const fs::path& archive_;
  const fs::path& folder_;
  const UnpackLimits& limits_;
  Zip zip_;
  std::set<fs::path> taken_;
  std::map<fs::path, int> next_numbers_;  // of names that came more than once
  std::vector<std::string> notes_;
  std::uint64_t written_ = 0;
};

}  // namespace

UnpackLimits limits_of_class() {
  return {.whole_bytes = std::numeric_limits<std::uint64_t>::max(),
          .entries = 200'000,
          .bytes = std::uint64_t{16} << 30,
          .keeps_names = true};
}

bool is_archive(const fs::path& name) {
  return ends_with_any(name, std::array<std::string_view, 1>{".zip"});
}

bool is_source(const fs::path& name) {
  static constexpr std::array<std::string_view, 8> kEndings{".cu",  ".cu.txt", ".cpp",     ".cc",
                                                            ".cxx", ".c++",    ".cpp.txt", ".txt"};
  return ends_with_any(name, kEndings);
}

bool is_wanted(const fs::path& name) {
  static constexpr std::array<std::string_view, 11> kEndings{
      ".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".inc", ".c", ".html", ".csv", ".tsv"};
  return is_source(name) || is_archive(name) || ends_with_any(name, kEndings);
}

fs::path inner_path(const std::string& name) {
  const auto text = utf8_of_any(name);
  fs::path result;
  std::size_t parts = 0;
  std::string part;
  const auto end_part = [&] {
    if (part.size() > kMostPartBytes) {
      const auto extension = fs::path(part).extension().string();
      const auto kept = kMostPartBytes - std::min(extension.size(), kMostPartBytes / 2);
      part = part.substr(0, kept) + extension.substr(0, kMostPartBytes / 2);
      while (!is_utf8(part)) part.pop_back();
    }
    const bool is_drive = part.size() == 2 && part.back() == ':';
    if (!part.empty() && part != "." && part != ".." && !is_drive && parts < kMostParts) {
      result /= part;
      ++parts;
    }
    part.clear();
  };
  constexpr unsigned char kDelete = 0x7f;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '/' || letter == '\\') {
      end_part();
    } else {
      part += code < ' ' || code == kDelete ? '_' : letter;
    }
  }
  end_part();
  return result;
}

std::vector<std::string> unpack(const fs::path& archive, const fs::path& folder,
                                const UnpackLimits& limits) {
  return Unpacking(archive, folder, limits).run();
}

}  // namespace warpscope::runner
