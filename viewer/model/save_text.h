// Writing a text that somebody has just edited.
#pragma once

#include <filesystem>
#include <string_view>

namespace warpscope::viewer {

/// Through a new file beside it and a rename, so that a failure leaves what was there. The file
/// keeps its permissions; one that is write-protected, a link, or no regular file is refused, and
/// nothing is written elsewhere. Throws std::runtime_error with a sentence that names the file.
void save_text(const std::filesystem::path& file, std::string_view text);

}  // namespace warpscope::viewer
