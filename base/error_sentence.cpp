#include "base/error_sentence.h"

#include <filesystem>
#include <new>
#include <system_error>

namespace warpscope {

std::string error_sentence(const std::exception& error) {
  if (const auto* of_file = dynamic_cast<const std::filesystem::filesystem_error*>(&error)) {
    auto text = "Cannot use " + of_file->path1().string();
    if (!of_file->path2().empty()) text += " and " + of_file->path2().string();
    return text + ": " + of_file->code().message() + ".";
  }
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "There is too little memory.";
  std::string text = error.what();
  // "Cannot start a process: Resource temporarily unavailable" ends without a full stop.
  if (dynamic_cast<const std::system_error*>(&error) != nullptr && !text.ends_with('.'))
    text += '.';
  return text;
}

}  // namespace warpscope
