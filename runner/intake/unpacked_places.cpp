#include "runner/intake/unpacked_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/foreign_text.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

bool is_in(const fs::path& folder, const fs::path& file) {
  return std::ranges::mismatch(folder, file).in1 == folder.end();
}

}  // namespace

fs::path UnpackedPlaces::make(const std::string& name, const fs::path& origin) {
  if (below_.empty())
    throw std::runtime_error("Zip files are read by grade, and not here; unpack it.");
  auto place = below_ / fmt::format("{:04}", places_.size()) / name;
  std::error_code error;
  fs::remove_all(place, error);
  fs::create_directories(place, error);
  if (error) {
    throw std::runtime_error("Cannot make the folder " + place.string() + ": " + error.message() +
                             ".");
  }
  places_.push_back({place, original(origin)});
  return place;
}

std::string UnpackedPlaces::known_as(const fs::path& file) const {
  const auto known = original(file);
  return known == file ? std::string() : utf8_of_any(known.string());
}

fs::path UnpackedPlaces::original(fs::path file) const {
  const auto found =
      std::ranges::find_if(places_, [&](const Place& place) { return is_in(place.folder, file); });
  return found == places_.end() ? file : found->origin / file.lexically_relative(found->folder);
}

}  // namespace warpscope::runner
