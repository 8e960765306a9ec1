// The video instructions.

#include <array>

#include "vgpu/exec/instructions/instruction_table.h"

namespace warpscope::exec {

// Builders, each defined in a file of its kind beside this one.
namespace video {
Build build_multiply_add, build_scalar, build_simd;
}  // namespace video

namespace {

constexpr std::string_view kScalarForms =
    "u32 s32 of each, .sat; .add, .min, .max; parts .b0 to .b3, .h0, .h1 of all operands";
constexpr std::string_view kShiftForms =
    ".clamp .wrap; u32 s32, .sat; .add, .min, .max; parts .b0 to .b3, .h0, .h1 of all operands";
constexpr std::string_view kSimdForms =
    "u32 s32 of each, .sat, .add; all choices of elements, all masks";
constexpr std::string_view kCompareForms =
    "all comparisons of u32 and s32, .add; all choices of elements, all masks";

// No pipelines: of most of these ptxas makes several instructions, which depend on the form.
constexpr std::array kVideoRows = std::to_array<InstructionRow>({
    {"vabsdiff", video::build_scalar, kComputesAndStays, "absolute difference", Section::video,
     kScalarForms},
    {"vabsdiff2", video::build_simd, kComputesAndStays,
     "absolute differences of two 16-bit elements", Section::video, kSimdForms},
    {"vabsdiff4", video::build_simd, kComputesAndStays.on(Pipe::alu),
     "absolute differences of four 8-bit elements", Section::video, kSimdForms},
    {"vadd", video::build_scalar, kComputesAndStays, "sum", Section::video, kScalarForms},
    {"vadd2", video::build_simd, kComputesAndStays, "sums of two 16-bit elements", Section::video,
     kSimdForms},
    {"vadd4", video::build_simd, kComputesAndStays, "sums of four 8-bit elements", Section::video,
     kSimdForms},
    {"vavrg2", video::build_simd, kComputesAndStays, "averages of two 16-bit elements",
     Section::video, kSimdForms},
    {"vavrg4", video::build_simd, kComputesAndStays, "averages of four 8-bit elements",
     Section::video, kSimdForms},
    {"vmad", video::build_multiply_add, kComputesAndStays, "multiply and add", Section::video,
     "u32 s32 of each, .sat, .po, .shr7, .shr15; negated operands; parts .b0 to .b3, .h0, .h1 of "
     "the factors"},
    {"vmax", video::build_scalar, kComputesAndStays, "maximum", Section::video, kScalarForms},
    {"vmax2", video::build_simd, kComputesAndStays, "maxima of two 16-bit elements", Section::video,
     kSimdForms},
    {"vmax4", video::build_simd, kComputesAndStays, "maxima of four 8-bit elements", Section::video,
     kSimdForms},
    {"vmin", video::build_scalar, kComputesAndStays, "minimum", Section::video, kScalarForms},
    {"vmin2", video::build_simd, kComputesAndStays, "minima of two 16-bit elements", Section::video,
     kSimdForms},
    {"vmin4", video::build_simd, kComputesAndStays, "minima of four 8-bit elements", Section::video,
     kSimdForms},
    {"vset", video::build_scalar, kComputesAndStays, "comparison", Section::video,
     "all comparisons of u32 and s32; .add, .min, .max; parts .b0 to .b3, .h0, .h1 of all "
     "operands"},
    {"vset2", video::build_simd, kComputesAndStays, "comparisons of two 16-bit elements",
     Section::video, kCompareForms},
    {"vset4", video::build_simd, kComputesAndStays, "comparisons of four 8-bit elements",
     Section::video, kCompareForms},
    {"vshl", video::build_scalar, kComputesAndStays, "left shift", Section::video, kShiftForms},
    {"vshr", video::build_scalar, kComputesAndStays, "right shift", Section::video, kShiftForms},
    {"vsub", video::build_scalar, kComputesAndStays, "difference", Section::video, kScalarForms},
    {"vsub2", video::build_simd, kComputesAndStays, "differences of two 16-bit elements",
     Section::video, kSimdForms},
    {"vsub4", video::build_simd, kComputesAndStays, "differences of four 8-bit elements",
     Section::video, kSimdForms},
});

}  // namespace

std::span<const InstructionRow> video_rows() { return kVideoRows; }

}  // namespace warpscope::exec
