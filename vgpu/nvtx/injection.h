// NVTX's functions as they are called, with its own types: nothing that comes ends the program.
#pragma once

#include "vgpu/nvtx/nvtx_types.h"
#include "vgpu/nvtx/open_ranges.h"

namespace warpscope::nvtx {

void mark_a(const char* text);
int push_a(const char* text);
types::RangeId start_a(const char* text);
void mark_w(const wchar_t* text);
int push_w(const wchar_t* text);
types::RangeId start_w(const wchar_t* text);
void mark_ex(const types::EventAttributes* text);
int push_ex(const types::EventAttributes* text);
types::RangeId start_ex(const types::EventAttributes* text);
int pop();
void end(types::RangeId id);
void mark_in(types::Handle domain, const types::EventAttributes* text);
int push_in(types::Handle domain, const types::EventAttributes* text);
types::RangeId start_in(types::Handle domain, const types::EventAttributes* text);
int pop_in(types::Handle domain);
void end_in(types::Handle /*domain*/, types::RangeId id);
types::Handle create_domain_a(const char* text);
types::Handle register_a(types::Handle /*domain*/, const char* text);
types::Handle create_domain_w(const wchar_t* text);
types::Handle register_w(types::Handle /*domain*/, const wchar_t* text);
void take_open_ranges(OpenRanges* result);

}  // namespace warpscope::nvtx
