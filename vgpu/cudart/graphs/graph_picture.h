// A graph as text for graphviz: cudaGraphDebugDotPrint.
#pragma once

#include <string>

#include "vgpu/cudart/graphs/graph.h"

namespace warpscope::cudart {

struct Runtime;

/// In the form that an H200's driver gives it: a box per node, a cluster per graph, the child
/// graphs after the graph. `flags` are of cudaGraphDebugDotFlags; what they add is one more line in
/// a node's label, where the driver draws tables for copies and fills.
std::string picture_of(Runtime& runtime, const Graph& graph, unsigned flags);

}  // namespace warpscope::cudart
