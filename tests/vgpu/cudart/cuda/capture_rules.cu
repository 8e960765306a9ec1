// Stream capture: what is recorded, fork and join through events, and the errors of calls that do
// not go with it. One line per rule; the same program gave the expected lines on an H200.
#include <cstdio>

__global__ void add(int* data, int amount) { data[threadIdx.x] += amount; }
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

const char* name(cudaStreamCaptureStatus status) {
  switch (status) {
    case cudaStreamCaptureStatusNone:
      return "none";
    case cudaStreamCaptureStatusActive:
      return "active";
    default:
      return "invalidated";
  }
}

void tell_status(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusInvalidated;
  const cudaError_t error = cudaStreamIsCapturing(stream, &status);
  std::printf("  %s, %s\n", cudaGetErrorName(error), name(status));
  cudaGetLastError();
}

int* data = nullptr;
int* host = nullptr;
cudaStream_t stream, other;
cudaEvent_t event, joined;

int first_value() {
  int value = 0;
  cudaMemcpy(&value, data, 4, cudaMemcpyDeviceToHost);
  return value;
}

void a_line_of_work() {
  tell_status(stream);
  tell("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  tell_status(stream);
  tell("begin again", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  tell("set", cudaMemsetAsync(data, 0, 128, stream));
  add<<<1, 32, 0, stream>>>(data, 5);
  twice<<<1, 32, 0, stream>>>(data);
  tell("launch", cudaGetLastError());
  tell("copy", cudaMemcpyAsync(host, data, 128, cudaMemcpyDeviceToHost, stream));
  tell("host function", cudaLaunchHostFunc(
                            stream, [](void* p) { ++*static_cast<int*>(p); }, host));
  cudaGraph_t graph = nullptr;
  tell("end", cudaStreamEndCapture(stream, &graph));
  tell_status(stream);
  std::size_t nodes = 0, edges = 0, roots = 0;
  tell("nodes", cudaGraphGetNodes(graph, nullptr, &nodes));
  tell("edges", cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  tell("roots", cudaGraphGetRootNodes(graph, nullptr, &roots));
  std::printf("%zu nodes, %zu edges, %zu roots\n", nodes, edges, roots);
  host[0] = 0;
  cudaGraphExec_t exec = nullptr;
  tell("instantiate", cudaGraphInstantiate(&exec, graph, 0));
  cudaStreamSynchronize(stream);
  std::printf("nothing has run: %d\n", host[0]);
  for (int i = 0; i < 2; ++i) {
    tell("launch", cudaGraphLaunch(exec, stream));
    cudaStreamSynchronize(stream);
    std::printf("host %d %d\n", host[0], host[31]);
  }
  tell("destroy", cudaGraphExecDestroy(exec));
  tell("destroy", cudaGraphDestroy(graph));
}

void fork_and_join() {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  cudaMemsetAsync(data, 0, 128, stream);
  tell("fork, record", cudaEventRecord(event, stream));
  tell("fork, wait", cudaStreamWaitEvent(other, event, 0));
  tell_status(other);
  add<<<1, 32, 0, stream>>>(data, 1);
  add<<<1, 32, 0, other>>>(data + 32, 7);
  tell("join, record", cudaEventRecord(joined, other));
  tell("join, wait", cudaStreamWaitEvent(stream, joined, 0));
  twice<<<1, 32, 0, stream>>>(data);
  cudaGraph_t graph = nullptr;
  tell("end", cudaStreamEndCapture(stream, &graph));
  tell_status(other);
  std::size_t nodes = 0, edges = 0, roots = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  std::printf("%zu nodes, %zu edges, %zu roots\n", nodes, edges, roots);
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, 0);
  tell("launch", cudaGraphLaunch(exec, nullptr));
  tell("wait", cudaDeviceSynchronize());
  std::printf("value %d\n", first_value());
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(other, event, 0);
  add<<<1, 32, 0, other>>>(data, 1);
  graph = nullptr;
  tell("end without join", cudaStreamEndCapture(stream, &graph));
  std::printf("no graph %d\n", graph == nullptr);
  tell_status(stream);
  tell_status(other);
  tell("an event of that capture", cudaEventQuery(event));
  tell("and waiting for it", cudaStreamWaitEvent(stream, event, 0));
}

cudaGraph_t begin_and(const char* what, cudaStreamCaptureMode mode, cudaError_t (*call)()) {
  cudaStreamBeginCapture(stream, mode);
  cudaMemsetAsync(data, 0, 128, stream);
  tell(what, call());
  tell_status(stream);
  cudaGraph_t graph = nullptr;
  tell("  end", cudaStreamEndCapture(stream, &graph));
  return graph;
}

void calls_that_do_not_go_with_it() {
  const auto global = cudaStreamCaptureModeGlobal;
  const auto relaxed = cudaStreamCaptureModeRelaxed;
  begin_and("synchronize the stream", global, [] { return cudaStreamSynchronize(stream); });
  begin_and("query the stream", global, [] { return cudaStreamQuery(stream); });
  begin_and("synchronize the device", global, [] { return cudaDeviceSynchronize(); });
  begin_and("device, relaxed", relaxed, [] { return cudaDeviceSynchronize(); });
  begin_and("a synchronous copy", global,
            [] { return cudaMemcpy(host, data, 4, cudaMemcpyDeviceToHost); });
  begin_and("malloc", global, [] { return cudaMalloc(reinterpret_cast<void**>(&host), 4); });
  begin_and("malloc, relaxed", relaxed, [] {
    void* memory = nullptr;
    return cudaMalloc(&memory, 4);
  });
  begin_and("the default stream", global, [] {
    add<<<1, 32>>>(data, 1);
    return cudaGetLastError();
  });
  begin_and("the default stream, relaxed", relaxed,
            [] { return cudaMemsetAsync(data, 0, 4, nullptr); });
  begin_and("another stream", global, [] { return cudaMemsetAsync(data, 0, 4, other); });
  begin_and("synchronize an event", global, [] {
    cudaEventRecord(event, stream);
    return cudaEventSynchronize(event);
  });
  begin_and("query an event", global, [] {
    cudaEventRecord(event, stream);
    return cudaEventQuery(event);
  });
  begin_and("a bad launch", global, [] {
    add<<<0, 32, 0, stream>>>(data, 1);
    return cudaGetLastError();
  });
  begin_and("a callback", global, [] {
    return cudaStreamAddCallback(
        stream, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0);
  });
  begin_and("begin in the default stream", global,
            [] { return cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal); });
  cudaGraph_t graph = nullptr;
  tell("end without begin", cudaStreamEndCapture(stream, &graph));
  tell("begin with mode 9", cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(9)));
  auto mode = cudaStreamCaptureModeRelaxed;
  tell("exchange", cudaThreadExchangeStreamCaptureMode(&mode));
  std::printf("was global %d\n", mode == cudaStreamCaptureModeGlobal);
  begin_and("malloc, thread relaxed", global, [] {
    void* memory = nullptr;
    return cudaMalloc(&memory, 4);
  });
  cudaThreadExchangeStreamCaptureMode(&mode);
}

