// Graphs built node by node: every kind of node, queries, updates, clones, errors. The same program
// gave the expected lines on an H200.
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void add(int* data, int amount) { data[threadIdx.x] += amount; }
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }
__device__ int variable[32];
__global__ void to_variable(const int* data) { variable[threadIdx.x] = data[threadIdx.x]; }

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

int* data = nullptr;
int host[32];
int five = 5, three = 3;
void* add_five[] = {&data, &five};
void* add_three[] = {&data, &three};
void* only_data[] = {&data};

cudaKernelNodeParams kernel_params(void* function, void** arguments) {
  cudaKernelNodeParams params = {};
  params.func = function;
  params.gridDim = dim3(1);
  params.blockDim = dim3(32);
  params.kernelParams = arguments;
  return params;
}

cudaMemsetParams set_params(unsigned value) {
  cudaMemsetParams params = {};
  params.dst = data;
  params.value = value;
  params.elementSize = 4;
  params.width = 32;
  params.height = 1;
  return params;
}

void run(cudaGraphExec_t exec) {
  std::memset(host, 0, sizeof host);
  tell("  launch", cudaGraphLaunch(exec, nullptr));
  tell("  wait", cudaDeviceSynchronize());
  std::printf("  host %d %d\n", host[0], host[31]);
}

void a_chain() {
  cudaGraph_t graph;
  tell("create", cudaGraphCreate(&graph, 0));
  tell("create with flags", cudaGraphCreate(&graph, 1));
  cudaGraphNode_t set, plus, times, back, call, nothing;
  const cudaMemsetParams zero = set_params(0);
  tell("set node", cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &zero));
  cudaKernelNodeParams kernel = kernel_params(reinterpret_cast<void*>(add), add_five);
  tell("kernel node", cudaGraphAddKernelNode(&plus, graph, &set, 1, &kernel));
  kernel = kernel_params(reinterpret_cast<void*>(twice), only_data);
  tell("another", cudaGraphAddKernelNode(&times, graph, &plus, 1, &kernel));
  tell("copy node",
       cudaGraphAddMemcpyNode1D(&back, graph, &times, 1, host, data, 128, cudaMemcpyDeviceToHost));
  cudaHostNodeParams function = {};
  function.fn = [](void* p) { static_cast<int*>(p)[31] += 1000; };
  function.userData = host;
  tell("host node", cudaGraphAddHostNode(&call, graph, &back, 1, &function));
  tell("empty node", cudaGraphAddEmptyNode(&nothing, graph, nullptr, 0));
  std::size_t count = 0;
  cudaGraphGetNodes(graph, nullptr, &count);
  std::vector<cudaGraphNode_t> nodes(count);
  tell("nodes", cudaGraphGetNodes(graph, nodes.data(), &count));
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(node, &type);
    std::size_t before = 0, after = 0;
    cudaGraphNodeGetDependencies(node, nullptr, nullptr, &before);
    cudaGraphNodeGetDependentNodes(node, nullptr, nullptr, &after);
    std::printf("  type %d, %zu before, %zu after\n", type, before, after);
  }
  tell("an edge twice", cudaGraphAddDependencies(graph, &set, &plus, nullptr, 1));
  tell("an edge to itself", cudaGraphAddDependencies(graph, &set, &set, nullptr, 1));
  tell("a circle", cudaGraphAddDependencies(graph, &call, &set, nullptr, 1));
  cudaGraphExec_t exec = nullptr;
  tell("instantiate a circle", cudaGraphInstantiate(&exec, graph, 0));
  tell("take it away", cudaGraphRemoveDependencies(graph, &call, &set, nullptr, 1));
  tell("again", cudaGraphRemoveDependencies(graph, &call, &set, nullptr, 1));
  tell("instantiate", cudaGraphInstantiate(&exec, graph, 0));
  run(exec);
  run(exec);

  // Parameters in the graph do not change what was made of it; those of the executable do.
  kernel = {};
  tell("get", cudaGraphKernelNodeGetParams(plus, &kernel));
  std::printf("  %u threads, amount %d\n", kernel.blockDim.x,
              *static_cast<int*>(kernel.kernelParams[1]));
  kernel = kernel_params(reinterpret_cast<void*>(add), add_three);
  tell("set in the graph", cudaGraphKernelNodeSetParams(plus, &kernel));
  run(exec);
  tell("set in the executable", cudaGraphExecKernelNodeSetParams(exec, plus, &kernel));
  run(exec);
  const cudaMemsetParams ten = set_params(10);
  tell("set the set", cudaGraphExecMemsetNodeSetParams(exec, set, &ten));
  run(exec);
  tell("disable", cudaGraphNodeSetEnabled(exec, times, 0));
  run(exec);
  unsigned enabled = 9;
  tell("enabled", cudaGraphNodeGetEnabled(exec, times, &enabled));
  std::printf("  %u\n", enabled);
  tell("disable a host node", cudaGraphNodeSetEnabled(exec, call, 0));
  tell("copy the upper half", cudaGraphExecMemcpyNodeSetParams1D(exec, back, host + 16, data + 16,
                                                                 64, cudaMemcpyDeviceToHost));
  run(exec);
  function.fn = [](void* p) { static_cast<int*>(p)[31] += 2000; };
  tell("another function", cudaGraphExecHostNodeSetParams(exec, call, &function));
  run(exec);
  tell("of the wrong kind", cudaGraphExecKernelNodeSetParams(exec, set, &kernel));
  tell("of the wrong kind, in the graph", cudaGraphKernelNodeSetParams(set, &kernel));

  cudaGraph_t clone = nullptr;
  tell("clone", cudaGraphClone(&clone, graph));
  cudaGraphNode_t twin = nullptr;
  tell("find", cudaGraphNodeFindInClone(&twin, plus, clone));
  kernel = {};
  cudaGraphKernelNodeGetParams(twin, &kernel);
  std::printf("  another node %d, amount %d\n", twin != plus,
              *static_cast<int*>(kernel.kernelParams[1]));
  tell("destroy a node of it", cudaGraphDestroyNode(twin));
  tell("find again", cudaGraphNodeFindInClone(&twin, plus, clone));
  cudaGraphGetNodes(clone, nullptr, &count);
  std::printf("  %zu nodes\n", count);
  cudaGraphExecUpdateResultInfo info = {};
  tell("update with another shape", cudaGraphExecUpdate(exec, clone, &info));
  std::printf("  result %d\n", info.result);
  tell("update with the graph", cudaGraphExecUpdate(exec, graph, &info));
  std::printf("  result %d\n", info.result);
  run(exec);
  tell("destroy", cudaGraphDestroy(clone));
  tell("destroy", cudaGraphDestroy(graph));
  run(exec);
  tell("destroy", cudaGraphExecDestroy(exec));
}

