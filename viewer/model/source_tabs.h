// The files that the pane Source offers of one side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "viewer/model/session.h"

namespace warpscope::viewer {

struct SourceTab {
  enum class Kind : std::uint8_t {
    edited,     ///< the student's file, as it is being edited
    of_record,  ///< as the last run compiled it
    of_lab,     ///< a header of the lab, to be read
    changes,    ///< what differs between `text` and what is edited
  };
  Kind kind = Kind::of_record;
  std::string title;  ///< unique
  std::string path;   ///< as the record names the file; empty where it has no counters
  std::string text;   ///< as the record or the lab has it; empty where nothing has run
};

inline constexpr const char* kSinceStarter = "since the starter";
inline constexpr const char* kSinceRun = "since the run";

/// First the file that a run is of, then the record's others, then exercise.h and cpu.h of the open
/// lab where it has them, then what has been changed of the student's file since the starter and
/// since the last run.
std::vector<SourceTab> source_tabs(const Session& session, Side side);

}  // namespace warpscope::viewer
