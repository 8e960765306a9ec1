// A ring of buffers between DMA warps and compute warps, with CudaDMA's verbs.
#pragma once

#include "kernels/dma/checks.cuh"
#include "kernels/dma/custom.cuh"
#include "kernels/dma/engine.cuh"
#include "kernels/dma/pattern.cuh"
#include "kernels/dma/place.cuh"
#include "kernels/dma/require.cuh"
#include "kernels/dma/team.cuh"
#include "kernels/trace_layout/barrier_label.h"

namespace warpscope::dma {

/// The barriers of a ring, 24 bytes and 16 per stage in shared memory:
///   __shared__ dma::RingStorage<2> barriers;
template <int kStages>
struct RingStorage {
  static_assert(kStages <= 65535, "A ring has 65535 stages at most.");
  static_assert(kStages >= 1, "A ring has at least one stage: 1 is single buffering, 2 double.");
  trace::BarrierLabel label;  ///< what the virtual GPU calls them
  Barrier ready[kStages];     ///< the compute warps are done with the buffer
  Barrier finished[kStages];  ///< the DMA warps are
};

/// Direction of a ring: global → shared, the DMA warps fill what the compute warps read.
struct ToShared {};
/// shared → global: the DMA warps carry away what the compute warps wrote.
struct ToGlobal {};
inline constexpr ToShared to_shared{};
inline constexpr ToGlobal to_global{};

/// Buffers, one for each stage, that go round between the DMA threads and the compute threads of a
/// team. The ring knows stage and phase of both sides. Each side goes through the stages in the
/// same order, as often as the other:
///
///   if (ring.owns_this_thread()) {                      // DMA warps
///     for (each tile) ring.execute_dma(pattern, global, buffer[ring.dma_stage()]);
///   } else {                                            // compute warps
///     for (each tile) {
///       ring.wait_for_dma_finish();
///       … buffer[ring.compute_stage()] …
///       ring.start_async_dma();                         // to the next stage
///     }
///   }
///
/// All buffers begin empty, so the first transfer of each stage needs no start_async_dma(); nothing
/// has to be peeled at the ends. Verbs are called by whole warps. Sources: Bauer, Cook, Khailany,
/// CudaDMA, SC'11, section 4.3 (buffering); CUTLASS PipelineAsync (phases of full and empty).
///
/// There are as many stages as the storage has room for, which the compiler knows. Where fewer are
/// wanted, or a number that only the running kernel knows, so that a kernel is compiled once for
/// all, it is the last argument.
template <int kMostStages, typename TeamType, typename Engine = Automatic,
          typename Direction = ToShared, typename Checks = UsualChecks,
          Value Stages = std::integral_constant<int, kMostStages>>
class Ring {
  using Carrier = engine::Resolved<Engine>;
  static constexpr bool kLoads = std::is_same_v<Direction, ToShared>;
  static constexpr bool kFillsStorage =
      std::is_same_v<Stages, std::integral_constant<int, kMostStages>>;
  static_assert(engine::is_available<Engine>(),
                "The target lacks this engine. Use dma::automatic, or compile for sm_80 (cp_async) "
                "or sm_90 (bulk) and later.");

 public:
  /// All threads of the block call it together: it sets up the barriers and synchronises the block.
  __device__ Ring(RingStorage<kMostStages>& storage, TeamType team, Engine = {}, Direction = {},
                  Checks checks = {}, Stages stage_count = {})
      : storage_(storage), team_(team), checks_(checks), stages_(stage_count) {
    check_stages();
    check_team();
    if (thread_in_block() == 0) {
      if constexpr (kTarget >= 80) label(storage.label);
      for (int i = 0; i < stages(); ++i) {
        barrier::init(ready(i), team.compute_warps());
        barrier::init(finished(i),
                      kLoads ? Carrier::arrivals(team.dma_threads()) : team.dma_warps());
      }
      fence_before_bulk();
    }
    __syncthreads();
  }

