#include "tests/viewer/support/harness.h"

#include <imgui_internal.h>
#include <imgui_te_exporters.h>

#include <cfloat>
#include <chrono>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace warpscope::viewer::test {
namespace {

constexpr ImVec2 kWindow{1600, 1000};

}  // namespace

Harness::Harness(std::filesystem::path screenshots)
    : screenshots_(std::move(screenshots)),
      session_(lab_.services()),
      engine_(ImGuiTestEngine_CreateContext()) {
  std::filesystem::create_directories(screenshots_);
  stage_ = std::make_unique<Stage>(session_, static_cast<int>(kWindow.x),
                                   static_cast<int>(kWindow.y), ThemeKind::dark, 1.0F);
  auto& io = ImGuiTestEngine_GetIO(engine_);
  io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
  io.ConfigNoThrottle = true;
  io.ConfigFixedDeltaTime = 1.0F / 60;
  io.ConfigSavedSettings = false;
  io.ConfigMouseDrawCursor = false;
  io.ConfigCaptureEnabled = false;
  io.ConfigLogToTTY = true;
  // Frames pass much faster than in the time they stand for; wait() has its own limit.
  io.ConfigWatchdogWarning = io.ConfigWatchdogKillTest = FLT_MAX;
  ImGuiTestEngine_Start(engine_, ImGui::GetCurrentContext());
}

Harness::~Harness() {
  ImGuiTestEngine_Stop(engine_);
  stage_.reset();  // with the ImGui context, which the engine wants gone first
  ImGuiTestEngine_DestroyContext(engine_);
}

void Harness::add(const char* category, const char* name, Body body) {
  ImGuiTest* test = ImGuiTestEngine_RegisterTest(engine_, category, name);
  test->TestFunc = [this, body = std::move(body)](ImGuiTestContext* context) {
    open_sample(context);
    body(*this, context);
    runner().is_slow = false;
    session_.cancel_all();
  };
}

void Harness::open_sample(ImGuiTestContext* context) {
  runner().is_slow = false;
  runner().fails = false;
  runner().is_solved = false;
  stage_->shell().view().shows_help = false;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  if (size.x != kWindow.x || size.y != kWindow.y || stage_->shell().view().scale != 1)
    resize(context, kWindow);
  session_.edited().drop();
  session_.open_lab("sample");
  for (const Side side : kSides) session_.run(side);
  IM_CHECK(wait(context, [this] { return !session_.is_running(); }));
  context->Yield(4);
}

int Harness::run(const std::filesystem::path& junit, const char* words) {
  stage_->settle();
  ImGuiTestEngine_QueueTests(engine_, ImGuiTestGroup_Tests, words,
                             ImGuiTestRunFlags_RunFromCommandLine);
  while (!ImGuiTestEngine_IsTestQueueEmpty(engine_)) {
    if (wanted_picture_.empty()) {
      stage_->pass_frame();
    } else {
      stage_->draw_frame();
      serve_picture();
    }
    ImGuiTestEngine_PostSwap(engine_);
  }
  ImVector<ImGuiTest*> tests;
  ImGuiTestEngine_GetTestList(engine_, &tests);
  int failed = 0, ran = 0;
  for (const ImGuiTest* test : tests) {
    if (words != nullptr && test->Output.Status == ImGuiTestStatus_Unknown) continue;
    ++ran;
    const bool is_good = test->Output.Status == ImGuiTestStatus_Success;
    std::cout << (is_good ? "passed  " : "FAILED  ") << test->Category.c_str() << "/"
              << test->Name.c_str() << "\n";
    if (!is_good) ++failed;  // never run counts as failed
  }
  std::cout << ran - failed << " passed, " << failed << " failed; pictures in "
            << screenshots_.string() << "\n";
  std::filesystem::create_directories(std::filesystem::absolute(junit).parent_path());
  std::filesystem::remove(junit);
  ImGuiTestEngine_ExportEx(engine_, ImGuiTestEngineExportFormat_JUnitXml, junit.c_str());
  if (!std::filesystem::exists(junit)) throw std::runtime_error("cannot write " + junit.string());
  return failed == 0 && ran > 0 ? 0 : 1;
}

bool Harness::wait(ImGuiTestContext* context, const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end || context->IsError()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    context->Yield();
  }
  return true;
}

void Harness::resize(ImGuiTestContext* context, ImVec2 size, float scale) {
  ImGui::GetIO().DisplaySize = size;
  stage_->shell().view().scale = scale;
  context->Yield(12);
}

void Harness::do_by_palette(ImGuiTestContext* context, const char* words, int arrows) {
  context->KeyPress(kPaletteKeys);
  context->Yield(3);
  context->KeyChars(words);
  context->Yield(2);
  for (int k = 0; k < arrows; ++k) {
    context->KeyPress(ImGuiKey_DownArrow);
    context->Yield();
  }
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(4);
}

const Image& Harness::picture(ImGuiTestContext* context, const std::string& name) {
  context->MouseMoveToPos({2, 998});  // away from anything that lights up
  context->Yield(3);
  return picture_with_cursor(context, name);
}

const Image& Harness::picture_with_cursor(ImGuiTestContext* context, const std::string& name) {
  wanted_picture_ = name;
  wait(context, [this] { return wanted_picture_.empty(); });
  return picture_;
}

Image Harness::picture_of(ImGuiTestContext* context, const char* window, const std::string& name) {
  const Image& whole = picture(context, name);
  const ImGuiWindow* found = context->GetWindowByRef(window);
  if (found == nullptr) return {};
  return crop(whole, static_cast<int>(found->Pos.x), static_cast<int>(found->Pos.y),
              static_cast<int>(found->Size.x), static_cast<int>(found->Size.y));
}

void Harness::serve_picture() {
  picture_ = stage_->picture();
  write_png(picture_, screenshots_ / (wanted_picture_ + ".png"));
  wanted_picture_.clear();
}

}  // namespace warpscope::viewer::test
