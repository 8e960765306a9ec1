// How fast the parts of a multiprocessor and of the memory behind it are: what the clock of
// vgpu/timing/clock reckons with. Cycles are those of the SMs.
#pragma once

#include <cstdint>

namespace warpscope::arch {

/// Each section is a table of the same name in a profile.
struct ClockFigures {
  /// How long a sub-core's units are busy with an instruction of a warp.
  struct Pipes {
    double fma_cycles = 0;  ///< each of two, of which one alone multiplies integers
    double alu_cycles = 0, fp64_cycles = 0, xu_cycles = 0, reduction_cycles = 0;
    double uniform_cycles = 0, tensor_cycles = 0;
    double wide_multiply_cycles = 0;  ///< a product of whole numbers of which the upper half counts
    double taken_branch_cycles = 0;   ///< of the warp, beyond the stall that ptxas says
    double return_cycles = 0;         ///< more for a branch to an address in a register
    double reconvergence_cycles = 0;  ///< of a BSYNC
    double exit_cycles = 0;           ///< of an EXIT, all beyond the stall

    void read_rates(auto& rates) {
      rates.number("fma_cycles", fma_cycles, 0.25, 1e4);
      rates.number("wide_multiply_cycles", wide_multiply_cycles, 0.25, 1e4);
      rates.number("taken_branch_cycles", taken_branch_cycles, 0, 1e3);
      rates.number("return_cycles", return_cycles, 0, 1e3);
      rates.number("reconvergence_cycles", reconvergence_cycles, 0, 1e3);
      rates.number("exit_cycles", exit_cycles, 0, 1e3);
      rates.number("alu_cycles", alu_cycles, 0.25, 1e4);
      rates.number("fp64_cycles", fp64_cycles, 0.25, 1e4);
      rates.number("xu_cycles", xu_cycles, 0.25, 1e4);
      rates.number("reduction_cycles", reduction_cycles, 0.25, 1e4);
      rates.number("uniform_cycles", uniform_cycles, 0.25, 1e4);
      rates.number("tensor_cycles", tensor_cycles, 0.25, 1e4);
    }
  } pipes;

  /// From issue until what waits for a scoreboard may issue.
  struct Results {
    double xu_cycles = 0, reduction_cycles = 0, match_cycles = 0, uniform_cycles = 0;
    double tensor_cycles = 0, fp64_cycles = 0, special_register_cycles = 0, shuffle_cycles = 0;
    double block_fence_cycles = 0, device_fence_cycles = 0;
    double error_barrier_cycles = 0, cluster_error_barrier_cycles = 0;  ///< behind a device's fence
    double least_pause_cycles = 0;                                      ///< of nanosleep

    void read_rates(auto& times) {
      times.number("xu_cycles", xu_cycles, 1, 1e5);
      times.number("reduction_cycles", reduction_cycles, 1, 1e5);
      times.number("match_cycles", match_cycles, 1, 1e5);
      times.number("uniform_cycles", uniform_cycles, 1, 1e5);
      times.number("tensor_cycles", tensor_cycles, 1, 1e5);
      times.number("fp64_cycles", fp64_cycles, 1, 1e5);
      times.number("special_register_cycles", special_register_cycles, 1, 1e5);
      times.number("shuffle_cycles", shuffle_cycles, 1, 1e5);
      times.number("block_fence_cycles", block_fence_cycles, 1, 1e5);
      times.number("device_fence_cycles", device_fence_cycles, 1, 1e5);
      times.number("error_barrier_cycles", error_barrier_cycles, 1, 255);
      times.number("cluster_error_barrier_cycles", cluster_error_barrier_cycles, 1, 1e5);
      times.number("least_pause_cycles", least_pause_cycles, 1, 1e5);
    }
  } results;

