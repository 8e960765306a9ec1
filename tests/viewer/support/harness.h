// The viewer on hand-made records, driven by the Dear ImGui Test Engine.
#pragma once

#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "tests/viewer/support/sample_lab.h"
#include "viewer/app/stage.h"

namespace warpscope::viewer::test {

/// A window that something has to fit, and the name of its picture.
struct Screen {
  const char* name;
  ImVec2 size;
  float scale = 1;
};

/// What opens the palette of actions.
inline constexpr ImGuiKeyChord kPaletteKeys = ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P;

/// One program under test. UI tests run as coroutines between its frames.
class Harness {
 public:
  /// An OpenGL context must be current. Pictures go into the folder.
  explicit Harness(std::filesystem::path screenshots);
  ~Harness();
  Harness(const Harness&) = delete;
  Harness& operator=(const Harness&) = delete;

  using Body = std::function<void(Harness&, ImGuiTestContext*)>;
  /// Before each body the window has its size, the sample lab is opened anew and both sides have
  /// run.
  void add(const char* category, const char* name, Body body);

  /// Runs all tests, or those whose names have these words; writes the JUnit report; the exit code:
  /// 0 only when every test ran and succeeded.
  int run(const std::filesystem::path& junit, const char* words = nullptr);

  // For bodies, which run on another thread while this one waits:
  Session& session() { return session_; }
  Stage& stage() { return *stage_; }
  FakeRunner& runner() const { return lab_.runner(); }
  const SampleLab& lab() const { return lab_; }
  /// Draws frames until the condition holds; false after ten seconds.
  static bool wait(ImGuiTestContext* context, const std::function<bool()>& condition);
  /// Gives the window another size, until the body ends, and lets it settle.
  void resize(ImGuiTestContext* context, ImVec2 size, float scale = 1);
  /// Keyboard alone: opens the palette, types, chooses with so many arrows, and takes it.
  static void do_by_palette(ImGuiTestContext* context, const char* words, int arrows = 0);
  /// The picture of the next frame, also kept as <name>.png.
  const Image& picture(ImGuiTestContext* context, const std::string& name);
  /// The same with the mouse left where it is, for tool tips.
  const Image& picture_with_cursor(ImGuiTestContext* context, const std::string& name);
  /// The part of it that a window takes.
  Image picture_of(ImGuiTestContext* context, const char* window, const std::string& name);

 private:
  void open_sample(ImGuiTestContext* context);
  void serve_picture();

  std::filesystem::path screenshots_;
  SampleLab lab_;
  Session session_;
  ImGuiTestEngine* engine_;
  std::unique_ptr<Stage> stage_;
  std::string wanted_picture_;
  Image picture_;
};

/// Each file of tests adds its own.
void add_pane_tests(Harness& harness);
void add_run_tests(Harness& harness);
void add_view_tests(Harness& harness);
void add_open_tests(Harness& harness);
void add_palette_tests(Harness& harness);
void add_export_tests(Harness& harness);
void add_layout_tests(Harness& harness);
void add_click_tests(Harness& harness);
void add_lab_tests(Harness& harness);
void add_access_tests(Harness& harness);
void add_step_tests(Harness& harness);
void add_launch_tests(Harness& harness);
void add_curve_tests(Harness& harness);
void add_source_tests(Harness& harness);
void add_source_edit_tests(Harness& harness);

}  // namespace warpscope::viewer::test
