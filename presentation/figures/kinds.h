// The kinds of figures: what each is called, which parameters it has, and who draws it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "presentation/figures/drawing.h"
#include "record/kept_runs.h"

namespace warpscope::arch {
struct Profile;
}  // namespace warpscope::arch

namespace warpscope::figures {

/// A number of a figure.
struct NumberParameter {
  std::string_view key;
  std::int64_t unless_given = 0, lowest = 0, highest = 0;
  bool is_for_formulas = false;  ///< nothing but the figure's formulas uses it
  std::span<const std::int64_t> choices =
      {};  ///< the only values; empty: all from lowest to highest
};

/// A formula of a figure (expression.h).
struct FormulaParameter {
  std::string_view key;
  std::string_view unless_given;
};

/// A word of a figure, e.g. the name of a program, or several with commas between them.
struct TextParameter {
  std::string_view key;
  std::string_view unless_given;
  bool is_required = false;
};

/// What a figure shows of kept runs.
struct KeptWish {
  std::string lab, program;
  std::string case_name;      ///< of a timeline; empty for a curve
  std::string sweep, metric;  ///< of a curve
  auto operator<=>(const KeptWish&) const = default;
};

/// Values of all parameters of a figure.
struct Values {
  std::map<std::string, std::int64_t, std::less<>> numbers;
  std::map<std::string, std::string, std::less<>> formulas;
  std::map<std::string, std::string, std::less<>> texts;
  const record::KeptRuns* kept = nullptr;  ///< of the lab, for kinds that wish for runs
  const arch::Profile* profile = nullptr;  ///< of the text "profile", for kinds that use one
  std::int64_t number(std::string_view key) const { return numbers.find(key)->second; }
  const std::string& text(std::string_view key) const { return texts.find(key)->second; }
  /// The value of a formula in one lane. Names in it are "lane" and the figure's numbers.
  std::int64_t in_lane(std::string_view key, std::uint32_t lane) const;
};

struct Kind {
  std::string_view name;
  std::span<const NumberParameter> numbers;
  std::span<const FormulaParameter> formulas;
  /// Throws std::runtime_error with a sentence when the values make no figure.
  Drawing (*draw)(const Values& values);
  std::span<const TextParameter> texts = {};
  /// For kinds that show kept runs: which.
  std::vector<KeptWish> (*wishes)(const Values& values) = nullptr;
  bool uses_profile = false;  ///< has a text "profile": a GPU of arch/profiles
};

/// One row per kind, each drawn by the file of its name.
std::span<const Kind> kinds();

extern const Kind kSectors;              ///< addresses of a warp on sectors and lines
extern const Kind kBanksOfSharedMemory;  ///< words of a warp on the 32 banks
extern const Kind kLanes;                ///< lanes that run each line of a branch or a loop
extern const Kind kPipeline;             ///< a ring of stages between a producer and a consumer
extern const Kind kStreams;              ///< copies and kernels of several streams, in time
extern const Kind kCurve;                ///< a lab's sweep, out of kept runs
extern const Kind kTimeline;             ///< copies, launches and phases of a case, out of one
extern const Kind kResidents;            ///< blocks on a multiprocessor, their limits, and waves
extern const Kind kMemory;               ///< the memories of a GPU
extern const Kind kRoofline;             ///< the most that a GPU does, by operations per byte
extern const Kind kExchange;             ///< sums by rounds between the lanes of a warp
extern const Kind kTile;                 ///< a transpose through a tile of shared memory
extern const Kind kHandshake;            ///< DMA warps and compute warps, and who waits when
extern const Kind kPhases;               ///< what an mbarrier still waits for
extern const Kind kScan;                 ///< prefix sums by rounds or by a tree
extern const Kind kLookback;             ///< blocks that wait for sums of the tiles before theirs

}  // namespace warpscope::figures
