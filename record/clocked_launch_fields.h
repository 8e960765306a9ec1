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

void visit_fields(auto& v, PartOf<ClockedLaunch::Timeline::Block> auto& part) {
  v.required("block", part.block);
  v.required("sm", part.sm);
  v.required("begin_cycle", part.begin_cycle);
  v.required("end_cycle", part.end_cycle);
}

void visit_fields(auto& v, PartOf<ClockedLaunch::Timeline::Warp> auto& part) {
  v.required("block", part.block);
  v.required("warp", part.warp);
  v.required("begin_cycle", part.begin_cycle);
  v.required("spans", part.spans);
}

void visit_fields(auto& v, PartOf<ClockedLaunch::Timeline> auto& part) {
  v.required("blocks", part.blocks);
  v.optional("blocks_left_out", part.blocks_left_out);
  v.required("states", part.states);
  v.required("warps", part.warps);
  v.required("interval_cycles", part.interval_cycles);
  v.required("bytes_in_flight", part.bytes_in_flight);
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
  v.optional("timeline", part.timeline);
  v.if_any("what_if", part.what_if);
}

}  // namespace warpscope::record
