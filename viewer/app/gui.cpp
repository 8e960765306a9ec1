#include "viewer/app/gui.h"

#include <imgui_impl_opengl3.h>
#include <implot.h>

#include <algorithm>
#include <stdexcept>

#include "viewer/graphics/gl.h"

namespace warpscope::viewer {

Gui::Gui(ThemeKind theme, float scale) {
  ImGui::CreateContext();
  ImPlot::CreateContext();
  auto& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
  io.IniFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigInputTextCursorBlink = false;
  io.ConfigDragClickToInputText = true;
  if (!ImGui_ImplOpenGL3_Init("#version 150")) {
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
    throw std::runtime_error(
        "This machine's OpenGL does not offer version 3.2, which the viewer draws with.");
  }
  fonts_ = load_fonts();
  scale_ = std::clamp(scale, 0.5F, 3.0F);
  ImGui::GetStyle().FontScaleMain = scale_;
  set_theme(theme);
}

Gui::~Gui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImPlot::DestroyContext();
  ImGui::DestroyContext();
}

void Gui::set_theme(ThemeKind kind) {
  theme_ = make_theme(kind);
  apply(theme_);
}

void Gui::set_scale(float scale) {
  scale_ = std::clamp(scale, 0.5F, 3.0F);
  ImGui::GetStyle().FontScaleMain = scale_;
  apply(theme_);
}

void Gui::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void Gui::drop_frame() { ImGui::Render(); }

void Gui::end_frame() {
  ImGui::Render();
  const ImVec4 back = ImGui::ColorConvertU32ToFloat4(theme_.backdrop);
  glClearColor(back.x, back.y, back.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace warpscope::viewer
