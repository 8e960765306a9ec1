// What the client tells of the program's own calls goes on to the runner.
#include <utility>

#include "findings/catalogue.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {
namespace {

/// More would fill the runner's memory: a program calls from a few hundred places.
constexpr std::uint32_t kMostSites = 1U << 16;
constexpr std::uint32_t kMostMistakes = 1024;

/// Counts up to `most`; false beyond, and when nobody wants to know.
bool is_wanted(const DeviceState& device, std::uint32_t& told, std::uint32_t most) {
  if (!device.options.watches_host || told >= most) return false;
  ++told;
  return true;
}

}  // namespace

void host_site(DeviceState& device, const HostSite& request) {
  if (is_wanted(device, device.machine.host_sites_told, kMostSites))
    device.options.log(SiteTold{request});
}

HostCase host_case(DeviceState& device, const Nothing& /*request*/) {
  const auto& index = device.machine.progress.case_index;
  return {index ? *index + 1 : 0};
}

void host_mistake(DeviceState& device, const HostMistake& request) {
  // What the device, the judge or the runner sees is theirs to say.
  const auto* known = find_finding(request.id);
  if (known == nullptr || known->told_by != FindingDescription::ToldBy::client)
    throw ProtocolError("A client tells of what it cannot see.");
  if (request.case_number > host_case(device, {}).number)
    throw ProtocolError("A client tells of a case that is to come.");
  if (!is_wanted(device, device.machine.host_mistakes_told, kMostMistakes)) return;
  record::Finding finding = make_finding(request.id);
  finding.cause = request.cause;
  if (request.case_number != 0) finding.case_index = request.case_number - 1;
  device.diagnose(std::move(finding), HostCall{request.number, request.site, request.is_crash});
}

void host_reaction(DeviceState& device, const HostReaction& request) {
  if (is_wanted(device, device.machine.host_reactions_told, 4 * kMostMistakes))
    device.options.log(Reacted{request});
}

void host_operation(DeviceState& device, const HostOperation& request) {
  if (!device.options.watches_host) return;
  device.machine.operations.begin(request);
  device.machine.needless_waits.begin(request, device.machine.clock);
}

void host_ranges(DeviceState& device, const HostRanges& request) {
  Machine& machine = device.machine;
  for (const HostRange& range : request.told) {
    if (range.number != machine.ranges_told + 1 || range.parent > machine.ranges_told)
      throw ProtocolError("A client numbers ranges as it should not.");
    ++machine.ranges_told;
    device.options.log(RangeTold{range});
  }
  for (const std::uint32_t number : request.open) {
    if (number == 0 || number > machine.ranges_told)
      throw ProtocolError("A client names a range that it has not told.");
  }
  machine.open_ranges = request.open;
  if (!request.marks.empty() || request.marks_left_out > 0)
    device.options.log(MarksTold{request.marks, request.marks_left_out, machine.clock.now_s()});
}

HostUseReply host_use(DeviceState& device, const HostUse& request) {
  return device.machine.operations.use_of(request);
}

}  // namespace warpscope::device
