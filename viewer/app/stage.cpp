#include "viewer/app/stage.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <chrono>
#include <cmath>

namespace warpscope::viewer {
namespace {
// A new pane is docked, gets its size and then lays out its contents: each takes a frame or two.
constexpr int kSettleFrames = 8;
constexpr float kFrame_s = 1.0F / 60;
}  // namespace

Stage::Stage(Session& session, int width, int height, ThemeKind theme, float scale)
    : session_(session), frame_buffer_(width, height), gui_(theme, scale), shell_(session, gui_) {
  auto& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = kFrame_s;
  io.AddMousePosEvent(-1, -1);
}

void Stage::make_frame() {
  session_.update(std::chrono::steady_clock::now());
  ImGui::GetIO().DeltaTime = kFrame_s;
  Gui::begin_frame();
  shell_.draw();
}

void Stage::draw_frame() {
  make_frame();
  gui_.end_frame();
  shell_.keep_wanted_picture();
}

void Stage::pass_frame() {
  make_frame();
  Gui::drop_frame();
}

void Stage::settle() {
  for (int i = 0; i < kSettleFrames; ++i) pass_frame();
  draw_frame();
}

Image Stage::picture_of(std::string_view pane) {
  shell_.show_pane(pane);
  settle();
  Image image = picture();
  for (const auto& candidate : shell_.panes()) {
    if (candidate->id() != pane) continue;
    if (const auto* window = ImGui::FindWindowByName(candidate->title())) {
      const auto pixels = [](float value) { return static_cast<int>(std::lround(value)); };
      image = crop(image, pixels(window->Pos.x), pixels(window->Pos.y), pixels(window->Size.x),
                   pixels(window->Size.y));
    }
  }
  return image;
}

}  // namespace warpscope::viewer
