// Reading the course's Markdown files.
#pragma once

#include <filesystem>
#include <string>

namespace warpscope::viewer {

/// A file's text, or a sentence why there is none.
struct TextFile {
  std::string text;
  std::string problem;  ///< empty when it could be read
};

/// Does not throw. Files above 4 MiB are refused: no deck is that large.
TextFile read_text_file(const std::filesystem::path& file);

}  // namespace warpscope::viewer
