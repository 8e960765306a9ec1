// What the instruction table says of pipelines, against the machine instructions that ptxas makes
// of single PTX instructions (pipes/ptxas_sm_90.tsv) and the pipelines that NVIDIA's documentation
// names for those. There is no reading of sm__inst_executed_pipe_* on hardware here.
#include "vgpu/exec/analysis/pipes.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/moved_path.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec::test::pipes_test {
namespace {

ptx::Module module_of(std::string_view body) {
  return ptx::parse(R"(.version 9.0
.target sm_90
.address_size 64
.const .align 16 .b8 table[4096];
.shared .align 16 .b8 tile[4096];
.global .surfref surface;
.global .texref texture;
.visible .entry k(.param .u64 in) {
.reg .pred %p<16>; .reg .b16 %h<16>; .reg .b32 %r<16>, %f<16>; .reg .b64 %rd<24>, %fd<16>;
.reg .f32 %g<16>;
)" + std::string(body) +
                    "\nret;\n}\n");
}

// Of the last one.
Pipe pipe_of_text(std::string_view body) {
  const ptx::Module module = module_of(body);
  const auto& instructions = module.functions[0].body;
  return pipe_of(instructions[instructions.size() - 2]);
}

struct Family {
  Pipe pipe;
  std::string_view names;  ///< machine instructions, between spaces
};

// Kernel Profiling Guide, "Pipelines": FADD, FMUL, FMAD, HADD2, HMUL2, HFMA2 on FMA; "integer
// multiplication operations (IMUL, IMAD), and integer dot products" on FMAHeavy; "most bit
// manipulation and logic instructions", "integer instructions, excluding IMAD and IMUL" and "fast
// FP32-to-FP16 conversion" on ALU; "special functions" and "int-to-float, and float-to-int type
// conversions" on XU; "load, store, atomic, and reduction instructions", "special register reads
// (S2R), shuffles" on LSU; "constant loads and block-level barrier instructions" on ADU;
// "convergence, barrier, and branch instructions" on CBU. By the throughputs of the CUDA C++
// Programming Guide: comparisons, minima and votes, 64 lanes per cycle, on ALU; POPC, FLO and BREV,
// 16 lanes, on XU. A sum or a shift is one of the ALU, and as an IMAD one of FMAHeavy; ptxas
// spreads them, and the table says ALU.
constexpr std::array<Family, 10> kFamilies{{
    {Pipe::fma, " FADD FMUL FFMA HADD2 HMUL2 HFMA2 "},
    {Pipe::fma_heavy, " IMAD IDP "},
    {Pipe::alu,
     " IABS IADD3 VIADD LOP3 PLOP3 SHF SGXT BMSK PRMT LEA SEL ISETP VABSDIFF VABSDIFF4 F2FP FSEL "
     "FSETP FMNMX VIMNMX VIADDMNMX VOTE IMAD.IADD IMAD.SHL IMAD.SHL.U32 IMAD.U32 "},
    {Pipe::fp64, " DADD DMUL DFMA DSETP "},
    {Pipe::xu, " I2F F2I F2F POPC FLO BREV "},
    {Pipe::lsu,
     " LD LDG LDS LDL LDSM LDGSTS ST STG STS STL STSM ATOM ATOMG ATOMS RED REDG S2R SHFL "},
    {Pipe::tex, " TEX TLD4 TXQ SULD SUST SURED "},
    {Pipe::tensor, " HMMA "},
    {Pipe::tma, " UBLKCP "},
    {Pipe::adu, " BAR LDC "},
}};

std::optional<Pipe> documented(const std::string& machine_instruction) {
  if (machine_instruction.starts_with("MUFU.")) return Pipe::xu;
  for (const Family& family : kFamilies) {
    if (family.names.find(" " + machine_instruction + " ") != std::string_view::npos)
      return family.pipe;
  }
  return std::nullopt;
}

TEST(Pipes, AreThoseOfTheMachineInstructionsThatPtxasMakes) {
  const auto path =
      moved_path(WARPSCOPE_SOURCE_DIR "/tests/vgpu/exec/analysis/pipes/ptxas_sm_90.tsv");
  std::ifstream file(path);
  std::size_t compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const std::size_t tab = line.find('\t');
    ASSERT_NE(tab, std::string::npos) << line;
    const Pipe said = pipe_of_text(line.substr(0, tab));
    std::istringstream names(line.substr(tab + 1));
    std::set<Pipe> pipes;
    std::size_t count = 0;
    bool are_all_documented = true;
    for (std::string name; names >> name; ++count) {
      const auto pipe = documented(name);
      if (pipe) pipes.insert(*pipe);
      are_all_documented = are_all_documented && pipe;
    }
    if (pipes.empty()) continue;  // nothing, moves, or what nobody has documented
    ++compared;
    if (said == Pipe::several) {
      EXPECT_TRUE(pipes.size() > 1 || !are_all_documented) << line;
    } else if (said == Pipe::unknown) {
      EXPECT_NE(count, 1U) << line << " is known";
    } else {
      EXPECT_TRUE(pipes.contains(said)) << line << " is not on pipeline " << static_cast<int>(said);
    }
  }
  EXPECT_GT(compared, 140U);
}

TEST(Pipes, AreUnknownOfWhatTheTableDoesNotHave) {
  EXPECT_EQ(pipe_of_text("frobnicate.f32 %f9, %f1;"), Pipe::unknown);
  EXPECT_EQ(pipe_of_text("add.e4m3x2 %h9, %h1, %h2;"), Pipe::unknown) << "a type it has not";
}

TEST(Pipes, BranchesAndBarriersOfAWarp) {
  EXPECT_EQ(pipe_of_text("here: bra here;"), Pipe::cbu);
  EXPECT_EQ(pipe_of_text("exit;"), Pipe::cbu);
  EXPECT_EQ(pipe_of_text("bar.warp.sync %r1;"), Pipe::cbu);
  EXPECT_EQ(pipe_of_text("barrier.sync 0;"), Pipe::adu);
}

}  // namespace
}  // namespace warpscope::exec::test::pipes_test
