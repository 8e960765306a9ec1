#include "viewer/app/interactive.h"

#include <imgui.h>
#include <imgui_impl_glfw.h>

#include <chrono>
#include <stdexcept>

#include "viewer/app/gui.h"
#include "viewer/app/shell.h"

namespace warpscope::viewer {
namespace {

// Twice a second the files on disk are looked at.
constexpr double kIdleWait_s = 0.5;
// Dear ImGui needs a few frames until layout and tool tips have settled after input.
constexpr int kFramesAfterInput = 4;
// Tool tips appear a moment after the mouse has come to rest, without any event.
constexpr auto kTimeOfTips = std::chrono::seconds(2);

/// Dear ImGui's ears for a window.
class WindowInput {
 public:
  explicit WindowInput(GLFWwindow* window) {
    if (!ImGui_ImplGlfw_InitForOpenGL(window, true)) {
      throw std::runtime_error("Cannot listen to the window's keyboard and mouse.");
    }
  }
  ~WindowInput() { ImGui_ImplGlfw_Shutdown(); }
  WindowInput(const WindowInput&) = delete;
  WindowInput& operator=(const WindowInput&) = delete;
};

/// Whether a key that moves the view is held down: then drawing goes on without events.
bool is_any_key_down() {
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key) {
    if (ImGui::IsKeyDown(static_cast<ImGuiKey>(key))) return true;
  }
  return false;
}

}  // namespace

void run_in_window(const Window& window, Session& session, const Options& options) {
  Gui gui(options.theme, options.scale.value_or(window.content_scale()));
  const WindowInput input(window.handle());
  Shell shell(session, gui);
  if (!options.pane.empty()) shell.show_pane(options.pane);
  using Clock = std::chrono::steady_clock;
  int frames_to_draw = 2 * kFramesAfterInput;
  auto last_event = Clock::now();
  while (!shell.view().closes) {
    if (window.is_closing()) {
      if (shell.may_close()) break;
      window.stay_open();
      frames_to_draw = kFramesAfterInput;
    }
    if (frames_to_draw > 0 || is_any_key_down()) {
      Window::poll();
    } else {
      const auto before = Clock::now();
      Window::wait(kIdleWait_s);
      const auto now = Clock::now();
      if (now - before < std::chrono::duration<double>(0.9 * kIdleWait_s)) {
        last_event = now;
        frames_to_draw = kFramesAfterInput;
      } else if (now - last_event < kTimeOfTips) {
        frames_to_draw = 1;
      }
    }
    if (const auto dropped = window.take_dropped_files(); !dropped.empty()) {
      shell.view().wanted_file = dropped.front();
      frames_to_draw = kFramesAfterInput;
    }
    if (session.update(Clock::now())) frames_to_draw = kFramesAfterInput;
    if (frames_to_draw == 0 && !is_any_key_down()) continue;
    window.bind();
    ImGui_ImplGlfw_NewFrame();
    Gui::begin_frame();
    shell.draw();
    gui.end_frame();
    shell.keep_wanted_picture();
    window.show_frame();
    if (frames_to_draw > 0) --frames_to_draw;
  }
  session.cancel_all();
}

}  // namespace warpscope::viewer
