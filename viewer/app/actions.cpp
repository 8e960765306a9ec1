#include "viewer/app/actions.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "viewer/app/result_table.h"
#include "viewer/model/compiler_notes.h"
#include "viewer/model/heat_choice.h"
#include "viewer/model/tables.h"
#include "viewer/panes/edit_file.h"

namespace warpscope::viewer {
namespace {

constexpr float kScaleStep = 0.1F, kProjectorScale = 1.5F;
constexpr const char* kReportFolder = "warpscope-report";

bool can_run_student(const Session& session) { return session.can_run(Side::student); }
bool can_run_reference(const Session& session) {
  return session.can_run(Side::reference) || session.is_reference_hidden();
}
bool is_running(const Session& session) { return session.is_running(); }
bool has_lab(const Session& session) { return session.lab() != nullptr; }
bool has_file(const Session& session) { return !session.attempt(Side::student).file().empty(); }
bool has_selection(const Session& session) {
  return session.selection().is_partial(Side::student) ||
         session.selection().is_partial(Side::reference);
}
bool has_record(const Session& session) {
  return std::ranges::any_of(kSides, [&](Side side) { return session.record(side) != nullptr; });
}

bool is_unsaved(const Session& session) { return session.edited().is_unsaved(); }
bool can_edit(const Session& session) { return session.edited().is_open(); }
bool has_source(const Session& session) { return can_edit(session) || has_record(session); }

void ask_of_source(View& view, EditWish wish) {
  view.wanted_pane = "source";
  view.wanted_edit = wish;
}
void type_here(Session& /*session*/, View& view) { ask_of_source(view, EditWish::type); }
void undo(Session& /*session*/, View& view) { ask_of_source(view, EditWish::undo); }
void redo(Session& /*session*/, View& view) { ask_of_source(view, EditWish::redo); }
void find(Session& /*session*/, View& view) { ask_of_source(view, EditWish::find); }

std::optional<record::SourceLine> next_place_of(const Session& session) {
  const auto* record = session.record(Side::student);
  return record == nullptr ? std::nullopt : next_place(*record, session.selection().line);
}
bool has_place(const Session& session) { return next_place_of(session).has_value(); }
void go_to_next_finding(Session& session, View& view) {
  const auto place = next_place_of(session);
  if (!place) return;
  session.selection().jump_to(Side::student, *place);
  ask_of_source(view, EditWish::type);
}

void show_since_starter(Session& /*session*/, View& view) {
  ask_of_source(view, EditWish::since_starter);
}
void show_since_run(Session& /*session*/, View& view) { ask_of_source(view, EditWish::since_run); }
bool has_run(const Session& session) {
  return can_edit(session) && session.record(Side::student) != nullptr;
}

void save(Session& session, View& view) {
  auto& edited = session.edited();
  view.notice = edited.save() ? edited.file().filename().string() + " is saved." : "";
}

void open(Session& /*session*/, View& view) { view.asks_to_open = true; }

/// Lets `write` fill the folder of exports, which is made, and tells where that is.
void export_into(const Session& session, View& view,
                 const std::function<void(const std::filesystem::path& folder)>& write) {
  const auto folder = session.attempt(Side::student).file().parent_path() / kReportFolder;
  try {
    std::filesystem::create_directories(folder);
    write(folder);
    view.notice = "Written to " + folder.string() + ".";
  } catch (const std::exception& error) {
    view.notice = std::string("Cannot export: ") + error.what();
  }
}

void export_report(Session& session, View& view) {
  export_into(session, view, [&](const auto& folder) { write_reports(session, folder); });
}

void export_tables(Session& session, View& view) {
  export_into(session, view, [&](const auto& folder) { write_tables(session, folder); });
}

void export_picture(Session& session, View& view) {
  export_into(session, view, [&](const auto& folder) { view.wanted_picture_folder = folder; });
}

void take_next_step(Session& /*session*/, View& view) {
  view.does_next_step = true;
  view.wanted_pane = "lab";
}

void select_all(Session& session, View& /*view*/) { choose_everything(session.selection()); }
void enlarge(Session& /*session*/, View& view) { view.scale += kScaleStep; }
void shrink(Session& /*session*/, View& view) { view.scale -= kScaleStep; }
void use_normal_size(Session& /*session*/, View& view) { view.scale = 1; }
void use_projector_size(Session& /*session*/, View& view) { view.scale = kProjectorScale; }
void arrange_again(Session& /*session*/, View& view) { view.arranges_anew = true; }
void change_notes(Session& /*session*/, View& view) {
  view.shows_notes = !view.shows_notes;
  if (view.shows_notes) view.wanted_pane = "slides";
}

constexpr auto kCtrl = ImGuiMod_Ctrl;
constexpr auto kShift = ImGuiMod_Shift;

constexpr auto kActions = std::to_array<Action>({
    {"File", "Open a lab, a file or a record\u2026", open, {kCtrl | ImGuiKey_O}},
    {"File", "Save your file", save, {kCtrl | ImGuiKey_S}, is_unsaved},
    {"File", "Edit your file in your editor", edit_file, {kCtrl | ImGuiKey_E}, has_file},
    {"File", "Export report and records", export_report, {}, has_record},
    {"File", "Export tables as CSV", export_tables, {}, has_record},
    {"File", "Export a picture of this pane (PNG)", export_picture},
    // The keys without a chord are those of the text itself.
    {"Edit", "Edit your file in the pane Source", type_here, {ImGuiKey_F2}, can_edit},
    {"Edit", "Undo in your file", undo, {}, can_edit, "Ctrl+Z"},
    {"Edit", "Redo in your file", redo, {}, can_edit, "Ctrl+Y"},
    {"Edit", "Find in the source", find, {}, has_source, "Ctrl+F"},
    {"Edit", "What you changed since the starter", show_since_starter, {}, can_edit},
    {"Edit", "What you changed since the last run", show_since_run, {}, has_run},
    {"Edit",
     "Next finding, or error of the compiler",
     go_to_next_finding,
     {ImGuiKey_F8},
     has_place},
    {"Run", "Next step of the pane Lab", take_next_step, {ImGuiKey_F4}, has_lab},
    {"Run",
     "Run the student's file (locks predictions)",
     run_student,
     {ImGuiKey_F5},
     can_run_student},
    {"Run", "Run the reference, or show it", run_reference, {ImGuiKey_F6}, can_run_reference},
    {"Run", "Cancel what runs", cancel_runs, {kShift | ImGuiKey_F5}, is_running},
    {"View", "All launches: select none", select_all, {}, has_selection},
    {"View", "Light or dark theme", change_theme, {kCtrl | ImGuiKey_T}},
    {"View",
     "Larger text",
     enlarge,
     {kCtrl | ImGuiKey_Equal, kCtrl | ImGuiKey_KeypadAdd, kCtrl | kShift | ImGuiKey_Equal}},
    {"View", "Smaller text", shrink, {kCtrl | ImGuiKey_Minus, kCtrl | ImGuiKey_KeypadSubtract}},
    {"View",
     "Normal size of text",
     use_normal_size,
     {kCtrl | ImGuiKey_0, kCtrl | ImGuiKey_Keypad0}},
    {"View", "Size for a projector: 1.5", use_projector_size},
    {"View", "Put all panes back", arrange_again},
    {"View", "Speaker notes of slides", change_notes, {}, has_lab},
    {"Help",
     "All actions, to be found by their words",
     change_palette,
     {kCtrl | kShift | ImGuiKey_P}},
    {"Help", "All keys", change_help, {ImGuiKey_F1}, nullptr, "?"},
});

}  // namespace

std::span<const Action> actions() { return kActions; }

std::string keys_of(const Action& action) {
  if (!action.shown_keys.empty()) return std::string(action.shown_keys);
  const auto chord = action.chords.front();
  if (chord == 0) return {};
  std::string text;
  if ((chord & ImGuiMod_Ctrl) != 0) text += "Ctrl+";
  if ((chord & ImGuiMod_Shift) != 0) text += "Shift+";
  const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
  if (key == ImGuiKey_Equal || key == ImGuiKey_Minus) {
    if (!text.empty()) text.back() = ' ';  // not "Ctrl++"
    return text + (key == ImGuiKey_Equal ? "+" : "-");
  }
  return text + ImGui::GetKeyName(key);
}

std::string keys_of(void (*act)(Session& session, View& view)) {
  const auto found = std::ranges::find(kActions, act, &Action::act);
  return found == kActions.end() ? std::string() : keys_of(*found);
}

void run_student(Session& session, View& /*view*/) { session.run(Side::student); }

void run_reference(Session& session, View& view) {
  if (session.is_reference_hidden()) {
    view.asks_for_reference = true;
  } else {
    session.run(Side::reference);
  }
}

void cancel_runs(Session& session, View& /*view*/) { session.cancel_all(); }

void change_theme(Session& /*session*/, View& view) {
  view.theme = view.theme == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark;
}

void change_help(Session& /*session*/, View& view) { view.shows_help = !view.shows_help; }

void change_palette(Session& /*session*/, View& view) { view.changes_palette = true; }

std::vector<ListedAction> list_actions(const Session& session,
                                       std::span<const std::unique_ptr<Pane>> panes) {
  std::vector<ListedAction> listed;
  for (const auto& action : kActions) {
    const bool can_act = action.can_act == nullptr || action.can_act(session);
    listed.push_back({std::string(action.menu), std::string(action.title), keys_of(action), can_act,
                      action.act});
  }
  for (const auto& pane : panes) {
    if (!pane->is_shown(session)) continue;
    listed.push_back(
        {"Panes", pane->title(), {}, true, [id = std::string(pane->id())](Session&, View& view) {
           view.wanted_pane = id;
         }});
  }
  for (const auto& kind : heat_kinds()) {
    listed.push_back({"Beside lines",
                      std::string(kind.title),
                      {},
                      has_source(session),
                      [id = kind.id](Session& of, View& view) {
                        choose_heat(of, id);
                        view.wanted_pane = "source";
                      }});
  }
  for (const auto& lab : session.labs()) {
    // Opened once more it would lose what runs and what is predicted.
    const bool is_open = session.lab() != nullptr && session.lab()->id == lab.id;
    listed.push_back({"Labs", lab.title, {}, !is_open, [id = lab.id](Session&, View& view) {
                        view.wanted_file = id;
                      }});
  }
  return listed;
}

}  // namespace warpscope::viewer
