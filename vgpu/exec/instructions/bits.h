// Builders of logic, shifts and bit fields.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::bits {

void build_and(Builder& builder);
void build_or(Builder& builder);
void build_xor(Builder& builder);
void build_not(Builder& builder);
void build_cnot(Builder& builder);
void build_shl(Builder& builder);
void build_shr(Builder& builder);
void build_shf(Builder& builder);
void build_lop3(Builder& builder);
void build_prmt(Builder& builder);
void build_popc(Builder& builder);
void build_clz(Builder& builder);
void build_brev(Builder& builder);
void build_bfind(Builder& builder);
void build_bfe(Builder& builder);
void build_bfi(Builder& builder);

}  // namespace warpscope::exec::bits