void other_nodes() {
  cudaGraph_t graph, child;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&child, 0);
  cudaGraphNode_t set, plus, nested, to, from, record, wait, wide;
  const cudaMemsetParams zero = set_params(0);
  cudaGraphAddMemsetNode(&set, child, nullptr, 0, &zero);
  cudaKernelNodeParams kernel = kernel_params(reinterpret_cast<void*>(add), add_five);
  cudaGraphAddKernelNode(&plus, child, &set, 1, &kernel);
  tell("child node", cudaGraphAddChildGraphNode(&nested, graph, nullptr, 0, child));
  cudaGraph_t within = nullptr;
  tell("its graph", cudaGraphChildGraphNodeGetGraph(nested, &within));
  std::printf("  a copy %d\n", within != child);
  tell("to symbol", cudaGraphAddMemcpyNodeToSymbol(&to, graph, &nested, 1, variable, data, 128, 0,
                                                   cudaMemcpyDeviceToDevice));
  tell("from symbol", cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, host, variable, 64, 64,
                                                       cudaMemcpyDeviceToHost));
  cudaEvent_t event;
  cudaEventCreate(&event);
  tell("record node", cudaGraphAddEventRecordNode(&record, graph, &from, 1, event));
  tell("wait node", cudaGraphAddEventWaitNode(&wait, graph, &record, 1, event));
  cudaEvent_t got = nullptr;
  tell("its event", cudaGraphEventWaitNodeGetEvent(wait, &got));
  std::printf("  the same %d\n", got == event);
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(data, 16, 4, 8);
  box.dstPtr = make_cudaPitchedPtr(host + 16, 16, 4, 4);
  box.extent = make_cudaExtent(8, 4, 1);
  box.kind = cudaMemcpyDeviceToHost;
  tell("copy of a box", cudaGraphAddMemcpyNode(&wide, graph, &wait, 1, &box));
  cudaMemcpy3DParms back = {};
  tell("its parameters", cudaGraphMemcpyNodeGetParams(wide, &back));
  std::printf("  width %zu, height %zu\n", back.extent.width, back.extent.height);
  cudaGraphExec_t exec = nullptr;
  tell("instantiate", cudaGraphInstantiate(&exec, graph, 0));
  unsigned long long flags = 9;
  tell("flags", cudaGraphExecGetFlags(exec, &flags));
  std::printf("  %llu\n", flags);
  tell("upload", cudaGraphUpload(exec, nullptr));
  run(exec);
  for (int i = 16; i < 32; ++i) std::printf(" %d", host[i]);
  std::printf("\n");
  tell("recorded", cudaEventQuery(event));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaGraphDestroy(child);
}

