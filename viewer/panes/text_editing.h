// A text field for the file that is edited.
#pragma once

#include <TextEditor.h>

#include <filesystem>
#include <string>

#include "viewer/model/edited_file.h"

namespace warpscope::viewer {

class TextEditing {
 public:
  TextEditing();
  TextEditing(const TextEditing&) = delete;
  TextEditing& operator=(const TextEditing&) = delete;

  TextEditor& field() { return field_; }
  /// Shows the file's text where that has come from elsewhere. What is the same stays, with cursor
  /// and what can be undone; another file begins anew. True when something is another.
  bool take(const EditedFile& file);
  /// Hands over what has been typed since the last call. True when something was.
  bool give(EditedFile& file);

 private:
  void replace(const std::string& text);

  TextEditor field_;
  std::filesystem::path file_;
  unsigned revision_ = 0;
  bool is_typed_ = false;
};

}  // namespace warpscope::viewer
