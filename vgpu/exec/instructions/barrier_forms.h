// Builders of barriers beyond bar.sync and bar.arrive, and of what concerns clusters.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::control {

/// bar.red and barrier.red; `red` has been taken.
void build_barrier_reduction(Builder& builder);
/// barrier.cluster; `cluster` has been taken.
void build_cluster_barrier(Builder& builder);
void build_mapa(Builder& builder);
void build_getctarank(Builder& builder);
void build_griddepcontrol(Builder& builder);
void build_setmaxnreg(Builder& builder);

}  // namespace warpscope::exec::control
