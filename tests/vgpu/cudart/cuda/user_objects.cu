// Graph user objects and the picture of a graph: one line per rule, the same on a GPU.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

std::atomic<int> destroyed{0};

void destroy(void* data) {
  *static_cast<int*>(data) += 1;
  ++destroyed;
}

/// How many objects have been destroyed, after some time for the thread that does it.
int destroyed_so_far(int expected) {
  for (int i = 0; i < 200 && destroyed < expected; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return destroyed;
}

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

__global__ void nothing(int) {}

cudaUserObject_t make(int* data, unsigned count = 1) {
  cudaUserObject_t object = nullptr;
  tell("create",
       cudaUserObjectCreate(&object, data, destroy, count, cudaUserObjectNoDestructorSync));
  return object;
}

void refusals() {
  int data = 0;
  cudaUserObject_t object = nullptr;
  tell("no destructor",
       cudaUserObjectCreate(&object, &data, nullptr, 1, cudaUserObjectNoDestructorSync));
  tell("no place",
       cudaUserObjectCreate(nullptr, &data, destroy, 1, cudaUserObjectNoDestructorSync));
  tell("no references",
       cudaUserObjectCreate(&object, &data, destroy, 0, cudaUserObjectNoDestructorSync));
  tell("no flag", cudaUserObjectCreate(&object, &data, destroy, 1, 0));
  tell("other flag", cudaUserObjectCreate(&object, &data, destroy, 1, 3));
  tell("too many references",
       cudaUserObjectCreate(&object, &data, destroy, 0x80000000u, cudaUserObjectNoDestructorSync));
  object = make(&data);
  tell("retain 0", cudaUserObjectRetain(object, 0));
  tell("retain too many", cudaUserObjectRetain(object, 0x80000000u));
  tell("release 0", cudaUserObjectRelease(object, 0));
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  tell("graph retains 0", cudaGraphRetainUserObject(graph, object, 0, 0));
  tell("graph retains with a wrong flag", cudaGraphRetainUserObject(graph, object, 1, 2));
  tell("graph retains nothing", cudaGraphRetainUserObject(graph, nullptr, 1, 0));
  tell("graph releases 0", cudaGraphReleaseUserObject(graph, object, 0));
  tell("release", cudaUserObjectRelease(object, 1));
  std::printf("destroyed %d\n", destroyed_so_far(1));
  cudaGraphDestroy(graph);
}

void counting() {
  int data = 0;
  destroyed = 0;
  cudaUserObject_t object = make(&data, 2);
  tell("retain 3", cudaUserObjectRetain(object, 3));
  tell("release 4", cudaUserObjectRelease(object, 4));
  std::printf("destroyed %d\n", destroyed_so_far(0));
  tell("release the last", cudaUserObjectRelease(object, 1));
  std::printf("destroyed %d\n", destroyed_so_far(1));
  std::printf("data %d\n", data);
}

void graphs() {
  int data = 0;
  destroyed = 0;
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaUserObject_t moved = make(&data);
  tell("graph takes it", cudaGraphRetainUserObject(graph, moved, 1, cudaGraphUserObjectMove));
  cudaUserObject_t shared = make(&data);
  tell("graph shares it", cudaGraphRetainUserObject(graph, shared, 2, 0));
  tell("release", cudaUserObjectRelease(shared, 1));
  std::printf("destroyed %d\n", destroyed_so_far(0));
  tell("graph releases one of two", cudaGraphReleaseUserObject(graph, shared, 1));
  std::printf("destroyed %d\n", destroyed_so_far(0));
  tell("graph releases the other", cudaGraphReleaseUserObject(graph, shared, 1));
  std::printf("destroyed %d\n", destroyed_so_far(1));
  cudaGraph_t clone = nullptr;
  tell("clone", cudaGraphClone(&clone, graph));
  tell("destroy the graph", cudaGraphDestroy(graph));
  std::printf("destroyed %d\n", destroyed_so_far(1));
  cudaGraphExec_t exec = nullptr;
  tell("instantiate", cudaGraphInstantiate(&exec, clone, 0));
  tell("destroy the clone", cudaGraphDestroy(clone));
  std::printf("destroyed %d\n", destroyed_so_far(1));
  tell("launch", cudaGraphLaunch(exec, nullptr));
  tell("synchronize", cudaDeviceSynchronize());
  tell("destroy the executable", cudaGraphExecDestroy(exec));
  std::printf("destroyed %d\n", destroyed_so_far(2));
  std::printf("data %d\n", data);
}

void children() {
  int data = 0;
  destroyed = 0;
  cudaGraph_t child = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&child, 0);
  cudaGraphCreate(&graph, 0);
  tell("child takes it", cudaGraphRetainUserObject(child, make(&data), 1, cudaGraphUserObjectMove));
  cudaGraphNode_t node = nullptr;
  tell("add the child", cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
  tell("destroy the child", cudaGraphDestroy(child));
  std::printf("destroyed %d\n", destroyed_so_far(0));
  tell("destroy the graph", cudaGraphDestroy(graph));
  std::printf("destroyed %d\n", destroyed_so_far(1));
}

void picture(const char* folder) {
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  int argument = 0;
  void* arguments[] = {&argument};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void*>(&nothing);
  kernel.gridDim = dim3(2, 3, 1);
  kernel.blockDim = dim3(64, 1, 1);
  kernel.kernelParams = arguments;
  cudaGraphNode_t first = nullptr;
  cudaGraphNode_t second = nullptr;
  cudaGraphAddEmptyNode(&first, graph, nullptr, 0);
  tell("add a kernel", cudaGraphAddKernelNode(&second, graph, &first, 1, &kernel));
  const std::string path =
      std::string(folder) + "/warpscope_user_objects_" + std::to_string(getpid()) + ".dot";
  tell("print", cudaGraphDebugDotPrint(graph, path.c_str(), 0));
  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::remove(path.c_str());
  std::printf("begins with digraph: %d\n", text.rfind("digraph", 0) == 0);
  std::printf("names the kernel: %d\n", text.find("nothing") != std::string::npos);
  std::printf("has an arrow: %d\n", text.find("->") != std::string::npos);
  tell("print nowhere", cudaGraphDebugDotPrint(graph, "/no such folder/graph.dot", 0));
  tell("print without a path", cudaGraphDebugDotPrint(graph, nullptr, 0));
  tell("print with a wrong flag", cudaGraphDebugDotPrint(graph, path.c_str(), 0x80000000u));
  std::remove(path.c_str());
  cudaGraphDestroy(graph);
}

int main() {
  cudaFree(nullptr);
  refusals();
  counting();
  graphs();
  children();
  picture("/tmp");
  return 0;
}