  /// The way of memory instructions and shuffles out of the sub-cores, and through shared memory.
  struct AddressUnit {
    double issue_cycles = 0;             ///< from one issue of a sub-core to its next
    double subcore_cycles = 0;           ///< from one instruction of a sub-core to its next
    std::uint32_t subcore_entries = 0;   ///< that may wait before issue does
    std::uint32_t global_entries = 0;    ///< the same before an access to global or local memory
    double lines_per_cycle = 0;          ///< of an SM
    double global_load_cycles = 0;       ///< of an SM, for a load of one line
    double asynchronous_copy_share = 0;  ///< what a cp.async takes, of what a load does
    double shared_load_cycles = 0;       ///< of 4 bytes a lane
    double shared_wide_cycles = 0;       ///< more for each doubling of a load beyond 4 bytes a lane
    double shared_wavefront_cycles = 0;  ///< more for each further wavefront
    double shared_swap_cycles = 0;       ///< of the unit, for a lane's compare-and-swap
    double store_line_cycles = 0;        ///< of an SM, for each line of a store
    double stored_cycles = 0;            ///< from the unit until a store has left the warp
    double operand_cycles = 0;           ///< until registers that were read may be written
    std::uint32_t sectors_ahead = 0;     ///< of stores and atomics, that L2 has not served yet
    double constant_cycles = 0;          ///< of an SM, for an LDC
    double special_register_cycles = 0;  ///< the same for an S2R
    std::uint32_t constant_entries = 0;  ///< of LDC that may wait before issue does

    void read_rates(auto& rates) {
      rates.number("issue_cycles", issue_cycles, 1, 1e3);
      rates.number("subcore_cycles", subcore_cycles, 0.25, 1e4);
      rates.whole("subcore_entries", subcore_entries, 1, 1024);
      rates.whole("global_entries", global_entries, 1, 1024);
      rates.number("lines_per_cycle", lines_per_cycle, 0.01, 64);
      rates.number("global_load_cycles", global_load_cycles, 0.25, 1e3);
      rates.number("asynchronous_copy_share", asynchronous_copy_share, 0.1, 100);
      rates.number("shared_load_cycles", shared_load_cycles, 1, 1e4);
      rates.number("shared_wide_cycles", shared_wide_cycles, 0, 1e3);
      rates.number("shared_wavefront_cycles", shared_wavefront_cycles, 0, 1e3);
      rates.number("shared_swap_cycles", shared_swap_cycles, 0, 1e3);
      rates.number("store_line_cycles", store_line_cycles, 0, 1e3);
      rates.number("stored_cycles", stored_cycles, 0, 1e5);
      rates.number("operand_cycles", operand_cycles, 0, 1e3);
      rates.whole("sectors_ahead", sectors_ahead, 32, 1U << 20);
      rates.number("constant_cycles", constant_cycles, 0.25, 1e3);
      rates.number("special_register_cycles", special_register_cycles, 0.25, 1e3);
      rates.whole("constant_entries", constant_entries, 1, 1024);
    }
  } address_unit;

  struct Caches {
    double l1_hit_cycles = 0;
    double l1_bank_cycles = 0;      ///< more for each further word in the bank that has most
    double l2_hit_cycles = 0;       ///< from L2's turn until the data leave
    double l2_asked_cycles = 0;     ///< from L1's turn until L2 is asked for what is missing
    double handed_over_cycles = 0;  ///< from the way back to the warp
    double store_to_l2_cycles = 0;
    double l2_to_sm_sectors_per_cycle = 0, sm_to_l2_sectors_per_cycle = 0;
    double l2_bytes_per_cycle = 0;              ///< of all SMs
    double l2_scattered_sectors_per_cycle = 0;  ///< of all SMs, where each is a request of its own
    double l2_kept_share = 0;   ///< of its bytes: of others that are used before one is gone
    double l2_dirty_share = 0;  ///< of its bytes, which may be written and not yet in memory
    double l2_store_share = 0;  ///< of L2's time for a store, of what it takes for a load

