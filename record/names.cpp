#include "record/names.h"

#include "record/fields.h"

namespace warpscope::record {
namespace {

template <typename Enumeration>
std::string_view field_name(Enumeration value) {
  const auto index = static_cast<std::size_t>(value);
  return index < std::size(EnumerationNames<Enumeration>::names)
             ? EnumerationNames<Enumeration>::names[index]
             : std::string_view("unknown");
}

}  // namespace

std::string_view name(Provenance provenance) { return field_name(provenance); }
std::string_view name(Transfer::Kind kind) { return field_name(kind); }
std::string_view name(Finding::Severity severity) { return field_name(severity); }
std::string_view name(Case::Verdict verdict) { return field_name(verdict); }
std::string_view name(Outcome::Kind kind) { return field_name(kind); }
std::string_view name(Certainty certainty) { return field_name(certainty); }

std::string_view in_words(Provenance provenance) {
  switch (provenance) {
    case Provenance::exact_count:
      return "exact count";
    case Provenance::modelled:
      return "modelled";
    case Provenance::measured:
      return "measured";
  }
  return "unknown";
}

std::string_view in_words(Certainty certainty) {
  switch (certainty) {
    case Certainty::exact:
      return "exactly";
    case Certainty::at_least:
      return "at least";
    case Certainty::about:
      return "about";
  }
  return "unknown";
}

std::string_view in_words(Case::Verdict verdict) {
  switch (verdict) {
    case Case::Verdict::correct:
      return "correct";
    case Case::Verdict::wrong:
      return "wrong answer";
    case Case::Verdict::error:
      return "error";
    case Case::Verdict::crashed:
      return "crashed";
    case Case::Verdict::timed_out:
      return "time limit";
    case Case::Verdict::not_run:
      return "not run";
  }
  return "unknown";
}

std::string_view in_words(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::Kind::completed:
      return "completed";
    case Outcome::Kind::compile_error:
      return "compile error";
    case Outcome::Kind::wrong_answer:
      return "wrong answer";
    case Outcome::Kind::device_error:
      return "error";
    case Outcome::Kind::crashed:
      return "crashed";
    case Outcome::Kind::timed_out:
      return "time limit";
    case Outcome::Kind::canceled:
      return "canceled";
    case Outcome::Kind::tool_error:
      return "tool error";
    case Outcome::Kind::out_of_memory:
      return "memory used up";
  }
  return "unknown";
}

}  // namespace warpscope::record
