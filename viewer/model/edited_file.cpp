#include "viewer/model/edited_file.h"

#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string_view>

#include "base/files.h"
#include "viewer/model/save_text.h"

namespace warpscope::viewer {
namespace {

constexpr std::uint64_t kMostBytesEdited = 1U << 20U;

/// Throws std::runtime_error with a sentence.
PlainText read_plain(const std::filesystem::path& file) {
  const auto bytes = read_file_of_others(file, kMostBytesEdited);
  try {
    return plain_text(bytes);
  } catch (const std::runtime_error& reason) {
    throw std::runtime_error(file.string() + " " + reason.what() + ": edit it in your editor.");
  }
}

/// What is to be written. Throws std::runtime_error with a sentence where that could not be edited
/// here any more, as after a paste of something that is no text.
std::string bytes_to_save(const std::filesystem::path& file, std::string_view text, TextForm form) {
  const auto refusal = [&](const std::string& reason) {
    return std::runtime_error(file.filename().string() + " is not saved: it " + reason + ".");
  };
  auto bytes = in_form(text, form);
  if (bytes.size() > kMostBytesEdited) throw refusal("is larger than 1 MiB");
  try {
    plain_text(bytes);
  } catch (const std::runtime_error& reason) {
    throw refusal(reason.what());
  }
  return bytes;
}

}  // namespace

void EditedFile::close() {
  const unsigned revision = revision_;
  *this = EditedFile();
  revision_ = revision + 1;
}

void EditedFile::open(const std::filesystem::path& file) {
  close();
  file_ = file;
  read();
}

void EditedFile::read() {
  stamp_ = stamp_of(file_);
  try {
    auto plain = read_plain(file_);
    form_ = plain.form;
    text_ = known_ = std::move(plain.text);
    is_open_ = true;
    reason_not_to_edit_.clear();
    ++revision_;
  } catch (const std::exception& error) {
    reason_not_to_edit_ = error.what();
  }
}

bool EditedFile::look() {
  if (file_.empty()) return false;
  const auto stamp = stamp_of(file_);
  if (stamp == stamp_) return false;
  if (!is_open_) {
    read();
  } else {
    stamp_ = stamp;
    look_closely();
  }
  return true;
}

void EditedFile::look_closely() {
  problem_.clear();
  is_missing_ = !stamp_;
  if (is_missing_) return;
  try {
    auto plain = read_plain(file_);
    form_ = plain.form;
    if (plain.text == known_ || plain.text == text_) {
      known_ = std::move(plain.text);
      other_.reset();
    } else if (text_ == known_) {
      take(std::move(plain.text));
    } else {
      other_ = std::move(plain.text);
    }
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
}

void EditedFile::take(std::string text) {
  text_ = known_ = std::move(text);
  other_.reset();
  ++revision_;
}

bool EditedFile::save() {
  if (!is_unsaved()) return true;
  // The stamp of a file may stay what it was, so its text is compared.
  stamp_ = stamp_of(file_);
  look_closely();
  if (!problem_.empty()) return false;
  if (other_) {
    problem_ = file_.filename().string() +
               " is not saved: another program has changed it while it was edited here.";
    return false;
  }
  if (!is_unsaved()) return true;
  try {
    save_text(file_, bytes_to_save(file_, text_, form_));
    known_ = text_;
    is_missing_ = false;
    stamp_ = stamp_of(file_);
    return true;
  } catch (const std::exception& error) {
    problem_ = error.what();
    return false;
  }
}

void EditedFile::keep_own() {
  if (!other_) return;
  known_ = std::move(*other_);
  other_.reset();
  problem_.clear();
}

void EditedFile::take_other() {
  if (!other_) return;
  take(std::move(*other_));
  problem_.clear();
}

void EditedFile::drop() {
  if (other_) {
    take_other();
  } else if (is_open_) {
    take(known_);
  }
  is_missing_ = false;
  problem_.clear();
}

}  // namespace warpscope::viewer
