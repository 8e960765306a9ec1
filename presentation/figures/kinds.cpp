#include "presentation/figures/kinds.h"

#include <array>
#include <optional>

#include "presentation/figures/expression.h"

namespace warpscope::figures {

std::span<const Kind> kinds() {
  static const std::array kAll{kSectors,   kBanksOfSharedMemory,
                               kLanes,     kPipeline,
                               kStreams,   kCurve,
                               kTimeline,  kResidents,
                               kMemory,    kRoofline,
                               kExchange,  kTile,
                               kHandshake, kPhases,
                               kScan,      kLookback};
  return kAll;
}

std::int64_t Values::in_lane(std::string_view key, std::uint32_t lane) const {
  return evaluate(formulas.find(key)->second,
                  [&](std::string_view name) -> std::optional<std::int64_t> {
                    if (name == "lane") return lane;
                    const auto found = numbers.find(name);
                    if (found == numbers.end()) return std::nullopt;
                    return found->second;
                  });
}

}  // namespace warpscope::figures
