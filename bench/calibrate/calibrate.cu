// Measures a GPU: prints what it is, and each reading of each group some times.
//   calibrate [--small] [--rounds N] [--only GROUP]
// prints lines
//   card NAME
//   clock_hz HZ        and others of one word
//   reading NAME [UNIT] VALUE VALUE ...
//   end COUNT          so many readings; without it the program did not come to its end
// calibrate.py makes figures of them; run.sh does all of it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "card.h"

namespace {

using calibrate::Card;
using calibrate::Readings;

struct Options {
  bool is_small = false;
  int rounds = 9;
  std::string only;  ///< a group; all where there is none
};

struct Group {
  const char* name;
  Readings (*readings)();
};
constexpr Group kGroups[] = {
    {"arithmetic", calibrate::arithmetic}, {"shared_memory", calibrate::shared_memory},
    {"caches", calibrate::caches},         {"memory", calibrate::memory},
    {"atomics", calibrate::atomics},       {"barriers", calibrate::barriers},
    {"mbarriers", calibrate::mbarriers},   {"bulk_copies", calibrate::bulk_copies},
    {"fetch", calibrate::fetch},           {"launches", calibrate::launches},
    {"copies", calibrate::copies},
};

/// Ends the program with a sentence when an argument is none of its own.
Options options_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--small") == 0) {
      options.is_small = true;
    } else if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc &&
               std::atoi(argv[i + 1]) > 0) {
      options.rounds = std::atoi(argv[++i]);
    } else if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
      options.only = argv[++i];
    } else {
      std::fprintf(stderr,
                   "usage: calibrate [--small] [--rounds N] [--only GROUP]; %s is something else\n",
                   argv[i]);
      std::exit(2);
    }
  }
  return options;
}

/// How many readings there were.
int measure(Card& card, const Readings& readings, int rounds) {
  for (const auto& reading : readings) {
    reading.measure(card);  // once for what only a first launch has
    std::printf("reading %s [%s]", reading.name.c_str(), reading.unit.c_str());
    for (int round = 0; round < rounds; ++round) std::printf(" %.6g", reading.measure(card));
    std::printf("\n");
    std::fflush(stdout);
  }
  return static_cast<int>(readings.size());
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = options_of(argc, argv);
  Card card(options.is_small);
  std::printf("card %s\nclock_hz %lld\nsms %d\n", card.name().c_str(), card.clock_hz(), card.sms());
  int count = 0;
  for (const Group& group : kGroups) {
    if (options.only.empty() || options.only == group.name)
      count += measure(card, group.readings(), options.rounds);
  }
  std::printf("end %d\n", count);
  return 0;
}
