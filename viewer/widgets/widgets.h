// Small pieces of drawing that panes and bars share.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>

#include "viewer/model/session.h"
#include "viewer/model/side.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer {

void colored_text(ImU32 color, std::string_view text);
/// Text that breaks at the window's edge.
void wrapped_text(ImU32 color, std::string_view text);

/// Student | Reference, with one of them chosen or none. Returns the one that was clicked.
std::optional<Side> side_buttons(const char* id, std::optional<Side> chosen, const Session& session,
                                 const Theme& theme);
/// The same with one always chosen; returns it.
Side choose_side(const char* id, Side chosen, const Session& session, const Theme& theme);

/// Stays on the line where what comes has so much room, in pixels; else it begins a new one.
void go_on_if_room(float width);

/// Begins a table's row of headings, whose texts count for the width of their columns.
void begin_heading_row(const Theme& theme);

/// The text, or as much of its beginning as has room in so many pixels, and "…".
std::string fitted(std::string text, float width);

/// The width of the text's widest word, in pixels: in a column that is as wide no word is broken.
float widest_word(std::string_view text);

/// A field of one line, of so many pixels; true when it was edited in this frame.
bool edit_line(const char* id, std::string& text, float width, const char* empty_text = "");
/// A field of several lines, whose text breaks at its edge and has at most so many bytes.
bool edit_text(const char* id, std::string& text, ImVec2 size, std::size_t most);

/// A grey sentence in the middle of an empty pane.
void empty_message(const Theme& theme, std::string_view text);

}  // namespace warpscope::viewer
