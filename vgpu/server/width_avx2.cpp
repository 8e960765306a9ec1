#include "vgpu/server/processor.h"

namespace warpscope::device {

VectorWidth built_width() { return VectorWidth::avx2; }

}  // namespace warpscope::device
