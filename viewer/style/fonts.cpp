#include "viewer/style/fonts.h"

#include <filesystem>
#include <initializer_list>
#include <string>

namespace warpscope::viewer {
namespace {
namespace fs = std::filesystem;

/// The first of these files that exists; empty when none does.
std::string find_font(std::initializer_list<const char*> names) {
  for (const char* folder :
       {"/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/jetbrains-mono",
        "/usr/share/fonts/truetype/dejavu"}) {
    for (const char* name : names) {
      const fs::path file = fs::path(folder) / name;
      std::error_code error;
      if (fs::is_regular_file(file, error)) return file.string();
    }
  }
  return {};
}

/// The font in `file`, completed with the symbols of `symbols` that it lacks.
ImFont* add_font(const std::string& file, const std::string& symbols) {
  auto* atlas = ImGui::GetIO().Fonts;
  if (file.empty()) return nullptr;
  ImFont* font = atlas->AddFontFromFileTTF(file.c_str(), kTextSize);
  if (font == nullptr || symbols.empty() || symbols == file) return font;
  ImFontConfig config;
  config.MergeMode = true;
  atlas->AddFontFromFileTTF(symbols.c_str(), kTextSize, &config);
  return font;
}

}  // namespace

Fonts load_fonts() {
  const std::string symbols = find_font({"JetBrainsMono-Regular.ttf"});
  Fonts fonts;
  fonts.text = add_font(find_font({"Inter-Regular.otf", "JetBrainsMono-Regular.ttf"}), symbols);
  if (fonts.text == nullptr) fonts.text = ImGui::GetIO().Fonts->AddFontDefault();
  const auto or_text = [&fonts](ImFont* font) { return font == nullptr ? fonts.text : font; };
  fonts.strong =
      or_text(add_font(find_font({"Inter-SemiBold.otf", "JetBrainsMono-Bold.ttf"}), symbols));
  fonts.emphasis =
      or_text(add_font(find_font({"Inter-Italic.otf", "JetBrainsMono-Italic.ttf"}), symbols));
  fonts.code = or_text(add_font(symbols, {}));
  fonts.strong_code = or_text(add_font(find_font({"JetBrainsMono-Bold.ttf"}), {}));
  ImGui::GetStyle().FontSizeBase = kTextSize;
  ImGui::GetIO().FontDefault = fonts.text;
  return fonts;
}

}  // namespace warpscope::viewer
