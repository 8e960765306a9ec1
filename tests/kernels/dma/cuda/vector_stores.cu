#include "engine_points.h"
#include "points.cuh"

int dma_test::wrong_stores(int count) {
  return test_stores<warpscope::dma::Vector<4>, Selection::all>(count);
}