  /// The ring refers to shared memory and counts: two objects for one thread would disagree.
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  /// Whether the calling thread is one of the DMA threads.
  __device__ bool owns_this_thread() const { return team_.owns_this_thread(); }
  /// The buffer that the DMA threads carry next, 0 … stages - 1.
  __device__ int dma_stage() const { return dma_.stage; }
  /// The buffer that the compute threads use now, 0 … stages - 1.
  __device__ int compute_stage() const { return compute_.stage; }

  /// Compute threads: waits until the buffer compute_stage() has been carried.
  __device__ void wait_for_dma_finish() {
    checks_.wait(finished(compute_.stage), compute_.phase ^ (kLoads ? 0u : 1u),
                 Awaited::dma_finished, compute_.stage);
  }

  /// Compute threads: hands the buffer compute_stage() to the DMA threads and goes to the next.
  /// Does not wait. Towards shared memory a warp that wrote to the buffer calls
  /// fence_before_bulk() first.
  __device__ void start_async_dma() {
    if constexpr (!kLoads) fence_before_bulk();
    __syncwarp();
    if (thread_in_block() % kWarp == 0) barrier::arrive(ready(compute_.stage));
    compute_.next(stages());
  }

  /// DMA threads: waits until the buffer dma_stage() is theirs.
  __device__ void wait_for_dma_start() {
    checks_.wait(ready(dma_.stage), dma_.phase ^ (kLoads ? 1u : 0u), Awaited::buffer_ready_for_dma,
                 dma_.stage);
  }

  /// DMA threads: says that the buffer dma_stage() has been carried, as soon as that is true, and
  /// goes to the next.
  __device__ void finish_async_dma() {
    if constexpr (kLoads) {
      Carrier::finish_load(finished(dma_.stage), expected_bytes_);
      expected_bytes_ = 0;
    } else {
      Carrier::finish_store(finished(dma_.stage));
    }
    dma_.next(stages());
  }

  /// DMA threads: one transfer with its synchronisation. `source` and `destination` are pointers or
  /// arrays; of an array it is checked that the transfer does not go beyond its ends. The vector
  /// engine reads `source` before the buffer is empty unless it is in shared memory, where compute
  /// threads may have written it; where that is too early, write wait_for_dma_start(),
  /// execute_dma_no_sync(), finish_async_dma().
  template <typename P, typename Source, typename Destination>
  __device__ void execute_dma(const P& pattern, Source&& source, Destination&& destination) {
    if constexpr (may_be_written<Destination>()) {
      require_room(pattern, Place::of(source), Place::of(destination));
      carry(pattern, source, destination, [this] { wait_for_dma_start(); });
      finish_async_dma();
    }
  }

  /// DMA threads: the transfer alone. Several may stand between wait_for_dma_start() and
  /// finish_async_dma().
  template <typename P, typename Source, typename Destination>
  __device__ void execute_dma_no_sync(const P& pattern, Source&& source,
                                      Destination&& destination) {
    if constexpr (may_be_written<Destination>()) {
      require_room(pattern, Place::of(source), Place::of(destination));
      carry(pattern, source, destination, [] {});
    }
  }

  /// DMA threads, towards global memory: one transfer that reduces, e.g. with dma::add<float>.
  template <Operator kOperator, typename T, RunPattern P>
  __device__ void execute_dma(Reduction<kOperator, T> reduction, const P& pattern,
                              const void* source, void* destination) {
    wait_for_dma_start();
    execute_dma_no_sync(reduction, pattern, source, destination);
    finish_async_dma();
  }

  template <Operator kOperator, typename T, RunPattern P>
  __device__ void execute_dma_no_sync(Reduction<kOperator, T> reduction, const P& pattern,
                                      const void* source, void* destination) {
    static_assert(!kLoads, "Reductions go to global memory: give the ring dma::to_global.");
    Carrier::reduce(reduction, pattern, static_cast<const char*>(source),
                    static_cast<char*>(destination), team_.lane());
  }

  /// DMA threads, towards global memory: returns when all that this thread has carried is there.
  __device__ void drain() { Carrier::drain(); }

