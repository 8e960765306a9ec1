// What cp.reduce.async.bulk and red.async do to each element, PTX ISA manual sections 9.7.9.25.4.2
// and 9.7.13.

#include <array>
#include <string_view>

#include "vgpu/exec/instructions/async.h"
#include "vgpu/exec/instructions/atomic_operators.h"

namespace warpscope::exec::async {
namespace {

using namespace atomics;

template <typename F, typename T>
void reduce(std::byte* to, const std::byte* from, std::uint32_t size_bytes) {
  for (std::uint32_t at = 0; at + sizeof(T) <= size_bytes; at += sizeof(T)) {
    T value;
    std::memcpy(&value, from + at, sizeof value);
    update<F, T>(to + at, value, value);
  }
}

struct Row {
  std::string_view name;
  ptx::Type type;
  ReduceBytes function;
};
using ptx::Type;
constexpr auto kReductions = std::to_array<Row>({
    {"add", Type::u32, reduce<Add, std::uint32_t>},
    {"add", Type::s32, reduce<Add, std::int32_t>},
    {"add", Type::u64, reduce<Add, std::uint64_t>},
    {"add", Type::s64, reduce<Add, std::int64_t>},
    {"add", Type::f16, reduce<Add, Stored<Half>>},
    {"add", Type::bf16, reduce<Add, Stored<Bfloat>>},
    {"add", Type::f32, reduce<AddInGlobal, float>},
    {"add", Type::f64, reduce<AddInGlobal, double>},
    {"min", Type::u32, reduce<Min, std::uint32_t>},
    {"min", Type::s32, reduce<Min, std::int32_t>},
    {"min", Type::u64, reduce<Min, std::uint64_t>},
    {"min", Type::s64, reduce<Min, std::int64_t>},
    {"min", Type::f16, reduce<Min, Stored<Half>>},
    {"min", Type::bf16, reduce<Min, Stored<Bfloat>>},
    {"max", Type::u32, reduce<Max, std::uint32_t>},
    {"max", Type::s32, reduce<Max, std::int32_t>},
    {"max", Type::u64, reduce<Max, std::uint64_t>},
    {"max", Type::s64, reduce<Max, std::int64_t>},
    {"max", Type::f16, reduce<Max, Stored<Half>>},
    {"max", Type::bf16, reduce<Max, Stored<Bfloat>>},
    {"and", Type::b32, reduce<And, std::uint32_t>},
    {"and", Type::b64, reduce<And, std::uint64_t>},
    {"or", Type::b32, reduce<Or, std::uint32_t>},
    {"or", Type::b64, reduce<Or, std::uint64_t>},
    {"xor", Type::b32, reduce<Xor, std::uint32_t>},
    {"xor", Type::b64, reduce<Xor, std::uint64_t>},
    {"inc", Type::u32, reduce<Increment, std::uint32_t>},
    {"dec", Type::u32, reduce<Decrement, std::uint32_t>},
});

}  // namespace

std::uint32_t take_reduction(Builder& builder, bool is_global) {
  std::string_view name;
  for (const Row& row : kReductions) {
    if (builder.take(row.name)) name = row.name;
  }
  builder.take("noftz");
  const ptx::Type type = builder.need_type();
  if (ptx::is_float(type) && !is_global) builder.unsupported("this type in shared memory");
  for (std::size_t i = 0; i < kReductions.size(); ++i) {
    if (kReductions[i].name == name && kReductions[i].type == type)
      return static_cast<std::uint32_t>(i + 1);
  }
  builder.unsupported("this operator and type");
}

ReduceBytes reduction(std::uint32_t number) {
  return number == 0 ? nullptr : kReductions.at(number - 1).function;
}

}  // namespace warpscope::exec::async
