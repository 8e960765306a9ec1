// The library that NVTX loads into a program: NVTX's headers look for the file that the environment
// variable NVTX_INJECTION64_PATH names and call InitializeInjectionNvtx2, which puts our functions
// into the table of the copy of NVTX that called (nvtx3/nvtxDetail/nvtxInit.h). A program may have
// several copies. Functions that are not put there do nothing.
//
// The same library is libnvToolsExt.so.1, which programs of older toolkits are linked with: it has
// these functions under their own names (old_library.cpp).
#include "vgpu/nvtx/injection.h"

#include <cstring>
#include <exception>
#include <string>

#include "vgpu/nvtx/annotations.h"

namespace warpscope::nvtx {
namespace {

/// Handles are numbers; 0 is the default domain.
std::uint64_t number_of(types::Handle handle) { return reinterpret_cast<std::uintptr_t>(handle); }
types::Handle handle_of(std::uint64_t number) {
  return reinterpret_cast<types::Handle>(static_cast<std::uintptr_t>(number));
}

std::string name_of(const char* text) {
  if (text == nullptr) return {};
  return {text, strnlen(text, kMostNameBytes + 1)};
}
std::string name_of(const wchar_t* text) { return utf8_of(text); }

std::string name_of(const types::EventAttributes* attributes) {
  if (attributes == nullptr || attributes->size < sizeof *attributes) return {};
  switch (attributes->message_type) {
    case types::MessageType::ascii:
      return name_of(attributes->message.ascii);
    case types::MessageType::unicode:
      return name_of(attributes->message.unicode);
    case types::MessageType::registered:
      return annotations().string(number_of(attributes->message.registered));
    default:
      return {};
  }
}

/// NVTX is no reason for a program to end.
template <typename Body>
auto guarded(Body body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (const std::exception&) {
    return decltype(body())();
  }
}

/// The functions of one of NVTX's modules.
class Functions {
 public:
  Functions(const types::Callbacks& callbacks, types::Module module) {
    if (callbacks.get_module_function_table(module, &table_, &size_) == 0) size_ = 0;
  }
  /// Where this copy of NVTX has such a function.
  template <typename Call>
  void set(unsigned int index, Call* call) {
    if (index < size_ && table_[index] != nullptr)
      *table_[index] = reinterpret_cast<types::Function>(call);
  }

 private:
  types::FunctionTable table_ = nullptr;
  unsigned int size_ = 0;
};

}  // namespace

void mark_a(const char* text) {
  guarded([&] { annotations().mark(0, name_of(text)); });
}
int push_a(const char* text) {
  return guarded([&] { return annotations().push(0, name_of(text)); });
}
types::RangeId start_a(const char* text) {
  return guarded([&] { return annotations().start(0, name_of(text)); });
}
void mark_w(const wchar_t* text) {
  guarded([&] { annotations().mark(0, name_of(text)); });
}
int push_w(const wchar_t* text) {
  return guarded([&] { return annotations().push(0, name_of(text)); });
}
types::RangeId start_w(const wchar_t* text) {
  return guarded([&] { return annotations().start(0, name_of(text)); });
}
void mark_ex(const types::EventAttributes* text) {
  guarded([&] { annotations().mark(0, name_of(text)); });
}
int push_ex(const types::EventAttributes* text) {
  return guarded([&] { return annotations().push(0, name_of(text)); });
}
types::RangeId start_ex(const types::EventAttributes* text) {
  return guarded([&] { return annotations().start(0, name_of(text)); });
}
int pop() {
  return guarded([&] { return annotations().pop(0); });
}
void end(types::RangeId id) {
  guarded([&] { annotations().end(id); });
}
void mark_in(types::Handle domain, const types::EventAttributes* text) {
  guarded([&] { annotations().mark(number_of(domain), name_of(text)); });
}
int push_in(types::Handle domain, const types::EventAttributes* text) {
  return guarded([&] { return annotations().push(number_of(domain), name_of(text)); });
}
types::RangeId start_in(types::Handle domain, const types::EventAttributes* text) {
  return guarded([&] { return annotations().start(number_of(domain), name_of(text)); });
}
int pop_in(types::Handle domain) {
  return guarded([&] { return annotations().pop(number_of(domain)); });
}
void end_in(types::Handle /*domain*/, types::RangeId id) {
  guarded([&] { annotations().end(id); });
}
types::Handle create_domain_a(const char* text) {
  return guarded([&] { return handle_of(annotations().create_domain(name_of(text))); });
}
types::Handle register_a(types::Handle /*domain*/, const char* text) {
  return guarded([&] { return handle_of(annotations().register_string(name_of(text))); });
}
types::Handle create_domain_w(const wchar_t* text) {
  return guarded([&] { return handle_of(annotations().create_domain(name_of(text))); });
}
types::Handle register_w(types::Handle /*domain*/, const wchar_t* text) {
  return guarded([&] { return handle_of(annotations().register_string(name_of(text))); });
}
void take_open_ranges(OpenRanges* result) {
  guarded([&] { *result = annotations().take(); });
}

}  // namespace warpscope::nvtx

namespace nvtx = warpscope::nvtx;
namespace types = nvtx::types;

extern "C" int InitializeInjectionNvtx2(types::GetExportTable get_table) {
  const auto* callbacks = static_cast<const types::Callbacks*>(get_table(types::kCallbacksTable));
  if (callbacks == nullptr || callbacks->struct_size < sizeof *callbacks) return 0;
  nvtx::Functions core(*callbacks, types::Module::core);
  core.set(types::core::mark_ex, nvtx::mark_ex);
  core.set(types::core::mark_a, nvtx::mark_a);
  core.set(types::core::mark_w, nvtx::mark_w);
  core.set(types::core::start_ex, nvtx::start_ex);
  core.set(types::core::start_a, nvtx::start_a);
  core.set(types::core::start_w, nvtx::start_w);
  core.set(types::core::end, nvtx::end);
  core.set(types::core::push_ex, nvtx::push_ex);
  core.set(types::core::push_a, nvtx::push_a);
  core.set(types::core::push_w, nvtx::push_w);
  core.set(types::core::pop, nvtx::pop);
  nvtx::Functions of_domains(*callbacks, types::Module::core2);
  of_domains.set(types::core2::mark_ex, nvtx::mark_in);
  of_domains.set(types::core2::start_ex, nvtx::start_in);
  of_domains.set(types::core2::end, nvtx::end_in);
  of_domains.set(types::core2::push_ex, nvtx::push_in);
  of_domains.set(types::core2::pop, nvtx::pop_in);
  of_domains.set(types::core2::register_a, nvtx::register_a);
  of_domains.set(types::core2::register_w, nvtx::register_w);
  of_domains.set(types::core2::create_a, nvtx::create_domain_a);
  of_domains.set(types::core2::create_w, nvtx::create_domain_w);
  return 1;
}

extern "C" void warpscope_take_open_ranges(nvtx::OpenRanges* result) {
  nvtx::take_open_ranges(result);
}
