#include "viewer/style/code_style.h"

#include "presentation/code_text/cuda_words.h"

namespace warpscope::viewer {

const TextEditor::Language& cuda_language() {
  static const TextEditor::Language kLanguage = [] {
    TextEditor::Language language = *TextEditor::Language::Cpp();
    language.name = "CUDA C++";
    for (const std::string_view word : code_text::kCudaKeywords) language.keywords.emplace(word);
    for (const std::string_view word : code_text::kCudaTypes) language.declarations.emplace(word);
    for (const std::string_view word : code_text::kCudaNames) language.identifiers.emplace(word);
    return language;
  }();
  return kLanguage;
}

TextEditor::Palette code_palette(const Theme& theme) {
  TextEditor::Palette palette{};
  palette.fill(theme.text);
  const auto set = [&palette](TextEditor::Color which, ImU32 color) {
    palette[static_cast<std::size_t>(which)] = color;
  };
  using Color = TextEditor::Color;
  set(Color::keyword, theme.keyword);
  set(Color::declaration, theme.type);
  set(Color::knownIdentifier, theme.keyword);
  set(Color::number, theme.number);
  set(Color::string, theme.string);
  set(Color::comment, theme.comment);
  set(Color::preprocessor, theme.preprocessor);
  set(Color::background, theme.panel);
  set(Color::selection, with_alpha(theme.link, 0.3F));
  set(Color::whitespace, theme.grid);
  set(Color::lineNumber, theme.muted);
  set(Color::currentLineNumber, theme.muted);
  set(Color::matchingBracketBackground, with_alpha(theme.text, 0));
  return palette;
}

}  // namespace warpscope::viewer
