// How the code editor colours CUDA C++.
#pragma once

#include <TextEditor.h>

#include "viewer/style/theme.h"

namespace warpscope::viewer {

/// C++ with CUDA's words. Lives as long as the program, since editors keep pointers to it.
const TextEditor::Language& cuda_language();
TextEditor::Palette code_palette(const Theme& theme);

}  // namespace warpscope::viewer
