#include <algorithm>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/parameter_names.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// The types of a kernel's parameters: "float*" and "int&" of "void k<int>(float*, int&)".
std::vector<std::string_view> parameter_types(std::string_view kernel) {
  const auto open = kernel.find('(');
  if (open == kernel.npos || !kernel.ends_with(')')) return {};
  const auto list = kernel.substr(open + 1, kernel.size() - open - 2);
  std::vector<std::string_view> types;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at <= list.size(); ++at) {
    const char c = at == list.size() ? ',' : list[at];
    if (c == '<' || c == '(' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == '}') --depth;
    if (c != ',' || (depth > 0 && at < list.size())) continue;
    types.push_back(list.substr(begin, at - begin));
    begin = at + 1;
  }
  return types;
}

/// Whether the finding's line uses a parameter of the kernel that is a reference: that is wrong,
/// whatever else the line uses.
bool uses_reference(const record::RunRecord& record, const record::Finding& finding) {
  const auto* launch = launch_of(record, finding);
  if (launch == nullptr || !finding.where) return false;
  const auto types = parameter_types(launch->kernel);
  const auto line = line_text(record, *finding.where);
  return std::ranges::any_of(record.sources, [&](const auto& source) {
    const auto names = parameter_names(source.text, kernel_base_name(launch->kernel));
    if (names.size() != types.size()) return false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (types[i].ends_with('&') && !names[i].empty() && has_word(line, names[i])) return true;
    }
    return false;
  });
}

}  // namespace

void refine_host_pointer(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id != "host-pointer-in-kernel") continue;
    const bool is_reference = uses_reference(record, finding);
    give_words(finding, "wrong-address-space-pointer", is_reference ? "reference" : "");
  }
}

}  // namespace warpscope::runner
