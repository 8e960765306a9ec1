#include "vgpu/cudart/graphs/user_objects.h"

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/devices/connection.h"

namespace warpscope::cudart {

void UserReferences::add(const std::shared_ptr<UserObject>& object, std::uint64_t count) {
  counts_[object] += count;
}

void UserReferences::remove(const std::shared_ptr<UserObject>& object, std::uint64_t count) {
  const auto found = counts_.find(object);
  if (found == counts_.end() || found->second < count) throw CudaFailure(cudaErrorInvalidValue);
  found->second -= count;
  if (found->second == 0) counts_.erase(found);
}

void UserReferences::add_all(const UserReferences& others) {
  for (const auto& [object, count] : others.counts_) add(object, count);
}

std::shared_ptr<UserObject> UserObjects::add(HostFunctions& functions, void* data,
                                             cudaHostFn_t destroy) {
  std::erase_if(objects_, [](const auto& each) { return each.second.expired(); });
  auto object = std::make_shared<UserObject>(functions, data, destroy);
  objects_[object.get()] = object;
  return object;
}

std::shared_ptr<UserObject> UserObjects::get(cudaUserObject_t handle) {
  const auto found = objects_.find(handle);
  auto object = found == objects_.end() ? nullptr : found->second.lock();
  if (object == nullptr) throw CudaFailure(cudaErrorInvalidValue);
  return object;
}

}  // namespace warpscope::cudart
