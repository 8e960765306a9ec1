// A program's main: carries as many points as its argument says, to and from shared memory.
#include <cstdio>
#include <cstdlib>

#include "engine_points.h"

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 300;
  const int loads = dma_test::wrong_loads(count);
  std::printf("to shared memory: %d points, %d wrong\n", count + count / 4, loads);
  const int stores = dma_test::wrong_stores(count);
  std::printf("to global memory: %d points, %d wrong\n", count, stores);
  return loads + stores == 0 ? 0 : 1;
}
