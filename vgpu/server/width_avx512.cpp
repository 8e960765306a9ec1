#include "vgpu/server/processor.h"

namespace warpscope::device {

VectorWidth built_width() { return VectorWidth::avx512; }

}  // namespace warpscope::device
