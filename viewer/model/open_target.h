// What the viewer is asked to open: by its command line, its menu, or a file dropped on its window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "runner/run_lab.h"

namespace warpscope::viewer {

struct OpenTarget {
  enum class Kind : std::uint8_t {
    lab,      ///< with `file` empty, its usual working copy
    program,  ///< a CUDA source that belongs to no lab
    record
  };
  Kind kind = Kind::lab;
  std::string lab;             ///< id
  std::filesystem::path file;  ///< the student's, the program's or the record's
};

/// Whether this is the name of a run record: it ends in ".json" and is no progress file.
bool is_record_name(const std::filesystem::path& file);

/// What `what` names: a lab's id; a source in a working copy or a lab's own folder; a working copy
/// itself; another CUDA source; a run record. "~/" is the home folder. Throws std::runtime_error
/// with a sentence for anything else.
OpenTarget open_target(std::span<const runner::LabInfo> labs, const std::string& what);

/// How `text` may go on, in full and in order: labs, folders (ending in '/') and files that could
/// be opened.
std::vector<std::string> completions(std::span<const runner::LabInfo> labs,
                                     const std::string& text);

}  // namespace warpscope::viewer
