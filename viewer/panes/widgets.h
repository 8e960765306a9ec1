// Small pieces that several panes use.
#pragma once

#include <imgui.h>

#include <array>
#include <string>
#include <string_view>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

void colored_text(ImU32 color, std::string_view text);
/// Text that breaks at the window's edge.
void wrapped_text(ImU32 color, std::string_view text);

/// Student | Reference, with one of them chosen or none. Returns the one that was clicked.
std::optional<Side> side_buttons(const char* id, std::optional<Side> chosen, const Theme& theme);
/// The same with one always chosen; returns it.
Side choose_side(const char* id, Side chosen, const Theme& theme);

/// A grey sentence in the middle of an empty pane.
void empty_message(const Theme& theme, std::string_view text);
/// Why that side has nothing to show: running, not run yet, or its problem.
std::string absence_of(const Session& session, Side side);

/// "✗", "!" or "i": the severity without its colour.
const char* severity_mark(record::Finding::Severity severity);

/// "exercise.cu:12".
std::string short_place(const record::SourceLine& where);

/// A value that follows from a side's record, made anew with each new record.
template <class T>
class PerRecord {
 public:
  template <class Make>
  const T& get(const Attempt& attempt, Make&& make) {
    auto& slot = slots_[index(attempt.side())];
    if (slot.revision != attempt.revision()) {
      slot.value = attempt.record() ? make(*attempt.record()) : T{};
      slot.revision = attempt.revision();
    }
    return slot.value;
  }

 private:
  struct Slot {
    unsigned revision = ~0U;
    T value{};
  };
  std::array<Slot, 2> slots_;
};

}  // namespace warpscope::viewer
