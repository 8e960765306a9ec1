// Decks: every slide has an anchor and notes, every cuda block compiles, every figure is drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "presentation/figures/figure.h"
#include "tests/slides/slide_source.h"

namespace warpscope::slides {
namespace {

namespace fs = std::filesystem;

struct CommandResult {
  int status = -1;
  std::string output;
};

CommandResult run(const std::string& command) {
  CommandResult result;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[512];
  while (fgets(buffer, sizeof buffer, pipe) != nullptr) result.output += buffer;
  result.status = pclose(pipe);
  return result;
}

/// The lines of a block that include files, and the block with empty lines in their place.
std::pair<std::string, std::string> without_includes(const std::string& text) {
  std::string includes, rest;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool is_include = line.starts_with("#include");
    if (is_include) includes += line + '\n';
    rest += (is_include ? std::string() : line) + '\n';
  }
  return {includes, rest};
}

/// All cuda blocks of a deck and of its lab's handout in one source, each in a namespace of its
/// own, under the declarations of the lab.
std::string source_of(const fs::path& deck) {
  std::string includes, source;
  const fs::path lab = fs::path(WARPSCOPE_SOURCE_DIR "/labs") / deck.stem();
  if (fs::exists(lab / "exercise.h")) includes = "#include \"" + lab.string() + "/exercise.h\"\n";
  std::size_t count = 0;
  for (const fs::path& text : {deck, lab / "handout.md"}) {
    for (const Slide& slide : read_deck(text)) {
      for (const CodeBlock& block : slide.code) {
        if (block.language != "cuda") continue;
        const auto [included, rest] = without_includes(block.text);
        includes += included;
        source += "namespace block_" + std::to_string(count++) + " {\n#line " +
                  std::to_string(block.line) + " \"" + text.string() + "\"\n" + rest + "}\n";
      }
    }
  }
  return includes + source;
}

constexpr auto kNowhere = std::string::npos;

std::string deck_text(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Deck : public testing::TestWithParam<fs::path> {};

TEST_P(Deck, HasAnAnchorAndNotesOnEverySlide) {
  std::set<std::string> anchors;
  const auto slides = read_deck(GetParam());
  ASSERT_FALSE(slides.empty());
  for (const Slide& slide : slides) {
    EXPECT_TRUE(slide.has_notes) << slide.title;
    EXPECT_FALSE(slide.anchor.empty()) << slide.title;
    EXPECT_TRUE(anchors.insert(slide.anchor).second) << slide.anchor << " appears twice";
  }
}

TEST_P(Deck, DrawsEveryFigure) {
  constexpr std::string_view kFigure = "figure ";
  for (const Slide& slide : read_deck(GetParam())) {
    for (const CodeBlock& block : slide.code) {
      if (!block.language.starts_with("figure")) continue;
      ASSERT_TRUE(block.language.starts_with(kFigure)) << GetParam() << ":" << block.line - 1;
      try {
        const figures::Figure figure(block.language.substr(kFigure.size()), block.text,
                                     GetParam().parent_path() / "kept");
        EXPECT_FALSE(figure.draw().caption.empty());
      } catch (const figures::FigureError& error) {
        ADD_FAILURE() << GetParam().string() << ":" << block.line + error.line() - 1 << ": "
                      << error.what();
      }
    }
  }
}

// A lecture: not too long, drawn as much as told, and the audience is asked every few slides.
TEST_P(Deck, HasTheShapeOfALecture) {
  if (GetParam().stem() == "template") return;  // four slides, to be copied
  constexpr std::size_t kMostSlidesWithoutQuestion = 5;
  const auto slides = read_deck(GetParam());
  EXPECT_GE(slides.size(), 15U);
  EXPECT_LE(slides.size(), 30U);
  EXPECT_GE(std::ranges::count_if(slides,
                                  [](const Slide& slide) {
                                    return std::ranges::any_of(slide.code, [](const CodeBlock& b) {
                                      return b.language.starts_with("figure");
                                    });
                                  }),
            6);
  std::size_t silent = 0;
  for (const Slide& slide : slides) {
    silent = slide.asks ? 0 : silent + 1;
    EXPECT_LE(silent, kMostSlidesWithoutQuestion) << "no question up to " << slide.title;
  }
}

// Code in a handout is a block of cuda, which is compiled below, or a command.
TEST_P(Deck, HasAHandoutWhoseCodeIsCompiled) {
  const fs::path handout =
      fs::path(WARPSCOPE_SOURCE_DIR "/labs") / GetParam().stem() / "handout.md";
  for (const Slide& part : read_deck(handout)) {
    for (const CodeBlock& block : part.code)
      EXPECT_EQ(block.language, "cuda") << handout << ':' << block.line;
  }
  std::ifstream file(handout);
  bool is_in_block = false;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("```")) is_in_block = !is_in_block;
    if (is_in_block || !line.starts_with("    ")) continue;
    EXPECT_TRUE(line.starts_with("    ./run ")) << handout << ':' << number << ": " << line;
  }
}

TEST_P(Deck, EndsWithItsSources) {
  if (GetParam().stem() == "template") return;  // it teaches nothing
  const Slide last = read_deck(GetParam()).back();
  EXPECT_EQ(last.anchor, "sources");
  EXPECT_GE(last.rows.size(), 6U) << "what is taken from where";
  EXPECT_TRUE(std::ranges::any_of(last.rows, [](const auto& row) {
    return row.front() == "where this lab began" ||
           row.back().find("founding document") != kNowhere;
  })) << "the founding documents, by their titles";
  const auto text = deck_text(GetParam());
  EXPECT_NE(text.find("\n**Read next:** ", text.find("{#sources}")), kNowhere) << "further reading";
}

// "Measured" is what a GPU measured, and the slide says which: what the virtual GPU counts or
// computes is counted or modelled.
TEST_P(Deck, SaysWhichGpuMeasured) {
  const auto text = deck_text(GetParam());
  for (std::size_t at = 0; at != kNowhere;) {
    const auto end = text.find("\n## ", at + 1);
    const auto slide = text.substr(at, end == kNowhere ? end : end - at);
    at = end;
    if (slide.find("easured") == kNowhere) continue;
    // What stands for another machine's clock, a text that is cited, or a slide that is named.
    const auto measured = std::regex_replace(
        slide, std::regex("\\*measured\\* on your machine|\\|[^\n]*NVIDIA blog[^\n]*|`#[a-z-]+`"),
        "");
    if (measured.find("easured") == kNowhere) continue;
    EXPECT_TRUE(std::regex_search(measured, std::regex("H100|H200|GPU measured")))
        << slide.substr(0, slide.find('\n', 1));
  }
}

TEST_P(Deck, CompilesEveryCudaBlock) {
  const fs::path folder = fs::path(WARPSCOPE_BINARY_DIR) / "slides";
  fs::create_directories(folder);
  const fs::path file = folder / GetParam().filename().replace_extension(".cu");
  std::ofstream(file) << source_of(GetParam());
  const auto result =
      run(std::string(WARPSCOPE_NVCC) + " -std=c++20 -ptx -arch=compute_90 -I'" +
          WARPSCOPE_SOURCE_DIR + "' '" + file.string() + "' -o '" + file.string() + ".ptx'");
  EXPECT_EQ(result.status, 0) << result.output;
}

INSTANTIATE_TEST_SUITE_P(All, Deck, testing::ValuesIn(all_decks()), [](const auto& info) {
  std::string name = info.param.stem().string();
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace warpscope::slides
