// Rules that find mistakes in a run record. Each looks at the record only, and adds findings or
// makes a finding of the device more precise. A new rule is a file, and here its
// declaration and its row of the table.
#pragma once

#include <array>
#include <string_view>

#include "record/record.h"

namespace warpscope::runner {

/// Whether a finding says that the last elements were never written, with threads for them or not.
inline bool is_of_last_elements(std::string_view finding) {
  return finding == "grid-too-small" || finding == "last-elements-left-out";
}

/// Applies all rules, fills in hints and lessons, and keeps one finding for each mistake and place.
void apply_rules(record::RunRecord& record);

/// "out-of-bounds" becomes "guard-off-by-one" or "missing-bounds-guard".
void refine_out_of_bounds(record::RunRecord& record);
/// "The array is parameter 2 of the kernel." gets the parameter's name, where a source has it.
void name_arrays(record::RunRecord& record);
/// Of an index that counts lanes: that its mask has the lane itself in it.
void explain_counted_lanes(record::RunRecord& record);
/// Where a launch gives a kernel a pointer that is none, or does not cooperate, its line is said.
/// Arguments that have each other's names become "swapped-arguments".
void explain_arguments(record::RunRecord& record);
/// "uninitialised-local" and "trap" become "missing-shared-qualifier" where an array of the thread
/// is used as the block's; of a variable without a value the declaration is said.
void explain_local_variables(record::RunRecord& record);
/// The same of variables of which only the compiler has seen it.
void find_unset_by_compiler(record::RunRecord& record);
/// Of a "trap" that nvcc made of a store to constant memory: that store, and what helps.
void explain_constant_stores(record::RunRecord& record);
/// Findings of what the host did, and of wrong answers, that have no line yet: the launch, the copy
/// or the call that they are about, as far as the record or the source shows which.
void place_host_findings(record::RunRecord& record);
/// Of a wrong answer that the judge names and the memory checks explain by the same finding, in the
/// same task, the explanation stays.
void say_answers_once(record::RunRecord& record);
/// "stride-of-one-block": a loop begins at the thread's number in the grid and goes on by the
/// threads of one block. Races that come of it become part of it.
void find_short_strides(record::RunRecord& record);
/// Of threads that miss each other at a barrier in a loop: that their rounds differ, that it is in
/// a branch, or that DMA warps do not come to it.
void explain_barriers_in_loops(record::RunRecord& record);
/// Of blocks that race in a kernel with a fence and an atomic: what may keep these from ordering.
void explain_fenced_races(record::RunRecord& record);
/// Of copies that race and are each of the whole array, where the others are of pieces.
void explain_whole_copies(record::RunRecord& record);
/// "value-of-one-thread" instead of a race of blocks, of a return before a barrier, or of
/// "wrong-element".
void find_values_of_one_thread(record::RunRecord& record);
/// "constant-division-is-0" instead of "wrong-element"
void find_constant_divisions(record::RunRecord& record);
/// "dma-objects-collide" instead of "deadlock"
void find_colliding_objects(record::RunRecord& record);
/// "parallel-without-for"
void find_unshared_loops(record::RunRecord& record);
/// "float-sums-compared"
void find_compared_sums(record::RunRecord& record);
/// Of loops without an end that ask for the active mask: that nothing makes other lanes come.
void explain_active_mask_waits(record::RunRecord& record);
/// Of threads that spin around atomicCAS: that it compares with the same value in each round.
void explain_kept_comparands(record::RunRecord& record);
/// Of shared memory that nobody has written: that x and y of the block are exchanged.
void explain_exchanged_blocks(record::RunRecord& record);
/// Of shared memory that copies fill: that two objects fill the same buffer, or which copy should
/// have brought what nobody has written.
void explain_filled_buffers(record::RunRecord& record);
/// Of crashes on the host that have no line: a copy to the host of more than the answer has.
void explain_long_copies(record::RunRecord& record);
/// What to look at when a printf of text crashes.
void explain_printed_numbers(record::RunRecord& record);
/// Of a use of what an asynchronous copy still uses: the wait before it, which is not that copy's.
void explain_earlier_waits(record::RunRecord& record);
/// "floats-compared-as-bits", "flag-read-once" and "sum-overflow", which the device takes from code
/// and numbers, stay where the source says so, too.
void confirm_by_source(record::RunRecord& record);
/// "out-of-bounds" becomes "index-overflow" where the index lacks a power of two of elements that
/// an integer type cannot hold.
void find_index_overflows(record::RunRecord& record);
/// What a pointer to which bytes were added for elements leads to becomes "offset-in-bytes".
void find_byte_offsets(record::RunRecord& record);
/// "misaligned-address" of a vector access becomes "misaligned-vector-access".
void refine_misaligned_address(record::RunRecord& record);
/// "host-pointer-in-kernel" becomes "wrong-address-space-pointer".
void refine_host_pointer(record::RunRecord& record);
/// "invalid-launch-configuration" without a block becomes "zero-block-launch".
void refine_invalid_launch(record::RunRecord& record);
/// A refused launch in a case with the right answer is no mistake: a program that had not asked for
/// the error would have left it behind, and the case would have failed.
void forgive_asked_launches(record::RunRecord& record);
/// Several streams, and a host that waits between their operations.
void find_host_waits(record::RunRecord& record);
/// Copies both ways and no kernel, in a case with a wrong answer.
void find_missing_launch(record::RunRecord& record);
/// "grid-too-small", which the judge gives without a place, gets the line of the launch.
void place_small_grid(record::RunRecord& record);
/// "grid-rounded-down" goes where the judge has said "grid-too-small" of the same case.
void say_rounded_grids_once(record::RunRecord& record);
/// Of a matrix or a picture: the grid is large enough, or would be with x and y exchanged.
void refine_small_grid(record::RunRecord& record);
/// "missing-lower-guard" and "range-too-early", which the judge gives without a place, get the line
/// that stores.
void place_early_write(record::RunRecord& record);
/// "lost-updates", which the judge gives without a place, gets the line that loads, changes and
/// stores. Where there is none, it goes: the judge was mistaken. It stays without a line on a
/// device that does not count lines.
void place_lost_updates(record::RunRecord& record);
/// Races in a function that takes or gives back a lock become one "broken-lock", with what is wrong
/// about the lock as far as its lines show it.
void refine_broken_lock(record::RunRecord& record);
/// "lock-not-waited-for" is an error where the answer is wrong: somebody's work is missing.
void judge_left_locks(record::RunRecord& record);
/// "result-not-copied-back", "input-not-copied", "copy-too-short"
void find_missing_copies(record::RunRecord& record);
/// "result-read-too-early", which the judge suspects, stays only where a kernel wrote something.
void confirm_early_reads(record::RunRecord& record);
/// "memory-not-freed", "stream-not-destroyed" and "event-not-destroyed", which the device gives,
/// stay only in cases with the right answer, and get the line with the only call that makes such a
/// thing, unless they have one.
void place_leaks(record::RunRecord& record);
/// "wrong-element", of tasks in which nothing else explains a wrong answer.
void find_wrong_elements(record::RunRecord& record);
/// "host-side-work"
void find_host_work(record::RunRecord& record);
/// "instruction-budget" of a launch that was stopped between two blocks gets the line with most
/// instructions.
void place_endless_kernel(record::RunRecord& record);
/// "single-thread-launch"
void find_single_thread_launch(record::RunRecord& record);
/// "block-not-multiple-of-32"
void find_partial_warps(record::RunRecord& record);
/// "array-of-structs-stride", "uncoalesced-load", "uncoalesced-store", "misaligned-base",
/// "misaligned-row"
void find_wasted_sectors(record::RunRecord& record);
/// "scalar-loads-where-vector-possible"
void find_scalar_loads(record::RunRecord& record);
/// "shared-bank-conflict"
void find_bank_conflicts(record::RunRecord& record);
/// "shared-atomic-conflict"
void find_shared_atomics(record::RunRecord& record);
/// "contended-global-atomic"
void find_contended_atomics(record::RunRecord& record);
/// "warp-divergence"
void find_divergence(record::RunRecord& record);
/// "waiting-copies-serialise", "pageable-copies-serialise", "default-stream-serialises"
void find_serialised_streams(record::RunRecord& record);
/// "accidental-double"
void find_doubles_of_floats(record::RunRecord& record);
/// "accumulate-in-global"
void find_repeated_stores(record::RunRecord& record);
/// "local-memory-traffic"
void find_local_memory(record::RunRecord& record);
/// "single-buffered-transfers" of asynchronous copies
void find_immediate_waits(record::RunRecord& record);
/// The first and the last of these of a program without cases, between two waits of its host; and
/// "no-overlap-of-copies"
void find_serialised_phases(record::RunRecord& record);
/// "transfer-every-iteration"
void find_returning_copies(record::RunRecord& record);
/// "redundant-barrier"
void find_redundant_barriers(record::RunRecord& record);
/// "single-buffered-transfers" of warps that take turns
void find_turns(record::RunRecord& record);
/// "low-occupancy" of shared memory that nobody uses
void find_low_occupancy(record::RunRecord& record);
/// "low-occupancy" of registers or of shared memory that is used
void find_few_warps(record::RunRecord& record);
/// "register-spill"
void find_spilled_registers(record::RunRecord& record);
/// "idle-threads"
void find_idle_threads(record::RunRecord& record);
/// "no-tiling"
void find_repeated_loads(record::RunRecord& record);
/// "too-few-blocks"
void find_few_blocks(record::RunRecord& record);
/// "many-tiny-kernels"
void find_tiny_kernels(record::RunRecord& record);
/// "per-element-copy"
void find_small_copies(record::RunRecord& record);

/// Where launches ran a sample of their blocks, what needs whole grids goes, and errors that come
/// later say so.
void judge_samples(record::RunRecord& record);

using Rule = void (*)(record::RunRecord&);

/// The order of findings of one severity and task: what explains others comes before them.
inline constexpr std::array<Rule, 73> kRules{
    confirm_by_source,
    find_index_overflows,
    find_byte_offsets,
    refine_out_of_bounds,
    explain_counted_lanes,
    name_arrays,
    refine_misaligned_address,
    refine_host_pointer,
    explain_arguments,
    explain_local_variables,
    find_unset_by_compiler,
    explain_constant_stores,
    explain_barriers_in_loops,
    explain_fenced_races,
    explain_earlier_waits,
    explain_whole_copies,
    explain_kept_comparands,
    explain_active_mask_waits,
    explain_exchanged_blocks,
    explain_filled_buffers,
    explain_long_copies,
    explain_printed_numbers,
    find_colliding_objects,
    refine_invalid_launch,
    forgive_asked_launches,
    find_missing_copies,
    find_missing_launch,
    confirm_early_reads,
    place_small_grid,
    refine_small_grid,
    say_rounded_grids_once,
    place_early_write,
    place_lost_updates,
    refine_broken_lock,
    judge_left_locks,
    place_endless_kernel,
    find_short_strides,
    find_host_work,
    place_leaks,
    find_single_thread_launch,
    find_partial_warps,
    find_wasted_sectors,
    find_scalar_loads,
    find_bank_conflicts,
    find_shared_atomics,
    find_contended_atomics,
    find_divergence,
    find_redundant_barriers,
    find_turns,
    find_low_occupancy,
    find_few_warps,
    find_spilled_registers,
    find_idle_threads,
    find_repeated_loads,
    find_few_blocks,
    find_doubles_of_floats,
    find_repeated_stores,
    find_local_memory,
    find_immediate_waits,
    find_tiny_kernels,
    find_serialised_streams,
    find_host_waits,
    find_serialised_phases,
    find_returning_copies,
    find_small_copies,
    find_wrong_elements,
    find_constant_divisions,
    find_values_of_one_thread,
    find_unshared_loops,
    find_compared_sums,
    place_host_findings,
    say_answers_once,
    judge_samples,
};

}  // namespace warpscope::runner
