#include "runner/findings/catalogue.h"

#include <algorithm>
#include <array>

namespace warpscope::runner {
namespace {

constexpr auto kError = record::Finding::Severity::error;
constexpr auto kWarning = record::Finding::Severity::warning;
constexpr auto kInformation = record::Finding::Severity::information;

constexpr std::array kDescriptions{
    FindingDescription{"missing-function", "A function of the lab is missing", kError,
                       "Give it exactly the name and the parameters that exercise.h declares.", ""},
    FindingDescription{"missing-bounds-guard", "Threads beyond the end of the data are not stopped",
                       kError,
                       "The grid has whole blocks, the data has not: compare the index with the "
                       "number of elements before using it.",
                       "coalescing#guards"},
    FindingDescription{"guard-off-by-one", "The bounds guard lets one element too many pass",
                       kError, "Elements are numbered from 0: test with <, not <=.",
                       "coalescing#guards"},
    FindingDescription{"out-of-bounds", "A kernel accesses memory outside its arrays", kError,
                       "Compare the index with the array's length before the access.",
                       "coalescing#guards"},
    FindingDescription{"misaligned-vector-access",
                       "A vector access at an address that is no multiple of its size", kError,
                       "A float4 needs an address that is a multiple of 16 bytes, a float2 or "
                       "uint2 one of 8: begin at the first aligned element and treat the ones "
                       "before it one by one.",
                       "coalescing#wide-means-aligned"},
    FindingDescription{"misaligned-address", "A kernel accesses a misaligned address", kError,
                       "An access of N bytes needs an address that is a multiple of N.",
                       "coalescing#wide-means-aligned"},
    FindingDescription{"wrong-address-space-pointer", "A kernel is given a pointer to host memory",
                       kError, "Copy the data to memory from cudaMalloc and pass that pointer.",
                       "coalescing#structure-of-arrays"},
    FindingDescription{"host-crash", "The program crashes on the host", kError,
                       "Look outside the kernels for a pointer from cudaMalloc that is used there, "
                       "for an index beyond the end of an array, and for free() of what "
                       "cudaMallocHost gave.",
                       ""},
    FindingDescription{"host-timeout", "The program does not come to an end on the host", kError,
                       "Look for a loop outside the kernels that does not end.", ""},
    FindingDescription{"zero-block-launch", "A kernel is launched with no block at all", kError,
                       "Dividing integers rounds down: round the number of blocks up. Without any "
                       "element there is nothing to launch: return before.",
                       "coalescing#guards"},
    FindingDescription{"too-many-registers",
                       "A block needs more registers than a multiprocessor has", kError,
                       "Promise the most threads of a block with __launch_bounds__(threads) at the "
                       "kernel, or launch smaller blocks.",
                       "know-your-gpu#limiters"},
    FindingDescription{"unchecked-error", "A call failed, and nobody asked for its error", kError,
                       "Look at the error code of every call, and at cudaGetLastError() after "
                       "every launch.",
                       "know-your-gpu#check"},
    FindingDescription{"ignored-out-of-memory", "There is no memory left, and nobody looks", kError,
                       "Look at what cudaMalloc gives back, and stop or ask for less. Was the size "
                       "computed in int, and too large for it?",
                       "know-your-gpu#check"},
    FindingDescription{"copy-wrong-direction", "A copy's kind does not fit where its pointers lead",
                       kError,
                       "The order is target, source, bytes, kind. cudaMemcpyHostToDevice copies to "
                       "the device, cudaMemcpyDeviceToHost to the host.",
                       "know-your-gpu#copies"},
    FindingDescription{
        "copy-past-end", "A copy asks for more bytes than an array has", kError,
        "Copies count bytes: multiply the number of elements by the size of one, and "
        "allocate as much.",
        "know-your-gpu#copies"},
    FindingDescription{
        "free-mismatch", "A pointer is freed by the wrong call", kError,
        "cudaFree frees what cudaMalloc gave, cudaFreeHost what cudaMallocHost or "
        "cudaHostAlloc gave, free() what malloc() gave; each wants the pointer as it "
        "was given.",
        "know-your-gpu#host-side"},
    FindingDescription{
        "double-free", "The same memory is freed twice", kError,
        "Give each cudaMalloc one cudaFree, and let one owner do it; set the pointer "
        "to nullptr behind it, because freeing nullptr does nothing.",
        "know-your-gpu#host-side"},
    FindingDescription{"use-after-free", "Memory is used that was freed", kError,
                       "Free an array behind its last use, and set the pointer to nullptr.",
                       "know-your-gpu#host-side"},
    FindingDescription{"use-after-reset", "Memory is used that cudaDeviceReset has freed", kError,
                       "Call cudaDeviceReset last, behind every copy and cudaFree, or not at all.",
                       "know-your-gpu#host-side"},
    FindingDescription{"event-never-recorded",
                       "A wait for an event comes before the event is recorded", kWarning,
                       "Record the event behind the work to wait for, and only then let the other "
                       "stream wait for it.",
                       "overlap#events"},
    FindingDescription{"unawaited-work", "The program ends before its work has", kError,
                       "Wait with cudaDeviceSynchronize() or cudaStreamSynchronize() before the "
                       "program ends.",
                       "know-your-gpu#asynchronous"},
    FindingDescription{
        "device-pointer-on-host", "The host uses a pointer to the device's memory", kError,
        "Copy the data to the host with cudaMemcpy, or to the device before a kernel "
        "uses it; only a kernel can follow such a pointer.",
        "know-your-gpu#copies"},
    FindingDescription{"uninitialised-copy",
                       "Bytes are copied to the host that nothing has written", kWarning,
                       "Compute the number of blocks from the number of elements, rounded up, and "
                       "treat what groups leave over one by one.",
                       "coalescing#guards"},
    FindingDescription{
        "stream-race", "Two operations use the same memory, and nothing orders them", kError,
        "Record an event behind the first (cudaEventRecord) and let the stream of "
        "the second wait for it (cudaStreamWaitEvent), or give both one stream; in a "
        "graph add an edge.",
        "overlap#events"},
    FindingDescription{"issue-order-serialises",
                       "A stream waits for work with which it shares nothing", kInformation,
                       "Let it wait only for what it reads or overwrites: record the event behind "
                       "that, or leave the wait out.",
                       "overlap#events"},
    FindingDescription{"host-device-race", "The host changes memory that unfinished work uses",
                       kError,
                       "Wait for the stream or an event behind the work before the host writes, or "
                       "use two buffers in turn.",
                       "overlap#wait"},
    FindingDescription{"result-not-copied-back", "The result stays on the device", kError,
                       "Copy the kernel's output to the host after the launch, with "
                       "cudaMemcpyDeviceToHost.",
                       "know-your-gpu#copies"},
    FindingDescription{"input-not-copied", "The kernel's input was never copied to the device",
                       kError, "Copy the input to the device before the launch.",
                       "know-your-gpu#copies"},
    FindingDescription{"kernel-not-launched", "No kernel was launched", kError,
                       "What came back is what lay on the device: launch the kernel between the "
                       "copies.",
                       "know-your-gpu#kernel"},
    FindingDescription{"copy-too-short", "Copies move fewer bytes than the arrays have", kError,
                       "cudaMalloc and cudaMemcpy count bytes, not elements: multiply by "
                       "sizeof(float), or whatever the elements are.",
                       "know-your-gpu#copies"},
    FindingDescription{"result-read-too-early", "The host reads before the kernel has written",
                       kError,
                       "A launch returns at once: call cudaDeviceSynchronize() before the host "
                       "reads memory that a kernel writes.",
                       "know-your-gpu#asynchronous"},
    FindingDescription{"allocation-in-loop", "Memory is allocated and freed again in every round",
                       kWarning,
                       "Allocate before the loop, and free behind it: each round can use the same "
                       "memory again. Or take it from a stream's pool with cudaMallocAsync.",
                       "know-your-gpu#host-side"},
    FindingDescription{"managed-memory-thrash", "Pages of managed memory go back and forth",
                       kWarning,
                       "Let one side work on it until it is done. Or move all pages at once: "
                       "cudaMemPrefetchAsync before the launch, or a copy from page-locked memory.",
                       "know-your-gpu#copies"},
    FindingDescription{"memory-not-freed", "Device memory was allocated and not freed", kWarning,
                       "Give each cudaMalloc its cudaFree, after the last use.",
                       "know-your-gpu#host-side"},
    FindingDescription{"stream-not-destroyed", "A stream was made and not destroyed", kWarning,
                       "Give each cudaStreamCreate its cudaStreamDestroy.", "overlap#streams"},
    FindingDescription{"event-not-destroyed", "An event was made and not destroyed", kWarning,
                       "Give each cudaEventCreate its cudaEventDestroy.", "overlap#events"},
    FindingDescription{"single-thread-launch", "One thread does all the work", kWarning,
                       "Give each element its own thread: a GPU is fast only with thousands.",
                       "coalescing#one-thread"},
    FindingDescription{
        "block-not-multiple-of-32", "Blocks do not consist of whole warps", kWarning,
        "Choose a multiple of 32 threads per block; the rest of the last warp idles.",
        "coalescing#request"},
    FindingDescription{"per-element-copy", "Many small copies where one would do", kWarning,
                       "Every copy costs microseconds before its first byte: gather on the host "
                       "and copy once.",
                       "coalescing#copies"},
    FindingDescription{"grid-too-small", "The last elements get no thread", kError,
                       "Compute the number of blocks from the number of elements, rounded up.",
                       "coalescing#guards"},
    FindingDescription{"wrong-element", "This line wrote the first wrong element of an answer",
                       kInformation,
                       "Work out by hand what the line computes for this element: with which "
                       "index, and from which values.",
                       ""},
    FindingDescription{"missing-lower-guard", "Threads before the first element are not stopped",
                       kError,
                       "The guard has two ends: an index below the first element is none either.",
                       "coalescing#guards"},
    FindingDescription{"range-too-early", "The elements before the right ones were written", kError,
                       "Compare the index of the first thread with the first element to write.",
                       "coalescing#guards"},
    FindingDescription{"host-side-work", "No kernel computed the answer", kError,
                       "Let a kernel read the inputs and write the answer: work of the host earns "
                       "nothing here.",
                       ""},
    FindingDescription{"lost-updates", "Updates of the same word were lost", kError,
                       "Load, change and store must happen as one: use an atomic.", "atomics#lost"},
    FindingDescription{"guard-too-strict", "The bounds guard stops threads that have an element",
                       kError, "Elements are numbered from 0 to n - 1: let all with i < n pass.",
                       "coalescing#guards"},
    FindingDescription{"vector-tail-missed", "Elements after the last whole group are left out",
                       kError,
                       "Groups of four leave up to three elements over: treat them one by one.",
                       "coalescing#wide-means-aligned"},
    FindingDescription{"local-for-global-index", "Every block works on the elements of block 0",
                       kError, "The index needs blockIdx.x * blockDim.x besides threadIdx.x.",
                       "coalescing#guards"},
    FindingDescription{"row-col-swap", "Row and column are swapped in an index", kError,
                       "Element (row, column) of a row-major array is row * columns + column.",
                       "coalescing#rows-and-columns"},
    FindingDescription{"uncoalesced-load", "The lanes of a warp load from far apart", kWarning,
                       "Let neighbouring threads load neighbouring elements.", "coalescing#stride"},
    FindingDescription{"uncoalesced-store", "The lanes of a warp store far apart", kWarning,
                       "Let neighbouring threads store neighbouring elements.",
                       "coalescing#stride"},
    FindingDescription{"array-of-structs-stride",
                       "Fields are picked out of records that lie one behind the other", kWarning,
                       "Keep each field in an array of its own.", "coalescing#array-of-structs"},
    FindingDescription{"misaligned-base", "Warps begin in the middle of a sector", kWarning,
                       "Let lane 0 of every warp begin at a multiple of 32 bytes; let the threads "
                       "before the first element do nothing.",
                       "coalescing#alignment"},
    FindingDescription{"misaligned-row", "An array or a row begins in the middle of a sector",
                       kWarning,
                       "The threads are aligned, this array is not: round the distance between "
                       "arrays or rows (the pitch) up to a multiple of 32 bytes, so that each "
                       "begins on a sector. A neighbour's element (i + 1) keeps its extra sector.",
                       "coalescing#alignment"},
    FindingDescription{"scalar-loads-where-vector-possible",
                       "Lanes load 4 bytes at a time although 16 would be possible", kInformation,
                       "Load a float4 per lane: a quarter of the requests for the same bytes.",
                       "coalescing#width"},
    FindingDescription{"shared-bank-conflict",
                       "Lanes of a warp want different words of one shared-memory bank", kWarning,
                       "Change the layout, for instance with one word of padding per row.",
                       "bank-conflicts#column"},
    FindingDescription{
        "shared-atomic-conflict",
        "Lanes of a warp queue at one shared-memory bank with their atomics", kWarning,
        "Let each warp, or each lane, count in a copy of its own and add the copies up "
        "at the end; or add up within the warp first (__reduce_add_sync, "
        "__shfl_down_sync) and let one lane do the atomic.",
        "atomics#shared-atomics"},
    FindingDescription{
        "contended-global-atomic", "Atomics queue at the same few words of global memory", kWarning,
        "Add up within the warp or in shared memory first, and do one atomic per block; "
        "for a histogram let each block count in shared memory.",
        "atomics#contention"},
    FindingDescription{"waiting-copies-serialise",
                       "The host waits for copies between the work of several streams", kWarning,
                       "Ask for all of it first, with cudaMemcpyAsync in the stream of each piece, "
                       "and wait once at the end.",
                       "overlap#asynchronous"},
    FindingDescription{"host-waits-serialise", "The host waits between the work of several streams",
                       kWarning, "Ask for the work of all pieces first, and wait once at the end.",
                       "overlap#asynchronous"},
    FindingDescription{"pageable-copies-serialise",
                       "Asynchronous copies of memory that is not page-locked", kWarning,
                       "Take the host's arrays from cudaMallocHost or cudaHostAlloc, or page-lock "
                       "them with cudaHostRegister.",
                       "overlap#pageable"},
    FindingDescription{"default-stream-serialises",
                       "Work in the legacy default stream holds up all other streams", kWarning,
                       "Give each piece a stream that cudaStreamCreate made; a stream that is "
                       "null, or not given at all, is the default stream.",
                       "overlap#default-stream"},
    FindingDescription{"missing-sync-before-host-read",
                       "The host reads results that have not arrived", kError,
                       "Wait for every stream that copies results, with cudaStreamSynchronize, "
                       "cudaEventSynchronize or cudaDeviceSynchronize, before the host reads them.",
                       "overlap#wait"},
    FindingDescription{"warp-divergence", "The lanes of a warp take different branches", kWarning,
                       "Let the condition depend on the warp, not on the lane; where it depends "
                       "on the data, let neighbouring threads do the same work, for instance by "
                       "sorting it.",
                       "divergence#both-sides"},
    FindingDescription{"no-overlap-of-copies", "Copies and kernels follow each other in one stream",
                       kInformation,
                       "Where pieces do not need each other, give them to several streams: one is "
                       "copied while another one is worked on. Each needs memory of its own.",
                       "overlap#streams"},
    FindingDescription{"transfer-every-iteration", "What comes from the device goes back unchanged",
                       kWarning,
                       "Leave the data on the device between the kernels, and copy it to the host "
                       "when the host needs it.",
                       "know-your-gpu#copies"},
    FindingDescription{"redundant-barrier", "A barrier in a loop orders nothing", kWarning,
                       "Take it out: __syncthreads() is for threads that read or overwrite what "
                       "other threads have touched.",
                       ""},
    FindingDescription{"low-occupancy", "Few warps of the kernel find room on a multiprocessor",
                       kInformation,
                       "Let a block need less of what limits it, so that more warps are resident "
                       "at a time and hide each other's waiting; or let each thread have several "
                       "loads under way.",
                       "know-your-gpu#limiters"},
    FindingDescription{"register-spill", "Registers of each thread are kept in local memory",
                       kWarning,
                       "Let a thread hold less at a time: smaller arrays, loops that are unrolled "
                       "fewer times. Or allow more registers: fewer threads in __launch_bounds__, "
                       "no -maxrregcount.",
                       "know-your-gpu#limiters"},
    FindingDescription{
        "idle-threads", "Most threads of each level have nothing to do", kInformation,
        "Compute the number of blocks from the elements of the level, rounded up.", ""},
    FindingDescription{"no-tiling", "A block loads the same memory again and again", kInformation,
                       "Let the block load each element once into shared memory, wait with "
                       "__syncthreads(), and let all its threads read it there.",
                       ""},
    FindingDescription{"broken-lock", "A lock does not keep others out", kError,
                       "Take it by atomicCAS(word, 0, 1) until that gives 0, and give it back by "
                       "atomicExch(word, 0) behind a __threadfence().",
                       "atomics#lock"},
    FindingDescription{"lock-not-waited-for", "Threads that find a lock taken go on without it",
                       kInformation,
                       "Try again until the lock is taken, unless somebody else does what the "
                       "thread leaves out.",
                       "atomics#lock"},
    FindingDescription{"too-few-blocks", "One block does all the work", kWarning,
                       "Cut the work into more blocks than there are multiprocessors: let each "
                       "thread have a few elements only, and launch as many blocks as that takes.",
                       "know-your-gpu#limiters"},
    FindingDescription{"accidental-double", "Floats are computed with in double precision",
                       kWarning,
                       "Write literals with an f (0.1f), and call the functions for floats (sqrtf, "
                       "expf, powf): a literal without f is a double and makes all around it one, "
                       "and so does pow with an int as exponent.",
                       ""},
    FindingDescription{"accumulate-in-global", "A loop keeps its result in global memory", kWarning,
                       "Add up in a local variable, which is a register, and store it once behind "
                       "the loop. The compiler may not: the arrays might overlap.",
                       ""},
    FindingDescription{"local-memory-traffic", "An array of each thread is in local memory",
                       kInformation,
                       "Registers have no index: use indices that are known when the kernel is "
                       "compiled (unrolled loops), a smaller array, or shared memory.",
                       ""},
    FindingDescription{"single-buffered-transfers",
                       "Copying and computing take turns instead of overlapping", kInformation,
                       "Take two buffers or more: ask for the next piece, and then work on the one "
                       "that has arrived.",
                       "dma-warps#double"},
    FindingDescription{"many-tiny-kernels", "Many launches that hardly do anything", kWarning,
                       "Let one launch do it: pieces that are independent with a block each, steps "
                       "that need each other in one block with a loop and __syncthreads().",
                       ""},
};

/// What the device gives and no rule makes more precise; it has words of its own for them.
constexpr std::array<std::string_view, 27> kIdsOfTheDevice{"no-peer-access",
                                                           "host-pointer-in-kernel",
                                                           "instruction-budget",
                                                           "deadlock",
                                                           "unmet-arrival",
                                                           "invalid-sync-mask",
                                                           "assertion-failed",
                                                           "trap",
                                                           "stack-overflow",
                                                           "unsupported-instruction",
                                                           "invalid-launch-configuration",
                                                           "unsupported-runtime-call",
                                                           "bad-fat-binary",
                                                           "bad-ptx",
                                                           "too-much-shared-memory",
                                                           "device-error",
                                                           "broken-connection",
                                                           "divergent-barrier",
                                                           "early-exit-before-barrier",
                                                           "barrier-thread-count",
                                                           "shuffle-from-inactive-lane",
                                                           "missing-lanes-in-mask",
                                                           "printf-format",
                                                           "endless-loop",
                                                           "spin-without-progress",
                                                           "grid-larger-than-resident",
                                                           "depends-on-order"};
/// The same of its memory checks.
constexpr std::array<std::string_view, 10> kIdsOfMemoryChecks{
    "uninitialised-global",     "uninitialised-shared", "uninitialised-local", "missing-barrier",
    "missing-trailing-barrier", "conflicting-writes",   "missing-syncwarp",    "non-atomic-update",
    "race-between-blocks",      "async-copy-not-waited"};

/// Of those that tell how an answer is wrong, or whose work it is.
constexpr std::array<std::string_view, 9> kIdsOfAnswers{
    "grid-too-small",      "guard-too-strict", "vector-tail-missed",
    "missing-lower-guard", "range-too-early",  "local-for-global-index",
    "row-col-swap",        "lost-updates",     "host-side-work"};

const FindingDescription* find(std::string_view id) {
  for (const auto& description : kDescriptions) {
    if (description.id == id) return &description;
  }
  return nullptr;
}

}  // namespace

std::span<const FindingDescription> finding_descriptions() { return kDescriptions; }

std::vector<std::string_view> finding_ids() {
  std::vector<std::string_view> ids(kIdsOfTheDevice.begin(), kIdsOfTheDevice.end());
  ids.insert(ids.end(), kIdsOfMemoryChecks.begin(), kIdsOfMemoryChecks.end());
  for (const auto& description : kDescriptions) ids.push_back(description.id);
  return ids;
}

bool is_of_memory_checks(std::string_view id) {
  return std::ranges::find(kIdsOfMemoryChecks, id) != kIdsOfMemoryChecks.end();
}

bool is_of_answers(std::string_view id) {
  return std::ranges::find(kIdsOfAnswers, id) != kIdsOfAnswers.end();
}

record::Finding make_finding(std::string_view id) {
  record::Finding finding;
  finding.id = id;
  finding.title = id;
  if (const auto* description = find(id)) {
    finding.title = description->title;
    finding.severity = description->severity;
    finding.hint = description->hint;
    finding.lesson = description->lesson;
  }
  return finding;
}

void complete(record::Finding& finding) {
  const auto* description = find(finding.id);
  if (description == nullptr) return;
  if (finding.lesson.empty()) finding.lesson = description->lesson;
  if (finding.hint.empty()) finding.hint = description->hint;
}

}  // namespace warpscope::runner
