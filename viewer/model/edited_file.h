// The student's file as it is edited here: its text, whether that is saved, and what another
// program did to the file meanwhile.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/file_watch.h"
#include "viewer/model/text_form.h"

namespace warpscope::viewer {

class EditedFile {
 public:
  /// Reads the file; where that cannot be edited here, reason_not_to_edit() says why. What was
  /// edited before is forgotten.
  void open(const std::filesystem::path& file);
  void close();
  /// There is a file, and its text can be edited.
  bool is_open() const { return is_open_; }
  const std::filesystem::path& file() const { return file_; }
  /// A sentence; empty where it can be edited, or no file is open.
  const std::string& reason_not_to_edit() const { return reason_not_to_edit_; }

  /// Lines end with \n, whatever they end with in the file.
  const std::string& text() const { return text_; }
  /// Counts up when the text is another one that was not given to edit(), also through close().
  unsigned revision() const { return revision_; }
  /// What the user has typed so far.
  void edit(std::string text) { text_ = std::move(text); }

  /// The text is not what the file has.
  bool is_unsaved() const { return is_open_ && (text_ != known_ || is_missing_); }
  /// Another program has written the file since it was read, and the text here is another one:
  /// save() waits until keep_own() or take_other() was called.
  bool is_changed_by_others() const { return other_.has_value(); }
  /// There was no file when it was last looked for.
  bool is_missing() const { return is_missing_; }
  /// Writes what is unsaved. False where that was not possible: problem() says why, and the text
  /// stays unsaved.
  bool save();
  /// Why the last save() failed, or the file cannot be read any more; empty when all is well.
  const std::string& problem() const { return problem_; }

  /// Of two texts, the next save() writes that of the user.
  void keep_own();
  /// Of two texts, that of the file is the one to go on with.
  void take_other();
  /// Gives up what is unsaved.
  void drop();
  /// Looks at the file, and takes over what another program wrote where nothing is unsaved. True
  /// when something has changed.
  bool look();

 private:
  void read();
  void look_closely();
  void take(std::string text);

  bool is_open_ = false, is_missing_ = false;
  std::filesystem::path file_;
  std::string reason_not_to_edit_, problem_;
  std::string text_, known_;          ///< as edited, and as the file has it
  std::optional<std::string> other_;  ///< what another program wrote while text_ was unsaved
  TextForm form_;
  std::optional<FileStamp> stamp_;
  unsigned revision_ = 0;
};

}  // namespace warpscope::viewer
