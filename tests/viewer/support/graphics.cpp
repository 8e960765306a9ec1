#include "tests/viewer/support/graphics.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <vector>

namespace warpscope::viewer::test {
namespace {

/// Does not return when xvfb-run is there.
void restart_under_xvfb(char** argv) {
  std::vector<char*> arguments;
  std::string program = "xvfb-run", automatic = "-a";
  arguments.push_back(program.data());
  arguments.push_back(automatic.data());
  for (char** argument = argv; *argument != nullptr; ++argument) arguments.push_back(*argument);
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
}

}  // namespace

Graphics make_graphics(char** argv) {
  Graphics graphics;
  try {
    graphics.off_screen = std::make_unique<OffScreenContext>();
    return graphics;
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << "\n";
  }
  if (std::getenv("DISPLAY") == nullptr) restart_under_xvfb(argv);
  graphics.window = std::make_unique<Window>("viewer_ui_test", 640, 480);
  return graphics;
}

}  // namespace warpscope::viewer::test
