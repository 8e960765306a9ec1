#include "vgpu/cudart/launches/launch_attributes.h"

#include <string>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/devices/unsupported.h"

namespace warpscope::cudart {
namespace {

template <typename Dimensions>
bool is_one_block(const Dimensions& cluster) {
  return cluster.x == 1 && cluster.y == 1 && cluster.z == 1;
}

[[noreturn]] void refuse(Runtime& runtime, const std::string& what) {
  report_unsupported(runtime, "A launch with " + what);
}

void check_window(const cudaAccessPolicyWindow& window) {
  expect(window.hitRatio >= 0.0F && window.hitRatio <= 1.0F);
  expect(window.missProp != cudaAccessPropertyPersisting);
}

}  // namespace

LaunchDemands read_attributes(Runtime& runtime, std::span<const cudaLaunchAttribute> attributes) {
  LaunchDemands demands;
  for (const cudaLaunchAttribute& attribute : attributes) {
    const cudaLaunchAttributeValue& value = attribute.val;
    switch (attribute.id) {
      case cudaLaunchAttributeIgnore:
      case cudaLaunchAttributeClusterSchedulingPolicyPreference:
      case cudaLaunchAttributeProgrammaticStreamSerialization:
      case cudaLaunchAttributePriority:
      case cudaLaunchAttributeMemSyncDomainMap:
      case cudaLaunchAttributeMemSyncDomain:
      case cudaLaunchAttributeSynchronizationPolicy:
      case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        break;
      case cudaLaunchAttributeAccessPolicyWindow:
        check_window(value.accessPolicyWindow);
        break;
      case cudaLaunchAttributePreferredSharedMemoryCarveout:
        expect(value.sharedMemCarveout <= 100 || value.sharedMemCarveout + 1 == 0);
        break;
      case cudaLaunchAttributeCooperative:
        demands.is_cooperative = value.cooperative != 0;
        break;
      case cudaLaunchAttributeClusterDimension:
        if (!is_one_block(value.clusterDim)) refuse(runtime, "clusters of more than one block");
        break;
      case cudaLaunchAttributePreferredClusterDimension:
        if (!is_one_block(value.preferredClusterDim)) {
          refuse(runtime, "clusters of more than one block");
        }
        break;
      case cudaLaunchAttributeProgrammaticEvent:
        demands.events_after.push_back(value.programmaticEvent.event);
        break;
      case cudaLaunchAttributeLaunchCompletionEvent:
        demands.events_after.push_back(value.launchCompletionEvent.event);
        break;
      case cudaLaunchAttributeDeviceUpdatableKernelNode:
        if (value.deviceUpdatableKernelNode.deviceUpdatable != 0) {
          refuse(runtime, "a kernel node that the device updates");
        }
        break;
      default:
        refuse(runtime, "attribute " + std::to_string(static_cast<int>(attribute.id)));
    }
  }
  return demands;
}

}  // namespace warpscope::cudart
