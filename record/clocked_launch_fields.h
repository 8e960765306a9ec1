// The fields of what the clock saw of a launch; a part of fields.h, which says what a visitor is.
#pragma once

#include "record/clocked_launch.h"
#include "record/part_of.h"

namespace warpscope::record {

void visit_fields(auto& v, PartOf<ClockedLaunch::Cause> auto& part) {
  v.required("where", part.where);
  v.required("cycles", part.cycles);
  v.required("times", part.times);
}

void visit_fields(auto& v, PartOf<ClockedLaunch::Line> auto& part) {
  v.required("where", part.where);
  v.required("warp_cycles", part.warp_cycles);
  v.if_any("waits_for", part.waits_for);
}

void visit_fields(auto& v, PartOf<ClockedLaunch::WhatIf> auto& part) {
  v.required("change", part.change);
  v.required("duration_s", part.duration_s);
  v.required("warp_cycles", part.warp_cycles);
  v.required("use", part.use);
}

void visit_fields(auto& v, PartOf<ClockedLaunch> auto& part) {
  v.optional("sms", part.sms);
  v.optional("tail_cycles", part.tail_cycles);
  v.optional("alone_s", part.alone_s);
  v.required("sm_cycles", part.sm_cycles);
  v.required("warp_cycles", part.warp_cycles);
  v.optional("lines", part.lines);
  v.optional("use", part.use);
  v.if_any("what_if", part.what_if);
}

}  // namespace warpscope::record
