// Helpers of rules that make a finding of the device more precise.
#pragma once

#include <string_view>

#include "findings/catalogue.h"
#include "record/record.h"

namespace warpscope::runner {

/// Gives a finding another id, with the catalogue's title, hint and lesson; place and cause stay.
inline void rename(record::Finding& finding, std::string_view id) {
  const auto description = make_finding(id);
  finding.id = description.id;
  finding.title = description.title;
  finding.severity = description.severity;
  finding.hint = description.hint;
  finding.lesson = description.lesson;
}

}  // namespace warpscope::runner
