#include "engine_points.h"
#include "points.cuh"

int dma_test::wrong_loads(int count) {
  using warpscope::dma::Vector;
  return test_loads<Vector<4>, Selection::all, Vector<8>>(count);
}