    void read_rates(auto& rates) {
      rates.number("l1_hit_cycles", l1_hit_cycles, 1, 1e4);
      rates.number("l1_bank_cycles", l1_bank_cycles, 0, 1e3);
      rates.number("l2_hit_cycles", l2_hit_cycles, 1, 1e5);
      rates.number("l2_asked_cycles", l2_asked_cycles, 0, 1e5);
      rates.number("handed_over_cycles", handed_over_cycles, 0, 1e5);
      rates.number("store_to_l2_cycles", store_to_l2_cycles, 0, 1e5);
      rates.number("l2_kept_share", l2_kept_share, 0, 1);
      rates.number("l2_dirty_share", l2_dirty_share, 0, 1);
      rates.number("l2_to_sm_sectors_per_cycle", l2_to_sm_sectors_per_cycle, 0.01, 1e3);
      rates.number("sm_to_l2_sectors_per_cycle", sm_to_l2_sectors_per_cycle, 0.01, 1e3);
      rates.number("l2_bytes_per_cycle", l2_bytes_per_cycle, 1, 1e6);
      rates.number("l2_scattered_sectors_per_cycle", l2_scattered_sectors_per_cycle, 0.01, 1e6);
      rates.number("l2_store_share", l2_store_share, 0.1, 100);
    }
  } caches;

  struct Dram {
    double latency_cycles = 0;  ///< beyond L2's hit: from the request at L2 to the data there
    /// How far the means of two halves of the lines are apart, in one or the other of which a line
    /// is by its number; and of a share of the lines, how much later than the others they are.
    double halves_apart_cycles = 0, late_share = 0, late_cycles = 0;
    std::uint64_t page_bytes = 0;
    double page_walk_cycles = 0;  ///< for the first access to a page
    std::uint64_t row_bytes = 0;  ///< of DRAM's own pages, of which a bank has one open
    std::uint32_t banks = 0;
    double row_open_bytes = 0;  ///< that could be read while another one is opened

    void read_rates(auto& rates) {
      rates.number("latency_cycles", latency_cycles, 1, 1e5);
      rates.number("halves_apart_cycles", halves_apart_cycles, 0, 1e4);
      rates.number("late_share", late_share, 0, 1);
      rates.number("late_cycles", late_cycles, 0, 1e5);
      rates.whole("page_bytes", page_bytes, 4096, std::uint64_t{1} << 40);
      rates.number("page_walk_cycles", page_walk_cycles, 0, 1e6);
      rates.whole("row_bytes", row_bytes, 64, std::uint64_t{1} << 30);
      rates.whole("banks", banks, 1, 1U << 20);
      rates.number("row_open_bytes", row_open_bytes, 0, 1e6);
    }
  } dram;

  /// Of global memory, beside Profile::Memory's queues in L2.
  struct Atomics {
    double to_l2_cycles = 0;
    double result_cycles = 0;         ///< from L2's turn to the warp that waits for it
    double sm_cycles_per_sector = 0;  ///< of the address unit

    void read_rates(auto& rates) {
      rates.number("to_l2_cycles", to_l2_cycles, 0, 1e5);
      rates.number("result_cycles", result_cycles, 1, 1e5);
      rates.number("sm_cycles_per_sector", sm_cycles_per_sector, 0, 1e3);
    }
  } atomics;

  struct Barriers {
    double arrival_cycles = 0;  ///< from one warp's arrival to the next one's
    double release_cycles = 0;

    void read_rates(auto& times) {
      times.number("arrival_cycles", arrival_cycles, 0, 1e4);
      times.number("release_cycles", release_cycles, 0, 1e4);
    }
  } barriers;

  /// In shared memory.
  struct Mbarriers {
    double unit_cycles = 0;  ///< of the address unit, for an instruction of a warp
    double test_cycles = 0;  ///< until its result, where the phase has ended
    double seen_cycles = 0;  ///< from the last arrival's turn to the result of a test that waits