  /// All threads of the block together, after the last verb: the storage may be used again.
  __device__ void retire() {
    __syncthreads();
    if (thread_in_block() == 0) {
      for (int i = 0; i < stages(); ++i) {
        barrier::invalidate(ready(i));
        barrier::invalidate(finished(i));
      }
    }
    __syncthreads();
  }

 private:
  struct Cursor {
    int stage = 0;
    unsigned phase = 0;

    __device__ void next(int stages) {
      if (++stage < stages) return;
      stage = 0;
      phase ^= 1u;
    }
  };

  // In the order of RingStorage.
  __device__ void label(trace::BarrierLabel& label) const {
    const char* const awaited =
        kLoads ? "to be emptied, which the compute warps say by start_async_dma()"
                 "\tthe compute warps have given back\tbuffer\n"
                 "to be filled, which the DMA warps say by execute_dma() or finish_async_dma()"
                 "\tthe DMA warps have made\ttransfer"
               : "to be filled, which the compute warps say by start_async_dma()"
                 "\tthe compute warps have filled\tbuffer\n"
                 "to be carried away, which the DMA warps say by execute_dma() or "
                 "finish_async_dma()\tthe DMA warps have made\ttransfer";
    constexpr std::uint16_t kDataGroups = kLoads ? 2 : 1;
    label = {trace::is_barrier_label, static_cast<std::uint16_t>(stages()), kDataGroups,
             reinterpret_cast<std::uint64_t>(awaited),
             reinterpret_cast<std::uint64_t>(checks_.label())};
  }

  // Named here, before the engines' code is made of a destination that cannot be written.
  template <typename Destination>
  static consteval bool may_be_written() {
    static_assert(
        std::is_convertible_v<Destination, void*>,
        "The destination is const: are source and destination swapped? They are given as "
        "(pattern, source, destination); a ring carries from global to shared memory, one "
        "with dma::to_global the other way.");
    return std::is_convertible_v<Destination, void*>;
  }

  template <typename P>
  __device__ static bool is_empty(const P& pattern) {
    return pattern.runs() == 0 || pattern.run_bytes() == 0;
  }

  /// What the instructions of the engines take for granted, looked at for the first run unless
  /// indices say where it is. The compiler mostly knows it, and then nothing is left of this but,
  /// where it is false, the assertion.
  template <typename P>
  __device__ static void check_spaces(const P& pattern, const char* source,
                                      const char* destination) {
    if constexpr (kLoads) {
      if constexpr (!requires { P::kIndexesDestination; })
        require_shared(is_empty(pattern) ||
                       __isShared(destination + pattern.destination_offset(0)));
    } else {
      if constexpr (!requires { P::kIndexesSource; })
        require_shared(is_empty(pattern) || __isShared(source + pattern.source_offset(0)));
    }
  }
  __device__ static void require_shared(bool is_shared) {
    require(is_shared, kLoads ? "The destination is not in shared memory: are source and "
                                "destination swapped? Towards global memory the ring takes "
                                "dma::to_global"
                              : "The source is not in shared memory: are source and destination "
                                "swapped? From global memory the ring takes dma::to_shared");
  }

  /// Whether compute threads may write what a transfer to shared memory reads before it waits.
  template <typename P>
  __device__ static bool reads_shared(const P& pattern, const char* source) {
    if constexpr (requires { pattern.reads_shared(); }) {
      if (pattern.reads_shared()) return true;
    }
    return __isShared(source) != 0;
  }

  template <typename P, typename Before>
  __device__ void carry(const P& pattern, const void* source, void* destination, Before&& before) {
    const auto* from = static_cast<const char*>(source);
    auto* to = static_cast<char*>(destination);
    if constexpr (kIsCustom<P>) {
      before();
      expected_bytes_ += pattern.carry(team_.lane(), from, to, finished(dma_.stage));
    } else if constexpr (PatternOfParts<P>) {
      // Once, and not for each part: of three such checks in a row nvcc 13.0 made false ones.
      require_shared(__isShared(kLoads ? to : from));
      carry_parts(pattern, from, to, before);
    } else if constexpr (!RunPattern<P>) {
      static_assert(RunPattern<P>,
                    "This is no transfer pattern. Take one of dma::Sequential, Strided, Tile, "
                    "Transpose, Gather, Scatter, Halo or Custom, or write a type that satisfies "
                    "dma::RunPattern.");
    } else {
      check_spaces(pattern, from, to);
      carry_runs(pattern, from, to, before);
    }
  }

