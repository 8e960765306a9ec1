// What a launch passes to its kernel: where it stands, and whether its arguments are in the order
// of the parameters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/parameter_names.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// Findings at a kernel's line whose reason is the launch.
bool is_of_launch(const record::Finding& finding) {
  using Place = record::Finding::Access::Place;
  return finding.id == "wrong-address-space-pointer" ||
         finding.id == "missing-cooperative-launch" ||
         (finding.id == "out-of-bounds" && finding.access &&
          finding.access->place == Place::null_pointer);
}

/// What swapped arrays lead to.
bool may_come_of_swap(const record::Finding& finding) {
  return finding.id == "uninitialised-global" || finding.id == "out-of-bounds" ||
         finding.id == "missing-bounds-guard" || finding.id == "wrong-element";
}

/// The arguments of "kernel<<<…>>>(a, b)" on a line; empty where they do not end there.
std::vector<std::string> arguments_of_launch(std::string_view line) {
  const auto behind = line.find(">>>");
  const auto open = behind == std::string_view::npos ? behind : line.find('(', behind);
  if (open == std::string_view::npos) return {};
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (const char c : line.substr(open)) {
    const bool is_outer = depth == 1;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0) return arguments;
    if (c == ',' && is_outer) {
      arguments.emplace_back();
    } else if (depth > 1 || (is_outer && c != '(')) {
      if (std::isspace(static_cast<unsigned char>(c)) == 0) arguments.back() += c;
    }
  }
  return {};
}

/// "in" of "d_in", "dev_in" and "in_d", in small letters; empty for what is no name.
std::string plain_name(std::string_view argument) {
  if (!is_name(argument)) return {};
  constexpr std::array<std::string_view, 5> kBefore{"device_", "dev_", "gpu_", "d_", "m_"};
  constexpr std::array<std::string_view, 4> kBehind{"_device", "_dev", "_gpu", "_d"};
  for (const auto prefix : kBefore) {
    if (argument.size() > prefix.size() && argument.starts_with(prefix))
      argument.remove_prefix(prefix.size());
  }
  for (const auto suffix : kBehind) {
    if (argument.size() > suffix.size() && argument.ends_with(suffix))
      argument.remove_suffix(suffix.size());
  }
  std::string name;
  for (const char c : argument)
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

/// "d_in", "in_d" and "dIn" are "in", and so is "din" where the kernel calls it so.
bool is_called(std::string_view argument, std::string_view parameter) {
  const auto name = plain_name(argument), wanted = plain_name(parameter);
  return !wanted.empty() && (name == wanted || name == 'd' + wanted);
}

struct Swap {
  std::string first, second;                      ///< the arguments, in their order
  std::string first_parameter, second_parameter;  ///< whose places they have
};

/// Two arguments, each with the name of the other's parameter; nothing where there are none.
std::optional<Swap> swap_in(const std::vector<std::string>& arguments,
                            const std::vector<std::string>& parameters) {
  if (arguments.size() != parameters.size()) return std::nullopt;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (plain_name(arguments[i]).empty() || is_called(arguments[i], parameters[i])) continue;
    for (std::size_t k = i + 1; k < arguments.size(); ++k) {
      if (is_called(arguments[i], parameters[k]) && is_called(arguments[k], parameters[i]))
        return Swap{arguments[i], arguments[k], parameters[i], parameters[k]};
    }
  }
  return std::nullopt;
}

/// As the file has them that launches the kernel, or else any other.
std::vector<std::string> parameters_of(const record::RunRecord& record, const std::string& kernel,
                                       const std::string& file) {
  std::vector<std::string> found;
  for (const auto& source : record.sources) {
    auto names = parameter_names(source.text, kernel);
    if (!names.empty() && (found.empty() || source.path == file)) found = std::move(names);
  }
  return found;
}

bool explain_swap(const record::RunRecord& record, record::Finding& finding) {
  const auto* launch = launch_of(record, finding);
  if (launch == nullptr) return false;
  const auto site = launch_site(record, *launch);
  if (!site) return false;
  const auto kernel = kernel_base_name(launch->kernel);
  const auto parameters = parameters_of(record, kernel, site->file);
  const auto swap = swap_in(arguments_of_launch(line_text(record, *site)), parameters);
  if (!swap) return false;
  give_words(finding, "swapped-arguments");
  const auto sentence =
      fmt::format(" The launch gives {} for the parameter {} of {}, and {} for {}.", swap->first,
                  swap->first_parameter, kernel, swap->second, swap->second_parameter);
  finding.cause += sentence;
  finding.where = site;
  return true;
}

/// Calls that leave a pointer or an array without what the kernel counts on.
bool is_failed_call(const record::Finding& finding) {
  constexpr std::array<std::string_view, 4> kIds{"unchecked-error", "ignored-out-of-memory",
                                                 "copy-past-end", "copy-wrong-direction"};
  return std::ranges::find(kIds, finding.id) != kIds.end();
}

/// A call that failed before the launch whose kernel goes astray is the cause.
void put_failed_calls_first(record::RunRecord& record, const record::SourceLine& launch) {
  std::ranges::stable_partition(record.findings, [&](const record::Finding& finding) {
    return is_failed_call(finding) && finding.where && finding.where->file == launch.file &&
           finding.where->line < launch.line;
  });
}

/// Findings of a kernel that a failed call before its launch may explain.
bool may_come_of_failed_call(const record::Finding& finding) {
  constexpr std::array<std::string_view, 4> kIds{"out-of-bounds", "uninitialised-global",
                                                 "missing-bounds-guard", "guard-off-by-one"};
  return std::ranges::find(kIds, finding.id) != kIds.end();
}

}  // namespace

void explain_arguments(record::RunRecord& record) {
  std::optional<record::SourceLine> launch_astray;
  for (auto& finding : record.findings) {
    if (may_come_of_failed_call(finding)) {
      const auto* launch = launch_of(record, finding);
      const auto site = launch == nullptr ? std::nullopt : launch_site(record, *launch);
      if (site && !launch_astray) launch_astray = site;
    }
    if (may_come_of_swap(finding) && explain_swap(record, finding)) continue;
    if (!is_of_launch(finding)) continue;
    const auto* launch = launch_of(record, finding);
    const auto site = launch == nullptr ? std::nullopt : launch_site(record, *launch);
    if (site && finding.where && site->file == finding.where->file)
      finding.cause += fmt::format(" Line {} launches it.", site->line);
  }
  if (launch_astray) put_failed_calls_first(record, *launch_astray);
}

}  // namespace warpscope::runner
