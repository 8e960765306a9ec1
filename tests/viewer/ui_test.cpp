// viewer_ui_test SCREENSHOT-FOLDER JUNIT-FILE [WORDS of the tests to run, as "step"]
#include <exception>
#include <iostream>

#include "tests/viewer/support/graphics.h"
#include "tests/viewer/support/harness.h"

int main(int argc, char** argv) {
  using namespace warpscope::viewer::test;
  if (argc != 3 && argc != 4) {
    std::cerr << "usage: viewer_ui_test SCREENSHOT-FOLDER JUNIT-FILE [WORDS]\n";
    return 2;
  }
  try {
    const Graphics graphics = make_graphics(argv);
    Harness harness(argv[1]);
    add_pane_tests(harness);
    add_run_tests(harness);
    add_view_tests(harness);
    add_layout_tests(harness);
    add_open_tests(harness);
    add_palette_tests(harness);
    add_export_tests(harness);
    add_click_tests(harness);
    add_lab_tests(harness);
    add_access_tests(harness);
    add_step_tests(harness);
    add_launch_tests(harness);
    add_curve_tests(harness);
    add_source_tests(harness);
    add_source_edit_tests(harness);
    return harness.run(argv[2], argc == 4 ? argv[3] : nullptr);
  } catch (const std::exception& error) {
    std::cerr << "viewer_ui_test: " << error.what() << "\n";
    return 1;
  }
}
