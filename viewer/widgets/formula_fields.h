// The fields in which a request's index is written: the index, the array's shape, the bytes of an
// element, and how wide the block is.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "viewer/model/access_formula.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer {

class FormulaFields {
 public:
  /// Forgets what was edited and begins with this one.
  void begin(const AccessFormula& formula);
  /// As it stands in the fields.
  const AccessFormula& formula() const { return edited_; }
  /// It is another one than it began with.
  bool is_edited() const { return edited_ != given_; }

  /// `problem`: why it gives no request, shown below; may be empty.
  void draw(const Theme& theme, const std::string& problem);
  /// What draw() takes, in pixels, where there is room for a line of fields.
  static float height(const std::string& problem);

 private:
  static void choose(const char* name, const char* before, const char* behind, std::uint32_t& value,
                     std::initializer_list<std::uint32_t> values);

  AccessFormula given_, edited_;
};

}  // namespace warpscope::viewer
