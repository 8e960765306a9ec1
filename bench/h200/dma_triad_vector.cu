// Triad and SAXPY with the vector engine.
#include "dma_triad.cuh"

namespace dma_bench::triad {

void run_vector(const Options& options, const Arrays& arrays) {
  run_engine<dma::Vector<8>>(options, arrays, "vector");
}

}  // namespace dma_bench::triad
