// OpenGL for the test: EGL without a display, or a hidden window where EGL is missing.
#pragma once

#include <memory>

#include "viewer/graphics/off_screen.h"
#include "viewer/graphics/window.h"

namespace warpscope::viewer::test {

struct Graphics {
  std::unique_ptr<OffScreenContext> off_screen;
  std::unique_ptr<Window> window;
};

/// Tries EGL's surfaceless platform, then the display. With neither, the program starts itself anew
/// under xvfb-run. Throws std::runtime_error when that fails too.
Graphics make_graphics(char** argv);

}  // namespace warpscope::viewer::test