void generic_nodes() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeMemset;
  params.memset.dst = data;
  params.memset.elementSize = 1;
  params.memset.value = 1;
  params.memset.width = 128;
  params.memset.height = 1;
  cudaGraphNode_t set, plus;
  tell("add a set", cudaGraphAddNode(&set, graph, nullptr, nullptr, 0, &params));
  params = {};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel.func = reinterpret_cast<void*>(add);
  params.kernel.gridDim = dim3(1);
  params.kernel.blockDim = dim3(32);
  params.kernel.kernelParams = add_five;
  tell("add a kernel", cudaGraphAddNode(&plus, graph, &set, nullptr, 1, &params));
  cudaGraphInstantiateParams how = {};
  cudaGraphExec_t exec = nullptr;
  tell("instantiate", cudaGraphInstantiateWithParams(&exec, graph, &how));
  std::printf("  result %d\n", how.result_out);
  tell("launch", cudaGraphLaunch(exec, nullptr));
  cudaMemcpy(host, data, 128, cudaMemcpyDeviceToHost);
  std::printf("  %d\n", host[7]);
  params.kernel.kernelParams = add_three;
  tell("set", cudaGraphExecNodeSetParams(exec, plus, &params));
  tell("launch", cudaGraphLaunch(exec, nullptr));
  cudaMemcpy(host, data, 128, cudaMemcpyDeviceToHost);
  std::printf("  %d\n", host[7]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

void errors() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t node;
  cudaKernelNodeParams kernel = kernel_params(reinterpret_cast<void*>(add), add_five);
  kernel.blockDim = dim3(2000);
  tell("a block of 2000", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel));
  kernel = kernel_params(&five, add_five);
  tell("a kernel that is none", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel));
  cudaMemsetParams set = set_params(0);
  set.elementSize = 3;
  tell("elements of 3 bytes", cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &set));
  cudaHostNodeParams function = {};
  tell("no function", cudaGraphAddHostNode(&node, graph, nullptr, 0, &function));
  tell("no parameters", cudaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr));
  tell("no graph", cudaGraphAddEmptyNode(&node, nullptr, nullptr, 0));
  tell("launch nothing", cudaGraphLaunch(nullptr, nullptr));
  tell("destroy nothing", cudaGraphDestroy(nullptr));
  tell("destroy no executable", cudaGraphExecDestroy(nullptr));
  std::size_t count = 9;
  tell("nodes of an empty graph", cudaGraphGetNodes(graph, nullptr, &count));
  std::printf("  %zu\n", count);
  cudaGraphExec_t exec = nullptr;
  tell("instantiate an empty graph", cudaGraphInstantiate(&exec, graph, 0));
  tell("launch it", cudaGraphLaunch(exec, nullptr));
  tell("flags 0x100", cudaGraphInstantiateWithFlags(&exec, graph, 0x100));
  cudaGraphDestroy(graph);
}

int main() {
  cudaMalloc(&data, 256);
  a_chain();
  other_nodes();
  generic_nodes();
  errors();
  tell("end", cudaDeviceSynchronize());
  return 0;
}
