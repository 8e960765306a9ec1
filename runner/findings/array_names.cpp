#include <charconv>
#include <map>
#include <string>
#include <utility>

#include "runner/findings/parameter_names.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// How the device says it; see vgpu/server/array_names.h.
constexpr std::string_view kBefore = " The array is parameter ";
constexpr std::string_view kAfter = " of the kernel.";

/// The name that all sources which have the kernel give its parameter, counted from 1; else "".
std::string name_in_sources(const record::RunRecord& record, const std::string& kernel,
                            std::size_t number) {
  std::string name;
  for (const auto& source : record.sources) {
    const auto names = parameter_names(source.text, kernel);
    if (names.empty()) continue;
    if (number > names.size() || (!name.empty() && name != names[number - 1])) return {};
    name = names[number - 1];
  }
  return name;
}

/// Of a request whose parameter the device has told.
void name_arrays_of_requests(record::RunRecord& record) {
  std::map<std::pair<std::string, std::uint32_t>, std::string> known;
  for (auto& launch : record.launches) {
    for (auto& line : launch.lines) {
      for (auto& request : line.requests) {
        if (request.parameter == 0) continue;
        const auto [name, is_new] = known.try_emplace({launch.kernel, request.parameter});
        if (is_new)
          name->second =
              name_in_sources(record, kernel_base_name(launch.kernel), request.parameter);
        request.array = name->second;
      }
    }
  }
}

}  // namespace

void name_arrays(record::RunRecord& record) {
  name_arrays_of_requests(record);
  for (auto& finding : record.findings) {
    const auto at = finding.cause.find(kBefore);
    if (at == std::string::npos || !finding.launch || *finding.launch >= record.launches.size())
      continue;
    const std::string_view rest = std::string_view(finding.cause).substr(at + kBefore.size());
    std::size_t number = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const auto digits = static_cast<std::size_t>(read.ptr - rest.data());
    if (read.ec != std::errc{} || number == 0 || !rest.substr(digits).starts_with(kAfter)) continue;
    const auto kernel = kernel_base_name(record.launches[*finding.launch].kernel);
    const auto name = name_in_sources(record, kernel, number);
    if (name.empty()) continue;
    finding.cause.replace(at, kBefore.size() + digits + kAfter.size(),
                          " In " + kernel + " the array is called " + name + ".");
  }
}

}  // namespace warpscope::runner
