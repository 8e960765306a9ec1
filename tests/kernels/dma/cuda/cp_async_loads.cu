#include "engine_points.h"
#include "points.cuh"

int dma_test::wrong_loads(int count) {
  return test_loads<warpscope::dma::CpAsync, Selection::of_engine>(count);
}
