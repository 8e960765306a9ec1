#include "vgpu/cudart/graphs/graph_picture.h"

#include <array>
#include <cstdio>
#include <deque>
#include <map>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/modules/registry.h"

namespace warpscope::cudart {
namespace {

struct Picture {
  Runtime& runtime;
  unsigned flags = 0;
  std::string text;
  std::map<const Graph*, std::size_t> numbers;  ///< of the graphs; the first has 1
  std::deque<const Graph*> open;                ///< not drawn yet
};

/// How a node looks: graphviz's attributes and the lines of its label after its number.
struct Look {
  std::string shape;  ///< with its closing quote, and a blank where the driver has one
  std::string label;
};

std::string hexadecimal(const void* pointer) {
  std::array<char, 19> digits{};
  std::snprintf(digits.data(), digits.size(), "0x%016llX",
                static_cast<unsigned long long>(address_of(pointer)));
  return digits.data();
}

bool has(const Picture& picture, unsigned flag) {
  return (picture.flags & (flag | cudaGraphDebugDotFlagsVerbose)) != 0;
}

/// "64", or "\{2,3\}" when there is more than one dimension.
std::string extent(const dim3& of) {
  if (of.y == 1 && of.z == 1) return std::to_string(of.x);
  const std::string plane = std::to_string(of.x) + "," + std::to_string(of.y);
  return "\\{" + plane + (of.z == 1 ? "" : "," + std::to_string(of.z)) + "\\}";
}

const char* direction(cudaMemcpyKind kind) {
  constexpr std::array kNames{"HtoH", "HtoD", "DtoH", "DtoD", "Default"};
  return kNames.at(static_cast<std::size_t>(kind));
}

struct Describe {
  Picture& picture;

  Look operator()(const EmptyWork&) const { return {"rectangle\" ", "EMPTY\n"}; }
  Look operator()(const KernelWork& work) const {
    const Function& function =
        picture.runtime.registry.function(picture.runtime.devices.connection(), work.function());
    std::string label = function.name + "\n";
    if (has(picture, cudaGraphDebugDotFlagsHandles)) {
      label += "func handle: " + hexadecimal(&function) + "\n";
    }
    if (has(picture, cudaGraphDebugDotFlagsKernelNodeParams)) {
      const cudaKernelNodeParams parameters = work.parameters();
      label += "\\<\\<\\<" + extent(parameters.gridDim) + "," + extent(parameters.blockDim) + "," +
               std::to_string(parameters.sharedMemBytes) + "\\>\\>\\>";
    }
    return {"octagon\" ", label};
  }
  Look operator()(const CopyCall& call) const {
    const std::size_t bytes = call.bytes * call.rows * call.slices;
    std::string label =
        std::string("MEMCPY\n(") + direction(call.kind) + "," + std::to_string(bytes) + ")\n";
    if (has(picture, cudaGraphDebugDotFlagsMemcpyNodeParams)) {
      label += hexadecimal(call.source) + " to " + hexadecimal(call.target) + "\n";
    }
    return {"trapezium\"", label};
  }
  Look operator()(const FillCall& call) const {
    const std::size_t bytes = call.bytes * call.rows * call.slices;
    std::string label =
        "MEMSET\n(" + std::to_string(call.value) + "," + std::to_string(bytes) + ")\n";
    if (has(picture, cudaGraphDebugDotFlagsMemsetNodeParams)) {
      label += "dptr: " + hexadecimal(call.target) + "\n";
    }
    return {"invtrapezium\"", label};
  }
  Look operator()(const HostWork& work) const {
    std::string label = "HOST\n";
    if (has(picture, cudaGraphDebugDotFlagsHostNodeParams)) {
      label += "fn: " + hexadecimal(reinterpret_cast<const void*>(work.parameters.fn)) +
               "\nuserData: " + hexadecimal(work.parameters.userData) + "\n";
    }
    return {"rectangle\" ", label};
  }
  Look operator()(const ChildWork& work) const {
    const Graph* child = work.graph.get();
    const auto [number, is_new] = picture.numbers.try_emplace(child, picture.numbers.size() + 1);
    if (is_new) picture.open.push_back(child);
    return {"rectangle\" ", "graph_" + std::to_string(number->second) + "\n"};
  }
  Look operator()(const EventRecordWork& work) const { return event("EVENT_RECORD\n", work.event); }
  Look operator()(const EventWaitWork& work) const { return event("EVENT_WAIT\n", work.event); }
  Look operator()(const AllocationWork& work) const {
    return {"rectangle\" ", "MEM_ALLOC\n" + hexadecimal(work.parameters().dptr) + "\n"};
  }
  Look operator()(const FreeWork& work) const {
    const auto* pointer = reinterpret_cast<const void*>(work.allocation->address);
    return {"rectangle\" ", "MEM_FREE\n" + hexadecimal(pointer) + "\n"};
  }
  Look operator()(const OtherWork&) const { return {"trapezium\"", "MEMCPY\n"}; }

 private:
  Look event(std::string label, cudaEvent_t event) const {
    if (has(picture, cudaGraphDebugDotFlagsEventNodeParams)) {
      label += "event: " + hexadecimal(event) + "\n";
    }
    return {"rectangle\" ", label};
  }
};

void draw(Picture& picture, const Graph& graph) {
  const std::string name = "graph_" + std::to_string(picture.numbers.at(&graph));
  picture.text += "subgraph cluster_" + name.substr(6) + " {\nlabel=\"" + name +
                  "\" graph[style=\"dashed\"];\n";
  std::map<const GraphNode*, std::string> names;
  for (const auto& node : graph.nodes()) {
    const std::string number = std::to_string(names.size());
    names[node.get()] = "\"" + name + "_node_" + number + "\"";
    const Look look = std::visit(Describe{picture}, node->work);
    const std::string handle = has(picture, cudaGraphDebugDotFlagsHandles)
                                   ? "node handle: " + hexadecimal(node.get()) + "\n"
                                   : std::string();
    const bool is_kernel = std::holds_alternative<KernelWork>(node->work);
    picture.text += names[node.get()] + "[style=\"" + (is_kernel ? "bold" : "solid") +
                    "\" shape=\"" + look.shape + "label=\"" + number + "\n" + handle + look.label +
                    "\"];\n\n";
  }
  for (const auto& node : graph.nodes()) {
    for (const GraphNode* next : node->after) {
      picture.text += names.at(node.get()) + " -> " + names.at(next) + ";\n";
    }
  }
  picture.text += "}\n";
}

}  // namespace

std::string picture_of(Runtime& runtime, const Graph& graph, unsigned flags) {
  Picture picture{runtime, flags, "digraph dot {\n", {{&graph, 1}}, {&graph}};
  while (!picture.open.empty()) {
    const Graph& next = *picture.open.front();
    picture.open.pop_front();
    draw(picture, next);
  }
  return picture.text + "}\n";
}

}  // namespace warpscope::cudart
