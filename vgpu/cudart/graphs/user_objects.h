// Objects of the program that graphs keep alive: cudaUserObjectCreate.
#pragma once

#include <driver_types.h>

#include <cstdint>
#include <map>
#include <memory>

#include "vgpu/cudart/queue/host_functions.h"

namespace warpscope::cudart {

/// Lives as long as somebody holds a reference; then its destroy function is called, on the thread
/// for functions of the program.
class UserObject {
 public:
  UserObject(HostFunctions& functions, void* data, cudaHostFn_t destroy)
      : functions_(functions), data_(data), destroy_(destroy) {}
  ~UserObject() {
    functions_.call_soon([data = data_, destroy = destroy_] { destroy(data); });
  }
  UserObject(const UserObject&) = delete;
  UserObject& operator=(const UserObject&) = delete;

 private:
  HostFunctions& functions_;
  void* data_;
  cudaHostFn_t destroy_;
};

/// The references that one holder has: the program, or a graph.
class UserReferences {
 public:
  void add(const std::shared_ptr<UserObject>& object, std::uint64_t count);
  /// CudaFailure with cudaErrorInvalidValue when it has fewer.
  void remove(const std::shared_ptr<UserObject>& object, std::uint64_t count);
  void add_all(const UserReferences& others);
  void clear() { counts_.clear(); }

 private:
  std::map<std::shared_ptr<UserObject>, std::uint64_t> counts_;
};

/// All objects of the process, by handle.
class UserObjects {
 public:
  std::shared_ptr<UserObject> add(HostFunctions& functions, void* data, cudaHostFn_t destroy);
  /// CudaFailure with cudaErrorInvalidValue when it is none.
  std::shared_ptr<UserObject> get(cudaUserObject_t handle);

  UserReferences of_program;

 private:
  std::map<const void*, std::weak_ptr<UserObject>> objects_;
};

}  // namespace warpscope::cudart
