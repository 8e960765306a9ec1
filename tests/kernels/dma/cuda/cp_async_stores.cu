#include "engine_points.h"
#include "points.cuh"

// The vector engine's stores.
int dma_test::wrong_stores(int count) {
  return test_stores<warpscope::dma::CpAsync, Selection::few>(count);
}
