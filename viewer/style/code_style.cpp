#include "viewer/style/code_style.h"

namespace warpscope::viewer {

const TextEditor::Language& cuda_language() {
  static const TextEditor::Language kLanguage = [] {
    TextEditor::Language language = *TextEditor::Language::Cpp();
    language.name = "CUDA C++";
    for (const char* word :
         {"__global__", "__device__", "__host__", "__shared__", "__constant__", "__restrict__",
          "__launch_bounds__", "__managed__", "__forceinline__", "__noinline__"}) {
      language.keywords.insert(word);
    }
    for (const char* word :
         {"float2", "float3", "float4", "int2", "int4", "uint4", "double2", "dim3", "half",
          "size_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "cudaError_t"}) {
      language.declarations.insert(word);
    }
    for (const char* word :
         {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "__syncthreads", "__syncwarp",
          "__shfl_sync", "__shfl_down_sync", "__shfl_xor_sync", "__ballot_sync", "atomicAdd"}) {
      language.identifiers.insert(word);
    }
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
