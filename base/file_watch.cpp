#include "base/file_watch.h"

#include <system_error>

namespace warpscope {

std::optional<FileStamp> stamp_of(const std::filesystem::path& file) {
  std::error_code error;
  FileStamp stamp;
  stamp.modified = std::filesystem::last_write_time(file, error);
  if (error) return std::nullopt;
  stamp.size_bytes = std::filesystem::file_size(file, error);
  if (error) return std::nullopt;
  return stamp;
}

}  // namespace warpscope
