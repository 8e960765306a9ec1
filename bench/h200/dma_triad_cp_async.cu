// Triad and SAXPY with the cp_async engine.
#include "dma_triad.cuh"

namespace dma_bench::triad {

void run_cp_async(const Options& options, const Arrays& arrays) {
  run_engine<dma::CpAsync>(options, arrays, "cp_async");
}

}  // namespace dma_bench::triad
