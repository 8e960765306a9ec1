#include "runner/score/judgeable.h"

#include <fmt/format.h>

#include <string_view>

#include "findings/catalogue.h"
#include "record/capabilities.h"
#include "record/derived.h"
#include "runner/metrics/case_metrics.h"

namespace warpscope::runner {
namespace {

std::string sentence(std::string_view what) {
  return fmt::format("Not judged: this device does not {}.", what);
}

std::string why_not_counted(const record::Device& device, const CheckDescription& check) {
  auto counter = left_out_counter(device, check.metric);
  for (const auto& limit : check.beside) {
    if (counter.empty()) counter = left_out_counter(device, limit.metric);
  }
  return counter.empty() ? std::string()
                         : sentence(fmt::format("count {}", record::metric_short_name(counter)));
}

std::string why_no_memory_checks(const record::Device& device) {
  const bool has_both =
      record::looks_for(device, "races") && record::looks_for(device, "unwritten-memory");
  return has_both ? std::string()
                  : sentence("look for races and for reads of memory that nothing has written");
}

std::string why_no_host_checks(const record::Device& device) {
  return record::looks_for(device, "host") ? std::string()
                                           : sentence("look for mistakes in the program's calls");
}

std::string why_not_found(const record::Device& device, const std::string& id) {
  using ToldBy = FindingDescription::ToldBy;
  const auto* description = find_finding(id);
  switch (description == nullptr ? ToldBy::anybody : description->told_by) {
    case ToldBy::memory_checks:
      return why_no_memory_checks(device);
    case ToldBy::client:
      return why_no_host_checks(device);
    case ToldBy::lines:
      return record::counts_lines(device) ? std::string() : sentence("count source lines");
    case ToldBy::anybody:
      return {};
  }
  return {};
}

}  // namespace

std::string why_not_judged(const record::Device& device, const CheckDescription& check,
                           const MemoryChecks& wanted) {
  using Kind = CheckDescription::Kind;
  if (check.kind == Kind::counter) return why_not_counted(device, check);
  std::string why;
  if (check.kind == Kind::no_error && wanted.is_on) {
    why = why_no_memory_checks(device);
    if (why.empty()) why = why_no_host_checks(device);
  }
  for (const auto& id : check.findings) {
    if (why.empty()) why = why_not_found(device, id);
  }
  return why;
}

}  // namespace warpscope::runner
