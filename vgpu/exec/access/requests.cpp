#include "vgpu/exec/access/requests.h"

#include "vgpu/exec/access/request_sampler.h"

namespace warpscope::exec {

void AskedRequests::hand_over(WarpContext& context, const GlobalAccess& access) {
  context.block->requests->take(context, access);
}
void AskedRequests::hand_over(WarpContext& context, const AtomicAccess& access) {
  context.block->requests->take(context, access);
}
void AskedRequests::hand_over(WarpContext& context, const SharedAccess& access) {
  context.block->requests->take(context, access);
}
void AskedRequests::hand_over(WarpContext& context, const CopyAccess& access) {
  context.block->requests->take(context, access);
}

}  // namespace warpscope::exec
