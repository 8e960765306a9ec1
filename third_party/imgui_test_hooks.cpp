// Dear ImGui is compiled once, with the hooks of its test engine. The program that people run does
// not carry the engine, so the hooks lead here. They are not called: the engine's context is what
// switches them on.
#include <imgui.h>
#include <imgui_internal.h>

// NOLINTBEGIN(readability-identifier-naming): the names are Dear ImGui's.
void ImGuiTestEngineHook_ItemAdd(ImGuiContext*, ImGuiID, const ImRect&, const ImGuiLastItemData*) {}
void ImGuiTestEngineHook_ItemInfo(ImGuiContext*, ImGuiID, const char*, ImGuiItemStatusFlags) {}
void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}
const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) { return nullptr; }
// NOLINTEND(readability-identifier-naming)
