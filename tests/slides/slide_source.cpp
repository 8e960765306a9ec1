#include "tests/slides/slide_source.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>

namespace warpscope::slides {
namespace {

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// The cells between the bars of a table row.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t begin = 1;
  while (begin < line.size()) {
    const auto end = std::min(line.find('|', begin), line.size());
    cells.push_back(trimmed(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return cells;
}

Slide slide_of(const std::string& heading) {
  Slide slide;
  slide.title = heading.substr(3);
  const auto brace = slide.title.find(" {#");
  if (brace != std::string::npos) {
    slide.anchor = slide.title.substr(brace + 3, slide.title.size() - brace - 4);
    slide.title.resize(brace);
  }
  return slide;
}

}  // namespace

std::vector<Slide> read_deck(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::vector<Slide> slides;
  std::optional<CodeBlock> block;
  bool is_in_notes = false;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (block) {
      if (line == "```") {
        slides.back().code.push_back(*block);
        block.reset();
      } else {
        block->text += line + '\n';
      }
      continue;
    }
    if (line.starts_with("## ")) slides.push_back(slide_of(line));
    if (slides.empty()) continue;  // front matter
    if (line.starts_with("```")) block = CodeBlock{line.substr(3), {}, number + 1};
    if (line == "::: notes") is_in_notes = slides.back().has_notes = true;
    if (line == ":::") is_in_notes = false;
    if (!is_in_notes && !block && line.find('?') != std::string::npos) slides.back().asks = true;
    if (!is_in_notes && line.starts_with("|") && !line.starts_with("|-")) {
      slides.back().rows.push_back(cells_of(line));
    }
  }
  if (block || is_in_notes) {
    throw std::runtime_error(path.string() + ": a code block or a note is never closed");
  }
  return slides;
}

std::vector<std::filesystem::path> all_decks() {
  std::vector<std::filesystem::path> decks;
  for (const auto& entry : std::filesystem::directory_iterator(WARPSCOPE_SOURCE_DIR "/slides")) {
    if (entry.path().extension() == ".md") decks.push_back(entry.path());
  }
  std::ranges::sort(decks);
  return decks;
}

}  // namespace warpscope::slides
