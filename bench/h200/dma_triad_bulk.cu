// Triad and SAXPY with the bulk engine.
#include "dma_triad.cuh"

namespace dma_bench::triad {

void run_bulk(const Options& options, const Arrays& arrays) {
  run_engine<dma::Bulk>(options, arrays, "bulk");
}

}  // namespace dma_bench::triad
