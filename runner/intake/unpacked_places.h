// Folders for submissions whose files cannot stay where they are, and where these came from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::runner {

class UnpackedPlaces {
 public:
  /// `below`: where they are made; empty: nowhere.
  explicit UnpackedPlaces(std::filesystem::path below) : below_(std::move(below)) {}

  /// A new, empty folder for files of `origin`, an archive or a folder. `name`: a file name.
  /// Throws std::runtime_error with a sentence where it cannot be made.
  std::filesystem::path make(const std::string& name, const std::filesystem::path& origin);

  /// What a file in such a folder was handed in as: its place in the archive or folder, in UTF-8.
  /// Empty for a file elsewhere.
  std::string known_as(const std::filesystem::path& file) const;

 private:
  struct Place {
    std::filesystem::path folder, origin;
  };

  /// The same file in the place that it was copied or unpacked from, however often it was.
  std::filesystem::path original(std::filesystem::path file) const;

  std::filesystem::path below_;
  std::vector<Place> places_;
};

}  // namespace warpscope::runner