void capture_into_a_graph() {
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t node;
  cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
  tell("to graph", cudaStreamBeginCaptureToGraph(stream, graph, &node, nullptr, 1,
                                                 cudaStreamCaptureModeGlobal));
  cudaMemsetAsync(data, 0, 128, stream);
  add<<<1, 32, 0, stream>>>(data, 3);
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  cudaGraph_t in = nullptr;
  const cudaGraphNode_t* last = nullptr;
  std::size_t count = 0;
  tell("info", cudaStreamGetCaptureInfo(stream, &status, &id, &in, &last, nullptr, &count));
  std::printf("%s, id %d, graph %d, %zu dependencies\n", name(status), id != 0, in == graph, count);
  cudaGraphNode_t empty;
  tell("add by hand", cudaGraphAddEmptyNode(&empty, graph, last, count));
  tell("update", cudaStreamUpdateCaptureDependencies(stream, &empty, nullptr, 1,
                                                     cudaStreamSetCaptureDependencies));
  twice<<<1, 32, 0, stream>>>(data);
  cudaGraph_t ended = nullptr;
  tell("end", cudaStreamEndCapture(stream, &ended));
  std::size_t nodes = 0, edges = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  std::printf("the same graph %d, %zu nodes, %zu edges\n", ended == graph, nodes, edges);
  cudaGraphExec_t exec = nullptr;
  tell("instantiate", cudaGraphInstantiateWithFlags(&exec, graph, 0));
  tell("launch", cudaGraphLaunch(exec, stream));
  cudaStreamSynchronize(stream);
  std::printf("value %d\n", first_value());
  // A graph launched while another stream captures becomes a child of that graph.
  cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal);
  tell("launch into a capture", cudaGraphLaunch(exec, other));
  tell("end", cudaStreamEndCapture(other, &ended));
  cudaGraphGetNodes(ended, nullptr, &nodes);
  std::printf("%zu nodes\n", nodes);
  cudaGraphDestroy(ended);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

void many_launches() {
  // Pageable memory is read when the graph runs, not when it is captured.
  int pageable[32] = {};
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(data, pageable, 128, cudaMemcpyHostToDevice, stream);
  twice<<<1, 32, 0, stream>>>(data);
  cudaMemcpyAsync(pageable, data, 128, cudaMemcpyDeviceToHost, stream);
  cudaGraph_t graph = nullptr;
  tell("end", cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  for (int& value : pageable) value = 3;
  for (int i = 0; i < 8; ++i) cudaGraphLaunch(exec, stream);
  tell("wait", cudaStreamSynchronize(stream));
  std::printf("3 doubled 8 times is %d %d\n", pageable[0], pageable[31]);
  cudaGraphExecDestroy(exec);
}

int main() {
  cudaMalloc(&data, 256);
  cudaMallocHost(&host, 128);
  cudaStreamCreate(&stream);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  cudaEventCreate(&joined);
  a_line_of_work();
  fork_and_join();
  calls_that_do_not_go_with_it();
  capture_into_a_graph();
  many_launches();
  tell("all is done", cudaDeviceSynchronize());
  return 0;
}
