// The stages of nvcc, with those for the device beside those for the host.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::runner {

/// Where what cudafe++ wrote begins with the text in the file `text`, of `bytes`, the host compiler
/// takes the precompiled header beside that file instead; 0 bytes: never.
struct PrecompiledText {
  std::filesystem::path text;
  std::uint64_t bytes = 0;
};

/// nvcc runs, one after the other: the host compiler's preprocessor and cudafe++ for the host side,
/// the preprocessor and cicc for the device, ptxas as a check, fatbinary, and the host compiler.
/// Only the last one needs both sides: of the device's it needs the stubs of kernels, which cicc
/// has written before it optimises, and for its assembler the image. A shell script that runs the
/// two sides at once and then links, made of what `nvcc --dryrun` printed for one source file and
/// one PTX architecture, and for linking; its output is in the order of nvcc's. It exits with 1
/// where a stage of the compilation fails and with kLinkFailed where the object is there and
/// linking it fails, without a promise about a linker's output; also where the linker has something
/// to say, which another linker may say in other words. Nothing where nvcc would run other stages
/// than these.
///
/// The sides name what has internal linkage by an id that cudafe++ makes of the file's name and
/// contents; here it is a fixed one, so that cicc need not wait. It must differ from the ids of all
/// files that are linked together.
///
/// nvcc's own device linker is left out: files that are compiled without relocatable device code
/// have nothing for it. The gold linker links where it is installed, in half of the time.
struct DryRuns {
  std::string_view compile, link;
};
std::optional<std::string> stages_side_by_side(const DryRuns& dry_runs,
                                               const PrecompiledText& headers = {});
inline constexpr int kLinkFailed = 3;  ///< the shell itself ends with 2 where it has an error

/// Only the host's side up to what cudafe++ writes, which is moved to the file `result`.
std::optional<std::string> host_side(std::string_view dry_run, const std::string& result);

/// Precompiles a header for the host compiler, with the options of its last stage.
std::optional<std::string> precompile(std::string_view dry_run, const std::string& header);

}  // namespace warpscope::runner