    void read_rates(auto& times) {
      times.number("unit_cycles", unit_cycles, 0, 1e4);
      times.number("test_cycles", test_cycles, 1, 1e4);
      times.number("seen_cycles", seen_cycles, 0, 1e4);
    }
  } mbarriers;

  /// cp.async.bulk, which an engine of the SM executes.
  struct BulkCopies {
    double start_cycles = 0;            ///< from issue to the first request
    double line_cycles = 0;             ///< from a request, of a line, to the next
    double arrival_cycles = 0;          ///< from the last data to the mbarrier's turn
    double read_sectors_per_cycle = 0;  ///< of shared memory, on the way to global memory
    double read_cycles = 0;  ///< from issue until it is known that shared memory was read, at least
    double written_cycles = 0;  ///< from there until a thread that waits may go on

    void read_rates(auto& times) {
      times.number("start_cycles", start_cycles, 0, 1e5);
      times.number("line_cycles", line_cycles, 0.01, 1e4);
      times.number("arrival_cycles", arrival_cycles, 0, 1e5);
      times.number("read_sectors_per_cycle", read_sectors_per_cycle, 0.01, 1e3);
      times.number("read_cycles", read_cycles, 0, 1e5);
      times.number("written_cycles", written_cycles, 0, 1e5);
    }
  } bulk_copies;

  /// Instructions and constants on their way into an SM that has not had them yet.
  struct Fetch {
    double first_line_cycles = 0, next_line_cycles = 0;
    double begin_cycles = 0;  ///< of a warp, until it has its first instruction
    double jump_cycles = 0;   ///< the same for the target of a branch, once that is known
    std::uint32_t lines_ahead = 0;
    double constant_cycles = 0;        ///< of an LDC that hits
    double first_constant_cycles = 0;  ///< until an SM has its first constants
    double constant_word_cycles = 0;   ///< for each further word of a warp
    double parameter_line_cycles = 0;  ///< until an SM has 64 bytes of bank 0 for operands
    double constant_line_cycles = 0;   ///< the same of other banks

    void read_rates(auto& times) {
      times.number("first_line_cycles", first_line_cycles, 0, 1e5);
      times.number("begin_cycles", begin_cycles, 0, 1e4);
      times.number("jump_cycles", jump_cycles, 0, 1e4);
      times.number("next_line_cycles", next_line_cycles, 0, 1e5);
      times.whole("lines_ahead", lines_ahead, 0, 1024);
      times.number("constant_cycles", constant_cycles, 0, 1e5);
      times.number("first_constant_cycles", first_constant_cycles, 0, 1e5);
      times.number("constant_word_cycles", constant_word_cycles, 0, 1e4);
      times.number("parameter_line_cycles", parameter_line_cycles, 0, 1e5);
      times.number("constant_line_cycles", constant_line_cycles, 0, 1e5);
    }
  } fetch;

  struct Grid {
    double block_cycles = 0;    ///< of the distributor, for all SMs together
    double first_cycles = 0;    ///< from there to a block's first instruction
    double drain_cycles = 0;    ///< from L2's last store or atomic to the end of the grid
    double outside_cycles = 0;  ///< of a launch's duration, before and after its blocks

    void read_rates(auto& times) {
      times.number("block_cycles", block_cycles, 0, 1e6);
      times.number("first_cycles", first_cycles, 0, 1e6);
      times.number("drain_cycles", drain_cycles, 0, 1e6);
      times.number("outside_cycles", outside_cycles, 0, 1e9);
    }
  } grid;

  /// Calls `use` with each section's name in the profile and the section.
  void for_each_section(auto&& use) {
    use("pipes", pipes);
    use("results", results);
    use("address_unit", address_unit);
    use("caches", caches);
    use("dram", dram);
    use("atomics", atomics);
    use("barriers", barriers);
    use("mbarriers", mbarriers);
    use("bulk_copies", bulk_copies);
    use("fetch", fetch);
    use("grid", grid);
  }
};

}  // namespace warpscope::arch
