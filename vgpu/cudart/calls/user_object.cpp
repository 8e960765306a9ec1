// User objects of graphs.
#include <cuda_runtime_api.h>

#include <limits>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/graphs/graphs.h"
#include "vgpu/cudart/graphs/user_objects.h"
#include "vgpu/cudart/queue/host_functions.h"

using warpscope::cudart::expect;
using warpscope::cudart::Graph;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

namespace {

void expect_count(unsigned count) {
  expect(count >= 1 && count <= static_cast<unsigned>(std::numeric_limits<int>::max()));
}

}  // namespace

cudaError_t cudaUserObjectCreate(cudaUserObject_t* handle, void* data, cudaHostFn_t destroy,
                                 unsigned references, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(handle != nullptr && destroy != nullptr && flags == cudaUserObjectNoDestructorSync);
    expect(references >= 1);  // an H200 takes more here than it takes in cudaUserObjectRetain
    runtime.devices.connection();
    const auto object = runtime.user_objects.add(runtime.host_functions, data, destroy);
    runtime.user_objects.of_program.add(object, references);
    *handle = reinterpret_cast<cudaUserObject_t>(object.get());
  });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t handle, unsigned count) {
  return run_call([&](Runtime& runtime) {
    expect_count(count);
    runtime.user_objects.of_program.add(runtime.user_objects.get(handle), count);
  });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t handle, unsigned count) {
  return run_call([&](Runtime& runtime) {
    expect_count(count);
    runtime.user_objects.of_program.remove(runtime.user_objects.get(handle), count);
  });
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t handle, unsigned count,
                                      unsigned flags) {
  return run_call([&](Runtime& runtime) {
    Graph& by = runtime.graphs.graph(graph);
    expect_count(count);
    expect(flags == 0 || flags == cudaGraphUserObjectMove);
    const auto object = runtime.user_objects.get(handle);
    if (flags == cudaGraphUserObjectMove) runtime.user_objects.of_program.remove(object, count);
    by.user_references.add(object, count);
  });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t handle, unsigned count) {
  return run_call([&](Runtime& runtime) {
    expect_count(count);
    runtime.graphs.graph(graph).user_references.remove(runtime.user_objects.get(handle), count);
  });
}
