#include "viewer/model/text_file.h"

#include <fstream>
#include <iterator>
#include <system_error>

namespace warpscope::viewer {
namespace fs = std::filesystem;

TextFile read_text_file(const fs::path& file) {
  constexpr std::uintmax_t kMostBytes = 4U << 20U;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return {"", "There is no file " + file.string() + "."};
  const auto size = fs::file_size(file, error);
  if (error || size > kMostBytes)
    return {"", file.string() + " is larger than 4 MiB, which no text here is."};
  std::ifstream in(file, std::ios::binary);
  TextFile out;
  out.text.assign(std::istreambuf_iterator<char>(in), {});
  if (!in) out = {"", "Cannot read " + file.string() + ". Check its permissions."};
  return out;
}

}  // namespace warpscope::viewer
