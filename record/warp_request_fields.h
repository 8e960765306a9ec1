// The fields of a request of a warp; a part of fields.h, which says what a visitor is.
#pragma once

#include <string_view>

#include "record/enumeration_names.h"
#include "record/part_of.h"
#include "record/warp_request.h"

namespace warpscope::record {

template <>
struct EnumerationNames<WarpRequest::Space> {
  static constexpr std::string_view names[] = {"global", "shared"};
};
template <>
struct EnumerationNames<WarpRequest::Kind> {
  static constexpr std::string_view names[] = {"load", "store", "atomic", "copy"};
};
template <>
struct EnumerationNames<WarpRequest::Atomic> {
  static constexpr std::string_view names[] = {"none", "merged", "native", "compare_and_swap",
                                               "loop"};
};

void visit_fields(auto& v, PartOf<WarpRequest::Run> auto& part) {
  v.required("first", part.first);
  v.if_any("step", part.step);
  v.required("lanes", part.lanes);
}

void visit_fields(auto& v, PartOf<WarpRequest> auto& part) {
  v.required("space", part.space);
  v.required("kind", part.kind);
  v.required("bytes", part.bytes);
  v.required("lanes", part.lanes);
  v.required("block", part.block);
  v.required("warp", part.warp);
  v.required("addresses", part.addresses);
  v.if_any("sectors", part.sectors);
  v.if_any("lines", part.lines);
  v.if_any("wavefronts", part.wavefronts);
  v.if_any("conflicts", part.conflicts);
  v.if_any("may_pair", part.may_pair);
  v.if_any("atomic", part.atomic);
  v.if_any("array", part.array);
  v.if_any("parameter", part.parameter);
  v.if_any("array_bytes", part.array_bytes);
  v.if_any("array_offset", part.array_offset);
}

}  // namespace warpscope::record
