#include "engine_points.h"
#include "points.cuh"

int dma_test::wrong_loads(int count) {
  return test_loads<warpscope::dma::Bulk, Selection::of_engine>(count);
}
