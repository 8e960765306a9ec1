#include "record/metrics.h"

#include <array>

namespace warpscope::record {
namespace {

using namespace metric;

constexpr std::array kMetrics{
    Metric{kInstructions, "instructions", "PTX warp instructions",
           "PTX instructions that warps executed; ptxas makes different ones of them, so this is "
           "not the hardware's number."},
    Metric{kThreadInstructions, "thread instructions", "PTX thread instructions",
           "Active lanes summed over the executed PTX warp instructions."},
    Metric{kInstructionsOfLongestWarp, "instructions of the longest warp", "PTX warp instructions",
           "PTX instructions of the warp that executed most in its launch; of several launches, "
           "which follow one another, these are added."},
    Metric{kMachineInstructions, "machine instructions", "instructions",
           "Instructions of machine code that warps issued, with exec --machine-code."},
    Metric{kMachineThreadInstructions, "machine thread instructions", "thread instructions",
           "Active lanes summed over the instructions of machine code that warps issued."},
    Metric{kBranches, "branches", "instructions", "Branch instructions that warps executed."},
    Metric{kDivergentBranches, "divergent branches", "instructions",
           "Executed branches at which the active lanes of a warp went to different targets."},
    Metric{kLoadInstructions, "global loads", "instructions",
           "Load instructions on global memory that warps executed."},
    Metric{kLoadRequests, "load requests", "requests",
           "Load instructions on global memory that reached the L1 cache, one per warp."},
    Metric{kLoadSectors, "load sectors", "sectors",
           "32-byte sectors that the load requests touched."},
    Metric{kLoadSectorsIdeal, "ideal load sectors", "sectors",
           "The fewest 32-byte sectors that hold what the same lanes loaded."},
    Metric{kLoadBytes, "loaded bytes", "bytes",
           "Bytes that active lanes asked for in loads from global memory."},
    Metric{kStoreInstructions, "global stores", "instructions",
           "Store instructions on global memory that warps executed."},
    Metric{kStoreRequests, "store requests", "requests",
           "Store instructions on global memory that reached the L1 cache, one per warp."},
    Metric{kStoreSectors, "store sectors", "sectors",
           "32-byte sectors that the store requests touched."},
    Metric{kStoreSectorsIdeal, "ideal store sectors", "sectors",
           "The fewest 32-byte sectors that hold what the same lanes stored."},
    Metric{kStoreBytes, "stored bytes", "bytes",
           "Bytes that active lanes handed over in stores to global memory."},
    Metric{kAtomicInstructions, "global atomics", "instructions",
           "Atomic instructions on global memory that warps executed."},
    Metric{kSharedLoadInstructions, "shared loads", "instructions",
           "Load instructions on shared memory that warps executed."},
    Metric{kSharedStoreInstructions, "shared stores", "instructions",
           "Store instructions on shared memory that warps executed."},
    Metric{kSharedAtomicInstructions, "shared atomics", "instructions",
           "Atomic instructions on shared memory that warps executed."},
    Metric{kSharedLoadWavefronts, "shared load wavefronts", "wavefronts",
           "Passes through shared memory that loads took; one per load when no two lanes want "
           "different words of one bank."},
    Metric{kSharedStoreWavefronts, "shared store wavefronts", "wavefronts",
           "Passes through shared memory that stores took."},
    Metric{kSharedLoadConflicts, "load bank conflicts", "wavefronts",
           "Extra passes of shared-memory loads because lanes wanted different words of one bank."},
    Metric{kSharedStoreConflicts, "store bank conflicts", "wavefronts",
           "Extra passes of shared-memory stores because lanes wrote different words of one bank."},
    Metric{kSharedConflicts, "bank conflicts", "wavefronts",
           "Extra passes of all shared-memory instructions, atomics included."},
    Metric{kLocalLoadInstructions, "local loads", "instructions",
           "Load instructions on local memory: per-thread arrays and spilled registers."},
    Metric{kLocalStoreInstructions, "local stores", "instructions",
           "Store instructions on local memory: per-thread arrays and spilled registers."},
    Metric{kAtomicRequests, "atomic requests", "requests",
           "Atomics on global memory whose old value is used, one request per warp."},
    Metric{kAtomicSectors, "turns of atomics", "sectors",
           "32-byte sectors of these requests; lanes that share an element need one each."},
    Metric{kReductionRequests, "reduction requests", "requests",
           "Atomics on global memory whose old value nobody uses, one request per warp."},
    Metric{kReductionSectors, "turns of reductions", "sectors",
           "32-byte sectors of these requests; lanes that share an element need one each."},
    Metric{kAsynchronousCopies, "asynchronous copies", "instructions",
           "Copies from global to shared memory without a register (cp.async)."},
    Metric{kSharedAtomicWavefronts, "shared atomic wavefronts", "wavefronts",
           "Passes through shared memory that atomics took."},
    Metric{kSharedAtomicConflicts, "atomic bank conflicts", "wavefronts",
           "Extra passes of shared-memory atomics because lanes share a bank."},
    Metric{kLocalLoadSectors, "local load sectors", "sectors",
           "32-byte sectors that loads from local memory touched."},
    Metric{kLocalStoreSectors, "local store sectors", "sectors",
           "32-byte sectors that stores to local memory touched."},
    Metric{kMatrixLoads, "matrix loads", "instructions",
           "Loads of 8 x 8 matrices from shared memory (ldmatrix) that warps executed."},
    Metric{kConstantLoadInstructions, "constant loads", "instructions",
           "Loads of constants and parameters at addresses in registers that warps executed."},
    Metric{kConstantRequests, "constant requests", "requests",
           "Requests of these loads to the constant cache: one for each distinct address."},
    Metric{kConstantReplays, "constant replays", "requests",
           "Requests of these loads beyond the first of each."},
    Metric{kBarriers, "barriers", "instructions", "Block-wide barriers that warps executed."},
    Metric{kImageRequests, "texture and surface requests", "requests",
           "Fetches of textures and accesses of surfaces, one request per warp."},
    Metric{kImageSectors, "texture and surface sectors", "sectors",
           "32-byte sectors of the elements that these requests read or wrote."},
    Metric{kBulkCopies, "bulk copies", "copies",
           "Copies between global and shared memory of any size (cp.async.bulk)."},
    Metric{kBulkCopySectors, "bulk copy sectors", "sectors",
           "32-byte sectors of global memory that these copies touched, each copy its own."},
    Metric{kOtherReductionRequests, "surface and bulk reductions", "requests",
           "Of the last four, requests and copies that reduce (sured, cp.reduce.async.bulk)."},
    Metric{kOtherReductionSectors, "surface and bulk reduction sectors", "sectors",
           "32-byte sectors of these, which count among those of surfaces and bulk copies too."},
    Metric{kAtomicBytes, "atomic bytes", "bytes",
           "Bytes that active lanes asked atomics on global and shared memory for."},
    Metric{kUsedLoadBytes, "bytes loaded to use", "bytes",
           "Bytes that loads, atomics, textures and surfaces brought into registers where they are "
           "used, not only stored in shared or global memory."},
    Metric{kInstructionsWithoutUse, "instructions without use", "instructions",
           "PTX instructions executed by warps whose results nothing that was executed needed."},
    Metric{kThreadInstructionsWithoutUse, "thread instructions without use", "thread instructions",
           "Active lanes summed over them."},
    Metric{kLoadHits, "load hits", "sectors",
           "Sectors of global loads that were in the L1 cache or on the way there."},
    Metric{kLoadMisses, "load misses", "sectors",
           "Sectors of global loads that were not in the L1 cache."},
    Metric{kLocalLoadHits, "local load hits", "sectors",
           "Sectors of local loads that were in the L1 cache or on the way there."},
    Metric{kLocalLoadMisses, "local load misses", "sectors",
           "Sectors of local loads that were not in the L1 cache."},
    Metric{kDoublesOfFloats, "doubles of floats", "instructions",
           "Instructions in double precision, and conversions, on lines whose operands were floats "
           "and whose result is made a float again."},
    Metric{kRepeatedStores, "overwritten stores", "instructions",
           "Stores of a loop that the next round overwrites before anybody could read them."},
    Metric{kImmediateWaits, "waits without work", "instructions",
           "Waits for asynchronous copies with no work between the copy and the wait."},
    Metric{kLoadsInLoops, "loads in loops", "instructions",
           "Executed loads from global memory that stand in a loop of the kernel's code."},
    Metric{kUnneededBarriers, "barriers without dependence", "instructions",
           "Executed barriers that can go together: other barriers order all accesses of different "
           "threads to the same place. Only of watched launches."},
    Metric{kBarriersOfTurns, "barriers between turns", "instructions",
           "Executed barriers between which warps that fill shared memory and warps that use it "
           "take turns. Only of watched launches."},
    Metric{kSharedBytesReached, "shared bytes reached", "bytes",
           "How far any block reaches into its shared memory. Only of watched launches."},
    Metric{kThreadsWithEffect, "threads with effect", "threads",
           "Threads that write anything to global or shared memory. Only of watched launches."},
    Metric{kSampledLoads, "sampled loads", "elements",
           "Places that the first two blocks load, each once for a request, without those of lanes "
           "that load the same place again. Only of watched launches."},
    Metric{kSampledDistinctLoads, "distinct sampled loads", "elements",
           "Distinct places among these, by block. Only of watched launches."},
};

}  // namespace

std::span<const Metric> metrics() { return kMetrics; }

const Metric* find_metric(std::string_view name) {
  for (const auto& metric : kMetrics) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

}  // namespace warpscope::record
