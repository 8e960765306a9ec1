#include "vgpu/server/launch_uses.h"

#include <cstdint>
#include <string>

#include "record/kernel_name.h"
#include "record/metrics.h"

namespace warpscope::device {

void note_footprint(DeviceState& device, const exec::LaunchFootprint& footprint, bool was_watched,
                    const record::Launch& launch) {
  const std::string kernel = record::short_kernel_name(launch.kernel);
  device.note_use("launch of " + kernel, footprint.spans);
  // What textures and surfaces use is not in the footprint.
  const auto image = launch.counters.find(std::string(record::metric::kImageSectors));
  if (!footprint.is_whole || (image != launch.counters.end() && image->second > 0))
    device.machine.needless_waits.use_everything();
  if (!footprint.is_whole || !was_watched) {
    device.machine.left_elements.forget();
    return device.machine.unwritten_copies.forget();
  }
  const auto count = [](const record::Dim3& of) { return std::uint64_t{of.x} * of.y * of.z; };
  const auto bytes = launch.counters.find(std::string(record::metric::kStoreBytes));
  const auto stored_bytes =
      bytes == launch.counters.end() ? 0 : static_cast<std::uint64_t>(bytes->second);
  device.machine.left_elements.launch(footprint, {kernel, count(launch.grid), count(launch.block),
                                                  device.machine.operations.site()});
  for (const exec::LaunchFootprint::Stored& stored : footprint.stored) {
    device.machine.unwritten_copies.note({kernel, count(launch.grid) * count(launch.block),
                                          count(launch.grid), stored_bytes,
                                          device.machine.operations.site(), stored});
  }
}

}  // namespace warpscope::device
