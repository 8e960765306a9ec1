// libnvToolsExt.so.1 of older toolkits: NVTX's functions under their own names.
#include "vgpu/nvtx/injection.h"

namespace nvtx = warpscope::nvtx;
namespace types = nvtx::types;

extern "C" {

void nvtxMarkA(const char* text) { nvtx::mark_a(text); }
int nvtxRangePushA(const char* text) { return nvtx::push_a(text); }
types::RangeId nvtxRangeStartA(const char* text) { return nvtx::start_a(text); }
void nvtxMarkW(const wchar_t* text) { nvtx::mark_w(text); }
int nvtxRangePushW(const wchar_t* text) { return nvtx::push_w(text); }
types::RangeId nvtxRangeStartW(const wchar_t* text) { return nvtx::start_w(text); }
void nvtxMarkEx(const types::EventAttributes* text) { nvtx::mark_ex(text); }
int nvtxRangePushEx(const types::EventAttributes* text) { return nvtx::push_ex(text); }
types::RangeId nvtxRangeStartEx(const types::EventAttributes* text) { return nvtx::start_ex(text); }
int nvtxRangePop() { return nvtx::pop(); }
void nvtxRangeEnd(types::RangeId id) { nvtx::end(id); }
void nvtxDomainMarkEx(types::Handle domain, const types::EventAttributes* text) {
  nvtx::mark_in(domain, text);
}
int nvtxDomainRangePushEx(types::Handle domain, const types::EventAttributes* text) {
  return nvtx::push_in(domain, text);
}
types::RangeId nvtxDomainRangeStartEx(types::Handle domain, const types::EventAttributes* text) {
  return nvtx::start_in(domain, text);
}
int nvtxDomainRangePop(types::Handle domain) { return nvtx::pop_in(domain); }
void nvtxDomainRangeEnd(types::Handle domain, types::RangeId id) { nvtx::end_in(domain, id); }
types::Handle nvtxDomainCreateA(const char* text) { return nvtx::create_domain_a(text); }
types::Handle nvtxDomainRegisterStringA(types::Handle domain, const char* text) {
  return nvtx::register_a(domain, text);
}
types::Handle nvtxDomainCreateW(const wchar_t* text) { return nvtx::create_domain_w(text); }
types::Handle nvtxDomainRegisterStringW(types::Handle domain, const wchar_t* text) {
  return nvtx::register_w(domain, text);
}

// What names threads, categories and things of CUDA, and what is destroyed, stands nowhere.
void nvtxInitialize(const void*) {}
void nvtxDomainDestroy(types::Handle) {}
types::Handle nvtxDomainResourceCreate(types::Handle, void*) { return nullptr; }
void nvtxDomainResourceDestroy(types::Handle) {}
void nvtxDomainNameCategoryA(types::Handle, unsigned, const char*) {}
void nvtxDomainNameCategoryW(types::Handle, unsigned, const wchar_t*) {}
void nvtxNameCategoryA(unsigned, const char*) {}
void nvtxNameCategoryW(unsigned, const wchar_t*) {}
void nvtxNameOsThreadA(unsigned, const char*) {}
void nvtxNameOsThreadW(unsigned, const wchar_t*) {}
void nvtxNameCudaDeviceA(int, const char*) {}
void nvtxNameCudaDeviceW(int, const wchar_t*) {}
void nvtxNameCudaStreamA(void*, const char*) {}
void nvtxNameCudaStreamW(void*, const wchar_t*) {}
void nvtxNameCudaEventA(void*, const char*) {}
void nvtxNameCudaEventW(void*, const wchar_t*) {}

}  // extern "C"
