// Measures the sweeps of labs on the GPU of this machine and writes <folder>/<lab>/h200.json:
//   measure_labs PROGRAMS FOLDER LAB…
// bench/h200/labs/run.sh builds the programs and starts this.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#include "base/files.h"
#include "bench/h200/labs/judges.h"
#include "bench/h200/labs/measure_lab.h"

namespace {

std::string from_environment(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? std::string() : std::string(text);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s PROGRAMS FOLDER LAB...\n", argv[0]);
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  warpscope::bench::Options options;
  options.programs = argv[1];
  options.driver = from_environment("MEASURE_DRIVER");
  options.toolkit = from_environment("MEASURE_TOOLKIT");
  options.commit = from_environment("MEASURE_COMMIT");
  options.created = from_environment("MEASURE_CREATED");
  if (const auto runs = from_environment("MEASURE_RUNS"); !runs.empty()) {
    options.runs = std::atoi(runs.c_str());
  }
  int code = 0;
  for (int i = 3; i < argc; ++i) {
    const std::string lab = argv[i];
    try {
      const auto judge = warpscope::bench::find_judge(lab);
      if (judge == nullptr) throw std::runtime_error("There is no lab \"" + lab + "\".");
      warpscope::bench::take_answers(lab, *judge, options);
      const auto curves = warpscope::bench::measure_lab(lab, *judge, options);
      const auto folder = std::filesystem::path(argv[2]) / lab;
      std::filesystem::create_directories(folder);
      warpscope::write_file(folder / "h200.json", warpscope::record::to_json(curves));
      std::fprintf(stderr, "%s: measured\n", lab.c_str());
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", lab.c_str(), error.what());
      code = 1;
    }
  }
  return code;
}
