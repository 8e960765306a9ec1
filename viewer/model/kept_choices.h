// What the user chose in panes, kept in a file beside the working copies.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace warpscope::viewer {

inline constexpr const char* kChoicesFile = "viewer-choices.txt";

class KeptChoices {
 public:
  /// Reads the folder's file; one that is missing or cannot be understood counts as empty. With an
  /// empty path nothing is kept.
  explicit KeptChoices(const std::filesystem::path& folder);

  /// Empty where nothing was chosen. The file may be hostile: the answer is any text.
  std::string get(std::string_view name) const;
  /// Writes the file at once, so that the choice outlives a viewer that is killed. Where it cannot
  /// be written the choice lasts as long as this object. Names and choices are single lines without
  /// tabs.
  void set(const std::string& name, const std::string& choice);

 private:
  std::filesystem::path file_;
  std::map<std::string, std::string, std::less<>> choices_;
};

}  // namespace warpscope::viewer
