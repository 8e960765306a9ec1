// Builders of barriers beyond bar.sync and bar.arrive, for the builder of all barriers.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::control {

/// bar.red and barrier.red; `red` has been taken.
void build_barrier_reduction(Builder& builder);
/// barrier.cluster; `cluster` has been taken.
void build_cluster_barrier(Builder& builder);

}  // namespace warpscope::exec::control