  template <RunPattern P, typename Before>
  __device__ void carry_runs(const P& pattern, const char* from, char* to, Before&& before) {
    if constexpr (kLoads) {
      const bool waits_first = reads_shared(pattern, from);
      if (waits_first) before();
      expected_bytes_ += Carrier::load(pattern, from, to, team_.lane(), finished(dma_.stage), [&] {
        if (!waits_first) before();
      });
    } else {
      Carrier::store(pattern, from, to, team_.lane(), before);
    }
  }

  template <PatternOfParts P, typename Before>
  __device__ void carry_parts(const P& pattern, const char* from, char* to, Before&& before) {
    constexpr bool kAsOne = kLoads ? Carrier::kLoadsPartsAsOne : Carrier::kStoresPartsAsOne;
    if constexpr (PatternOfPartsForThreads<P> && kAsOne) {
      const bool waits_first = !kLoads || __isShared(from);
      if (waits_first) before();
      pattern.with_parts_for_threads([&](const auto&... parts) {
        Carrier::carry_parts(
            from, to, team_.lane(),
            [&] {
              if (!waits_first) before();
            },
            parts...);
      });
    } else {
      before();
      pattern.for_each_part([&](const auto& part) {
        carry_runs(part.pattern, from + part.source_offset, to + part.destination_offset, [] {});
      });
    }
  }

  __device__ int stages() const { return static_cast<int>(number(stages_)); }
  __device__ Barrier& ready(int stage) const { return storage_.ready[stage]; }
  /// Where there are fewer stages than room, those of this kind follow the others without a gap, as
  /// BarrierLabel wants it.
  __device__ Barrier& finished(int stage) const {
    if constexpr (kFillsStorage) {
      return storage_.finished[stage];
    } else {
      return (storage_.ready + stages())[stage];
    }
  }

  __device__ void check_stages() const {
    if constexpr (FixedValue<Stages>) {
      static_assert(Stages::value >= 1 && Stages::value <= kMostStages,
                    "A ring has at least one stage, and no more than its storage.");
    } else {
      require(stages_ >= 1 && stages_ <= kMostStages,
              "A ring has at least one stage, and no more than its storage");
    }
  }

  __device__ void check_team() const {
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    const unsigned first = team_.first(), dma = team_.dma_threads();
    const unsigned compute = team_.compute_threads();
    const bool is_right = first % kWarp == 0 && dma % kWarp == 0 && compute % kWarp == 0 &&
                          dma > 0 && compute > 0 && first + dma <= threads && compute <= threads;
    // Before the DMA threads, or behind them, or, as the block copies for itself, the same threads.
    const bool is_apart = first >= compute || threads - first - dma >= compute || dma == compute;
    if ((is_right && is_apart) || thread_in_block() != 0) return;
    if (is_right) {
      printf(
          "dma ring '%s': DMA threads and compute threads overlap: %u compute threads have room "
          "neither before thread %u nor behind the %u DMA threads that begin with it. Begin those "
          "with number %u, and launch %u threads a block\n",
          checks_.ring_name(), compute, first, dma, compute, compute + dma);
    } else if (first >= threads) {
      printf(
          "dma ring '%s': the launch has no DMA threads: the block has %u threads, and the DMA "
          "threads begin with number %u. Launch %u threads a block\n",
          checks_.ring_name(), threads, first, first + dma);
    } else {
      printf(
          "dma ring '%s': a team of %u DMA threads from thread %u on and %u compute threads does "
          "not fit a block of %u threads; all are multiples of 32 and above 0\n",
          checks_.ring_name(), dma, first, compute, threads);
    }
    __trap();
  }

  RingStorage<kMostStages>& storage_;
  TeamType team_;
  Checks checks_;
  Stages stages_;
  Cursor dma_, compute_;
  unsigned expected_bytes_ = 0;
};

}  // namespace warpscope::dma
