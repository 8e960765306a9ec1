#include "viewer/model/text_file.h"

#include <stdexcept>

#include "base/files.h"

namespace warpscope::viewer {

TextFile read_text_file(const std::filesystem::path& file) {
  constexpr std::uint64_t kMostBytes = 4U << 20U;
  try {
    return {read_file(file, kMostBytes), ""};
  } catch (const std::runtime_error& reason) {
    return {"", reason.what()};
  }
}

}  // namespace warpscope::viewer
