#include "vgpu/exec/instructions/traced.h"

#include "vgpu/counting/l1_banks.h"
#include "vgpu/exec/instructions/memory_handlers.h"

namespace warpscope::exec::traced {
namespace {

[[gnu::noinline]] void note_run(WarpContext& c, const Operation* op, std::uint64_t first) {
  const std::uint64_t last = first + std::uint64_t{kWarpSize} * op->watch.access_bytes - 1;
  c.trace->add_run(op->site, first >> 5,
                   static_cast<std::uint32_t>((last >> 5) - (first >> 5) + 1));
  if (!op->watch.is_store)
    c.trace->add_bank_words(op->site, words_of_neighbours(op->watch.access_bytes));
}

const Operation* note_contiguous(WarpContext& c, const Operation* op) {
  if (c.trace != nullptr) {
    const std::uint64_t* lanes = c.at<std::uint64_t>(op->a);
    const std::uint64_t first = lanes[0] + static_cast<std::uint64_t>(op->watch.offset);
    if (memory_access::is_contiguous(c, c.access_cache[op->site], lanes, first,
                                     op->watch.access_bytes))
      note_run(c, op, first);
  }
  return next(c, op);
}

struct EndForm {
  std::uint32_t first_site, end_site;
};

[[gnu::noinline]] void take_down(WarpContext& c, EndForm form) {
  const AccessCounters nothing;
  for (std::uint32_t site = form.first_site; site < form.end_site; ++site) {
    const AccessCounters& now = c.access_counters[site];
    AccessCounters& before = c.block->worker->traced_counters[site];
    AccessCounters added = now;
    added.subtract(before);
    before = now;
    if (c.trace != nullptr && !(added == nothing)) c.trace->end_access(site, c.active, added);
  }
  if (c.trace != nullptr) c.trace->end_accesses();
}

const Operation* end_access(WarpContext& c, const Operation* op) {
  take_down(c, op->form<EndForm>());
  return next(c, op);
}

bool is_of_accesses(AccessSite::Kind kind) {
  return kind != AccessSite::Kind::branch && kind != AccessSite::Kind::barrier;
}

}  // namespace

void emit_contiguous(Builder& builder, const memory_access::AccessForm& form,
                     const Operation& access, std::uint32_t access_bytes) {
  if (!builder.kernel().is_traced || form.space != ptx::Space::global ||
      form.address_lane_bytes != sizeof(std::uint64_t))
    return;
  // What ptxas merges with others goes no short way, as a load; a store is told as it is written.
  const bool is_told =
      !form.is_store && (access.access.has_other_requests ||
                         (access.access.pieces & 15) != memory_access::kWholePiece);
  if (is_told) return;
  Operation& op = builder.emit(note_contiguous);
  op.a = access.a;
  op.site = access.site;
  op.watch = {access.access.offset, access_bytes, form.lane_bytes, form.is_store};
}

void emit_end(Builder& builder, std::uint32_t first_site) {
  const auto& sites = builder.kernel().sites;
  if (first_site == sites.size() || !is_of_accesses(sites[first_site].kind)) return;
  builder.emit(end_access).set_form(EndForm{first_site, static_cast<std::uint32_t>(sites.size())});
}

}  // namespace warpscope::exec::traced
