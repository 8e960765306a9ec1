#include "viewer/model/kept_choices.h"

#include <exception>
#include <sstream>

#include "base/files.h"

namespace warpscope::viewer {
namespace {

/// Names come out of records: none makes lines of its own, or a file that is not read again.
bool can_be_kept(const std::string& text) {
  constexpr std::size_t kMost = 1024;
  return text.size() <= kMost && text.find_first_of("\t\n\r") == std::string::npos;
}
constexpr std::uint64_t kMostBytes = 1 << 16;
}  // namespace

KeptChoices::KeptChoices(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  file_ = folder / kChoicesFile;
  std::error_code error;
  if (!std::filesystem::exists(file_, error)) return;
  try {
    std::istringstream in(read_file_of_others(file_, kMostBytes));
    for (std::string line; std::getline(in, line);) {
      const auto tab = line.find('\t');
      if (tab != std::string::npos) choices_[line.substr(0, tab)] = line.substr(tab + 1);
    }
  } catch (const std::exception&) {
    choices_.clear();
  }
}

std::string KeptChoices::get(std::string_view name) const {
  const auto found = choices_.find(name);
  return found == choices_.end() ? std::string() : found->second;
}

void KeptChoices::set(const std::string& name, const std::string& choice) {
  auto& kept = choices_[name];
  if (kept == choice) return;
  kept = choice;
  std::error_code error;
  if (file_.empty() || !std::filesystem::is_directory(file_.parent_path(), error)) return;
  // A link would be written through, and a pipe waited for.
  const auto type = std::filesystem::symlink_status(file_, error).type();
  if (type != std::filesystem::file_type::regular && type != std::filesystem::file_type::not_found)
    return;
  std::string text;
  for (const auto& [key, value] : choices_) {
    if (can_be_kept(key) && can_be_kept(value)) text += key + "\t" + value + "\n";
  }
  try {
    replace_file(file_, text);
  } catch (const std::exception&) {
    // It holds until the viewer ends.
  }
}

}  // namespace warpscope::viewer
