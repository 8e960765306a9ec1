// The words of CUDA C++ that code is coloured by, in the editor as in slides and handouts.
#pragma once

#include <array>
#include <string_view>

namespace warpscope::code_text {

/// C++'s own words that labs use; the editor knows them by itself.
inline constexpr auto kCppKeywords = std::to_array<std::string_view>(
    {"auto",     "break",  "case",   "class",     "const",  "constexpr", "continue",
     "default",  "delete", "do",     "else",      "enum",   "extern",    "false",
     "for",      "if",     "inline", "namespace", "new",    "nullptr",   "operator",
     "private",  "public", "return", "sizeof",    "static", "struct",    "switch",
     "template", "this",   "true",   "typename",  "using",  "while"});
inline constexpr auto kCppTypes = std::to_array<std::string_view>(
    {"bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void"});

inline constexpr auto kCudaKeywords = std::to_array<std::string_view>(
    {"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__",
     "__restrict__", "__launch_bounds__", "__forceinline__", "__noinline__"});
inline constexpr auto kCudaTypes = std::to_array<std::string_view>(
    {"float2", "float3", "float4", "double2", "int2", "int4", "uint4", "dim3", "half", "size_t",
     "int32_t", "int64_t", "uint8_t", "uint32_t", "uint64_t", "cudaError_t"});
/// Variables and functions that every kernel has.
inline constexpr auto kCudaNames = std::to_array<std::string_view>(
    {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "__syncthreads", "__syncwarp",
     "__shfl_sync", "__shfl_down_sync", "__shfl_xor_sync", "__ballot_sync", "atomicAdd"});

}  // namespace warpscope::code_text
