// The fields of what a student did before the run; a part of fields.h, which says what a visitor
// is.
#pragma once

#include "record/part_of.h"
#include "record/record.h"

namespace warpscope::record {

void visit_fields(auto& v, PartOf<OpenedHints> auto& part) {
  v.required("task", part.task);
  v.required("opened", part.opened);
}

void visit_fields(auto& v, PartOf<Explanation> auto& part) {
  v.required("number", part.number);
  v.optional("question", part.question);
  v.required("text", part.text);
}

void visit_fields(auto& v, PartOf<Prediction::Value> auto& part) {
  v.optional("x", part.x);
  v.required("predicted", part.predicted);
  v.optional("truth", part.truth);
}

void visit_fields(auto& v, PartOf<Prediction> auto& part) {
  v.required("id", part.id);
  v.required("question", part.question);
  v.optional("unit", part.unit);
  v.optional("provenance", part.provenance);
  v.optional("values", part.values);
  v.optional("choice", part.choice);
  v.optional("true_choice", part.true_choice);
  v.optional("miss", part.miss);
  v.optional("is_within", part.is_within);
}

}  // namespace warpscope::record
